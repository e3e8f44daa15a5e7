import type { Writing } from './compare.ts'
import type { Dated, RowStore } from '#contract/list/row-store.ts'
import type { Verdict } from './verdict.ts'

/** A later read: a whole list, or the rows of some names. */
export type LaterRead<Row extends Dated> = Pick<
  RowStore<Row>,
  'at' | 'beganAt' | 'find' | 'isWhole' | 'readAt' | 'unreadable'
>

/** What a later read shows of a row that a verdict has read back. */
export type ChangeSince<Row> =
  | { is: 'as-left' }
  /** Changed in these fields; `value`: its value is another one. */
  | { is: 'changed'; row: Row; fields: string[] }
  /** It existed, and is gone. */
  | { is: 'gone' }
  /** It was deleted, and exists again. */
  | { is: 'back'; row: Row }

/**
 * Whether a row changed after this verdict. If it is the last verdict on that name, somebody else changed the row.
 * Undefined: the list cannot tell, because it began before the verdict's own read, the verdict read nothing back, or the
 * row may be an unreadable one.
 */
export function sinceVerdict<Row extends Dated>(
  { changed, valueOutcome }: Pick<Writing<Row, never, never, never>, 'changed' | 'valueOutcome'>,
  name: string,
  verdict: Verdict<Row>,
  list: LaterRead<Row>,
): ChangeSince<Row> | undefined {
  if (!('at' in verdict) || list.beganAt < verdict.at) return undefined
  const now = rowIn(list, name)
  if (now === undefined && list.unreadable.length > 0) return undefined
  const left = 'row' in verdict ? verdict.row : undefined
  if (left === undefined) return now === undefined ? { is: 'as-left' } : { is: 'back', row: now }
  if (now === undefined) return { is: 'gone' }
  const fields = [...changed(left, now), ...(valueOutcome?.(left, now) === 'new' ? ['value'] : [])]
  return fields.length > 0 ? { is: 'changed', row: now, fields } : { is: 'as-left' }
}

/** A write that was sent and got no response. */
export interface OpenWrite<Change> {
  act: 'save' | 'create' | 'remove'
  change: Change
  /** When the console stopped waiting, in the page's milliseconds. Only a list that began later settles it. */
  at: number
}

/**
 * The outcome of an open write, as a later list shows it. `unknown`: no field that a row shows was requested, or the row
 * may be an unreadable one.
 */
export type Settled = 'done' | 'done-otherwise' | 'not-done' | 'unknown'

/** The row of that name; undefined: not in this list. */
export function rowIn<Row extends Dated>(list: LaterRead<Row>, name: string): Row | undefined {
  const index = list.find(name)
  return index < 0 ? undefined : list.at(index)
}

/**
 * Settles an open write of the row `name` by a later list. A password alone is never settled. A password with flags is
 * settled only if the flags show that the write did not arrive.
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
  list: LaterRead<Row>,
): Settled {
  const after = renamed(name, change)
  const row = rowIn(list, after)
  const isRename = act === 'save' && after !== name
  const former = isRename ? rowIn(list, name) : undefined
  // A missing row may be one of the unreadable ones.
  const isMissing = row === undefined || (isRename && former === undefined)
  if (isMissing && list.unreadable.length > 0) return 'unknown'
  // A renamed row exists under its new name only.
  if (former !== undefined) {
    return row === undefined ? 'not-done' : 'done-otherwise'
  }
  if (act === 'remove') return row === undefined ? 'done' : 'not-done'
  if (row === undefined) return 'not-done'
  const wishes = Object.values(visible(change)).filter((wish) => wish !== undefined && wish !== '')
  if (wishes.length === 0) {
    if (act === 'create') return 'done'
    // This is a repair: it asks for a value that agrees with its row.
    const isDone = Object.keys(change).length === 0 ? isMended?.(row) : undefined
    return isDone === undefined ? 'unknown' : isDone ? 'done' : 'not-done'
  }
  if (!holds(row, visible(change), at)) return act === 'create' ? 'done-otherwise' : 'not-done'
  return act === 'save' && after === name && unseen(change).length > 0 ? 'unknown' : 'done'
}
