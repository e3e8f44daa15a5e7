import type { TimestampedRow, RowList } from '#api/list/row-list.ts'
import { isSameTimestamp } from '#api/wire.ts'
import type { ResourceAdapter, ServiceMistake, ResourceTypes } from './resource-adapter.ts'
import type { SideEffect, OutcomeOf, ReadBack, ReadBackFailure } from './outcome.ts'

/** What one read shows. */
export interface RowsRead<Row> {
  /** When it began, in the page's milliseconds. */
  at: number
  get: (name: string) => Row | undefined
  /** False if it met unreadable rows: one of them may be a missing one. */
  isSure: boolean
}

/** What a read gives: rows, or why there are none. */
export type ReadResult<Row> = RowsRead<Row> | { failed: ReadBackFailure }

/** A list that was read for the page. */
export type NewerList<Row extends TimestampedRow> = Pick<RowList<Row>, 'at' | 'beganAt' | 'find' | 'unreadable'>

/** How a write ended, before anything was read. */
export type SendResult<T extends ResourceTypes> = Pick<OutcomeOf<T>, 'done' | 'sent' | 'problem'>

/** The outcome of a write by a read that began after it. A write without an OK is taken for done only where that proves it. */
export function verifyWrite<T extends ResourceTypes>(
  kind: ResourceAdapter<T>,
  end: SendResult<T>,
  rows: RowsRead<T['row']>,
): OutcomeOf<T> {
  const { done } = end
  const also = newRowBy(kind, end, rows.get(done.name))
  const shown = shownBy(kind, end, rows, also)
  // Nothing but this creation stores exactly the reverse of it.
  const isDone = end.sent === 'yes' || also?.did === 'swapped' || (shown.is === 'as-asked' && proves(end))
  const value = done.do === 'remove' ? undefined : valueIn(kind, done.before, shown)
  return {
    done,
    sent: isDone ? 'yes' : end.sent,
    shown,
    at: rows.at,
    ...(end.problem !== undefined && !isDone && { problem: end.problem }),
    ...(value !== undefined && { value }),
    ...(also !== undefined && { also }),
  }
}

/** What the service made of a new row. A replacement sends what was stored; after a refusal the row may be somebody else's. */
function newRowBy<T extends ResourceTypes>(
  kind: ResourceAdapter<T>,
  { done, sent }: SendResult<T>,
  row: T['row'] | undefined,
) {
  if (done.do !== 'create' || done.record === undefined || row === undefined) return undefined
  const also = done.before === undefined ? kind.mistook?.(done.record, row) : undefined
  return also?.did === 'swapped' && sent === 'refused' ? undefined : also
}

/** The outcome by a later list; undefined: nothing was sent, the list began before its own read, or it cannot tell. */
export function reverifyWrite<T extends ResourceTypes>(
  kind: ResourceAdapter<T>,
  outcome: OutcomeOf<T>,
  list: NewerList<T['row']>,
): OutcomeOf<T> | undefined {
  if (outcome.sent === 'no' || list.beganAt < outcome.at) return undefined
  const rows: RowsRead<T['row']> = {
    at: list.beganAt,
    isSure: list.unreadable.length === 0,
    get: (name) => {
      const index = list.find(name)
      return index < 0 ? undefined : list.at(index)
    },
  }
  const now = verifyWrite(kind, outcome, rows)
  if (now.shown.is === 'unread') return undefined
  const also = alsoLater(outcome.also, now, rows.get(now.done.name) === undefined)
  return also === undefined ? now : { ...now, also }
}

function alsoLater<T extends ResourceTypes>(
  also: SideEffect | undefined,
  now: OutcomeOf<T>,
  isMissing: boolean,
): SideEffect | undefined {
  if (also === undefined || also.did === 'swapped') return now.also
  if (also.did !== 'half-replaced') return also
  const isWhole = now.done.do === 'create' && now.sent === 'yes' && !isMissing
  return isWhole ? { did: 'replaced' } : { ...also, deleted: isMissing ? 'yes' : also.deleted }
}

/**
 * Whether two reads of one name show the same row, or the second one was created after the first was deleted.
 * `created_at` tells, or an `updated_at` that has not moved. Undefined if neither can tell.
 */
export function isSameRow(seen: TimestampedRow, now: TimestampedRow): boolean | undefined {
  if (seen === now) return true
  if (typeof seen.created_at === 'number' && typeof now.created_at === 'number')
    return seen.created_at === now.created_at
  return now.updated_at !== undefined && isSameTimestamp(seen.updated_at, now.updated_at) ? true : undefined
}

