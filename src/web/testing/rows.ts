import { listOf } from '#api/testing/lists.ts'
import type { RowList } from '#api/list/row-list.ts'
import type { Token } from '#api/token.ts'
import type { User } from '#api/user.ts'
import type { Timestamp } from '#api/wire.ts'
import { compareNames } from '#web/resource/name-order.ts'

/** A moment as most services write it: an integer. */
export const timestampOf = (integer: number): Timestamp => integer

/** A token row. By default it was created at 1,000 and expires at 2,000,000,000,000. */
export const tokenRow = (name: string, change: Partial<Token> = {}): Token => ({
  name,
  expiration_date: timestampOf(2_000_000_000_000),
  active: true,
  write: false,
  created_at: timestampOf(1000),
  updated_at: timestampOf(1000),
  ...change,
})

/** A user row, by default created at 1,000. */
export const userRow = (email: string, change: Partial<User> = {}): User => ({
  email,
  admin: false,
  active: true,
  created_at: timestampOf(1000),
  updated_at: timestampOf(1000),
  ...change,
})

/** A list that was read at `readAt`, in milliseconds since 1970. */
export const tokenListOf = (rows: readonly Token[], readAt = 1): RowList<Token> =>
  listOf(
    rows.toSorted((a, b) => compareNames(a.name, b.name)),
    readAt,
  )

/** A list of users that was read at `readAt`. */
export const userListOf = (rows: readonly User[], readAt = 1): RowList<User> =>
  listOf(
    rows.toSorted((a, b) => compareNames(a.email, b.email)),
    readAt,
  )
