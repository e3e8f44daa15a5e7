import { valueOutcomeOf } from '#contract/write/value.ts'
import { isSameRow } from './compare.ts'
import { problemOf } from '#contract/problem.ts'
import type { Seen } from './acts.ts'
import type { Turn } from './turn.ts'
import { isNotGiven, TokenDraft, type Token, type TokenChange } from '#contract/token.ts'
import type { Verdict } from './verdict.ts'
import { integerIn, momentAt, type Unit } from '#contract/wire.ts'

/** The steps of an act on one token. */
export type TokenTurn = Turn<Token, TokenDraft, TokenChange, TokenDraft>

/**
 * Stores what is needed to create a token again: `missing`. `before`: the row to delete; undefined: it is already gone.
 */
export type StoreMissing = (missing: TokenDraft, before: Token | undefined) => void

/** Stores what is needed to create tokens again, from before their deletion until they were read back. No secrets. */
export interface PendingRecreations {
  /**
   * Runs `act` once no other tab creates this token again. What `act` stores stays stored if it ends without the token,
   * or never ends because the page does.
   */
  during(name: string, act: (store: StoreMissing) => Promise<Verdict<Token>>): Promise<Verdict<Token>>
}

interface ReplaceContext {
  unit: Unit
  /** The page's milliseconds since 1970. */
  now: () => number
  pending: PendingRecreations
  /** What the new token has differently, such as another expiry if the stored one cannot stay. */
  change: TokenChange
  /** How far the service's clock is ahead, in milliseconds. */
  ahead: number
}

/**
 * Deletes a token and creates it again under the same name. Sends nothing if the second half lacks an answer. The token
 * is checked after waiting for other tabs: one of them may have replaced it meanwhile.
 */
export function replaceValue(turn: TokenTurn, seen: Seen<Token>, how: ReplaceContext): Promise<Verdict<Token>> {
  return how.pending.during(seen.row.name, async (store) => {
    const current = await turn.sameRow(seen)
    if ('ends' in current) return current.ends
    const { row } = current
    const { change } = how
    const composed = turn.writing.compose(row, change)
    const unanswered = new Set('unanswered' in composed ? composed.unanswered : [])
    if (change.expiration_date === undefined && !canStay(row, how)) unanswered.add('expiration_date')
    if ('unanswered' in composed || unanswered.size > 0) return { is: 'unanswered', row, fields: [...unanswered] }
    return recreate(turn, composed.send, row, { now: how.now, store })
  })
}

/**
 * Deletes `row` and creates `missing` in its place. What the second half needs is stored before the first one begins.
 */
async function recreate(
  turn: TokenTurn,
  missing: TokenDraft,
  row: Token,
  { now, store }: { now: () => number; store: StoreMissing },
): Promise<Verdict<Token>> {
  store(missing, row)
  const removed = await turn.remove({ row, beganAt: now() }, { unchecked: true })
  // It may be gone, and what is needed to create it again must not be lost.
  if (removed.is === 'unknown') return { is: 'half-replaced', missing, because: removed, deleted: false }
  const isOthers = removed.is === 'not-applied' && removed.row !== undefined && isSameRow(row, removed.row) === false
  if (removed.is !== 'deleted' && removed.is !== 'not-verified' && !isOthers) return removed
  const made = await createAgain(turn, missing, now, { before: row, isDeleted: removed.is !== 'not-verified' })
  if (made.is !== 'exists') return made
  // The deletion could not be read back, and now turns out to have had no effect.
  const isThere = removed.is === 'not-verified' && isSameRow(row, made.row) !== false
  if (isThere) return { is: 'not-applied', row: made.row, at: now() }
  // Somebody else was quicker: their token stays.
  return { is: 'half-replaced', missing, because: made, deleted: true }
}

/**
 * The second half, which may also run later. An existing row with that name ends it: there is nothing to create.
 * `isDeleted`: a read has shown that the former row is gone.
 */
export async function createAgain(
  turn: TokenTurn,
  missing: TokenDraft,
  now: () => number,
  { before, isDeleted = false }: { before?: Token; isDeleted?: boolean } = {},
): Promise<Verdict<Token>> {
  // What was stored may hold more fields.
  const draft = TokenDraft.parse(missing)
  const deleted = isDeleted || (await isGone(turn, draft.name))
  const { expiration_date: integer, ...others } = draft
  const change = { ...others, expiration_date: integer === undefined ? ('not-given' as const) : { integer } }
  const sent = await turn.create(draft.name, () => draft, change)
  // An earlier try has arrived meanwhile.
  const made = sent.is === 'already' ? { is: 'as-asked' as const, row: sent.row, at: now(), unseen: [] } : sent
  if (made.is === 'exists') return made
  if (made.is !== 'as-asked' && made.is !== 'differently')
    return { is: 'half-replaced', missing, because: made, deleted }
  const isKept = before !== undefined && valueOutcomeOf(before, made.row) === 'kept'
  return {
    ...made,
    valueOutcome: isKept ? 'kept' : 'new',
    also: { did: 'replaced' },
    ...(before !== undefined && { before }),
  }
}

/** Whether a read shows that no row has this name. The creation uses the same read. */
async function isGone(turn: TokenTurn, name: string): Promise<boolean> {
  try {
    return (await turn.readBack(name)) === undefined
  } catch (error) {
    if (problemOf(error) === undefined) throw error
    return false
  }
}

/** Whether a new token can have the stored expiry: it is readable and lies ahead. */
function canStay(row: Token, { unit, now, ahead }: ReplaceContext): boolean {
  if (isNotGiven(row, unit)) return true
  const at = momentAt(row.expiration_date, unit)
  // An integer beyond what a date can hold lies far ahead.
  if (at === undefined) return (integerIn(row.expiration_date) ?? 0) > 0
  return at > now() + ahead
}
