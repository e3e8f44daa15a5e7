import { listOf } from '#contract/testing/lists.ts'
import type { RowStore } from '#contract/list/row-store.ts'
import type { Token } from '#contract/token.ts'
import type { User } from '#contract/user.ts'
import type { Moment } from '#contract/wire.ts'
import { compareNames } from '#web/resource/name-order.ts'

/** A moment as most services write it: an integer. */
export const whole = (integer: number): Moment => integer

/** A token row. By default it was created at 1,000 and expires at 2,000,000,000,000. */
export const token = (name: string, change: Partial<Token> = {}): Token => ({
  name,
  expiration_date: whole(2_000_000_000_000),
  active: true,
  write: false,
  created_at: whole(1000),
  updated_at: whole(1000),
  ...change,
})

/** A user row, by default created at 1,000. */
export const user = (email: string, change: Partial<User> = {}): User => ({
  email,
  admin: false,
  active: true,
  created_at: whole(1000),
  updated_at: whole(1000),
  ...change,
})

/** A list that was read at `readAt`, in milliseconds since 1970. */
export const tokensOf = (rows: readonly Token[], readAt = 1): RowStore<Token> =>
  listOf(
    rows.toSorted((a, b) => compareNames(a.name, b.name)),
    readAt,
  )

/** A list of users that was read at `readAt`. */
export const usersOf = (rows: readonly User[], readAt = 1): RowStore<User> =>
  listOf(
    rows.toSorted((a, b) => compareNames(a.email, b.email)),
    readAt,
  )
