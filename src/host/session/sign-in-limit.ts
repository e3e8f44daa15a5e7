import type { Limits } from '#host/limits.ts'
import { networksOf } from '#host/client-address.ts'

/** A permitted sign-in attempt. The first call counts; later ones have no effect. */
export type Attempt = {
  /** The credential was wrong, or may have been: the service answered, and granted nothing. */
  failed: () => void
  /**
   * It was right, or was not checked because the service was not reached; never for a client that only went away.
   * Earlier failures still count, so that attackers gain nothing by signing in to their own account.
   */
  ended: () => void
}

/** `retryAfter`: whole seconds, at least 1. */
export type SignInLimit = { begin: (address: string) => { retryAfter: number } | Attempt }

type Bounds = Pick<
  Limits,
  'guesses' | 'guessWait' | 'longestGuessWait' | 'guessers' | 'guessesOfAll' | 'guessWaitOfAll'
>

/** How many wrong attempts in which time are allowed before each one has to wait. The wait doubles. Milliseconds. */
type Rule = { guesses: number; within: number; wait: number; longest: number }

type Guesser = { failures: number[]; pending: number; wait: number; until: number }

const minute = 60_000

/**
 * Slows down guessing per address, per surrounding network, and overall. An attempt takes its place before it is
 * checked, so a hundred at once count as five. After a wait, one attempt runs at a time. At the limit of remembered
 * addresses, the one seen longest ago is dropped first; one that has to wait only if all have to. `now`: monotonic
 * milliseconds.
 */
export function createSignInLimit(now: () => number, limits: Bounds): SignInLimit {
  const { guesses, guessWait: wait, longestGuessWait: longest, guessesOfAll, guessWaitOfAll } = limits
  const everybody: [Guesser, Rule] = [
    newGuesser(),
    { guesses: guessesOfAll, within: 60 * minute, wait: guessWaitOfAll, longest: guessWaitOfAll },
  ]
  const guessers = new Map<string, Guesser>()

  /** The guesser of this key, marked as seen last. */
  function guesserOf(key: string, at: number): Guesser {
    const guesser = guessers.get(key) ?? newGuesser()
    guessers.delete(key)
    if (guessers.size >= limits.guessers) {
      const others = [...guessers].filter(([, { pending }]) => pending === 0)
      const [free] = others.find(([, { wait, until }]) => wait === 0 || until + longest <= at) ?? others[0] ?? []
      if (free !== undefined) guessers.delete(free)
    }
    guessers.set(key, guesser)
    return guesser
  }

  return {
    begin(address) {
      const at = now()
      const counted = networksOf(address).map((network, width): [Guesser, Rule] => [
        guesserOf(network, at),
        { guesses: guesses * 2 ** width, within: minute, wait, longest },
      ])
      counted.push(everybody)
      const retryAfter = Math.max(...counted.map(([guesser, rule]) => waitOf(guesser, rule, at)))
      if (retryAfter > 0) return { retryAfter }
      for (const [guesser] of counted) guesser.pending += 1
      let over = false
      const end = (wasWrong: boolean) => () => {
        if (over) return
        over = true
        for (const [guesser, rule] of counted) {
          guesser.pending -= 1
          if (wasWrong) blame(guesser, rule, now())
        }
      }
      return { failed: end(true), ended: end(false) }
    },
  }
}

function newGuesser(): Guesser {
  return { failures: [], pending: 0, wait: 0, until: 0 }
}

/** Seconds until an attempt is allowed; 1: as soon as the running ones are answered. */
function waitOf(guesser: Guesser, { guesses, within, longest }: Rule, at: number): number {
  guesser.failures = guesser.failures.filter((failure) => failure > at - within)
  if (at >= guesser.until + longest) guesser.wait = 0
  if (guesser.until > at) return Math.ceil((guesser.until - at) / 1_000)
  const places = guesser.wait > 0 ? 1 : Math.max(1, guesses - guesser.failures.length)
  return guesser.pending >= places ? 1 : 0
}

function blame(guesser: Guesser, { guesses, within, wait, longest }: Rule, at: number): void {
  guesser.failures = [...guesser.failures.filter((failure) => failure > at - within), at]
  if (guesser.wait === 0 && guesser.failures.length < guesses) return
  guesser.wait = guesser.wait === 0 ? wait : Math.min(longest, guesser.wait * 2)
  guesser.until = at + guesser.wait
}
