import { isNotGiven, type Token } from '#contract/token.ts'
import { momentAt, type Unit } from '#contract/wire.ts'
import type { Mark } from '#web/ui/status-mark.tsx'

/** The first of these that holds: cannot be read, inactive, past its date, expires soon, active. */
export type TokenStatus = Mark

/** What a chip lets through. */
export type TokenFilter = 'all' | 'active' | 'soon' | 'past' | 'inactive' | 'unknown' | 'never' | 'write'

const soon = 7 * 24 * 60 * 60 * 1000

/** A token seen at a moment: `now` in milliseconds since 1970, `unit` that of the service's moments. */
export interface Sight {
  now: number
  unit: Unit
}

/** When the token expires, in milliseconds since 1970; `none`: not given; undefined: cannot be read. */
export function expiryOf(token: Token, unit: Unit): number | 'none' | undefined {
  return isNotGiven(token, unit) ? 'none' : momentAt(token.expiration_date, unit)
}

/** Says what is stored, not what the service enforces. */
export function statusOf(token: Token, { now, unit }: Sight): TokenStatus {
  const expiry = expiryOf(token, unit)
  if (token.active === undefined || expiry === undefined) return 'unknown'
  if (!token.active) return 'inactive'
  if (expiry === 'none') return 'active'
  if (expiry <= now) return 'past'
  return expiry - now <= soon ? 'soon' : 'active'
}

/** The one place where a chip's meaning stands; chips may overlap. */
export function passes(token: Token, filter: TokenFilter, sight: Sight): boolean {
  switch (filter) {
    case 'all':
      return true
    case 'never':
      return expiryOf(token, sight.unit) === 'none'
    case 'write':
      return token.write === true
    case 'active':
    case 'soon':
    case 'past':
    case 'inactive':
    case 'unknown':
      return statusOf(token, sight) === filter
  }
}
