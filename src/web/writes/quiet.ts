import { needsRepair, type ValueContext } from '#contract/saving/value-worth.ts'
import type { Note, TokenNote } from './notes.ts'

/**
 * Whether a write came to what was asked and leaves nothing to do or to know: its row says so for a moment, or a toast
 * counts it. `valueOnPut`: what an update is known to do to the value.
 */
export function isQuiet(
  { act, verdict, since, uncopied }: Note<unknown, unknown>,
  { valueOnPut }: Pick<ValueContext, 'valueOnPut'> = {},
): boolean {
  if (verdict.is !== 'as-asked' || verdict.also !== undefined || since !== undefined || uncopied === true) return false
  const { valueOutcome, unseen } = verdict
  if (act === 'create') return true
  return unseen.length === 0 && (valueOutcome === 'not-told' ? valueOnPut === 'kept' : valueOutcome !== 'new')
}

/** The same of a token: one that was created with a value that needs repair is told of. */
export function isQuietToken(note: TokenNote, context: Pick<ValueContext, 'unit' | 'valueOnPut'>): boolean {
  const { act, verdict } = note
  if (!isQuiet(note, context) || verdict.is !== 'as-asked') return false
  return act === 'save' || !needsRepair(verdict.row, context)
}
