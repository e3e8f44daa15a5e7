import { tokenFrom, userFrom, nameOf, type RowShape } from '#contract/list/rows.ts'
import type { Token } from '#contract/token.ts'
import type { User } from '#contract/user.ts'
import { NameOrder } from '#contract/list/order.ts'
import { rowStore, type Dated, type RowStore } from '#contract/list/row-store.ts'

/** Reads a token from a JSON row. @throws {Error} without a name. */
export function token(fields: object): Token {
  const read = tokenFrom(fields)
  if (read === undefined) throw new Error('no token')
  return read
}

/** Reads a user from a JSON row. @throws {Error} without an email. */
export function user(fields: object): User {
  const read = userFrom(fields)
  if (read === undefined) throw new Error('no user')
  return read
}

/** A list that was read at `readAt`; undefined stands for an unreadable row. */
export function listOf<Row extends Dated>(
  shape: RowShape<Row>,
  rows: readonly (Row | undefined)[],
  readAt = 1,
): RowStore<Row> {
  const flat = rows.flatMap((row) => (row === undefined ? [] : [shape.flat(row)]))
  const unreadable = rows.flatMap((row, index) => (row === undefined ? [index + 1] : []))
  const head = { beganAt: readAt, readAt, isWhole: true, unreadable, otherFields: [] }
  const order = new NameOrder()
  order.add(flat.map(nameOf))
  return rowStore(flat, shape, head, order.indexes())
}
