import { needsRepair, type ValueContext } from '#contract/saving/value-worth.ts'
import type { Note, TokenNote } from './notes.ts'

/**
 * Whether a write succeeded and leaves nothing to do or to know: then its row shows the result for a moment, or a
 * toast counts it. `valueOnPut`: what an update is known to do to the value.
 */
export function isQuiet(
  { act, verdict, changedSince, uncopied }: Note<unknown, unknown>,
  { valueOnPut }: Pick<ValueContext, 'valueOnPut'> = {},
): boolean {
  if (verdict.is !== 'as-asked' || verdict.also !== undefined || changedSince !== undefined || uncopied === true)
    return false
  const { valueOutcome, unseen } = verdict
  if (act === 'create') return true
  return unseen.length === 0 && (valueOutcome === 'unknown' ? valueOnPut === 'kept' : valueOutcome !== 'new')
}

/** The same for a token. A new token whose value needs repair gets a note. */
export function isQuietToken(note: TokenNote, context: Pick<ValueContext, 'unit' | 'valueOnPut'>): boolean {
  const { act, verdict } = note
  if (!isQuiet(note, context) || verdict.is !== 'as-asked') return false
  return act === 'save' || !needsRepair(verdict.row, context)
}
