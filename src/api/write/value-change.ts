import type { Token } from '#api/token.ts'
import { toMillis, type TimeUnit } from '#api/wire.ts'

/** What a write did to a token's value, as far as its rows show. */
export type ValueChange = 'kept' | 'changed' | 'unknown'

/**
 * Whether the value was issued at the row's last update; undefined: the row has no such claim. A service of the
 * observed kind accepts a value only if so; another one may not check it.
 */
export function valueMatchesRow(row: Token, unit: TimeUnit): boolean | undefined {
  const iat = row.claims?.iat
  const { updated_at } = row
  if (iat === undefined) return undefined
  if (updated_at === iat) return true
  const updatedAt = toMillis(updated_at, unit)
  if (updatedAt === undefined) return undefined
  return Math.floor(updatedAt / 1000) === iat || updatedAt === iat
}

/** Compares two reads of one row, before and after a write. */
export function compareValues(before: Token, after: Token): ValueChange {
  if (before.fingerprint !== undefined && after.fingerprint !== undefined) {
    return before.fingerprint === after.fingerprint ? 'kept' : 'changed'
  }
  if (before.claims === undefined || after.claims === undefined) return 'unknown'
  const { iat, exp } = before.claims
  // Different claims prove another value; equal ones prove nothing.
  return iat !== after.claims.iat || exp !== after.claims.exp ? 'changed' : 'unknown'
}

/**
 * Whether a row that contradicts its value was a "never" before: its value was issued to expire at the moment that is
 * now the row's expiry.
 */
export function hadNoExpiry(row: Token): boolean {
  const { claims, expiration_date } = row
  return claims?.iat !== undefined && claims.iat === claims.exp && expiration_date === claims.iat
}
