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

/** A write that nothing stops. */
export interface WritePlan<T extends ResourceTypes> {
  request: RequestedWrite<T['row'], BodyOf<T>>
  send: (calls: WriteCalls<T>, signal: AbortSignal) => Promise<void>
  /** What shows if it certainly had no effect. */
  ifUnchanged: Pick<OutcomeOf<T>, 'readBack' | 'readStartedAt'>
}

/**
 * Compares writes with what a read shows: a plan for each, or an outcome that says why nothing is sent. `own`: the rows
 * that writes from here have read back. `isCommonPassword`: the service lists such rows; without, the rows seen stand for them.
 */
export function createPlanner<T extends ResourceTypes>(
  kind: ResourceAdapter<T>,
  own: Map<string, RowSnapshot<T['row']>>,
  isListed: boolean,
) {
  type Row = T['row']
  type Save = Extract<WriteRequestOf<T>, { operation: 'update' }>
  type Remove = Extract<WriteRequestOf<T>, { operation: 'delete' }>
  type Create = Extract<WriteRequestOf<T>, { operation: 'create' }>
  type Planned = WritePlan<T> | OutcomeOf<T>
  /** The rows as the plans so far leave them. */
  type Left = Map<string, Row>

  const nameOf = (write: WriteRequestOf<T>) =>
    kind.nameOf(write.operation === 'create' ? write.draft : write.snapshot.row)
  const nameAfter = (write: WriteRequestOf<T>) =>
    write.operation === 'update' ? kind.nameAfter(nameOf(write), write.change) : nameOf(write)
  const knows = ({ acknowledged = [] }: WriteRequestOf<T>, what: Acknowledgement) => acknowledged.includes(what)

  const doneBy = (write: WriteRequestOf<T>, before?: Row): RequestedWrite<Row, BodyOf<T>> => {
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
  const stopped = (
    write: WriteRequestOf<T>,
    stop: BlockReason,
    shown: ReadBack<Row>,
    at: number,
    before?: Row,
  ): OutcomeOf<T> => ({
    request: doneBy(write, before),
    delivery: 'not-sent',
    blockedBy: stop,
    readBack: shown,
    readStartedAt: at,
  })

  const unread = (
    write: WriteRequestOf<T>,
    why: Extract<ReadBack<Row>, { status: 'unavailable' }>['reason'],
    at: number,
  ): OutcomeOf<T> => ({
    ...stopped(write, 'read-failed', { status: 'unavailable', reason: why }, at),
    ...(typeof why === 'object' && { problem: why }),
  })

  const taken = (write: Create | Save, row: Row, at: number, before?: Row): OutcomeOf<T> =>
    stopped(
      write,
      'name-taken',
      { status: 'differs', row, fields: [kind.keyField], unrequestedFields: [kind.keyField] },
      at,
      before,
    )

  /** The latest version of the row that the admin knows: the row seen, or a later result of a write from here. */
  const lastKnown = ({ row, readStartedAt }: RowSnapshot<Row>): Row => {
    const last = own.get(kind.nameOf(row))
    return last === undefined || last.readStartedAt < readStartedAt ? row : last.row
  }

  /** Somebody else changed the row, which the admin is told. */
  const changed = (write: Save | Remove, row: Row, at: number): OutcomeOf<T> | undefined => {
    const before = lastKnown(write.snapshot)
    const fields = kind.diff(before, row)
    if (fields.length === 0) return undefined
    own.delete(nameOf(write))
    return stopped(write, 'conflict', { status: 'differs', row, fields, unrequestedFields: fields }, at, before)
  }

  /** There is no row of that name. */
  const missing = (write: Save | Remove, { at, isSure }: RowsRead<Row>): OutcomeOf<T> => {
    if (!isSure) return unread(write, { kind: 'perhaps-unreadable' }, at)
    const gone = { status: 'differs', fields: [kind.keyField], unrequestedFields: [kind.keyField] } as const
    return stopped(write, 'not-found', gone, at, write.snapshot.row)
  }

  /** The lock-out that stops a write. Else the rows are left as it leaves them. */
  const locked = (write: Save | Remove, row: Row, after: Row | undefined, left: Left): Lockout | undefined => {
    const locks = kind.lockouts?.(row, after, isListed ? left : undefined) ?? []
    const lock = locks.find((one) => !knows(write, one))
    if (lock !== undefined) return lock
    left.delete(kind.nameOf(row))
    if (after !== undefined) left.set(kind.nameOf(after), after)
    return undefined
  }

  const asBefore = (at: number, row: Row | undefined, fields: string[]): WritePlan<T>['ifUnchanged'] => {
    if (!isListed) return { readStartedAt: at, readBack: { status: 'unavailable', reason: 'no-list' } }
    return { readStartedAt: at, readBack: { status: 'unchanged', fields, ...(row !== undefined && { row }) } }
  }

  const planSave = (write: Save, rows: RowsRead<Row>, left: Left): Planned => {
    const { snapshot, change } = write
    const name = nameAfter(write)
    const row = rows.get(nameOf(write))
    if (row === undefined) return missing(write, rows)
    const stop = (why: BlockReason, shown: ReadBack<Row>) => stopped(write, why, shown, rows.at, snapshot.row)
    const asked = kind.requestedFields(row, change)
    // What this page remembers of a row that no list shows may be wrong.
    if (asked.length === 0 && isListed) {
      const outcome = stop('no-change', { status: 'matches', row, writeOnlyFields: [] })
      const fields = Object.entries(change).flatMap(([field, to]) => (to === undefined || to === '' ? [] : [field]))
      return { ...outcome, request: { ...outcome.request, requestedFields: fields } }
    }
    const moved = changed(write, row, rows.at)
    if (moved !== undefined) return moved
    const composed = kind.toUpdateBody(row, change)
    if ('unanswered' in composed) return stop('fields-unreadable', { status: 'unchanged', row, fields: composed.unanswered })
    const { send } = composed
    const other = name === nameOf(write) ? undefined : rows.get(name)
    if (other !== undefined) return taken(write, other, rows.at, snapshot.row)
    const lock = locked(write, row, kind.applyUpdate(row, send), left)
    if (lock !== undefined) return stop(lock, { status: 'unchanged', row, fields: asked })
    return {
      request: {
        ...doneBy(write, row),
        body: kind.withoutSecrets(send),
        requestedFields: asked,
        writeOnlyFields: kind.writeOnlyFields(send),
      },
      send: (calls, signal) => calls.update(send, { signal }),
      ifUnchanged: asBefore(rows.at, row, asked),
    }
  }

  const removal = (
    write: Remove,
    { readBack, readStartedAt }: WritePlan<T>['ifUnchanged'],
    before?: Row,
  ): WritePlan<T> => ({
    request: doneBy(write, before),
    send: (calls, signal) => calls.remove(nameOf(write), { signal }),
    ifUnchanged: { readBack, readStartedAt },
  })

  /** A deletion that the admin wants although no read shows the row. */
  const unlessUnchecked = (write: WriteRequestOf<T>, ends: OutcomeOf<T>): Planned =>
    write.operation === 'delete' && ends.blockedBy === 'read-failed' && knows(write, 'identity-unknown')
      ? removal(write, ends)
      : ends

  const planRemove = (write: Remove, rows: RowsRead<Row>, left: Left): Planned => {
    const row = rows.get(nameOf(write))
    if (row === undefined) return unlessUnchecked(write, missing(write, rows))
    const known = lastKnown(write.snapshot)
    const isSame = isSameRow(known, row)
    if (isSame !== true && (isSame === false || !knows(write, 'identity-unknown'))) {
      const fields = kind.diff(known, row)
      const other: ReadBack<Row> = { status: 'differs', row, fields, unrequestedFields: fields }
      return stopped(write, isSame === false ? 'recreated' : 'identity-unknown', other, rows.at, known)
    }
    const moved = isSame === true ? changed(write, row, rows.at) : undefined
    if (moved !== undefined) return moved
    const lock = locked(write, row, undefined, left)
    if (lock !== undefined) return stopped(write, lock, { status: 'unchanged', row, fields: [] }, rows.at, row)
    return removal(write, asBefore(rows.at, row, []), isSame === true ? row : undefined)
  }

  const planCreate = (write: Create, rows: RowsRead<Row>): Planned => {
    const row = rows.get(nameOf(write))
    if (row !== undefined) return taken(write, row, rows.at)
    const sent = kind.toCreateBody(write.draft)
    return {
      request: {
        ...doneBy(write),
        body: kind.withoutSecrets(sent),
        requestedFields: Object.keys(sent),
        writeOnlyFields: kind.writeOnlyFields(sent),
      },
      send: (calls, signal) => calls.create(sent, { signal }),
      ifUnchanged: asBefore(rows.at, undefined, []),
    }
  }

  return {
    /** The names that a write needs to see, and whose turn it takes. */
    namesOf: (write: WriteRequestOf<T>): string[] => [nameOf(write), nameAfter(write)],
    /** Plans in order; `others`: more names that a lock-out depends on; `at`: now. */
    plan: (
      writes: readonly WriteRequestOf<T>[],
      read: ReadResult<Row>,
      { others = [], at = 0 }: { others?: readonly string[] | undefined; at?: number } = {},
    ): Planned[] => {
      const seen = new Map(
        writes.flatMap((write) => (write.operation === 'create' ? [] : [[nameOf(write), write.snapshot.row]])),
      )
      const rows = isListed ? read : { at, isSure: true, get: (name: string) => seen.get(name) }
      if ('failed' in rows) return writes.map((write) => unlessUnchecked(write, unread(write, rows.failed, at)))
      const names = [...writes.flatMap((write) => [nameOf(write), nameAfter(write)]), ...others]
      const left: Left = new Map(
        names.flatMap((name) => {
          const row = rows.get(name)
          return row === undefined ? [] : [[name, row]]
        }),
      )
      return writes.map((write) => {
        if (write.operation === 'create') return planCreate(write, rows)
        return write.operation === 'update' ? planSave(write, rows, left) : planRemove(write, rows, left)
      })
    },
    /** The current row, or the outcome that stops a repair of it: it is gone, unread, or somebody else changed it. */
    look: (
      seen: RowSnapshot<Row>,
      change: T['change'],
      read: ReadResult<Row>,
      at: number,
    ): { row: Row } | OutcomeOf<T> => {
      const write: Save = { operation: 'update', snapshot: seen, change }
      if ('failed' in read) return unread(write, read.failed, at)
      const row = read.get(nameOf(write))
      return row === undefined ? missing(write, read) : (changed(write, row, read.at) ?? { row })
    },
  }
}
