import { ColumnList } from '#contract/column-store.ts'
import { ColumnBuilder } from '#contract/column-builder.ts'
import { compared } from '#contract/name-order.ts'
import type { RowParts } from '#contract/row-parts.ts'
import type { RowShape } from '#contract/row-shape.ts'
import type { Dated, RowStore } from '#contract/row-store.ts'
import type { Token } from '#contract/token.ts'
import type { User } from '#contract/user.ts'

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
    else builder.add(partsOf(row))
    if (builder.count >= pieces) list.add(builder.take())
  }
  list.add(builder.take())
  const names = rows.flatMap((row) => (row === undefined ? [] : [shape.nameOf(row)]))
  const order = names.map((_, index) => index).toSorted((a, b) => compared((index) => names[index] ?? '', a, b))
  return list.store({ beganAt: readAt, readAt, isWhole: true, unreadable }, Uint32Array.from(order))
}

/** What a row is made of, apart from what columns do not hold. */
export function partsOf(row: Dated): RowParts {
  const said = row as Token | User
  const common = { yours: said.yours === true, fingerprint: undefined }
  if ('email' in said) {
    const { email: name, admin, active, created_at, updated_at } = said
    return {
      name,
      flags: [admin, active],
      moments: [{ spelled: 'none' }, created_at, updated_at],
      claims: undefined,
      ...common,
    }
  }
  const { name, active, write, expiration_date, created_at, updated_at, claims } = said
  return { name, flags: [active, write], moments: [expiration_date, created_at, updated_at], claims, ...common }
}
