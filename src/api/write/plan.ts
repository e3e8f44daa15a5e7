import { isSameRow, type ReadResult, type RowsRead } from './verify.ts'
import type {
  WriteCalls,
  ResourceAdapter,
  Acknowledgement,
  Lockout,
  BodyOf,
  RowSnapshot,
  ResourceTypes,
  WriteRequestOf,
} from './resource-adapter.ts'
import type { RequestedWrite, OutcomeOf, ReadBack, BlockReason } from './outcome.ts'

/** A write that nothing blocks. */
export interface WritePlan<T extends ResourceTypes> {
  request: RequestedWrite<T['row'], BodyOf<T>>
  send: (calls: WriteCalls<T>, signal: AbortSignal) => Promise<void>
  /** What shows if it certainly had no effect. */
  ifUnchanged: Pick<OutcomeOf<T>, 'readBack' | 'readStartedAt'>
}

/**
 * Compares writes with what a read shows: a plan for each, or an outcome that says why nothing is sent. `lastOwnWrites`: the
 * rows that writes from here have read back. `isListed`: the service lists such rows; else the snapshots stand for them.
 */
export function createPlanner<T extends ResourceTypes>(
  adapter: ResourceAdapter<T>,
  lastOwnWrites: Map<string, RowSnapshot<T['row']>>,
  isListed: boolean,
) {
  type Row = T['row']
  type Save = Extract<WriteRequestOf<T>, { operation: 'update' }>
  type Remove = Extract<WriteRequestOf<T>, { operation: 'delete' }>
  type Create = Extract<WriteRequestOf<T>, { operation: 'create' }>
  type PlanOrOutcome = WritePlan<T> | OutcomeOf<T>
  /** The rows as the plans so far leave them. */
  type RemainingRows = Map<string, Row>

  const nameOf = (write: WriteRequestOf<T>) =>
    adapter.nameOf(write.operation === 'create' ? write.draft : write.snapshot.row)
  const nameAfter = (write: WriteRequestOf<T>) =>
    write.operation === 'update' ? adapter.nameAfter(nameOf(write), write.change) : nameOf(write)
  const isAcknowledged = ({ acknowledged = [] }: WriteRequestOf<T>, acknowledgement: Acknowledgement) =>
    acknowledged.includes(acknowledgement)

  const requestOf = (write: WriteRequestOf<T>, before?: Row): RequestedWrite<Row, BodyOf<T>> => {
    const names = { previousName: nameOf(write), name: nameAfter(write) }
    return {
      operation: write.operation,
      ...names,
      requestedFields: [],
      writeOnlyFields: [],
      ...(before !== undefined && { before }),
    }
  }

  /** Nothing is sent. */
  const blockedOutcome = (
    write: WriteRequestOf<T>,
    block: BlockReason,
    readBack: ReadBack<Row>,
    readStartedAt: number,
    before?: Row,
  ): OutcomeOf<T> => ({
    request: requestOf(write, before),
    delivery: 'not-sent',
    blockedBy: block,
    readBack,
    readStartedAt,
  })

  const unreadOutcome = (
    write: WriteRequestOf<T>,
    reason: Extract<ReadBack<Row>, { status: 'unavailable' }>['reason'],
    readStartedAt: number,
  ): OutcomeOf<T> => ({
    ...blockedOutcome(write, 'read-failed', { status: 'unavailable', reason }, readStartedAt),
    ...(typeof reason === 'object' && { problem: reason }),
  })

  const nameTakenOutcome = (write: Create | Save, row: Row, readStartedAt: number, before?: Row): OutcomeOf<T> =>
    blockedOutcome(
      write,
      'name-taken',
      { status: 'differs', row, fields: [adapter.keyField], unrequestedFields: [adapter.keyField] },
      readStartedAt,
      before,
    )

  /** The latest version of the row that the admin knows: the snapshot, or a later result of a write from here. */
  const baseRow = ({ row, readStartedAt }: RowSnapshot<Row>): Row => {
    const ownWrite = lastOwnWrites.get(adapter.nameOf(row))
    return ownWrite === undefined || ownWrite.readStartedAt < readStartedAt ? row : ownWrite.row
  }

  /** Blocks a write where somebody else changed the row. */
  const changedOutcome = (write: Save | Remove, row: Row, readStartedAt: number): OutcomeOf<T> | undefined => {
    const before = baseRow(write.snapshot)
    const fields = adapter.diff(before, row)
    if (fields.length === 0) return undefined
    lastOwnWrites.delete(nameOf(write))
    return blockedOutcome(
      write,
      'conflict',
      { status: 'differs', row, fields, unrequestedFields: fields },
      readStartedAt,
      before,
    )
  }

  /** There is no row of that name. */
  const missingOutcome = (write: Save | Remove, { readStartedAt, isSure }: RowsRead<Row>): OutcomeOf<T> => {
    if (!isSure) return unreadOutcome(write, { kind: 'perhaps-unreadable' }, readStartedAt)
    const missingReadBack = {
      status: 'differs',
      fields: [adapter.keyField],
      unrequestedFields: [adapter.keyField],
    } as const
    return blockedOutcome(write, 'not-found', missingReadBack, readStartedAt, write.snapshot.row)
  }

  /** The lock-out that blocks a write; else `remainingRows` becomes what the write leaves. */
  const firstLockout = (
    write: Save | Remove,
    row: Row,
    after: Row | undefined,
    remainingRows: RemainingRows,
  ): Lockout | undefined => {
    const lockouts = adapter.lockouts?.(row, after, isListed ? remainingRows : undefined) ?? []
    const lockout = lockouts.find((candidate) => !isAcknowledged(write, candidate))
    if (lockout !== undefined) return lockout
    remainingRows.delete(adapter.nameOf(row))
    if (after !== undefined) remainingRows.set(adapter.nameOf(after), after)
    return undefined
  }

  const ifUnchanged = (readStartedAt: number, row: Row | undefined, fields: string[]): WritePlan<T>['ifUnchanged'] => {
    if (!isListed) return { readStartedAt, readBack: { status: 'unavailable', reason: 'no-list' } }
    return { readStartedAt, readBack: { status: 'unchanged', fields, ...(row !== undefined && { row }) } }
  }

  const planSave = (write: Save, rows: RowsRead<Row>, remainingRows: RemainingRows): PlanOrOutcome => {
    const { snapshot, change } = write
    const name = nameAfter(write)
    const row = rows.get(nameOf(write))
    if (row === undefined) return missingOutcome(write, rows)
    const block = (reason: BlockReason, readBack: ReadBack<Row>) =>
      blockedOutcome(write, reason, readBack, rows.readStartedAt, snapshot.row)
    const requestedFields = adapter.requestedFields(row, change)
    // What this page remembers of a row that no list shows may be wrong.
    if (requestedFields.length === 0 && isListed) {
      const outcome = block('no-change', { status: 'matches', row, writeOnlyFields: [] })
      const fields = Object.entries(change).flatMap(([field, value]) =>
        value === undefined || value === '' ? [] : [field],
      )
      return { ...outcome, request: { ...outcome.request, requestedFields: fields } }
    }
    const conflict = changedOutcome(write, row, rows.readStartedAt)
    if (conflict !== undefined) return conflict
    const composed = adapter.toUpdateBody(row, change)
    if ('unreadable' in composed)
      return block('fields-unreadable', { status: 'unchanged', row, fields: composed.unreadable })
    const { body: updateBody } = composed
    const other = name === nameOf(write) ? undefined : rows.get(name)
    if (other !== undefined) return nameTakenOutcome(write, other, rows.readStartedAt, snapshot.row)
    const lockout = firstLockout(write, row, adapter.applyUpdate(row, updateBody), remainingRows)
    if (lockout !== undefined) return block(lockout, { status: 'unchanged', row, fields: requestedFields })
    return {
      request: {
        ...requestOf(write, row),
        body: adapter.withoutSecrets(updateBody),
        requestedFields,
        writeOnlyFields: adapter.writeOnlyFields(updateBody),
      },
      send: (calls, signal) => calls.update(updateBody, { signal }),
      ifUnchanged: ifUnchanged(rows.readStartedAt, row, requestedFields),
    }
  }

  const planDeletion = (
    write: Remove,
    { readBack: unchangedReadBack, readStartedAt }: WritePlan<T>['ifUnchanged'],
    before?: Row,
  ): WritePlan<T> => ({
    request: requestOf(write, before),
    send: (calls, signal) => calls.remove(nameOf(write), { signal }),
    ifUnchanged: { readBack: unchangedReadBack, readStartedAt },
  })

  /** A deletion that the admin has acknowledged although no read shows the row. */
  const allowUnchecked = (write: WriteRequestOf<T>, blocked: OutcomeOf<T>): PlanOrOutcome =>
    write.operation === 'delete' && blocked.blockedBy === 'read-failed' && isAcknowledged(write, 'identity-unknown')
      ? planDeletion(write, blocked)
      : blocked

  const planRemove = (write: Remove, rows: RowsRead<Row>, remainingRows: RemainingRows): PlanOrOutcome => {
    const row = rows.get(nameOf(write))
    if (row === undefined) return allowUnchecked(write, missingOutcome(write, rows))
    const base = baseRow(write.snapshot)
    const isSame = isSameRow(base, row)
    if (isSame !== true && (isSame === false || !isAcknowledged(write, 'identity-unknown'))) {
      const fields = adapter.diff(base, row)
      const other: ReadBack<Row> = { status: 'differs', row, fields, unrequestedFields: fields }
      return blockedOutcome(write, isSame === false ? 'recreated' : 'identity-unknown', other, rows.readStartedAt, base)
    }
    const conflict = isSame === true ? changedOutcome(write, row, rows.readStartedAt) : undefined
    if (conflict !== undefined) return conflict
    const lockout = firstLockout(write, row, undefined, remainingRows)
    if (lockout !== undefined)
      return blockedOutcome(write, lockout, { status: 'unchanged', row, fields: [] }, rows.readStartedAt, row)
    return planDeletion(write, ifUnchanged(rows.readStartedAt, row, []), isSame === true ? row : undefined)
  }

  const planCreate = (write: Create, rows: RowsRead<Row>): PlanOrOutcome => {
    const row = rows.get(nameOf(write))
    if (row !== undefined) return nameTakenOutcome(write, row, rows.readStartedAt)
    const createBody = adapter.toCreateBody(write.draft)
    return {
      request: {
        ...requestOf(write),
        body: adapter.withoutSecrets(createBody),
        requestedFields: Object.keys(createBody),
        writeOnlyFields: adapter.writeOnlyFields(createBody),
      },
      send: (calls, signal) => calls.create(createBody, { signal }),
      ifUnchanged: ifUnchanged(rows.readStartedAt, undefined, []),
    }
  }

  return {
    /** The names that a write reads, and for which it waits in the queue. */
    namesOf: (write: WriteRequestOf<T>): string[] => [nameOf(write), nameAfter(write)],
    /** Plans in order. `alsoRead`: more names that a lock-out depends on. `readStartedAt`: now. */
    plan: (
      writes: readonly WriteRequestOf<T>[],
      read: ReadResult<Row>,
      { alsoRead = [], readStartedAt = 0 }: { alsoRead?: readonly string[] | undefined; readStartedAt?: number } = {},
    ): PlanOrOutcome[] => {
      const lastSeen = new Map(
        writes.flatMap((write) => (write.operation === 'create' ? [] : [[nameOf(write), baseRow(write.snapshot)]])),
      )
      const rows = isListed ? read : { readStartedAt, isSure: true, get: (name: string) => lastSeen.get(name) }
      if ('failed' in rows)
        return writes.map((write) => allowUnchecked(write, unreadOutcome(write, rows.failed, readStartedAt)))
      const names = [...writes.flatMap((write) => [nameOf(write), nameAfter(write)]), ...alsoRead]
      const remainingRows: RemainingRows = new Map(
        names.flatMap((name) => {
          const row = rows.get(name)
          return row === undefined ? [] : [[name, row]]
        }),
      )
      return writes.map((write) => {
        if (write.operation === 'create') return planCreate(write, rows)
        return write.operation === 'update'
          ? planSave(write, rows, remainingRows)
          : planRemove(write, rows, remainingRows)
      })
    },
    /** The current row, or the outcome that blocks its repair: not found, not read, or changed by somebody else. */
    checkCurrent: (
      lastSeen: RowSnapshot<Row>,
      change: T['change'],
      read: ReadResult<Row>,
      readStartedAt: number,
    ): { row: Row } | OutcomeOf<T> => {
      const write: Save = { operation: 'update', snapshot: lastSeen, change }
      if ('failed' in read) return unreadOutcome(write, read.failed, readStartedAt)
      const row = read.get(nameOf(write))
      return row === undefined
        ? missingOutcome(write, read)
        : (changedOutcome(write, row, read.readStartedAt) ?? { row })
    },
  }
}
