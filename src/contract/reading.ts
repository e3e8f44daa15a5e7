import { ColumnList } from './column-store.ts'
import type { RowsEnd, RowsHeard } from './list-reader.ts'
import { firstPart, nextPart } from './parts.ts'
import type { RowShape } from './row-shape.ts'
import type { Dated } from './row-store.ts'
import type { Ending, Resource } from './service.ts'

/** Streams the rows of one list; `names`: only these are needed. */
export type Rows = (ending: Ending & { names?: ReadonlySet<string>; onRows?: RowsHeard['onRows'] }) => Promise<RowsEnd>

/** The list of one resource, and the reads of single rows of it. */
export function reading<Row extends Dated>(
  rows: Rows,
  now: () => number,
  shape: RowShape<Row>,
): Pick<Resource<Row, never, never>, 'list' | 'read'> {
  return {
    async list({ onPart, ...ending } = {}) {
      const beganAt = now()
      const list = new ColumnList(shape)
      const unreadable: number[] = []
      const store = (isWhole: boolean, order?: Uint32Array) =>
        list.store({ beganAt, readAt: now(), isWhole, unreadable: [...unreadable] }, order)
      let due = firstPart
      const onRows: RowsHeard['onRows'] = (columns, more) => {
        list.add(columns)
        for (const one of more) unreadable.push(one)
        const seen = list.count + unreadable.length
        if (onPart === undefined || seen < due) return
        due = seen * nextPart
        return onPart(store(false))
      }
      const { order } = await rows({ ...ending, onRows })
      return store(true, order)
    },
    async read(names, { onUnreadable, ...ending } = {}) {
      const { found, unreadable } = await rows({ ...ending, names })
      if (unreadable > 0) onUnreadable?.()
      return new Map(found.map((parts) => [parts.name, shape.row(parts)]))
    },
  }
}
