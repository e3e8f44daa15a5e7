import type { Writing } from './compare.ts'
import type { Dated, RowStore } from '#contract/list/row-store.ts'
import type { Verdict } from './verdict.ts'

/** What a later reading of the list shows of a row that a verdict has read back. */
export type ChangeSince<Row> =
  | { is: 'as-left' }
  /** In these fields; `value` where its value says that it is another one. */
  | { is: 'changed'; row: Row; fields: string[] }
  /** It was there, and is not any more. */
  | { is: 'gone' }
  /** It was deleted, and is there again. */
  | { is: 'back'; row: Row }

/**
 * Whether a row was changed since this verdict, without this browser's doing if the verdict is its last on that name.
 * Undefined where this list cannot tell: it was begun before the verdict's own read, or the verdict read nothing back.
 */
export function sinceVerdict<Row extends Dated>(
  { changed, valueOutcome }: Pick<Writing<Row, never, never, never>, 'changed' | 'valueOutcome'>,
  name: string,
  verdict: Verdict<Row>,
  list: RowStore<Row>,
): ChangeSince<Row> | undefined {
  if (!('at' in verdict) || list.beganAt < verdict.at) return undefined
  const index = list.find(name)
  const now = index < 0 ? undefined : list.at(index)
  const left = 'row' in verdict ? verdict.row : undefined
  if (left === undefined) return now === undefined ? { is: 'as-left' } : { is: 'back', row: now }
  if (now === undefined) return { is: 'gone' }
  const fields = [...changed(left, now), ...(valueOutcome?.(left, now) === 'new' ? ['value'] : [])]
  return fields.length > 0 ? { is: 'changed', row: now, fields } : { is: 'as-left' }
}

/** What was sent without an answer. */
export interface OpenWrite<Change> {
  act: 'save' | 'create' | 'remove'
  change: Change
  /** When its outcome was given up, in the page's milliseconds; a list that settles it was begun after that. */
  at: number
}

/** What became of it, as a later list shows it. `not-told`: it asked for nothing that a row shows. */
export type Settled = 'done' | 'done-otherwise' | 'not-done' | 'not-told'

/**
 * Settles an unknown write of the row `name`; `rowOf` finds a row of a later list. A change with a password alone is not told, and with a
 * password beside flags only where they show that it did not arrive.
 */
export function settled<Row extends Dated, Change extends object>(
  {
    holds,
    isMended,
    renamed,
    unseen,
    visible,
  }: Pick<Writing<Row, never, Change, never>, 'holds' | 'isMended' | 'renamed' | 'unseen' | 'visible'>,
  name: string,
  { act, change, at }: OpenWrite<Change>,
  rowOf: (name: string) => Row | undefined,
): Settled {
  const after = renamed(name, change)
  const row = rowOf(after)
  // Renamed it stands under its new name only.
  if (act === 'save' && after !== name && rowOf(name) !== undefined) {
    return row === undefined ? 'not-done' : 'done-otherwise'
  }
  if (act === 'remove') return row === undefined ? 'done' : 'not-done'
  if (row === undefined) return 'not-done'
  const wishes = Object.values(visible(change)).filter((wish) => wish !== undefined && wish !== '')
  if (wishes.length === 0) {
    if (act === 'create') return 'done'
    // A repair, which asks for a value that agrees with its row.
    const isDone = Object.keys(change).length === 0 ? isMended?.(row) : undefined
    return isDone === undefined ? 'not-told' : isDone ? 'done' : 'not-done'
  }
  if (!holds(row, visible(change), at)) return act === 'create' ? 'done-otherwise' : 'not-done'
  return act === 'save' && after === name && unseen(change).length > 0 ? 'not-told' : 'done'
}
