import type { TimestampedRow, RowList } from '#api/list/row-list.ts'
import { isSameTimestamp } from '#api/wire.ts'
import type { ResourceAdapter, ServiceMistake, ResourceTypes } from './resource-adapter.ts'
import type { SideEffect, OutcomeOf, ReadBack, ReadBackFailure } from './outcome.ts'

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

/** The outcome of a write by a read that began after it. A write without an OK is taken for done only where that proves it. */
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

/** What the service made of a new row. A replacement sends what was stored; after a refusal the row may be somebody else's. */
function detectServiceMistake<T extends ResourceTypes>(
  adapter: ResourceAdapter<T>,
  { request, delivery }: SendResult<T>,
  row: T['row'] | undefined,
) {
  if (request.operation !== 'create' || request.body === undefined || row === undefined) return undefined
  const mistake = request.before === undefined ? adapter.detectMistake?.(request.body, row) : undefined
  return mistake?.type === 'flags-swapped' && delivery === 'rejected' ? undefined : mistake
}

/** The outcome by a later list; undefined: nothing was sent, the list began before its own read, or it cannot tell. */
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
  return sideEffect === undefined ? latest : { ...latest, sideEffect }
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

/** Whether a row that is as asked proves that a write without an OK arrived. */
function provesDelivery<T extends ResourceTypes>({ request, delivery }: SendResult<T>): boolean {
  if (request.operation === 'delete') return true
  // A creation is refused because of a row that is there: it may be somebody else's.
  if (request.operation === 'create') return delivery === 'unknown'
  // What no read shows proves nothing. Another field that became as asked does, for what was sent at the same time.
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
  const { operation, name, before, body, requestedFields, writeOnlyFields } = result.request
  const row = rows.get(name)
  if (operation === 'update') return readBackOfUpdate(adapter, result, rows)
  if (row === undefined && !rows.isSure) return unreadableReadBack
  if (operation === 'create') {
    if (row === undefined || body === undefined) return { status: 'unchanged', fields: requestedFields }
    const fields = adapter.mismatches(body, row)
    if (mistake?.type === 'time-unit-misread' && !fields.includes(mistake.field)) fields.push(mistake.field)
    return fields.length === 0
      ? { status: 'matches', row, writeOnlyFields }
      : { status: 'differs', row, fields, unrequestedFields: [] }
  }
  if (row === undefined) return { status: 'matches', writeOnlyFields: [] }
  // A row that was created since then does not mean that this one still exists.
  if (before !== undefined && isSameRow(before, row) === false) return { status: 'matches', row, writeOnlyFields: [] }
  return { status: 'unchanged', row, fields: [] }
}

function readBackOfUpdate<T extends ResourceTypes>(
  adapter: ResourceAdapter<T>,
  { request, delivery }: SendResult<T>,
  rows: RowsRead<T['row']>,
): ReadBack<T['row']> {
  const { name, previousName, before, body, requestedFields, writeOnlyFields } = request
  const isRename = name !== previousName
  const renamed = rows.get(name)
  const former = isRename ? rows.get(previousName) : undefined
  const isMissing = renamed === undefined || (isRename && former === undefined)
  if (isMissing && !rows.isSure) return unreadableReadBack
  // Without an OK, a row with the new name is somebody else's while the former one is there.
  const row = delivery === 'accepted' ? (renamed ?? former) : (former ?? renamed)
  if (row === undefined) {
    if (isRename) return { status: 'unavailable', reason: 'renamed-row-missing' }
    return { status: 'differs', fields: [adapter.keyField], unrequestedFields: [adapter.keyField] }
  }
  const fields = body === undefined ? [] : adapter.mismatches(body, row)
  // A renamed row that also exists under its former name was copied, not renamed.
  if (former !== undefined) fields.push(adapter.keyField)
  if (
    requestedFields.includes('value') &&
    !writeOnlyFields.includes('value') &&
    adapter.valueMatchesRow?.(row) !== true
  )
    fields.push('value')
  if (fields.length === 0) {
    // What the row showed before is no sign of a request without an OK.
    const isNoSign =
      delivery !== 'accepted' &&
      !isRename &&
      writeOnlyFields.length === 0 &&
      before !== undefined &&
      body !== undefined &&
      adapter.mismatches(body, before).length === 0 &&
      adapter.diff(before, row).length === 0
    return isNoSign ? { status: 'unchanged', row, fields: [] } : { status: 'matches', row, writeOnlyFields }
  }
  const unrequestedFields = fields.filter((field) => !requestedFields.includes(field))
  const remainingRow = former ?? row
  const isMoved =
    before === undefined ||
    (isRename && former === undefined) ||
    adapter.diff(before, remainingRow).length > 0 ||
    adapter.compareValues?.(before, remainingRow) === 'changed'
  // After an OK, a password may have been stored, and a row with the new name may be the copy of this one.
  const isUndecided =
    delivery === 'accepted' && (writeOnlyFields.length > 0 || (former !== undefined && renamed !== undefined))
  if (isMoved || unrequestedFields.length > 0 || isUndecided)
    return { status: 'differs', row, fields, unrequestedFields }
  return { status: 'unchanged', row: remainingRow, fields }
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
