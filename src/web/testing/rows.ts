import { listOf } from '#contract/testing/lists.ts'
import { tokenShape, userShape } from '#contract/list/rows.ts'
import type { RowStore } from '#contract/list/row-store.ts'
import type { Token } from '#contract/token.ts'
import type { User } from '#contract/user.ts'
import type { Moment } from '#contract/wire.ts'

/** A moment as most services spell it. */
export const whole = (integer: number): Moment => ({ spelled: 'integer', integer })

/** A row as a service would hold it: made at 1,000 and good until 2,000,000,000,000 unless said otherwise. */
export const token = (name: string, change: Partial<Token> = {}): Token => ({
  name,
  expiration_date: whole(2_000_000_000_000),
  active: true,
  write: false,
  created_at: whole(1000),
  updated_at: whole(1000),
  ...change,
})

/** The same of a user. */
export const user = (email: string, change: Partial<User> = {}): User => ({
  email,
  admin: false,
  active: true,
  created_at: whole(1000),
  updated_at: whole(1000),
  ...change,
})

/** A list that was read at `readAt`. */
export const tokensOf = (rows: readonly Token[], readAt = 1): RowStore<Token> => listOf(tokenShape, rows, readAt)

/** The same of users. */
export const usersOf = (rows: readonly User[], readAt = 1): RowStore<User> => listOf(userShape, rows, readAt)
