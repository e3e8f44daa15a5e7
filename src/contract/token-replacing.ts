import { fateOf } from './fate.ts'
import type { Inside, Seen } from './saving.ts'
import { isNotGiven, type Token, type TokenDraft } from './token.ts'
import { keptExpiry, sentExpiry, type Expiry, type TokenChange } from './token-writing.ts'
import type { Left, Verdict } from './verdict.ts'
import { momentAt, type Unit } from './wire.ts'

type InsideTokens = Inside<Token, TokenDraft, TokenChange>

interface Replacing {
  /** Where the stored date cannot stay. */
  expires: Expiry | undefined
  unit: Unit
  /** The page's milliseconds since 1970. */
  now: () => number
  /** How far the service's clock is ahead, in milliseconds. */
  ahead: number
}

/** Deletes and creates under the same name. Nothing is sent where the second half could not say what it must. */
export async function replaceValue(inside: InsideTokens, seen: Seen<Token>, how: Replacing): Promise<Verdict<Token>> {
  const found = await inside.current(seen)
  if ('ends' in found) return found.ends
  const { row } = found
  const { name, active, write } = row
  const { expires, unit, now } = how
  const dated = expires !== undefined || canStay(row, how)
  if (active === undefined || write === undefined || !dated) {
    const fields = [active === undefined && 'active', write === undefined && 'write', !dated && 'expiration_date']
    return { is: 'unanswered', row, fields: fields.filter((field) => field !== false) }
  }
  const expiry = expires === undefined ? keptExpiry(row, unit) : sentExpiry(expires, unit, now)
  const left = { name, active, write, ...expiry }
  const removed = await inside.remove(name)
  // It may be gone: then what is needed to create it again must not be lost with it.
  if (removed.is === 'unknown') return { is: 'half-replaced', left, because: removed }
  if (removed.is !== 'deleted' && removed.is !== 'not-verified') return removed
  const made = await createAgain(inside, left, row, unit)
  // The deletion could not be read back, and now shows to have done nothing.
  return made.is === 'exists' && removed.is === 'not-verified' ? { is: 'not-applied', row: made.row, at: now() } : made
}

/** The second half: also later, of what was left of the first. A row of that name ends it: there is nothing to make. */
export async function createAgain(
  inside: InsideTokens,
  left: Left,
  before: Token | undefined,
  unit: Unit,
): Promise<Verdict<Token>> {
  const { name, ...rest } = left
  const made = await inside.create(name, () => ({ name, ...rest }))
  if (made.is === 'exists') return made
  if (made.is !== 'as-asked' && made.is !== 'differently') return { is: 'half-replaced', left, because: made }
  const kept = before !== undefined && fateOf(before, made.row, unit) === 'kept'
  return { ...made, fate: kept ? 'kept' : 'new', also: { did: 'replaced' }, ...(before !== undefined && { before }) }
}

/** Whether the stored date can be given to a new token: it can be read, and is to come. */
function canStay(row: Token, { unit, now, ahead }: Replacing): boolean {
  if (isNotGiven(row, unit)) return true
  const at = momentAt(row.expiration_date, unit)
  // An integer beyond what a date can hold is as far away as can be.
  if (at === undefined) return row.expiration_date.spelled === 'integer' && row.expiration_date.integer > 0
  return at > now() + ahead
}
