import type { CallOptions } from '#contract/service.ts'
import { isSameRow, judge, type Read, type Rows } from './judge.ts'
import type { Calls, Kind, Lock, RecordOf, Seen, Types, WriteOf } from './kind.ts'
import type { Done, OutcomeOf, Shown, Stop } from './outcome.ts'

/** A write that nothing stops. */
export interface Plan<T extends Types> {
  /** The name before the write. */
  name: string
  write: WriteOf<T>
  /** Composes the request at the moment of sending. */
  open: (calls: Calls<T>, signal: AbortSignal) => { done: Done<T['row'], RecordOf<T>>; send: () => Promise<void> }
  /** What shows if it certainly had no effect. */
  asBefore: Pick<OutcomeOf<T>, 'shown' | 'at'>
}

/** A write whose outcome is open, and what it asked for: it may arrive late, which is no change by somebody else. */
interface OpenWrite<T extends Types> {
  outcome: OutcomeOf<T>
  asked: string
}

/**
 * Compares writes with what a read shows: a plan for each, or an outcome that says why nothing is sent. `own`: the rows
 * that writes from here have read back. `isListed`: the service lists such rows; without, the rows seen stand for them.
 */
export function planner<T extends Types>(kind: Kind<T>, own: Map<string, Seen<T['row']>>, isListed: boolean) {
  type Row = T['row']
  type Save = Extract<WriteOf<T>, { do: 'save' }>
  type Remove = Extract<WriteOf<T>, { do: 'remove' }>
  type Create = Extract<WriteOf<T>, { do: 'create' }>
  type Planned = Plan<T> | OutcomeOf<T>
  const openWrites = new Map<string, OpenWrite<T>>()

  const nameOf = (write: WriteOf<T>) => (write.do === 'create' ? kind.nameIn(write.draft) : kind.nameOf(write.seen.row))
  const nameAfter = (write: WriteOf<T>) =>
    write.do === 'save' ? kind.renamed(nameOf(write), write.change) : nameOf(write)

  /** What a plan depends on: the read, and the rows as the plans before it leave them. */
  interface Sight {
    rows: Rows<Row>
    left: Map<string, Row>
  }

  /** Nothing is sent. */
  const stopped = (write: WriteOf<T>, stop: Stop, shown: Shown<Row>, at: number, before?: Row): OutcomeOf<T> => ({
    done: {
      do: write.do,
      from: nameOf(write),
      name: nameAfter(write),
      asked: [],
      unseen: [],
      ...(before !== undefined && { before }),
    },
    sent: 'no',
    stop,
    shown,
    at,
  })

  const unread = (write: WriteOf<T>, why: Extract<Shown<Row>, { is: 'unread' }>['why'], at: number): OutcomeOf<T> => ({
    ...stopped(write, 'unread', { is: 'unread', why }, at),
    ...(typeof why === 'object' && { problem: why }),
  })

  /** The latest version of the row that the admin knows: the row seen, or a later result of a write from here. */
  const lastKnown = (name: string, seen: Seen<Row>): Row => {
    const last = own.get(name)
    return last === undefined || last.beganAt < seen.beganAt ? seen.row : last.row
  }

  /** The outcome of an open write from here that has arrived meanwhile. Its row is known from now on. */
  const arrived = (act: 'create' | 'save', name: string, rows: Rows<Row>) => {
    const write = openWrites.get(name)
    if (write === undefined || write.outcome.done.do !== act) return undefined
    const { shown, sent, done } = judge(kind, write.outcome, rows)
    if (sent !== 'yes' || shown.is !== 'as-asked' || shown.row === undefined) return undefined
    // A renamed row stays known under its former name: another write of that must not take it for deleted.
    if (done.name === name) openWrites.delete(name)
    own.set(done.name, { row: shown.row, beganAt: rows.at })
    return { name: done.name, row: shown.row, asked: write.asked }
  }

  /** Somebody else changed the row, or an open rename has arrived. */
  const changed = (write: Save | Remove, before: Row, row: Row, at: number): OutcomeOf<T> | undefined => {
    const isRenamed = kind.nameOf(before) !== kind.nameOf(row)
    const fields = [...(isRenamed ? [kind.key] : []), ...kind.changed(before, row)]
    if (fields.length === 0) return undefined
    return stopped(write, 'changed', { is: 'otherwise', row, fields, unasked: fields }, at, before)
  }

  /** There is no row of that name. */
  const missing = (write: Save | Remove, renamed: Row | undefined, { at, isSure }: Rows<Row>): OutcomeOf<T> => {
    if (!isSure) return unread(write, { kind: 'perhaps-unreadable' }, at)
    const found = renamed && changed(write, write.seen.row, renamed, at)
    const gone = { is: 'otherwise', fields: [kind.key], unasked: [kind.key] } as const
    return found ?? stopped(write, 'gone', gone, at, write.seen.row)
  }

  /** The lock-out that stops a write. Else the rows are left as it leaves them. */
  const locked = (write: Save | Remove, row: Row, after: Row | undefined, { left }: Sight): Lock | undefined => {
    const { knowing = [] } = write
    const locks = kind.forbids?.(row, after, left) ?? []
    // Without a list, nobody knows the other admins.
    const lock = locks.find((one) => !knowing.includes(one) && (isListed || one === 'locks-you-out'))
    if (lock !== undefined) return lock
    left.delete(kind.nameOf(row))
    if (after !== undefined) left.set(kind.nameOf(after), after)
    return undefined
  }

  const planSave = (write: Save, sight: Sight): Planned => {
    const { seen, change } = write
    const { rows } = sight
    const [name, after] = [nameOf(write), nameAfter(write)]
    const stop = (why: Stop, shown: Shown<Row>) => stopped(write, why, shown, rows.at, seen.row)
    const shows = (row: Row): Shown<Row> => ({ is: 'as-asked', row, unseen: [] })
    const late = arrived('save', name, rows)
    const isOurs = late?.name === after && late.asked === textOf(kind.asked(change))
    const already = (row: Row): OutcomeOf<T> => {
      const outcome = stop('already', shows(row))
      const asked = Object.entries(kind.asked(change)).flatMap(([field, to]) => (to === undefined ? [] : [field]))
      return { ...outcome, done: { ...outcome.done, asked } }
    }
    if (isOurs && kind.unseen(change).length === 0) return already(late.row)
    const row = rows.get(name)
    if (row === undefined) return missing(write, late?.row, rows)
    const asked = kind.asks(row, change)
    // What this page remembers of a row that no list shows may be wrong.
    if (asked.length === 0 && isListed) return already(row)
    const moved = changed(write, lastKnown(name, seen), row, rows.at)
    if (moved !== undefined) return moved
    const composed = kind.compose(row, change)
    if ('unanswered' in composed) return stop('unanswered', { is: 'as-before', row, fields: composed.unanswered })
    const taken = after === name ? undefined : rows.get(after)
    if (taken !== undefined)
      return stop('taken', { is: 'otherwise', row: taken, fields: [kind.key], unasked: [kind.key] })
    const lock = locked(write, row, kind.leaves(row, composed.send), sight)
    if (lock !== undefined) return stop(lock, { is: 'as-before', row, fields: asked })
    return {
      name,
      write,
      asBefore: asBefore(rows.at, row, asked),
      open: (calls, signal) => {
        const again = kind.compose(row, change)
        const send = 'send' in again ? again.send : composed.send
        const done = { name: after, before: row, record: kind.visible(send), asked, unseen: kind.unseen(send) }
        return { done: { do: 'save', from: name, ...done }, send: () => calls.update(send, { signal }) }
      },
    }
  }

  const planRemove = (write: Remove, read: Sight | { failed: OutcomeOf<T> }): Planned => {
    const { seen, knowing = [] } = write
    const name = nameOf(write)
    const isUnchecked = knowing.includes('unchecked')
    const plan = (asBefore: Plan<T>['asBefore'], before?: Row): Plan<T> => ({
      name,
      write,
      asBefore,
      open: (calls, signal: CallOptions['signal']) => ({
        done: {
          do: 'remove',
          from: name,
          name,
          asked: [],
          unseen: [],
          ...(before !== undefined && { before }),
        },
        send: () => calls.remove(name, { signal }),
      }),
    })
    if ('failed' in read) return isUnchecked ? plan({ shown: read.failed.shown, at: read.failed.at }) : read.failed
    const { rows } = read
    const row = rows.get(name)
    if (row === undefined) {
      const ends = missing(write, arrived('save', name, rows)?.row, rows)
      return ends.stop === 'unread' && isUnchecked ? plan({ shown: ends.shown, at: ends.at }) : ends
    }
    arrived('save', name, rows)
    const known = lastKnown(name, seen)
    const isSame = isSameRow(known, row)
    const fields = kind.changed(known, row)
    const other: Shown<Row> = { is: 'otherwise', row, fields, unasked: fields }
    if (isSame === false) return stopped(write, 'recreated', other, rows.at, known)
    if (isSame === undefined && !isUnchecked) return stopped(write, 'undated', other, rows.at, known)
    const moved = isSame === true ? changed(write, known, row, rows.at) : undefined
    if (moved !== undefined) return moved
    const lock = locked(write, row, undefined, read)
    if (lock !== undefined) return stopped(write, lock, { is: 'as-before', row, fields: [] }, rows.at, row)
    return plan(asBefore(rows.at, row, []), isSame === true ? row : undefined)
  }

  const planCreate = (write: Create, { rows }: Sight): Planned => {
    const { draft } = write
    const name = nameOf(write)
    const row = rows.get(name)
    if (row !== undefined) {
      const late = arrived('create', name, rows)
      const isOurs = late !== undefined && late.asked === textOf(kind.asked(draft))
      // What the draft hides was sent with it, or with the one before it.
      if (isOurs) return stopped(write, 'already', { is: 'as-asked', row, unseen: kind.unseen(draft) }, rows.at)
      return stopped(write, 'taken', { is: 'otherwise', row, fields: [kind.key], unasked: [kind.key] }, rows.at)
    }
    return {
      name,
      write,
      asBefore: asBefore(rows.at, undefined, []),
      open: (calls, signal) => {
        const sent = kind.drafted(draft)
        const done = {
          from: name,
          name,
          record: kind.visible(sent),
          asked: Object.keys(sent),
          unseen: kind.unseen(sent),
        }
        return { done: { do: 'create', ...done }, send: () => calls.create(sent, { signal }) }
      },
    }
  }

  const asBefore = (at: number, row: Row | undefined, fields: string[]): Plan<T>['asBefore'] => {
    if (!isListed) return { at, shown: { is: 'unread', why: 'no-list' } }
    return { at, shown: { is: 'as-before', fields, ...(row !== undefined && { row }) } }
  }

  return {
    /** The names that a write needs to see, and whose turn it takes. */
    namesOf: (write: WriteOf<T>): string[] => {
      const name = nameOf(write)
      const open = openWrites.get(name)
      return [name, nameAfter(write), ...(open === undefined ? [] : [open.outcome.done.name])]
    },
    /** Plans in order; `others`: more names that a lock-out depends on; `at`: now. */
    plan: (
      writes: readonly WriteOf<T>[],
      read: Read<Row>,
      { others = [], at = 0 }: { others?: readonly string[] | undefined; at?: number } = {},
    ): Planned[] => {
      const seen = new Map(writes.flatMap((write) => (write.do === 'create' ? [] : [[nameOf(write), write.seen.row]])))
      const rows = isListed ? read : { at, isSure: true, get: (name: string) => seen.get(name) }
      if ('failed' in rows) {
        return writes.map((write) => {
          const failed = unread(write, rows.failed, at)
          return write.do === 'remove' ? planRemove(write, { failed }) : failed
        })
      }
      const names = [...writes.flatMap((write) => [nameOf(write), nameAfter(write)]), ...others]
      const left = new Map(
        names.flatMap((name) => {
          const row = rows.get(name)
          return row === undefined ? [] : [[name, row]]
        }),
      )
      const sight = { rows, left }
      return writes.map((write) => {
        if (write.do === 'create') return planCreate(write, sight)
        return write.do === 'save' ? planSave(write, sight) : planRemove(write, sight)
      })
    },
    /** The current row, or the outcome that stops a repair of it: it is gone, unread, or somebody else changed it. */
    look: (seen: Seen<Row>, change: T['change'], read: Read<Row>, at: number): { row: Row } | OutcomeOf<T> => {
      const write: Save = { do: 'save', seen, change }
      const name = nameOf(write)
      if ('failed' in read) return unread(write, read.failed, at)
      const late = arrived('save', name, read)
      const row = read.get(name)
      if (row === undefined) return missing(write, late?.row, read)
      return changed(write, lastKnown(name, seen), row, read.at) ?? { row }
    },
    /** Remembers a write whose outcome is open, until it is known. */
    remember: ({ name, write }: Plan<T>, outcome: OutcomeOf<T>) => {
      if (!isListed || write.do === 'remove' || outcome.sent === 'refused') return
      const asked = textOf(kind.asked(write.do === 'create' ? write.draft : write.change))
      if (outcome.sent === 'perhaps' || outcome.shown.is === 'unread') openWrites.set(name, { outcome, asked })
      else openWrites.delete(name)
    },
    /** The page is given the row of this outcome. */
    show: ({ shown }: OutcomeOf<T>) => {
      const row = 'row' in shown ? shown.row : undefined
      const before = row && own.get(kind.nameOf(row))?.row
      if (row === undefined || before === undefined) return
      if (isSameRow(before, row) === false || kind.changed(before, row).length > 0) own.delete(kind.nameOf(row))
    },
  }
}

/** What was asked for, to compare it with what is asked for again. It holds no secret. */
function textOf(asked: object): string {
  const entries = Object.entries(asked).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return JSON.stringify(entries)
}
