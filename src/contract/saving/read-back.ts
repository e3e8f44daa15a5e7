import { ServiceError } from '#contract/problem.ts'
import type { Dated } from '#contract/list/row-store.ts'
import type { Resource } from '#contract/service.ts'

/** The reads around the writes of one resource, and what this browser last read back for each name. */
export interface SavingReads<Row> {
  /** A moment: every read begun so far is before it, every later one after it. */
  mark(): number
  /**
   * The row by a read that began after the mark `begun`, and after the last write of that name from here; undefined: it
   * does not exist.
   */
  since(begun: number, name: string): Promise<Row | undefined>
  /**
   * The same by a read that begins now.
   * @throws {ServiceError} if it is uncertain whether the row exists.
   */
  now(name: string): Promise<Row | undefined>
  /**
   * The same, for a row that existed.
   * @throws {ServiceError} if it is uncertain whether it still does.
   */
  sinceOrGone(begun: number, name: string): Promise<Row | undefined>
  /**
   * The rows by a read that begins now, after a write; the first one becomes what the admin saw last.
   * @throws {ServiceError} if it is uncertain whether one of them exists.
   */
  after(names: readonly string[]): Promise<(Row | undefined)[]>
  /** Records that the current row is the result of an act from here. */
  adopt(name: string, row: Row): void
  /**
   * The latest version of the row that the admin knows, and since when: the row seen, or a later one that an act from
   * here has read back.
   */
  lastKnown(name: string, seen: { row: Row; beganAt: number }): { row: Row; at: number }
}

/** `now`: the page's milliseconds since 1970. */
export function createSavingReads<Row extends Dated>(
  { read }: Pick<Resource<Row, never, never>, 'read'>,
  { now, signal }: { now: () => number; signal: AbortSignal },
): SavingReads<Row> {
  const reads = shareReads((names, onUnreadable) => read(names, { signal, onUnreadable }))
  const written = new Map<string, { mark: number; row: Row | undefined; at: number }>()
  const observation = (begun: number, name: string) => reads.read(name, Math.max(begun, written.get(name)?.mark ?? 0))
  return {
    mark: () => reads.mark(),
    now: async (name) => ensureSure(await reads.read(name, reads.mark())),
    since: async (...act) => (await observation(...act)).row,
    sinceOrGone: async (...act) => ensureSure(await observation(...act)),
    async after(names) {
      const mark = reads.mark()
      for (const name of names) written.set(name, { mark, row: undefined, at: now() })
      const observations = await Promise.all(names.map((name) => reads.read(name, mark)))
      const rows = observations.map(ensureSure)
      const [first] = names
      if (first !== undefined) written.set(first, { mark, row: rows[0], at: now() })
      return rows
    },
    adopt(name, row) {
      written.set(name, { mark: written.get(name)?.mark ?? 0, row, at: now() })
    },
    lastKnown(name, seen) {
      const own = written.get(name)
      if (own?.row === undefined || own.at < seen.beganAt) return { row: seen.row, at: seen.beganAt }
      return { row: own.row, at: own.at }
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
  /** When the read began, as a mark of `SharedReads.mark`. */
  began: number
}

/**
 * Reads single rows for many callers with few list requests. Callers that wait during a read share the next one, and
 * the last read of a row serves every caller that was there before it began.
 */
interface SharedReads<Row> {
  /** A point in time after every read begun so far and before all later ones. */
  mark(): number
  /** The row as shown by a read that began after the mark `after`. */
  read(name: string, after: number): Promise<Observation<Row>>
}

/** How long a read waits for other callers to join, in milliseconds. Responses to writes arrive in bursts. */
const gather = 8

interface Waiter<Row> {
  resolve: (observation: Observation<Row>) => void
  reject: (error: unknown) => void
}

/** `readRows` reads the named rows with one request; missing names are absent. */
export function shareReads<Row>(
  readRows: (names: ReadonlySet<string>, onUnreadable: () => void) => Promise<Map<string, Row>>,
): SharedReads<Row> {
  let clock = 0
  let running = false
  let waiting = new Map<string, Waiter<Row>[]>()
  const last = new Map<string, Observation<Row>>()

  const start = async () => {
    running = true
    await new Promise((resolve) => setTimeout(resolve, gather))
    const batch = waiting
    waiting = new Map()
    const began = (clock += 1)
    try {
      let isSure = true
      const rows = await readRows(new Set(batch.keys()), () => (isSure = false))
      for (const [name, waiters] of batch) {
        const row = rows.get(name)
        const observation = { row, isSure: isSure || row !== undefined, began }
        last.set(name, observation)
        for (const waiter of waiters) waiter.resolve(observation)
      }
    } catch (error) {
      for (const waiters of batch.values()) for (const waiter of waiters) waiter.reject(error)
    }
    running = false
    if (waiting.size > 0) void start()
  }

  return {
    mark: () => (clock += 1),
    read(name, after) {
      const observed = last.get(name)
      if (observed !== undefined && observed.began > after) return Promise.resolve(observed)
      return new Promise((resolve, reject) => {
        const waiters = waiting.get(name) ?? []
        waiters.push({ resolve, reject })
        waiting.set(name, waiters)
        if (!running) void start()
      })
    },
  }
}
