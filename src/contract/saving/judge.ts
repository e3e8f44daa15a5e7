import { isSameRow, type Writing } from './compare.ts'
import type { Dated } from '#contract/list/row-store.ts'
import type { Judged, Verdict } from './verdict.ts'

/** An update that was sent. */
interface SentUpdate<Row, Change, Update> {
  name: string
  /** The name of the row if it is renamed. */
  after: string
  /** The row by the read before. */
  row: Row
  change: Change
  send: Update
}

/** What a read shows after it: the row, and what is still there under its former name. */
interface ReadBack<Row> {
  stored: Row | undefined
  former: Row | undefined
  at: number
}

/** Compares a row with what was sent, and with the read before. */
export function judgedUpdate<Row extends Dated, Draft, Change, Update>(
  writing: Writing<Row, Draft, Change, Update>,
  { name, after, row: before, change, send }: SentUpdate<Row, Change, Update>,
  { stored, former, at }: ReadBack<Row>,
): Judged<Row> {
  const isRename = after !== name
  if (stored === undefined && former === undefined && isRename) {
    return { verdict: { is: 'not-verified', why: 'neither-name' }, moved: false }
  }
  if (stored === undefined) {
    const moved = former === undefined || writing.changed(before, former).length > 0
    return { verdict: { is: 'not-applied', row: former, at }, moved }
  }
  const fields = writing.differs(send, stored)
  // A renamed row that also exists under its former name was copied, not renamed.
  if (isRename && former !== undefined) fields.push(writing.key)
  const observed = writing.valueOutcome?.(before, stored)
  // While the former row is there, the one with the new name proves nothing: it may be somebody else's.
  const moved =
    isRename && former !== undefined
      ? writing.changed(before, former).length > 0
      : isRename || writing.changed(before, stored).length > 0 || observed === 'new'
  // A row that has not changed at all, and should have, may come from an old list.
  const valueOutcome = fields.length > 0 && !moved && observed !== undefined ? 'unknown' : observed
  const facts = { row: stored, at, before, ...(valueOutcome !== undefined && { valueOutcome }) }
  if (fields.length === 0) return { verdict: { is: 'as-asked', unseen: writing.unseen(send), ...facts }, moved }
  const requested = writing.requestedFields(before, change)
  const unasked = fields.filter((field) => !requested.includes(field))
  const verdict: Verdict<Row> = {
    is: 'differently',
    fields,
    ...(unasked.length > 0 && { unasked }),
    // A password may have been stored, though nothing shows it.
    ...(!moved && !isRename && unasked.length === 0 && writing.unseen(send).length === 0 && { isUnchanged: true }),
    ...facts,
  }
  return { verdict, moved }
}

/** Compares a new row with what was sent; undefined: there is none. `at`: of the read, in the page's milliseconds. */
export function judgedCreation<Row extends Dated, Draft>(
  writing: Pick<Writing<Row, Draft, never, never>, 'differs' | 'unseen'>,
  sent: Draft,
  row: Row | undefined,
  at: number,
): Judged<Row> {
  if (row === undefined) return { verdict: { is: 'not-applied', row, at }, moved: false }
  const fields = writing.differs(sent, row)
  if (fields.length > 0) return { verdict: { is: 'differently', row, fields, at }, moved: true }
  return { verdict: { is: 'as-asked', row, at, unseen: writing.unseen(sent) }, moved: true }
}

/** Whether the row that was to be deleted is gone. `before`: as it was; undefined: no read tells which row that is. */
export function judgedRemoval<Row extends Dated>(
  before: Row | undefined,
  row: Row | undefined,
  at: number,
): Judged<Row> {
  // A row that was created since then does not mean that this one still exists.
  const isGone = row === undefined || (before !== undefined && isSameRow(before, row) === false)
  if (isGone) return { verdict: { is: 'deleted', at }, moved: true }
  return { verdict: { is: 'not-applied', row, at }, moved: false }
}
