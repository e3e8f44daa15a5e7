import { isNotGiven, type Token } from '#contract/token.ts'
import type { ValueContext } from '#contract/saving/value-worth.ts'
import { momentAt, unitOf, type Unit } from '#contract/wire.ts'
import type { Mark } from '#web/ui/status-mark.tsx'

/** The first of these that holds: cannot be read, inactive, past its date, expires soon, active. */
export type TokenStatus = Mark

/** How long before its date a token is said to expire soon. */
export const soon = 7 * 24 * 60 * 60 * 1000

/** A token seen at a moment, by what is known of its service. */
export interface ViewContext extends ValueContext {
  /** Names whose new value nobody has copied; only a filter asks. */
  fresh?: ReadonlySet<string>
}

/**
 * When the stored number makes sense only in the other unit: the moment it then means. On a service that counts
 * seconds, milliseconds make a token that does not end for ages.
 */
export function otherUnitMoment(token: Token, { unit }: ViewContext): number | undefined {
  const { expiration_date: moment } = token
  if (moment.spelled !== 'integer') return undefined
  const written = unitOf(moment.integer)
  return written === undefined || written === unit ? undefined : momentAt(moment, written)
}

/** When the token expires, in milliseconds since 1970; `none`: not given; undefined: cannot be read. */
export function expiryOf(token: Token, unit: Unit): number | 'none' | undefined {
  return isNotGiven(token, unit) ? 'none' : momentAt(token.expiration_date, unit)
}

/** Says what is stored, not what the service enforces. */
export function statusOf(token: Token, { now, unit, ahead = 0, noExpiryMeans }: ViewContext): TokenStatus {
  const expiry = expiryOf(token, unit)
  if (token.active === undefined || expiry === undefined) return 'unknown'
  if (!token.active) return 'inactive'
  if (expiry === 'none') return noExpiryMeans === 'past' ? 'past' : 'active'
  const left = expiry - now - ahead
  if (left <= 0) return 'past'
  return left <= soon ? 'soon' : 'active'
}
