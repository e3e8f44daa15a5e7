import type { Limits } from '#host/limits.ts'
import { networksOf } from '#host/client-address.ts'

/** A permitted sign-in attempt. The first call counts; later ones have no effect. */
export type Attempt = {
  /** The credential was wrong, or may have been: the service answered, and granted nothing. */
  failed: () => Promise<void>
  /**
   * It was right, or was not checked because the service was not reached; never for a client that only went away.
   * Earlier failures still count, so that attackers gain nothing by signing in to their own account.
   */
  ended: () => Promise<void>
}

/** `retryAfter`: whole seconds, at least 1. */
export type SignInLimit = { begin: (address: string) => Promise<{ retryAfter: number } | Attempt> }

type Bounds = Pick<Limits, 'guesses' | 'guessWait' | 'longestGuessWait' | 'guessesOfAll' | 'guessWaitOfAll' | 'answer'>

/** How many wrong attempts in which time are allowed before each one has to wait. The wait doubles. Milliseconds. */
type Rule = { guesses: number; within: number; wait: number; longest: number }

/** What is remembered of a network: when its attempts failed, until when others may run, how long it waits and until when. */
export interface Guesser {
  failures: readonly number[]
  pending: readonly number[]
  wait: number
  until: number
}

/** Remembers guessers by network. */
export interface GuesserStore {
  /**
   * Changes the guessers of these networks in one step. `change` may be called again, if somebody else changed one of
   * them meanwhile. `lasts`: for how many milliseconds they are remembered.
   */
  change(networks: readonly string[], change: Change, lasts: number): Promise<void>
}

type Change = (guessers: readonly Guesser[]) => readonly Guesser[]

const minute = 60_000

/** Counts for every attempt. */
const everybody = 'everybody'

/**
 * Slows down guessing per address, per surrounding network, and overall. An attempt takes its place before it is
 * checked, so a hundred at once count as five. After a wait, one attempt runs at a time. `now`: milliseconds since 1970.
 */
export function createSignInLimit(store: GuesserStore, now: () => number, limits: Bounds): SignInLimit {
  const { guesses, guessWait: wait, longestGuessWait: longest, guessesOfAll, guessWaitOfAll } = limits
  const ruleOfAll = { guesses: guessesOfAll, within: 60 * minute, wait: guessWaitOfAll, longest: guessWaitOfAll }
  const ruleOf = (network: string, width: number): Rule =>
    network === everybody ? ruleOfAll : { guesses: guesses * 2 ** width, within: minute, wait, longest }
  const lasts = ruleOfAll.within + longest

  return {
    async begin(address) {
      const networks = [...networksOf(address), everybody]
      const rules = networks.map(ruleOf)
      const each = <T>(guessers: readonly Guesser[], of: (guesser: Guesser, rule: Rule, at: number) => T) =>
        guessers.map((guesser, place) => of(guesser, rules[place] ?? ruleOfAll, now()))
      const change = (by: Change) => store.change(networks, (guessers) => by(each(guessers, currentOf)), lasts)
      // A console server that dies during an attempt does not end it. The fraction tells attempts apart.
      const lapses = now() + 2 * limits.answer + Math.random()
      let retryAfter = 0
      await change((guessers) => {
        retryAfter = Math.max(...each(guessers, waitOf))
        return retryAfter > 0 ? guessers : guessers.map((each) => ({ ...each, pending: [...each.pending, lapses] }))
      })
      if (retryAfter > 0) return { retryAfter }
      let over = false
      const end = (wasWrong: boolean) => async () => {
        if (over) return
        over = true
        await change((guessers) => {
          const left = guessers.map((each) => ({ ...each, pending: each.pending.filter((other) => other !== lapses) }))
          return wasWrong ? each(left, blamed) : left
        })
      }
      return { failed: end(true), ended: end(false) }
    },
  }
}

/** Nothing is known of a network yet. */
export const newGuesser: Guesser = { failures: [], pending: [], wait: 0, until: 0 }

/** Without what lies too far back. */
function currentOf({ failures, pending, wait, until }: Guesser, { within, longest }: Rule, at: number): Guesser {
  return {
    failures: failures.filter((failure) => failure > at - within),
    pending: pending.filter((lapses) => lapses > at),
    wait: at >= until + longest ? 0 : wait,
    until,
  }
}

/** Seconds until an attempt is allowed; 1: as soon as the running ones are answered. */
function waitOf({ failures, pending, wait, until }: Guesser, { guesses }: Rule, at: number): number {
  if (until > at) return Math.ceil((until - at) / 1_000)
  const places = wait > 0 ? 1 : Math.max(1, guesses - failures.length)
  return pending.length >= places ? 1 : 0
}

function blamed(guesser: Guesser, { guesses, wait, longest }: Rule, at: number): Guesser {
  const failures = [...guesser.failures, at]
  if (guesser.wait === 0 && failures.length < guesses) return { ...guesser, failures }
  const next = guesser.wait === 0 ? wait : Math.min(longest, guesser.wait * 2)
  return { ...guesser, failures, wait: next, until: at + next }
}

/**
 * Remembers guessers in memory. At `most`, the one seen longest ago is dropped first; one that has to wait only if all
 * have to.
 */
export function createGuesserMemory(
  now: () => number,
  { guessers: most, longestGuessWait: longest }: Pick<Limits, 'guessers' | 'longestGuessWait'>,
): GuesserStore {
  const remembered = new Map<string, Guesser>()
  const makeRoom = () => {
    if (remembered.size <= most) return // besides everybody
    const others = [...remembered].filter(([network, { pending }]) => network !== everybody && pending.length === 0)
    const [free] = others.find(([, { wait, until }]) => wait === 0 || until + longest <= now()) ?? others[0] ?? []
    if (free !== undefined) remembered.delete(free)
  }
  return {
    async change(networks, change) {
      const guessers = change(networks.map((network) => remembered.get(network) ?? newGuesser))
      networks.forEach((network, place) => {
        remembered.delete(network)
        makeRoom()
        remembered.set(network, guessers[place] ?? newGuesser)
      })
    },
  }
}
