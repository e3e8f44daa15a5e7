import type { RowsEnd, RowsHeard } from './list/protocol.ts'
import { nameOf, type FlatRow, type RowShape } from './list/rows.ts'
import { rowStore, type Dated } from './row-store.ts'
import type { Ending, Resource } from './service.ts'

/** Streams the rows of one list; `names`: only these are needed. */
export type Rows = (ending: Ending & { names?: ReadonlySet<string>; onRows?: RowsHeard['onRows'] }) => Promise<RowsEnd>

/** How many rows are shown first while a list arrives, a screenful, and how many times as many each time after that. */
const [firstPart, nextPart] = [100, 4]

/** The list of one resource, and the reads of single rows of it. */
export function reading<Row extends Dated>(
  rows: Rows,
  now: () => number,
  shape: RowShape<Row>,
): Pick<Resource<Row, never, never>, 'list' | 'read'> {
  return {
    async list({ onPart, ...ending } = {}) {
      const beganAt = now()
      const all: FlatRow[] = []
      const unreadable: number[] = []
      let due = firstPart
      const onRows: RowsHeard['onRows'] = (some, missed) => {
        for (const row of some) all.push(row)
        unreadable.push(...missed)
        const seen = all.length + unreadable.length
        if (onPart === undefined || seen < due) return
        due = seen * nextPart
        const head = { beganAt, readAt: now(), isWhole: false, unreadable: [...unreadable], otherFields: [] }
        return onPart(rowStore([...all], shape, head))
      }
      const { order, otherFields } = await rows({ ...ending, onRows })
      return rowStore(all, shape, { beganAt, readAt: now(), isWhole: true, unreadable, otherFields }, order)
    },
    async read(names, { onUnreadable, ...ending } = {}) {
      const { found, unreadable } = await rows({ ...ending, names })
      if (unreadable > 0) onUnreadable?.()
      return new Map(found.map((row) => [nameOf(row), shape.row(row)]))
    },
  }
}
