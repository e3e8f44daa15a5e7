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
export type NewerList<Row extends TimestampedRow> = Pick<
  RowList<Row>,
  'at' | 'readStartedAt' | 'indexOf' | 'unreadableRows'
>

/** How a write ended, before anything was read. */
export type SendResult<T extends ResourceTypes> = Pick<OutcomeOf<T>, 'request' | 'delivery' | 'problem'>

/** The outcome of a write by a read that began after it. A write without an OK is taken for done only where that proves it. */
export function verifyWrite<T extends ResourceTypes>(
  kind: ResourceAdapter<T>,
  end: SendResult<T>,
  rows: RowsRead<T['row']>,
): OutcomeOf<T> {
  const { request } = end
  const also = newRowBy(kind, end, rows.get(request.name))
  const shown = shownBy(kind, end, rows, also)
  // Nothing but this creation stores exactly the reverse of it.
  const isDone = end.delivery === 'accepted' || also?.type === 'flags-swapped' || (shown.status === 'matches' && proves(end))
  const value = request.operation === 'delete' ? undefined : valueIn(kind, request.before, shown)
  return {
    request,
    delivery: isDone ? 'accepted' : end.delivery,
    readBack: shown,
    readStartedAt: rows.at,
    ...(end.problem !== undefined && !isDone && { problem: end.problem }),
    ...(value !== undefined && { valueChange: value }),
    ...(also !== undefined && { sideEffect: also }),
  }
}

/** What the service made of a new row. A replacement sends what was stored; after a refusal the row may be somebody else's. */
function newRowBy<T extends ResourceTypes>(
  kind: ResourceAdapter<T>,
  { request, delivery }: SendResult<T>,
  row: T['row'] | undefined,
) {
  if (request.operation !== 'create' || request.body === undefined || row === undefined) return undefined
  const also = request.before === undefined ? kind.detectMistake?.(request.body, row) : undefined
  return also?.type === 'flags-swapped' && delivery === 'rejected' ? undefined : also
}

/** The outcome by a later list; undefined: nothing was sent, the list began before its own read, or it cannot tell. */
export function reverifyWrite<T extends ResourceTypes>(
  kind: ResourceAdapter<T>,
  outcome: OutcomeOf<T>,
  list: NewerList<T['row']>,
): OutcomeOf<T> | undefined {
  if (outcome.delivery === 'not-sent' || list.readStartedAt < outcome.readStartedAt) return undefined
  const rows: RowsRead<T['row']> = {
    at: list.readStartedAt,
    isSure: list.unreadableRows.length === 0,
    get: (name) => {
      const index = list.indexOf(name)
      return index < 0 ? undefined : list.at(index)
    },
  }
  const now = verifyWrite(kind, outcome, rows)
  if (now.readBack.status === 'unavailable') return undefined
  const also = alsoLater(outcome.sideEffect, now, rows.get(now.request.name) === undefined)
  return also === undefined ? now : { ...now, sideEffect: also }
}

