import { isSpoiled, type ValueContext } from '#contract/saving/value-worth.ts'
import type { Note, TokenNote } from './notes.ts'

/**
 * Whether a write succeeded and leaves nothing to do or to know: then its row shows the result for a moment, or a
 * toast counts it. `mayBeNew`: it may have issued a new value that no read shows, and only a note would say so.
 */
export function isQuiet(
  { act, verdict, changedSince, uncopied }: Note<unknown, unknown>,
  mayBeNew = verdict.is === 'as-asked' && verdict.valueOutcome === 'unknown',
): boolean {
  if (verdict.is !== 'as-asked' || verdict.also !== undefined || changedSince !== undefined || uncopied === true)
    return false
  if (act === 'create') return true
  return verdict.unseen.length === 0 && !mayBeNew && verdict.valueOutcome !== 'new'
}

/**
 * The same for a token. A new token whose value needs repair gets a note. `isUnwarned`: the admin has turned off the
 * warning that the value may change. Until that is known, a banner speaks of all such saves.
 */
export function isQuietToken(
  note: TokenNote,
  context: Pick<ValueContext, 'unit' | 'valueOnPut'>,
  isUnwarned = false,
): boolean {
  const { act, verdict } = note
  if (verdict.is !== 'as-asked') return false
  const isBroken = isSpoiled(verdict.row, context)
  const { valueOnPut } = context
  const isSaid = valueOnPut === 'kept' || (valueOnPut === undefined && isUnwarned && !isBroken)
  const mayBeNew = verdict.valueOutcome === 'unknown' && !isSaid
  return isQuiet(note, mayBeNew) && (act === 'save' || !isBroken)
}
