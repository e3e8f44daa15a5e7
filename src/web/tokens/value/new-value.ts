import { isSpoiled, type ValueContext } from '#contract/saving/value-worth.ts'
import type { Token, TokenChange } from '#contract/token.ts'
import { isNewValue, type Note, type Outcome } from '#web/writes/outcomes/outcomes.ts'
import { isQuiet } from '#web/writes/outcomes/quiet.ts'

/** The note under a token. */
export type TokenNote = Note<Token, TokenChange>

/** Whether a note is about a new value that is usable and not copied yet. */
export function isToCopy(note: TokenNote, context: Pick<ValueContext, 'unit' | 'valueOnPut'>): boolean {
  const row = 'row' in note.verdict ? note.verdict.row : undefined
  return isNewValue(note) && !(row !== undefined && isSpoiled(row, context))
}

/** Whether somebody is still to get the value of a token: it is new, or the token itself is. */
export function isToHandOver(note: TokenNote, context: Pick<ValueContext, 'unit' | 'valueOnPut'>): boolean {
  const { act, verdict, uncopied } = note
  if (act !== 'create') return isToCopy(note, context)
  const isMade = verdict.is === 'as-asked' || verdict.is === 'differently'
  return isMade && uncopied !== false && !isSpoiled(verdict.row, context)
}

/** Whether a save without a note may have issued a new value, though nothing shows it. */
export function isMaybeNew(
  { told, verdict }: Pick<Outcome<Token, TokenChange>, 'told' | 'verdict'>,
  { valueOnPut }: Pick<ValueContext, 'valueOnPut'>,
): boolean {
  return told === 'quiet' && valueOnPut !== 'kept' && verdict.is === 'as-asked' && verdict.valueOutcome === 'unknown'
}

/**
 * `isQuiet` for a token. A new token whose value needs repair gets a note. `isUnwarned`: the admin has turned off the
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

/** Whether a new token waits for the admin to say what its date is to be: the service took it for another one. */
export function isDateOpen(outcome: Pick<Outcome<Token, TokenChange>, 'told' | 'verdict'> | undefined): boolean {
  const { told, verdict } = outcome ?? {}
  return told === 'note' && verdict?.is === 'differently' && verdict.also?.did === 'took-other-unit'
}
