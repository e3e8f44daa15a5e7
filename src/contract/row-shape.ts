import type { RowCursor } from './columns.ts'
import type { RowParts } from './row-parts.ts'
import type { Dated } from './row-store.ts'
import type { Token } from './token.ts'
import type { User } from './user.ts'

/** How the rows of one resource are put together, and looked at where they stand. */
export interface RowShape<Row extends Dated> {
  nameOf: (row: Row) => string
  row: (parts: RowParts) => Row
  /** The row that the cursor stands at, as it goes on: a row for a look, not to be kept. */
  live: (cursor: RowCursor) => Row
}

/** Tokens, by name. */
export const tokenShape: RowShape<Token> = {
  nameOf: (token) => token.name,
  row({ name, flags, moments, claims, yours, fingerprint }) {
    const [expiration_date, created_at, updated_at] = moments
    const token: Token = { name, expiration_date, active: flags[0], write: flags[1], created_at, updated_at }
    if (claims !== undefined) token.claims = claims
    if (yours) token.yours = yours
    if (fingerprint !== undefined) token.fingerprint = fingerprint
    return token
  },
  live: (cursor) =>
    ({
      get name() {
        return cursor.name
      },
      get expiration_date() {
        return cursor.moment(0)
      },
      get active() {
        return cursor.flag(0)
      },
      get write() {
        return cursor.flag(1)
      },
      get created_at() {
        return cursor.moment(1)
      },
      get updated_at() {
        return cursor.moment(2)
      },
      get claims() {
        return cursor.claims
      },
      get yours() {
        return cursor.yours || undefined
      },
    }) as Token,
}

/** Users, by e-mail. */
export const userShape: RowShape<User> = {
  nameOf: (user) => user.email,
  row({ name, flags, moments, yours }) {
    const user: User = {
      email: name,
      admin: flags[0],
      active: flags[1],
      created_at: moments[1],
      updated_at: moments[2],
    }
    if (yours) user.yours = yours
    return user
  },
  live: (cursor) =>
    ({
      get email() {
        return cursor.name
      },
      get admin() {
        return cursor.flag(0)
      },
      get active() {
        return cursor.flag(1)
      },
      get created_at() {
        return cursor.moment(1)
      },
      get updated_at() {
        return cursor.moment(2)
      },
      get yours() {
        return cursor.yours || undefined
      },
    }) as User,
}