function alsoLater<T extends ResourceTypes>(
  also: SideEffect | undefined,
  now: OutcomeOf<T>,
  isMissing: boolean,
): SideEffect | undefined {
  if (also === undefined || also.type === 'flags-swapped') return now.sideEffect
  if (also.type !== 'replace-incomplete') return also
  const isWhole = now.request.operation === 'create' && now.delivery === 'accepted' && !isMissing
  return isWhole ? { type: 'replaced' } : { ...also, deletion: isMissing ? 'confirmed' : also.deletion }
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
function proves<T extends ResourceTypes>({ request, delivery }: SendResult<T>): boolean {
  if (request.operation === 'delete') return true
  // A creation is refused because of a row that is there: it may be somebody else's.
  if (request.operation === 'create') return delivery === 'unknown'
  // What no read shows proves nothing. Another field that became as asked does, for what was sent at the same time.
  const isVisible = request.requestedFields.some((field) => !request.writeOnlyFields.includes(field))
  return isVisible && (delivery === 'unknown' || request.writeOnlyFields.length === 0)
}

const unsure = { status: 'unavailable', reason: { kind: 'perhaps-unreadable' } } as const

function shownBy<T extends ResourceTypes>(
  kind: ResourceAdapter<T>,
  end: SendResult<T>,
  rows: RowsRead<T['row']>,
  also: ServiceMistake | undefined,
): ReadBack<T['row']> {
  const { operation: act, name, before, body, requestedFields, writeOnlyFields } = end.request
  const row = rows.get(name)
  if (act === 'update') return savedBy(kind, end, rows)
  if (row === undefined && !rows.isSure) return unsure
  if (act === 'create') {
    if (row === undefined || body === undefined) return { status: 'unchanged', fields: requestedFields }
    const fields = kind.mismatches(body, row)
    if (also?.type === 'time-unit-misread' && !fields.includes(also.field)) fields.push(also.field)
    return fields.length === 0
      ? { status: 'matches', row, writeOnlyFields }
      : { status: 'differs', row, fields, unrequestedFields: [] }
  }
  if (row === undefined) return { status: 'matches', writeOnlyFields: [] }
  // A row that was created since then does not mean that this one still exists.
  if (before !== undefined && isSameRow(before, row) === false) return { status: 'matches', row, writeOnlyFields: [] }
  return { status: 'unchanged', row, fields: [] }
}

function savedBy<T extends ResourceTypes>(
  kind: ResourceAdapter<T>,
  { request, delivery }: SendResult<T>,
  rows: RowsRead<T['row']>,
): ReadBack<T['row']> {
  const { name, previousName, before, body, requestedFields, writeOnlyFields } = request
  const isRename = name !== previousName
  const renamed = rows.get(name)
  const former = isRename ? rows.get(previousName) : undefined
  const isMissing = renamed === undefined || (isRename && former === undefined)
  if (isMissing && !rows.isSure) return unsure
  // Without an OK, a row with the new name is somebody else's while the former one is there.
  const row = delivery === 'accepted' ? (renamed ?? former) : (former ?? renamed)
  if (row === undefined) {
    if (isRename) return { status: 'unavailable', reason: 'renamed-row-missing' }
    return { status: 'differs', fields: [kind.keyField], unrequestedFields: [kind.keyField] }
  }
  const fields = body === undefined ? [] : kind.mismatches(body, row)
  // A renamed row that also exists under its former name was copied, not renamed.
  if (former !== undefined) fields.push(kind.keyField)
  if (requestedFields.includes('value') && !writeOnlyFields.includes('value') && kind.valueMatchesRow?.(row) !== true)
    fields.push('value')
  if (fields.length === 0) {
    // What the row showed before is no sign of a request without an OK.
    const isNoSign =
      delivery !== 'accepted' &&
      !isRename &&
      writeOnlyFields.length === 0 &&
      before !== undefined &&
      body !== undefined &&
      kind.mismatches(body, before).length === 0 &&
      kind.diff(before, row).length === 0
    return isNoSign ? { status: 'unchanged', row, fields: [] } : { status: 'matches', row, writeOnlyFields }
  }
  const unasked = fields.filter((field) => !requestedFields.includes(field))
  const standing = former ?? row
  const isMoved =
    before === undefined ||
    (isRename && former === undefined) ||
    kind.diff(before, standing).length > 0 ||
    kind.compareValues?.(before, standing) === 'changed'
  // After an OK, a password may have been stored, and a row with the new name may be the copy of this one.
  const isOpen = delivery === 'accepted' && (writeOnlyFields.length > 0 || (former !== undefined && renamed !== undefined))
  if (isMoved || unasked.length > 0 || isOpen) return { status: 'differs', row, fields, unrequestedFields: unasked }
  return { status: 'unchanged', row: standing, fields }
}

function valueIn<T extends ResourceTypes>(
  kind: ResourceAdapter<T>,
  before: T['row'] | undefined,
  shown: ReadBack<T['row']>,
) {
  if (kind.compareValues === undefined || before === undefined || shown.status === 'unavailable' || shown.row === undefined)
    return undefined
  const value = kind.compareValues(before, shown.row)
  // A row that has not changed at all, and should have, may come from an old list.
  const isOld = shown.status !== 'matches' && value !== 'changed' && kind.diff(before, shown.row).length === 0
  return isOld ? 'unknown' : value
}
