import type { Limits } from '#server/limits.ts'
import { networkOf } from '#server/client-address.ts'

/** A sign-in that may be tried. It counts as wrong from now on, until `giveBack`. */
export interface Attempt {
  /**
   * It was right, or was not checked because the service was not reached; never for a client that only went away.
   * Earlier failures still count, so that attackers gain nothing by signing in to their own account.
   */
  giveBack: () => Promise<void>
}

/** `retryAfter`: whole seconds, at least 1. */
export interface SignInRateLimit {
  begin(address: string): Promise<{ retryAfter: number } | Attempt>
}

/** A counter that is forgotten after so many seconds. */
export interface Counter {
  name: string
  seconds: number
}

/** Counts in one step. A counter that is not there begins at 0, and never without its end. */
export interface CounterStore {
  /** Returns the sums. */
  add(counters: readonly Counter[], delta: 1 | -1): Promise<readonly number[]>
}

type Bounds = Pick<Limits, 'guesses' | 'guessesInQuarter' | 'guessesOfAll'>

/** After `guessesOfAll`, one attempt is let through each so many seconds. */
const globalIntervalSeconds = 5

/**
 * Slows down guessing per address (IPv6: its /64) and overall, in minutes, quarters and hours of the clock. An attempt
 * is counted before it is checked, so a hundred at once are five. `now`: milliseconds since 1970.
 */
export function createSignInRateLimit(store: CounterStore, now: () => number, bounds: Bounds): SignInRateLimit {
  return {
    async begin(address) {
      const nowSeconds = now() / 1_000
      const network = networkOf(address)
      // Its name has the time in which it counts: giving back late changes no later one.
      const counter = (scope: string, seconds: number) => ({
        name: `${scope} ${seconds} ${Math.floor(nowSeconds / seconds)}`,
        seconds,
      })
      const rules = [
        { ...counter(network, 60), most: bounds.guesses },
        { ...counter(network, 900), most: bounds.guessesInQuarter },
        { ...counter('everybody', 3_600), most: bounds.guessesOfAll },
        { ...counter('everybody', globalIntervalSeconds), most: 1 },
      ]
      const sums = await store.add(rules, 1)
      const giveBack = async () => void (await store.add(rules, -1))
      const isOver = rules.map(({ most }, index) => (sums[index] ?? 0) > most)
      // After too many of all, one is let through each few seconds.
      const [ofMinute, ofQuarter, ofHour, ofPace] = isOver
      const waits = [ofMinute && 60, ofQuarter && 900, ofHour && ofPace && globalIntervalSeconds].map((seconds) =>
        seconds ? Math.ceil(seconds - (nowSeconds % seconds)) : 0,
      )
      const retryAfter = Math.max(...waits)
      if (retryAfter === 0) return { giveBack }
      await giveBack()
      return { retryAfter }
    },
  }
}

/** Counts in memory; what has come back to 0 is forgotten at once. */
export function createCounterMemory(now: () => number): CounterStore {
  const counts = new Map<string, { count: number; until: number }>()
  return {
    async add(counters, delta) {
      for (const [name, { until }] of counts) if (until <= now()) counts.delete(name)
      return counters.map(({ name, seconds }) => {
        const { count, until } = counts.get(name) ?? { count: 0, until: now() + seconds * 1_000 }
        if (count + delta === 0) counts.delete(name)
        else counts.set(name, { count: count + delta, until })
        return count + delta
      })
    },
  }
}
