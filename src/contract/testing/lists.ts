import { orderingOf } from '#contract/list/order.ts'
import { nameOf, type RowShape } from '#contract/list/rows.ts'
import { rowStore, type Dated, type RowStore } from '#contract/list/row-store.ts'

/** A list as it was read at `readAt`; undefined stands for a row that cannot be read. */
export function listOf<Row extends Dated>(
  shape: RowShape<Row>,
  rows: readonly (Row | undefined)[],
  readAt = 1,
): RowStore<Row> {
  const flat = rows.flatMap((row) => (row === undefined ? [] : [shape.flat(row)]))
  const unreadable = rows.flatMap((row, index) => (row === undefined ? [index + 1] : []))
  const head = { beganAt: readAt, readAt, isWhole: true, unreadable, otherFields: [] }
  const ordering = orderingOf()
  ordering.add(flat.map(nameOf))
  return rowStore(flat, shape, head, ordering.all())
}
