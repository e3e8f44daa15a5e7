import { isIP } from 'node:net'

/** A sign-in that may be tried. Exactly one of the three is to be called; later calls do nothing. */
export type Attempt = {
  /** The credential was wrong. */
  failed: () => void
  /** It was right. Earlier failures still count: an attacker with an account of their own wins nothing by using it. */
  succeeded: () => void
  /** Nobody checked it: the service was not reached. Never for a client that merely went away. */
  cancelled: () => void
}

/** `retryAfter`: whole seconds, at least 1. */
export type SignInLimit = { begin: (address: string) => { retryAfter: number } | Attempt }

/** Five wrong ones in a minute are a person who has forgotten; after that it is one at a time, and ever slower. */
const allowed = 5
const minute = 60_000
const firstWait = 30_000
const longestWait = 15 * minute
const remembered = 10_000

type Guesser = { failures: number[]; pending: number; wait: number; until: number }

/**
 * Slows down guessing. An attempt holds its place before it is checked, so that a hundred at once are still five.
 * IPv6 counts by /64, which one client owns whole. After fifteen quiet minutes an address begins anew. At most 10,000
 * addresses are remembered, the one longest unheard of goes first. `now` is in milliseconds and never goes back.
 */
export function createSignInLimit(now: () => number): SignInLimit {
  const guessers = new Map<string, Guesser>()
  return {
    begin(address) {
      const at = now()
      const guesser = heardOf(guessers, networkOf(address))
      guesser.failures = guesser.failures.filter((failure) => failure > at - minute)
      if (at >= guesser.until + longestWait) guesser.wait = 0
      if (guesser.until > at) return { retryAfter: Math.ceil((guesser.until - at) / 1_000) }
      const places = guesser.wait > 0 ? 1 : allowed - guesser.failures.length
      if (guesser.pending >= places) return { retryAfter: 1 } // once those that are being checked are answered
      guesser.pending += 1
      let over = false
      const end = (wasWrong: boolean) => () => {
        if (over) return
        over = true
        guesser.pending -= 1
        if (wasWrong) blame(guesser, now())
      }
      return { failed: end(true), succeeded: end(false), cancelled: end(false) }
    },
  }
}

/** The guesser of this key, as the one heard of last; what is being checked is never forgotten. */
function heardOf(guessers: Map<string, Guesser>, key: string): Guesser {
  const guesser = guessers.get(key) ?? { failures: [], pending: 0, wait: 0, until: 0 }
  guessers.delete(key)
  for (const [other, { pending }] of guessers) {
    if (guessers.size < remembered) break
    if (pending === 0) guessers.delete(other)
  }
  guessers.set(key, guesser)
  return guesser
}

function blame(guesser: Guesser, at: number): void {
  guesser.failures = [...guesser.failures.filter((failure) => failure > at - minute), at]
  if (guesser.wait === 0 && guesser.failures.length < allowed) return
  guesser.wait = guesser.wait === 0 ? firstWait : Math.min(longestWait, guesser.wait * 2)
  guesser.until = at + guesser.wait
}

/** IPv4 whole, also where it is written as IPv6; of IPv6 the first 64 bits; anything else as it is. */
function networkOf(address: string): string {
  const bare = address.replace(/%.*$/, '')
  if (isIP(bare) !== 6) return address
  // The URL parser writes an address in its one canonical form.
  const groups = expanded(new URL(`http://[${bare}]`).hostname.slice(1, -1))
  const isMapped = groups.slice(0, 6).join() === '0,0,0,0,0,ffff'
  if (!isMapped) return groups.slice(0, 4).join(':')
  return groups
    .slice(6)
    .flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 255])
    .join('.')
}

function expanded(address: string): string[] {
  const [before = '', after] = address.split('::')
  const left = before.split(':').filter(Boolean)
  const right = (after ?? '').split(':').filter(Boolean)
  return [...left, ...Array.from({ length: 8 - left.length - right.length }, () => '0'), ...right]
}
