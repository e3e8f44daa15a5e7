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
  done: RequestedWrite<T['row'], BodyOf<T>>
  send: (calls: WriteCalls<T>, signal: AbortSignal) => Promise<void>
  /** What shows if it certainly had no effect. */
  asBefore: Pick<OutcomeOf<T>, 'shown' | 'at'>
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
  type Save = Extract<WriteRequestOf<T>, { do: 'save' }>
  type Remove = Extract<WriteRequestOf<T>, { do: 'remove' }>
  type Create = Extract<WriteRequestOf<T>, { do: 'create' }>
  type Planned = WritePlan<T> | OutcomeOf<T>
  /** The rows as the plans so far leave them. */
  type Left = Map<string, Row>

  const nameOf = (write: WriteRequestOf<T>) => kind.nameOf(write.do === 'create' ? write.draft : write.seen.row)
  const nameAfter = (write: WriteRequestOf<T>) =>
    write.do === 'save' ? kind.renamed(nameOf(write), write.change) : nameOf(write)
  const knows = ({ knowing = [] }: WriteRequestOf<T>, what: Acknowledgement) => knowing.includes(what)

  const doneBy = (write: WriteRequestOf<T>, before?: Row): RequestedWrite<Row, BodyOf<T>> => {
    const names = { from: nameOf(write), name: nameAfter(write) }
    return { do: write.do, ...names, asked: [], unseen: [], ...(before !== undefined && { before }) }
  }

  /** Nothing is sent. */
  const stopped = (
    write: WriteRequestOf<T>,
    stop: BlockReason,
    shown: ReadBack<Row>,
    at: number,
    before?: Row,
  ): OutcomeOf<T> => ({
    done: doneBy(write, before),
    sent: 'no',
    stop,
    shown,
    at,
  })

  const unread = (
    write: WriteRequestOf<T>,
    why: Extract<ReadBack<Row>, { is: 'unread' }>['why'],
    at: number,
  ): OutcomeOf<T> => ({
    ...stopped(write, 'unread', { is: 'unread', why }, at),
    ...(typeof why === 'object' && { problem: why }),
  })

  const taken = (write: Create | Save, row: Row, at: number, before?: Row): OutcomeOf<T> =>
    stopped(write, 'taken', { is: 'otherwise', row, fields: [kind.key], unasked: [kind.key] }, at, before)

  /** The latest version of the row that the admin knows: the row seen, or a later result of a write from here. */
  const lastKnown = ({ row, beganAt }: RowSnapshot<Row>): Row => {
    const last = own.get(kind.nameOf(row))
    return last === undefined || last.beganAt < beganAt ? row : last.row
  }

  /** Somebody else changed the row, which the admin is told. */
  const changed = (write: Save | Remove, row: Row, at: number): OutcomeOf<T> | undefined => {
    const before = lastKnown(write.seen)
    const fields = kind.changed(before, row)
    if (fields.length === 0) return undefined
    own.delete(nameOf(write))
    return stopped(write, 'changed', { is: 'otherwise', row, fields, unasked: fields }, at, before)
  }

  /** There is no row of that name. */
  const missing = (write: Save | Remove, { at, isSure }: RowsRead<Row>): OutcomeOf<T> => {
    if (!isSure) return unread(write, { kind: 'perhaps-unreadable' }, at)
    const gone = { is: 'otherwise', fields: [kind.key], unasked: [kind.key] } as const
    return stopped(write, 'gone', gone, at, write.seen.row)
  }

  /** The lock-out that stops a write. Else the rows are left as it leaves them. */
  const locked = (write: Save | Remove, row: Row, after: Row | undefined, left: Left): Lockout | undefined => {
    const locks = kind.forbids?.(row, after, isListed ? left : undefined) ?? []
    const lock = locks.find((one) => !knows(write, one))
    if (lock !== undefined) return lock
    left.delete(kind.nameOf(row))
    if (after !== undefined) left.set(kind.nameOf(after), after)
    return undefined
  }

  const asBefore = (at: number, row: Row | undefined, fields: string[]): WritePlan<T>['asBefore'] => {
    if (!isListed) return { at, shown: { is: 'unread', why: 'no-list' } }
    return { at, shown: { is: 'as-before', fields, ...(row !== undefined && { row }) } }
  }

  const planSave = (write: Save, rows: RowsRead<Row>, left: Left): Planned => {
    const { seen, change } = write
    const name = nameAfter(write)
    const row = rows.get(nameOf(write))
    if (row === undefined) return missing(write, rows)
    const stop = (why: BlockReason, shown: ReadBack<Row>) => stopped(write, why, shown, rows.at, seen.row)
    const asked = kind.asks(row, change)
    // What this page remembers of a row that no list shows may be wrong.
    if (asked.length === 0 && isListed) {
      const outcome = stop('already', { is: 'as-asked', row, unseen: [] })
      const fields = Object.entries(change).flatMap(([field, to]) => (to === undefined || to === '' ? [] : [field]))
      return { ...outcome, done: { ...outcome.done, asked: fields } }
    }
    const moved = changed(write, row, rows.at)
    if (moved !== undefined) return moved
    const composed = kind.compose(row, change)
    if ('unanswered' in composed) return stop('unanswered', { is: 'as-before', row, fields: composed.unanswered })
    const { send } = composed
    const other = name === nameOf(write) ? undefined : rows.get(name)
    if (other !== undefined) return taken(write, other, rows.at, seen.row)
    const lock = locked(write, row, kind.leaves(row, send), left)
    if (lock !== undefined) return stop(lock, { is: 'as-before', row, fields: asked })
    return {
      done: { ...doneBy(write, row), record: kind.visible(send), asked, unseen: kind.unseen(send) },
      send: (calls, signal) => calls.update(send, { signal }),
      asBefore: asBefore(rows.at, row, asked),
    }
  }

  const removal = (write: Remove, { shown, at }: WritePlan<T>['asBefore'], before?: Row): WritePlan<T> => ({
    done: doneBy(write, before),
    send: (calls, signal) => calls.remove(nameOf(write), { signal }),
    asBefore: { shown, at },
  })

  /** A deletion that the admin wants although no read shows the row. */
  const unlessUnchecked = (write: WriteRequestOf<T>, ends: OutcomeOf<T>): Planned =>
    write.do === 'remove' && ends.stop === 'unread' && knows(write, 'unchecked') ? removal(write, ends) : ends

  const planRemove = (write: Remove, rows: RowsRead<Row>, left: Left): Planned => {
    const row = rows.get(nameOf(write))
    if (row === undefined) return unlessUnchecked(write, missing(write, rows))
    const known = lastKnown(write.seen)
    const isSame = isSameRow(known, row)
    if (isSame !== true && (isSame === false || !knows(write, 'unchecked'))) {
      const fields = kind.changed(known, row)
      const other: ReadBack<Row> = { is: 'otherwise', row, fields, unasked: fields }
      return stopped(write, isSame === false ? 'recreated' : 'undated', other, rows.at, known)
    }
    const moved = isSame === true ? changed(write, row, rows.at) : undefined
    if (moved !== undefined) return moved
    const lock = locked(write, row, undefined, left)
    if (lock !== undefined) return stopped(write, lock, { is: 'as-before', row, fields: [] }, rows.at, row)
    return removal(write, asBefore(rows.at, row, []), isSame === true ? row : undefined)
  }

  const planCreate = (write: Create, rows: RowsRead<Row>): Planned => {
    const row = rows.get(nameOf(write))
    if (row !== undefined) return taken(write, row, rows.at)
    const sent = kind.drafted(write.draft)
    return {
      done: { ...doneBy(write), record: kind.visible(sent), asked: Object.keys(sent), unseen: kind.unseen(sent) },
      send: (calls, signal) => calls.create(sent, { signal }),
      asBefore: asBefore(rows.at, undefined, []),
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
      const seen = new Map(writes.flatMap((write) => (write.do === 'create' ? [] : [[nameOf(write), write.seen.row]])))
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
        if (write.do === 'create') return planCreate(write, rows)
        return write.do === 'save' ? planSave(write, rows, left) : planRemove(write, rows, left)
      })
    },
    /** The current row, or the outcome that stops a repair of it: it is gone, unread, or somebody else changed it. */
    look: (
      seen: RowSnapshot<Row>,
      change: T['change'],
      read: ReadResult<Row>,
      at: number,
    ): { row: Row } | OutcomeOf<T> => {
      const write: Save = { do: 'save', seen, change }
      if ('failed' in read) return unread(write, read.failed, at)
      const row = read.get(nameOf(write))
      return row === undefined ? missing(write, read) : (changed(write, row, read.at) ?? { row })
    },
  }
}
