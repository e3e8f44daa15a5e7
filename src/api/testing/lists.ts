import { rowName, type Row as AnyRow } from '#api/list/row-list.ts'
import { StoredToken, type Token } from '#api/token.ts'
import { StoredUser, type User } from '#api/user.ts'
import { createRowList, type RowList } from '#api/list/row-list.ts'

/** Reads a token from a JSON row. @throws {Error} without a name. */
export function parseToken(fields: object): Token {
  const read = StoredToken.safeParse(fields).data
  if (read === undefined) throw new Error('no token')
  return read
}

/** Reads a user from a JSON row. @throws {Error} without an email. */
export function parseUser(fields: object): User {
  const read = StoredUser.safeParse(fields).data
  if (read === undefined) throw new Error('no user')
  return read
}

/** A list that was read at `readAt`; undefined stands for an unreadable row. */
export function listOf<Row extends AnyRow>(rows: readonly (Row | undefined)[], readAt = 1): RowList<Row> {
  const readable = rows.filter((row) => row !== undefined)
  const unreadable = rows.flatMap((row, index) => (row === undefined ? [index + 1] : []))
  const metadata = { readStartedAt: readAt, readAt, isComplete: true, unreadableRows: unreadable, unknownFields: [] }
  return createRowList(readable, metadata, rowName)
}
