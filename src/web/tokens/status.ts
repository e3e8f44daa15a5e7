import type { ValueContext } from '#contract/facts.ts'
import { isNotGiven, type Expiry, type Token } from '#contract/token.ts'
import { momentAt, unitOf, type Unit } from '#contract/wire.ts'
import { clockOf, dateOf, plainMoment } from '#web/ui/time.ts'
import type { Mark } from '#web/ui/status-mark.tsx'

/** The first that applies: unreadable, inactive, expired, expires soon, active. */
export type TokenStatus = Exclude<Mark, 'repair'>

export const statusWords: Record<TokenStatus, string> = {
  active: 'Active',
  soon: 'Expires soon',
  past: 'Expired',
  inactive: 'Inactive',
  unknown: 'Unreadable',
}

/** The words for a token without an expiry, the same in row, chip and details. */
export const noExpiryWord = 'No expiry set'

const minute = 60_000

/**
 * How long before its expiry a token *expires soon*, in milliseconds: a minute less than seven days, so that one that
 * was just created for seven days is not marked at once.
 */
const soon = 7 * 24 * 60 * minute - minute

/**
 * The intended moment, if the stored number makes sense only in the other unit. On a service that counts seconds, a
 * number of milliseconds is thousands of years away.
 */
export function otherUnitMoment(token: Token, { unit }: Pick<ValueContext, 'unit'>): number | undefined {
  const { expiration_date: moment } = token
  const written = unitOf(moment)
  return written === undefined || written === unit ? undefined : momentAt(moment, written)
}

/** When the token expires, in milliseconds since 1970; `none`: no expiry set; undefined: unreadable. */
export function expiryOf(token: Token, unit: Unit): number | 'none' | undefined {
  return isNotGiven(token) ? 'none' : momentAt(token.expiration_date, unit)
}

/** The status by what is stored, not by what the service enforces. */
export function statusOf(token: Token, { now, unit, ahead = 0 }: ValueContext): TokenStatus {
  const expiry = expiryOf(token, unit)
  if (token.active === undefined || expiry === undefined) return 'unknown'
  if (!token.active) return 'inactive'
  if (expiry === 'none') return 'active'
  const left = expiry - now - ahead
  if (left <= 0) return 'past'
  return left <= soon ? 'soon' : 'active'
}

/** A stored expiry as a clause: *it expires today 10:41*. */
export function expiryClause(token: Token, { now, unit, ahead = 0 }: ValueContext): string {
  const expiry = expiryOf(token, unit)
  if (expiry === undefined) return 'its expiry cannot be read'
  if (expiry === 'none') return 'no expiry is set'
  const day = dateOf(expiry) === dateOf(now) ? 'today' : `${dateOf(expiry)},`
  return `${expiry <= now + ahead ? 'it expired' : 'it expires'} ${day} ${clockOf(expiry)}`
}

/** What a job did that gave this expiry to all its rows. */
export function expirySet(expiry: Expiry | undefined): string {
  if (expiry === 'not-given') return 'Expiry of # removed'
  return typeof expiry === 'object' && 'at' in expiry
    ? `Expiry of # set to ${plainMoment(expiry.at)}`
    : 'Expiry of # set'
}

/** Why a replaced value needs another expiry; undefined: it keeps the stored one. */
export function whyNewDate(
  token: Token,
  { unit, now, ahead = 0 }: ValueContext,
): 'can’t be read' | 'has passed' | undefined {
  const expiry = expiryOf(token, unit)
  if (expiry === undefined) return 'can’t be read'
  return expiry !== 'none' && expiry <= now + ahead ? 'has passed' : undefined
}
