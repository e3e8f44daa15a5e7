import type { Claims } from './carried.ts'
import type { RowCursor } from './columns.ts'
import type { Dated } from './row-store.ts'
import type { Token } from './token.ts'
import type { User } from './user.ts'
import type { Moment } from './wire.ts'

/** What a row of either resource is made of, so that one set of columns can hold both. */
export interface RowParts {
  name: string
  /** `active` and `write` of a token, `admin` and `active` of a user. */
  flags: [boolean | undefined, boolean | undefined]
  /** `expiration_date` (a user has none), `created_at`, `updated_at`. */
  moments: [Moment, Moment, Moment]
  claims: Claims | undefined
  yours: boolean
}

/** How the rows of one resource are taken apart. What only reads of single rows keep is not among it. */
export interface RowParting<Row extends Dated> {
  nameOf: (row: Row) => string
  parts: (row: Row) => RowParts
}

/** The same, and how they are put together again. */
export interface RowShape<Row extends Dated> extends RowParting<Row> {
  /** The row that the cursor stands at, as it goes on: a row for a look, not to be kept. */
  live: (cursor: RowCursor) => Row
  /** The row at which the cursor stands, for good. */
  whole: (cursor: RowCursor) => Row
}

const none: Moment = { spelled: 'none' }

/** Tokens, by name; apart from the rest of their shape, which whoever reads a list has no use for. */
export const tokenParting: RowParting<Token> = {
  nameOf: (token) => token.name,
  parts: ({ name, active, write, expiration_date, created_at, updated_at, claims, yours }) => ({
    name,
    flags: [active, write],
    moments: [expiration_date, created_at, updated_at],
    claims,
    yours: yours === true,
  }),
}

/** Tokens, by name. */
export const tokenShape: RowShape<Token> = {
  ...tokenParting,
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
  whole(cursor) {
    const token: Token = {
      name: cursor.name,
      expiration_date: { ...cursor.moment(0) },
      active: cursor.flag(0),
      write: cursor.flag(1),
      created_at: { ...cursor.moment(1) },
      updated_at: { ...cursor.moment(2) },
    }
    const { claims, yours } = cursor
    if (claims !== undefined) token.claims = claims
    if (yours) token.yours = yours
    return token
  },
}

/** Users, by e-mail. */
export const userParting: RowParting<User> = {
  nameOf: (user) => user.email,
  parts: ({ email, admin, active, created_at, updated_at, yours }) => ({
    name: email,
    flags: [admin, active],
    moments: [none, created_at, updated_at],
    claims: undefined,
    yours: yours === true,
  }),
}

/** Users, by e-mail. */
export const userShape: RowShape<User> = {
  ...userParting,
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
  whole(cursor) {
    const user: User = {
      email: cursor.name,
      admin: cursor.flag(0),
      active: cursor.flag(1),
      created_at: { ...cursor.moment(1) },
      updated_at: { ...cursor.moment(2) },
    }
    if (cursor.yours) user.yours = true
    return user
  },
}
