import { RowCollector, type RowStore } from '#contract/row-store.ts'
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
export function tokensOf(rows: readonly Token[], readAt = 1): RowStore<Token> {
  const collector = new RowCollector<Token>((row) => row.name)
  for (const row of rows) collector.add(row)
  return collector.store(readAt, readAt)
}

/** The same of users. */
export function usersOf(rows: readonly User[], readAt = 1): RowStore<User> {
  const collector = new RowCollector<User>((row) => row.email)
  for (const row of rows) collector.add(row)
  return collector.store(readAt, readAt)
}