/** Whether a row that is as asked proves that a write without an OK arrived. */
function proves<T extends ResourceTypes>({ done, sent }: SendResult<T>): boolean {
  if (done.do === 'remove') return true
  // A creation is refused because of a row that is there: it may be somebody else's.
  if (done.do === 'create') return sent === 'perhaps'
  // What no read shows proves nothing. Another field that became as asked does, for what was sent at the same time.
  const isVisible = done.asked.some((field) => !done.unseen.includes(field))
  return isVisible && (sent === 'perhaps' || done.unseen.length === 0)
}

const unsure = { is: 'unread', why: { kind: 'perhaps-unreadable' } } as const

function shownBy<T extends ResourceTypes>(
  kind: ResourceAdapter<T>,
  end: SendResult<T>,
  rows: RowsRead<T['row']>,
  also: ServiceMistake | undefined,
): ReadBack<T['row']> {
  const { do: act, name, before, record, asked, unseen } = end.done
  const row = rows.get(name)
  if (act === 'save') return savedBy(kind, end, rows)
  if (row === undefined && !rows.isSure) return unsure
  if (act === 'create') {
    if (row === undefined || record === undefined) return { is: 'as-before', fields: asked }
    const fields = kind.differs(record, row)
    if (also?.did === 'took-other-unit' && !fields.includes(also.field)) fields.push(also.field)
    return fields.length === 0 ? { is: 'as-asked', row, unseen } : { is: 'otherwise', row, fields, unasked: [] }
  }
  if (row === undefined) return { is: 'as-asked', unseen: [] }
  // A row that was created since then does not mean that this one still exists.
  if (before !== undefined && isSameRow(before, row) === false) return { is: 'as-asked', row, unseen: [] }
  return { is: 'as-before', row, fields: [] }
}

function savedBy<T extends ResourceTypes>(
  kind: ResourceAdapter<T>,
  { done, sent }: SendResult<T>,
  rows: RowsRead<T['row']>,
): ReadBack<T['row']> {
  const { name, from, before, record, asked, unseen } = done
  const isRename = name !== from
  const renamed = rows.get(name)
  const former = isRename ? rows.get(from) : undefined
  const isMissing = renamed === undefined || (isRename && former === undefined)
  if (isMissing && !rows.isSure) return unsure
  // Without an OK, a row with the new name is somebody else's while the former one is there.
  const row = sent === 'yes' ? (renamed ?? former) : (former ?? renamed)
  if (row === undefined) {
    if (isRename) return { is: 'unread', why: 'neither-name' }
    return { is: 'otherwise', fields: [kind.key], unasked: [kind.key] }
  }
  const fields = record === undefined ? [] : kind.differs(record, row)
  // A renamed row that also exists under its former name was copied, not renamed.
  if (former !== undefined) fields.push(kind.key)
  if (asked.includes('value') && !unseen.includes('value') && kind.agrees?.(row) !== true) fields.push('value')
  if (fields.length === 0) {
    // What the row showed before is no sign of a request without an OK.
    const isNoSign =
      sent !== 'yes' &&
      !isRename &&
      unseen.length === 0 &&
      before !== undefined &&
      record !== undefined &&
      kind.differs(record, before).length === 0 &&
      kind.changed(before, row).length === 0
    return isNoSign ? { is: 'as-before', row, fields: [] } : { is: 'as-asked', row, unseen }
  }
  const unasked = fields.filter((field) => !asked.includes(field))
  const standing = former ?? row
  const isMoved =
    before === undefined ||
    (isRename && former === undefined) ||
    kind.changed(before, standing).length > 0 ||
    kind.value?.(before, standing) === 'new'
  // After an OK, a password may have been stored, and a row with the new name may be the copy of this one.
  const isOpen = sent === 'yes' && (unseen.length > 0 || (former !== undefined && renamed !== undefined))
  if (isMoved || unasked.length > 0 || isOpen) return { is: 'otherwise', row, fields, unasked }
  return { is: 'as-before', row: standing, fields }
}

function valueIn<T extends ResourceTypes>(
  kind: ResourceAdapter<T>,
  before: T['row'] | undefined,
  shown: ReadBack<T['row']>,
) {
  if (kind.value === undefined || before === undefined || shown.is === 'unread' || shown.row === undefined)
    return undefined
  const value = kind.value(before, shown.row)
  // A row that has not changed at all, and should have, may come from an old list.
  const isOld = shown.is !== 'as-asked' && value !== 'new' && kind.changed(before, shown.row).length === 0
  return isOld ? 'unknown' : value
}
