import type { Dated } from './row-store.ts'
import type { Resource } from './service.ts'
import { shareReads } from './shared-reads.ts'

/** The reads around the writes of one resource, and what this browser last read back of each name. */
export interface SavingReads<Row> {
  /** The row as it is now, at most two seconds old and never older than its last write here; undefined: not there. */
  fresh(name: string): Promise<Row | undefined>
  /** The rows as one read shows them that begins now, after a write; the first is what the admin then saw. */
  after(names: readonly string[]): Promise<(Row | undefined)[]>
  /** Something was sent, and no read shows yet what came of it: what was read before it no longer counts. */
  touched(names: readonly string[]): void
  /** The same, where what was sent certainly did nothing: what the admin saw still stands. */
  refused(names: readonly string[]): void
  /** What the admin knows of the row: the row seen, or what an act here has read back since. */
  known(name: string, seen: { row: Row; beganAt: number }): Row
}

/** `now`: the page's milliseconds since 1970. */
export function createSavingReads<Row extends Dated>(
  { read }: Pick<Resource<Row, never, never>, 'read'>,
  { now, signal }: { now: () => number; signal: AbortSignal },
): SavingReads<Row> {
  const reads = shareReads((names) => read(names, { signal }), now)
  const written = new Map<string, { mark: number; row: Row | undefined; at: number }>()
  const touched: SavingReads<Row>['touched'] = (names) => {
    const mark = reads.mark()
    for (const name of names) written.set(name, { mark, row: undefined, at: now() })
  }
  return {
    fresh: async (name) => (await reads.read(name, written.get(name)?.mark ?? 0)).row,
    async after(names) {
      touched(names)
      const mark = reads.mark()
      const sights = await Promise.all(names.map((name) => reads.read(name, mark)))
      const [first] = names
      if (first !== undefined) written.set(first, { mark, row: sights[0]?.row, at: now() })
      return sights.map(({ row }) => row)
    },
    touched,
    refused(names) {
      const mark = reads.mark()
      for (const name of names) written.set(name, { row: undefined, at: 0, ...written.get(name), mark })
    },
    known(name, seen) {
      const ours = written.get(name)
      return ours?.row !== undefined && ours.at >= seen.beganAt ? ours.row : seen.row
    },
  }
}
