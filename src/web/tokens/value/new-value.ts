import { isSpoiled, type ValueContext } from '#contract/facts.ts'
import type { Token, TokenChange } from '#contract/token.ts'
import type { RowStore } from '#contract/list/row-store.ts'
import { unmoved } from '#contract/wire.ts'
import {
  currentOf,
  isNewRow,
  isNewValue,
  outcomesOf,
  type Entry,
  type Note,
  type Outcome,
} from '#web/writes/outcomes/outcomes.ts'
import { isQuiet } from '#web/writes/outcomes/quiet.ts'

/** The note under a token. */
export type TokenNote = Note<Token, TokenChange>

/** Whether a note is about a new value that is usable and not copied yet. */
export function isToCopy(note: TokenNote, context: Pick<ValueContext, 'unit' | 'onUpdate'>): boolean {
  const row = 'row' in note.verdict ? note.verdict.row : undefined
  return isNewValue(note) && !(row !== undefined && isSpoiled(row, context))
}

/**
 * The tokens whose value somebody is still to get: it is new, or the token was created here, whatever was saved since.
 * `list`: undefined if it is not read.
 */
export function toHandOver(
  entries: readonly Entry[],
  list: RowStore<Token> | undefined,
  context: Pick<ValueContext, 'unit' | 'onUpdate'>,
): string[] {
  const isMade = (outcome: Outcome<Token, TokenChange>) => {
    const { verdict, after } = outcome
    const made = isNewRow(outcome) && 'row' in verdict ? verdict.row : undefined
    const at = list?.find(after) ?? -1
    const row = list === undefined ? made : at < 0 ? undefined : list.at(at)
    if (made === undefined || row === undefined || isSpoiled(row, context)) return false
    // Somebody may have deleted it and created another one.
    return unmoved(made.created_at, row.created_at, context.unit)
  }
  const made = outcomesOf<Token, TokenChange>(entries, { name: 'tokens' }).filter(isMade)
  const noted = [...currentOf<Token, TokenChange>(entries, { name: 'tokens' }).values()]
  const issued = noted.filter((note) => isToCopy(note, context))
  return [...new Set([...made.toReversed(), ...issued].map(({ after }) => after))]
}

/**
 * `isQuiet` for a token. A new token whose value needs repair gets a note. `isUnwarned`: the admin has turned off the
 * warning that the value may change.
 */
export function isQuietToken(
  note: TokenNote,
  context: Pick<ValueContext, 'unit' | 'onUpdate'>,
  isUnwarned = false,
): boolean {
  const { act, verdict } = note
  if (verdict.is !== 'as-asked') return false
  const isBroken = isSpoiled(verdict.row, context)
  const { onUpdate } = context
  const isSaid = onUpdate === 'keeps' || (onUpdate === undefined && isUnwarned && !isBroken)
  const mayBeNew = verdict.valueOutcome === 'unknown' && !isSaid
  return isQuiet(note, mayBeNew) && (act === 'save' || !isBroken)
}
