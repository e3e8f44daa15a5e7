import type { Claims } from './carried.ts'
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

/** How the rows of one resource are taken apart and put together. What only reads of single rows keep is not among it. */
export interface RowShape<Row extends Dated> {
  nameOf: (row: Row) => string
  parts: (row: Row) => RowParts
  whole: (parts: RowParts) => Row
}

const none: Moment = { spelled: 'none' }

/** Tokens, by name. */
export const tokenShape: RowShape<Token> = {
  nameOf: (token) => token.name,
  parts: ({ name, active, write, expiration_date, created_at, updated_at, claims, yours }) => ({
    name,
    flags: [active, write],
    moments: [expiration_date, created_at, updated_at],
    claims,
    yours: yours === true,
  }),
  whole: ({ name, flags, moments, claims, yours }) => ({
    name,
    expiration_date: moments[0],
    active: flags[0],
    write: flags[1],
    created_at: moments[1],
    updated_at: moments[2],
    ...(claims !== undefined && { claims }),
    ...(yours && { yours }),
  }),
}

/** Users, by e-mail. */
export const userShape: RowShape<User> = {
  nameOf: (user) => user.email,
  parts: ({ email, admin, active, created_at, updated_at, yours }) => ({
    name: email,
    flags: [admin, active],
    moments: [none, created_at, updated_at],
    claims: undefined,
    yours: yours === true,
  }),
  whole: ({ name, flags, moments, yours }) => ({
    email: name,
    admin: flags[0],
    active: flags[1],
    created_at: moments[1],
    updated_at: moments[2],
    ...(yours && { yours }),
  }),
}
