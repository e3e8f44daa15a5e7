import { isNotGiven, type Token } from '#contract/token.ts'
import type { ValueContext } from '#contract/facts.ts'
import { momentAt, unitIn, type Unit } from '#contract/wire.ts'
import type { Mark } from '#web/ui/status-mark.tsx'

/** The first that applies: unreadable, inactive, expired, expires soon, active. */
export type TokenStatus = Exclude<Mark, 'repair'>

const minute = 60_000

/**
 * How long before its expiry a token *expires soon*, in milliseconds: a minute less than seven days, so that one that
 * was just created for seven days is not marked at once.
 */
const soon = 7 * 24 * 60 * minute - minute

/** What the display of a token depends on: the time, and what is known about the service. */
export interface ViewContext extends ValueContext {
  /** Names of tokens whose new value, or one that may be new, is not copied yet. Only a filter needs it. */
  fresh?: ReadonlySet<string>
}

/**
 * The intended moment, if the stored number makes sense only in the other unit. On a service that counts seconds, a
 * number of milliseconds is thousands of years away.
 */
export function otherUnitMoment(token: Token, { unit }: ViewContext): number | undefined {
  const { expiration_date: moment } = token
  const written = unitIn(moment)
  return written === undefined || written === unit ? undefined : momentAt(moment, written)
}

/** When the token expires, in milliseconds since 1970; `none`: no expiry set; undefined: unreadable. */
export function expiryOf(token: Token, unit: Unit): number | 'none' | undefined {
  return isNotGiven(token, unit) ? 'none' : momentAt(token.expiration_date, unit)
}

/** The status by what is stored, not by what the service enforces. */
export function statusOf(token: Token, { now, unit, ahead = 0 }: ViewContext): TokenStatus {
  const expiry = expiryOf(token, unit)
  if (token.active === undefined || expiry === undefined) return 'unknown'
  if (!token.active) return 'inactive'
  if (expiry === 'none') return 'active'
  const left = expiry - now - ahead
  if (left <= 0) return 'past'
  return left <= soon ? 'soon' : 'active'
}
