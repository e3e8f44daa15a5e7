import { ColumnList } from '#contract/column-store.ts'
import { ColumnBuilder } from '#contract/column-builder.ts'
import { compared } from '#contract/name-order.ts'
import type { RowShape } from '#contract/row-shape.ts'
import type { Dated, RowStore } from '#contract/row-store.ts'

/** A list as it was read at `readAt`; undefined stands for a row that cannot be read. `pieces`: how many rows came at once. */
export function listOf<Row extends Dated>(
  shape: RowShape<Row>,
  rows: readonly (Row | undefined)[],
  readAt = 1,
  pieces = Number.POSITIVE_INFINITY,
): RowStore<Row> {
  const list = new ColumnList(shape)
  const builder = new ColumnBuilder()
  const unreadable: number[] = []
  for (const [index, row] of rows.entries()) {
    if (row === undefined) unreadable.push(index + 1)
    else builder.add(shape.parts(row))
    if (builder.count >= pieces) list.add(builder.take())
  }
  list.add(builder.take())
  const names = rows.flatMap((row) => (row === undefined ? [] : [shape.nameOf(row)]))
  const order = names.map((_, index) => index).toSorted((a, b) => compared((index) => names[index] ?? '', a, b))
  return list.store({ beganAt: readAt, readAt, isWhole: true, unreadable }, Uint32Array.from(order))
}
