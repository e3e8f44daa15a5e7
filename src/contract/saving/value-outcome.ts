import type { Token } from '#contract/token.ts'
import { momentAt, type Unit } from '#contract/wire.ts'

/** What a write did to a token's value, as far as its rows show. What it is good for then says `worthOf`. */
export type ValueOutcome = 'kept' | 'new' | 'not-told'

/**
 * Whether the value says it was issued at the row's last update; undefined where the row carries no such claim. A
 * service of the observed kind accepts a value only while this holds; another kind may not look at it at all.
 */
export function agrees(row: Token, unit: Unit): boolean | undefined {
  const iat = row.claims?.iat
  const { updated_at } = row
  if (iat === undefined) return undefined
  if (updated_at.spelled === 'integer' && Number(updated_at.integer) === iat) return true
  const at = momentAt(updated_at, unit)
  if (at === undefined) return undefined
  return Math.floor(at / 1000) === iat || at === iat
}

/** Compares two reads of one row, before and after a write. */
export function valueOutcomeOf(before: Token, after: Token): ValueOutcome {
  const changed = valueChanged(before, after)
  if (changed === undefined) return 'not-told'
  return changed ? 'new' : 'kept'
}

/** Whether a row carries another value than before; undefined where nothing tells. */
export function valueChanged(before: Token, after: Token): boolean | undefined {
  if (before.fingerprint !== undefined && after.fingerprint !== undefined) {
    return before.fingerprint !== after.fingerprint
  }
  if (before.claims === undefined || after.claims === undefined) return undefined
  const { iat, exp } = before.claims
  // Other claims prove another value; the same ones prove nothing.
  return iat !== after.claims.iat || exp !== after.claims.exp ? true : undefined
}

/**
 * Whether a row that contradicts its value was a "never" before: its value was issued to end at the very moment that
 * now stands as its date.
 */
export function wasNever(row: Token): boolean {
  const { claims, expiration_date } = row
  if (claims?.iat === undefined || claims.iat !== claims.exp || expiration_date.spelled !== 'integer') return false
  return Number(expiration_date.integer) === claims.iat
}
