import { ServiceError } from '#contract/problem.ts'
import type { Dated } from '#contract/list/row-store.ts'
import type { Resource } from '#contract/service.ts'
import { shareReads, type Observation } from './shared-reads.ts'

/** The reads around the writes of one resource, and what this browser last read back of each name. */
export interface SavingReads<Row> {
  /** The row as it is now, at most two seconds old and never older than its last write here; undefined: not there. */
  recent(name: string): Promise<Row | undefined>
  /**
   * The same by a read that begins now.
   * @throws {ServiceError} where it cannot be told whether it is there.
   */
  now(name: string): Promise<Row | undefined>
  /** The same as `fresh` of a row that was there. @throws {ServiceError} where it cannot be told whether it still is. */
  recentOrGone(name: string): Promise<Row | undefined>
  /**
   * The rows as one read shows them that begins now, after a write; the first is what the admin then saw.
   * @throws {ServiceError} where it cannot be told whether one is there.
   */
  after(names: readonly string[]): Promise<(Row | undefined)[]>
  /** Something was sent, and no read shows yet what came of it: what was read before it no longer counts. */
  writeSent(names: readonly string[]): void
  /** The same, where what was sent certainly did nothing: what the admin saw still stands. */
  writeRefused(names: readonly string[]): void
  /** The row as it is now is what an act here left. */
  adopt(name: string, row: Row): void
  /** What the admin knows of the row, and since when: the row seen, or what an act here has read back since. */
  lastKnown(name: string, seen: { row: Row; beganAt: number }): { row: Row; at: number }
}

/** `now`: the page's milliseconds since 1970. */
export function createSavingReads<Row extends Dated>(
  { read }: Pick<Resource<Row, never, never>, 'read'>,
  { now, signal }: { now: () => number; signal: AbortSignal },
): SavingReads<Row> {
  const reads = shareReads((names, onUnreadable) => read(names, { signal, onUnreadable }), now)
  const written = new Map<string, { mark: number; row: Row | undefined; at: number }>()
  const writeSent: SavingReads<Row>['writeSent'] = (names) => {
    const mark = reads.mark()
    for (const name of names) written.set(name, { mark, row: undefined, at: now() })
  }
  const recentObservation = (name: string) => reads.read(name, written.get(name)?.mark ?? 0)
  return {
    now: async (name) => ensureSure(await reads.read(name, reads.mark())),
    recent: async (name) => (await recentObservation(name)).row,
    recentOrGone: async (name) => ensureSure(await recentObservation(name)),
    async after(names) {
      writeSent(names)
      const mark = reads.mark()
      const observations = await Promise.all(names.map((name) => reads.read(name, mark)))
      const rows = observations.map(ensureSure)
      const [first] = names
      if (first !== undefined) written.set(first, { mark, row: rows[0], at: now() })
      return rows
    },
    writeSent,
    writeRefused(names) {
      const mark = reads.mark()
      for (const name of names) written.set(name, { row: undefined, at: 0, ...written.get(name), mark })
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

/** A row that was not found among rows that cannot be read may be one of them: that is no proof that it is gone. */
function ensureSure<Row>({ row, isSure }: Observation<Row>): Row | undefined {
  if (isSure) return row
  throw new ServiceError({ kind: 'perhaps-unreadable' })
}
