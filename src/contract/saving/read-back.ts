import { ServiceError } from '#contract/problem.ts'
import type { Dated } from '#contract/list/row-store.ts'
import type { Resource } from '#contract/service.ts'
import type { SavingWorld, Seen } from './acts.ts'
import { isSameRow, type Writing } from './compare.ts'

/** The reads around the writes of one resource. */
export type SavingReads<Row extends Dated> = ReturnType<typeof createSavingReads<Row>>

/** `now`: the page's milliseconds since 1970. A read that fails rejects with its `ServiceError`. */
export function createSavingReads<Row extends Dated>(
  { read }: Pick<Resource<Row, never, never>, 'read'>,
  { nameOf, changed }: Pick<Writing<Row, never, never, never>, 'nameOf' | 'changed'>,
  { now, signal }: Pick<SavingWorld, 'now' | 'signal'>,
) {
  const reads = shareReads<Row>((names, onUnreadable) => read(names, { signal, onUnreadable }), now)
  /** A mark before the last write of each name. */
  const written = new Map<string, number>()
  /** The rows that acts from here have read back, unless the page was given a later one. */
  const own = new Map<string, Seen<Row>>()
  const observation = (begun: number, name: string) => reads.read(name, Math.max(begun, written.get(name) ?? 0))
  /** The current row is the result of an act from here. */
  const adopt = (name: string, row: Row) => own.set(name, { row, beganAt: now() })
  return {
    mark: reads.mark,
    /** A mark before every read that an item of a run may still rest its write on. */
    recent: () => reads.markBefore(stillRecent),
    /** Every later read shows these names, too. */
    expect: reads.expect,
    /**
     * The row by a read that began after the mark `begun`, and after the last write of that name from here; undefined: it
     * does not exist.
     */
    since: async (begun: number, name: string) => (await observation(begun, name)).row,
    /** The same for a row that existed. Rejects if it is uncertain whether it still does. */
    sinceOrGone: async (begun: number, name: string) => ensureSure(await observation(begun, name)),
    /** The rows by a read that begins now, after a write. Rejects if it is uncertain whether one of them exists. */
    async after(names: readonly [string, ...string[]]) {
      const mark = reads.mark()
      for (const name of names) {
        written.set(name, mark)
        own.delete(name)
      }
      const rows = (await Promise.all(names.map((name) => reads.read(name, mark)))).map(ensureSure)
      if (rows[0] !== undefined) adopt(names[0], rows[0])
      return rows
    },
    adopt,
    /** The page is given this row. */
    show(row: Row) {
      const before = own.get(nameOf(row))?.row
      const isOwn = before !== undefined && isSameRow(before, row) !== false && changed(before, row).length === 0
      if (!isOwn) own.delete(nameOf(row))
    },
    /** The latest version of the row that the admin knows: the row seen, or a later result of an act from here. */
    lastKnown(name: string, seen: Seen<Row>): Seen<Row> {
      const last = own.get(name)
      return last === undefined || last.beganAt < seen.beganAt ? seen : last
    },
  }
}

/** A missing row may be one of the unreadable ones: that is no proof that it is gone. */
function ensureSure<Row>({ row, isSure }: Observation<Row>): Row | undefined {
  if (isSure) return row
  throw new ServiceError({ kind: 'perhaps-unreadable' })
}

/** What one read of a list showed about one name; `row` undefined: it was not in the list. */
interface Observation<Row> {
  row: Row | undefined
  /** False if the list has unreadable rows: one of them may be the missing row. */
  isSure: boolean
  /** When the read began, as a mark of `shareReads`. */
  began: number
  /** The same in the page's milliseconds. */
  at: number
}

/** The age up to which the read of one item serves the write of another, in milliseconds: that is sent within a second. */
const stillRecent = 900

/** How many reads are remembered by when they began. More do not begin within a second. */
const remembered = 200

/** How long a read waits for other callers to join, in milliseconds. Responses to writes arrive in bursts. */
const gather = 8

interface Waiter<Row> {
  resolve: (observation: Observation<Row>) => void
  reject: (error: unknown) => void
}

/**
 * Reads single rows for many callers with few list requests. Callers that wait during a read share the next one, and
 * the last read of a row serves every caller that was there before it began. `readRows` reads the named rows with one
 * request; missing names are absent. `now`: milliseconds.
 */
export function shareReads<Row>(
  readRows: (names: ReadonlySet<string>, onUnreadable: () => void) => Promise<Map<string, Row>>,
  now: () => number = Date.now,
) {
  let clock = 0
  let running = false
  let waiting = new Map<string, Waiter<Row>[]>()
  /** The read that is under way. */
  let current: { began: number; batch: Map<string, Waiter<Row>[]> } | undefined
  let expected: () => Iterable<string> = () => []
  let begun: { began: number; at: number }[] = []
  const last = new Map<string, Observation<Row>>()

  const start = async () => {
    running = true
    await new Promise((resolve) => setTimeout(resolve, gather))
    const batch = waiting
    waiting = new Map()
    for (const name of expected()) if (!batch.has(name)) batch.set(name, [])
    const [began, at] = [(clock += 1), now()]
    begun = [...begun.slice(-remembered), { began, at }]
    current = { began, batch }
    try {
      let isSure = true
      const rows = await readRows(new Set(batch.keys()), () => (isSure = false))
      for (const [name, waiters] of batch) {
        const row = rows.get(name)
        const observation = { row, isSure: isSure || row !== undefined, began, at }
        last.set(name, observation)
        for (const waiter of waiters) waiter.resolve(observation)
      }
    } catch (error) {
      for (const waiters of batch.values()) for (const waiter of waiters) waiter.reject(error)
    }
    current = undefined
    running = false
    if (waiting.size > 0) void start()
  }

  return {
    /** A point in time after every read begun so far and before all later ones. */
    mark: () => (clock += 1),
    /** A point in time before every read that began within the last `ms` milliseconds. */
    markBefore: (ms: number) => (begun.findLast(({ at }) => at < now() - ms) ?? begun[0])?.began ?? 0,
    /** Every later read shows these names, too: somebody will ask for them soon. */
    expect: (names: () => Iterable<string>) => void (expected = names),
    /** The row as shown by a read that began after the mark `after`. */
    read(name: string, after: number): Promise<Observation<Row>> {
      const observed = last.get(name)
      if (observed !== undefined && observed.began > after) return Promise.resolve(observed)
      return new Promise((resolve, reject) => {
        const joined = current !== undefined && current.began > after ? current.batch.get(name) : undefined
        const waiters = joined ?? waiting.get(name) ?? []
        waiters.push({ resolve, reject })
        if (joined !== undefined) return
        waiting.set(name, waiters)
        if (!running) void start()
      })
    },
  }
}
