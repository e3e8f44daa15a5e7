import { valueOutcomeOf } from './value-outcome.ts'
import { isSameRow } from './compare.ts'
import type { WriteTurn, Seen } from './save.ts'
import { isNotGiven, TokenDraft, type Token, type TokenChange } from '#contract/token.ts'
import type { PendingRecreation, Verdict } from './verdict.ts'
import { momentAt, type Unit } from '#contract/wire.ts'

type TokenTurn = WriteTurn<Token, TokenDraft, TokenChange, TokenDraft>

/** Keeps what is needed to create tokens again, from before their deletion until they were read back. No secrets. */
export interface PendingRecreations {
  /**
   * Runs `act` while `missing` is kept. It stays kept where the act ends without the token, or never ends because the page
   * does. `before` is the row that is to be deleted; undefined: it is gone already.
   */
  during(
    missing: PendingRecreation,
    before: Token | undefined,
    act: () => Promise<Verdict<Token>>,
  ): Promise<Verdict<Token>>
}

interface RecreateContext {
  unit: Unit
  /** The page's milliseconds since 1970. */
  now: () => number
  pending: PendingRecreations
}

interface ReplaceContext extends RecreateContext {
  /** What the new token is to be otherwise: another date, where the stored one cannot stay. */
  change: TokenChange
  /** How far the service's clock is ahead, in milliseconds. */
  ahead: number
}

/** Deletes and creates under the same name. Nothing is sent where the second half could not say what it must. */
export async function replaceValue(turn: TokenTurn, seen: Seen<Token>, how: ReplaceContext): Promise<Verdict<Token>> {
  const found = await turn.sameRow(seen)
  if ('ends' in found) return found.ends
  const { row } = found
  const { change } = how
  const composed = turn.writing.compose(row, change)
  const unanswered = new Set('unanswered' in composed ? composed.unanswered : [])
  if (change.expiration_date === undefined && !canStay(row, how)) unanswered.add('expiration_date')
  if ('unanswered' in composed || unanswered.size > 0) return { is: 'unanswered', row, fields: [...unanswered] }
  return recreate(turn, composed.send, row, how)
}

/** Deletes `row` and creates `missing` in its place. What is needed for the second half is kept before the first begins. */
export function recreate(
  turn: TokenTurn,
  missing: PendingRecreation,
  row: Token,
  { now, pending }: RecreateContext,
): Promise<Verdict<Token>> {
  return pending.during(missing, row, async () => {
    const removed = await turn.remove({ row, beganAt: now() }, { unchecked: true })
    // It may be gone: then what is needed to create it again must not be lost with it.
    if (removed.is === 'unknown') return { is: 'half-replaced', missing, because: removed, deleted: false }
    const isOthers = removed.is === 'not-applied' && removed.row !== undefined && isSameRow(row, removed.row) === false
    if (removed.is !== 'deleted' && removed.is !== 'not-verified' && !isOthers) return removed
    const made = await createAgain(turn, missing, row, now)
    if (made.is !== 'exists') return made
    // The deletion could not be read back, and now shows to have done nothing.
    const isThere = removed.is === 'not-verified' && isSameRow(row, made.row) !== false
    if (isThere) return { is: 'not-applied', row: made.row, at: now() }
    // Somebody else was quicker: theirs stays.
    return { is: 'half-replaced', missing, because: made, deleted: true }
  })
}

/** The second half: also later, of what was left of the first. A row of that name ends it: there is nothing to make. */
export async function createAgain(
  turn: TokenTurn,
  missing: PendingRecreation,
  before: Token | undefined,
  now: () => number,
): Promise<Verdict<Token>> {
  // What was kept of it may hold more.
  const draft = TokenDraft.parse(missing)
  const sent = await turn.create(draft.name, () => draft, draft)
  // An earlier try has arrived by now.
  const made = sent.is === 'already' ? { is: 'as-asked' as const, row: sent.row, at: now(), unseen: [] } : sent
  if (made.is === 'exists') return made
  if (made.is !== 'as-asked' && made.is !== 'differently')
    return { is: 'half-replaced', missing, because: made, deleted: true }
  const kept = before !== undefined && valueOutcomeOf(before, made.row) === 'kept'
  return {
    ...made,
    valueOutcome: kept ? 'kept' : 'new',
    also: { did: 'replaced' },
    ...(before !== undefined && { before }),
  }
}

/** Whether the stored date can be given to a new token: it can be read, and is to come. */
function canStay(row: Token, { unit, now, ahead }: ReplaceContext): boolean {
  if (isNotGiven(row, unit)) return true
  const at = momentAt(row.expiration_date, unit)
  // An integer beyond what a date can hold is as far away as can be.
  if (at === undefined) return row.expiration_date.spelled === 'integer' && row.expiration_date.integer > 0
  return at > now() + ahead
}
