import type { TimestampedRow, RowList } from '#api/list/row-list.ts'
import { isSameTimestamp } from '#api/wire.ts'
import type { ResourceAdapter, ServiceMistake, ResourceTypes } from './resource-adapter.ts'
import type { SideEffect, OutcomeOf, ReadBack, ReadBackFailure, RequestedWrite } from './outcome.ts'

/** What one read shows. */
export interface RowsRead<Row> {
  /** When it began, in the page's milliseconds. */
  readStartedAt: number
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

/** The outcome of a write by a read that began after it. A write without an OK counts as delivered only where that proves it. */
export function verifyWrite<T extends ResourceTypes>(
  adapter: ResourceAdapter<T>,
  result: SendResult<T>,
  rows: RowsRead<T['row']>,
): OutcomeOf<T> {
  const { request } = result
  const mistake = detectServiceMistake(adapter, result, rows.get(request.name))
  const readBack = readBackOf(adapter, result, rows, mistake)
  // Nothing but this creation stores exactly the reverse of it.
  const isDelivered =
    result.delivery === 'accepted' ||
    mistake?.type === 'flags-swapped' ||
    (readBack.status === 'matches' && provesDelivery(result))
  const valueChange = request.operation === 'delete' ? undefined : valueChangeOf(adapter, request.before, readBack)
  return {
    request,
    delivery: isDelivered ? 'accepted' : result.delivery,
    readBack,
    readStartedAt: rows.readStartedAt,
    ...(result.problem !== undefined && !isDelivered && { problem: result.problem }),
    ...(valueChange !== undefined && { valueChange }),
    ...(mistake !== undefined && { sideEffect: mistake }),
  }
}

/** What the service made of a new row. A replacement sends what was stored; after a rejection the row may be somebody else's. */
function detectServiceMistake<T extends ResourceTypes>(
  adapter: ResourceAdapter<T>,
  { request, delivery }: SendResult<T>,
  row: T['row'] | undefined,
) {
  if (request.operation !== 'create' || request.body === undefined || row === undefined) return undefined
  const mistake = request.before === undefined ? adapter.detectMistake?.(request.body, row) : undefined
  return mistake?.type === 'flags-swapped' && delivery === 'rejected' ? undefined : mistake
}

/** The outcome by a later list; undefined: nothing was sent, the list began before its own read, or does not show it. */
export function reverifyWrite<T extends ResourceTypes>(
  adapter: ResourceAdapter<T>,
  outcome: OutcomeOf<T>,
  list: NewerList<T['row']>,
): OutcomeOf<T> | undefined {
  if (outcome.delivery === 'not-sent' || list.readStartedAt < outcome.readStartedAt) return undefined
  const rows: RowsRead<T['row']> = {
    readStartedAt: list.readStartedAt,
    isSure: list.unreadableRows.length === 0,
    get: (name) => {
      const index = list.indexOf(name)
      return index < 0 ? undefined : list.at(index)
    },
  }
  const latest = verifyWrite(adapter, outcome, rows)
  if (latest.readBack.status === 'unavailable') return undefined
  const sideEffect = laterSideEffect(outcome.sideEffect, latest, rows.get(latest.request.name) === undefined)
  if (sideEffect === undefined) return latest
  // A replacement issues another value, unless the service is seen to issue the same one.
  return sideEffect.type === 'replaced' && latest.valueChange !== 'kept'
    ? { ...latest, sideEffect, valueChange: 'changed' }
    : { ...latest, sideEffect }
}

function laterSideEffect<T extends ResourceTypes>(
  sideEffect: SideEffect | undefined,
  latest: OutcomeOf<T>,
  isMissing: boolean,
): SideEffect | undefined {
  if (sideEffect === undefined || sideEffect.type === 'flags-swapped') return latest.sideEffect
  if (sideEffect.type !== 'replace-incomplete') return sideEffect
  const isWhole = latest.request.operation === 'create' && latest.delivery === 'accepted' && !isMissing
  return isWhole ? { type: 'replaced' } : { ...sideEffect, deletion: isMissing ? 'confirmed' : sideEffect.deletion }
}

/**
 * Whether two reads of one name show the same row, or the second one was created after the first was deleted.
 * `created_at` tells, or an `updated_at` that has not moved. Undefined if neither can tell.
 */
export function isSameRow(previous: TimestampedRow, current: TimestampedRow): boolean | undefined {
  if (previous === current) return true
  if (typeof previous.created_at === 'number' && typeof current.created_at === 'number')
    return previous.created_at === current.created_at
  return current.updated_at !== undefined && isSameTimestamp(previous.updated_at, current.updated_at) ? true : undefined
}

/** Whether a row that is as requested proves that a write without an OK arrived. */
function provesDelivery<T extends ResourceTypes>({ request, delivery }: SendResult<T>): boolean {
  if (request.operation === 'delete') return true
  // A creation is rejected because of a row that is there: it may be somebody else's.
  if (request.operation === 'create') return delivery === 'unknown'
  // What no read shows proves nothing. Another field that became as requested does, for what was sent at the same time.
  const isVisible = request.requestedFields.some((field) => !request.writeOnlyFields.includes(field))
  return isVisible && (delivery === 'unknown' || request.writeOnlyFields.length === 0)
}

const unreadableReadBack = { status: 'unavailable', reason: { kind: 'perhaps-unreadable' } } as const

function readBackOf<T extends ResourceTypes>(
  adapter: ResourceAdapter<T>,
  result: SendResult<T>,
  rows: RowsRead<T['row']>,
  mistake: ServiceMistake | undefined,
): ReadBack<T['row']> {
  switch (result.request.operation) {
    case 'create':
      return readBackOfCreation(adapter, result.request, rows, mistake)
    case 'update':
      return readBackOfUpdate(adapter, result, rows)
    case 'delete':
      return readBackOfDeletion(result.request, rows)
  }
}

function readBackOfCreation<T extends ResourceTypes>(
  adapter: ResourceAdapter<T>,
  { name, body, requestedFields, writeOnlyFields }: SendResult<T>['request'],
  rows: RowsRead<T['row']>,
  mistake: ServiceMistake | undefined,
): ReadBack<T['row']> {
  const row = rows.get(name)
  if (row === undefined && !rows.isSure) return unreadableReadBack
  if (row === undefined || body === undefined) return { status: 'unchanged', fields: requestedFields }
  const misreadFields = mistake?.type === 'time-unit-misread' ? [mistake.field] : []
  const fields = [...new Set([...adapter.mismatches(body, row), ...misreadFields])]
  return fields.length === 0
    ? { status: 'matches', row, writeOnlyFields }
    : { status: 'differs', row, fields, unrequestedFields: [] }
}

function readBackOfDeletion<Row extends TimestampedRow>(
  { name, before }: RequestedWrite<Row, object>,
  rows: RowsRead<Row>,
): ReadBack<Row> {
  const row = rows.get(name)
  if (row === undefined) return rows.isSure ? { status: 'matches', writeOnlyFields: [] } : unreadableReadBack
  // A row that was created since then does not mean that this one still exists.
  const isAnotherRow = before !== undefined && isSameRow(before, row) === false
  return isAnotherRow ? { status: 'matches', row, writeOnlyFields: [] } : { status: 'unchanged', row, fields: [] }
}

/** Where the row is, whether it is as requested, and whether that is evidence of this update. */
function readBackOfUpdate<T extends ResourceTypes>(
  adapter: ResourceAdapter<T>,
  result: SendResult<T>,
  rows: RowsRead<T['row']>,
): ReadBack<T['row']> {
  const { request } = result
  const place = locateRow(result, rows)
  if (place === 'uncertain') return unreadableReadBack
  if (place === 'missing')
    return isRename(request)
      ? { status: 'unavailable', reason: 'renamed-row-missing' }
      : { status: 'differs', fields: [adapter.keyField], unrequestedFields: [adapter.keyField] }
  const { row, formerRow } = place
  const fields = mismatchesOf(adapter, request, place)
  if (fields.length === 0)
    return wasSoBefore(adapter, result, row)
      ? { status: 'unchanged', row, fields }
      : { status: 'matches', row, writeOnlyFields: request.writeOnlyFields }
  const unrequestedFields = fields.filter((field) => !request.requestedFields.includes(field))
  return unrequestedFields.length > 0 || showsChange(adapter, result, place)
    ? { status: 'differs', row, fields, unrequestedFields }
    : { status: 'unchanged', row: formerRow ?? row, fields }
}

const isRename = ({ name, previousName }: Pick<RequestedWrite<unknown, object>, 'name' | 'previousName'>) =>
  name !== previousName

/** The row of an update. */
interface RowPlace<Row> {
  /** The one that is compared with the record. */
  row: Row
  /** After a rename: the one that has the former name still. */
  formerRow: Row | undefined
  /** After a rename: a row has the new name, too. It may be a copy, or somebody else’s. */
  isDoubled: boolean
}

/** Finds the row of an update. `uncertain`: the read met unreadable rows, and it may be one of them. */
function locateRow<T extends ResourceTypes>(
  { request, delivery }: SendResult<T>,
  rows: RowsRead<T['row']>,
): RowPlace<T['row']> | 'missing' | 'uncertain' {
  const namedRow = rows.get(request.name)
  const formerRow = isRename(request) ? rows.get(request.previousName) : undefined
  const isAllThere = namedRow !== undefined && (!isRename(request) || formerRow !== undefined)
  if (!isAllThere && !rows.isSure) return 'uncertain'
  // Without an OK, a row with the new name is somebody else's while the former one is there.
  const row = delivery === 'accepted' ? (namedRow ?? formerRow) : (formerRow ?? namedRow)
  if (row === undefined) return 'missing'
  return { row, formerRow, isDoubled: namedRow !== undefined && formerRow !== undefined }
}

/** The fields in which a row is not as requested. */
function mismatchesOf<T extends ResourceTypes>(
  adapter: ResourceAdapter<T>,
  { body, requestedFields, writeOnlyFields }: SendResult<T>['request'],
  { row, formerRow }: RowPlace<T['row']>,
): string[] {
  const isValueShown = requestedFields.includes('value') && !writeOnlyFields.includes('value')
  return [
    ...(body === undefined ? [] : adapter.mismatches(body, row)),
    // A renamed row that also exists under its former name was copied, not renamed.
    ...(formerRow === undefined ? [] : [adapter.keyField]),
    ...(isValueShown && adapter.valueMatchesRow?.(row) !== true ? ['value'] : []),
  ]
}

/** Whether a row that is as requested was so before: that is no sign of a request without an OK. */
const wasSoBefore = <T extends ResourceTypes>(
  adapter: ResourceAdapter<T>,
  { request, delivery }: SendResult<T>,
  row: T['row'],
): boolean =>
  delivery !== 'accepted' &&
  !isRename(request) &&
  request.writeOnlyFields.length === 0 &&
  request.before !== undefined &&
  request.body !== undefined &&
  adapter.mismatches(request.body, request.before).length === 0 &&
  adapter.diff(request.before, row).length === 0

/** Whether a row that is not as requested has changed, or may have: else the update came to nothing. */
function showsChange<T extends ResourceTypes>(
  adapter: ResourceAdapter<T>,
  { request, delivery }: SendResult<T>,
  { row, formerRow, isDoubled }: RowPlace<T['row']>,
): boolean {
  const { before, writeOnlyFields } = request
  if (before === undefined || (isRename(request) && formerRow === undefined)) return true
  // After an OK, a password may have been stored, and a row with the new name may be the copy of this one.
  if (delivery === 'accepted' && (writeOnlyFields.length > 0 || isDoubled)) return true
  const remainingRow = formerRow ?? row
  return adapter.diff(before, remainingRow).length > 0 || adapter.compareValues?.(before, remainingRow) === 'changed'
}

function valueChangeOf<T extends ResourceTypes>(
  adapter: ResourceAdapter<T>,
  before: T['row'] | undefined,
  readBack: ReadBack<T['row']>,
) {
  if (
    adapter.compareValues === undefined ||
    before === undefined ||
    readBack.status === 'unavailable' ||
    readBack.row === undefined
  )
    return undefined
  const valueChange = adapter.compareValues(before, readBack.row)
  // A row that has not changed at all, and should have, may come from an old list.
  const isStale =
    readBack.status !== 'matches' && valueChange !== 'changed' && adapter.diff(before, readBack.row).length === 0
  return isStale ? 'unknown' : valueChange
}
