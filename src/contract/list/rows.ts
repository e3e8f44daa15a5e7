import * as z from 'zod/mini'
import { flagFrom, momentFrom, spelledMoment } from '#contract/wire.ts'
import type { Token } from '#contract/token.ts'
import type { User } from '#contract/user.ts'

const flag = z.pipe(z.optional(z.unknown()), z.transform(flagFrom))
/** A number, or text where a number would lose a digit or where it is a date in words. */
const moment = z.pipe(
  z.optional(z.unknown()),
  z.transform((said: unknown) => (Number.isSafeInteger(said) ? (said as number) : spelledMoment(momentFrom(said)))),
)

/** What is kept of a service's row of a token. It may carry the value: that is not named here, so it ends here. */
export const SaidToken = z.object({
  name: z.string(),
  expiration_date: moment,
  active: flag,
  write: flag,
  created_at: moment,
  updated_at: moment,
})

/** What is kept of a service's row of a user. It may carry a password hash: not named, so it ends here. */
export const SaidUser = z.object({
  email: z.string(),
  admin: flag,
  active: flag,
  created_at: moment,
  updated_at: moment,
})

const claim = z.optional(z.nullable(z.number()))
const yours = z.optional(z.literal(true))

/**
 * A token as our host passes it on and as the worker gives it to the page: flat, without a secret, what verdicts need of
 * its value beside it. `iat` and `exp` stand in it where the value is a JWT (null where that does not say), `yours` where
 * it is the bearer of this connection, `fingerprint` only in reads of single rows.
 */
export const TokenRow = z.object({
  ...SaidToken.shape,
  iat: claim,
  exp: claim,
  yours,
  fingerprint: z.optional(z.string()),
})
export type TokenRow = z.infer<typeof TokenRow>

/** A user in the same way; `yours`: the account that the bearer of this connection names. */
export const UserRow = z.object({ ...SaidUser.shape, yours })
export type UserRow = z.infer<typeof UserRow>

/** A row of either resource. */
export type FlatRow = TokenRow | UserRow

/** The name or the email of a row. */
export function nameOf(row: FlatRow): string {
  return 'name' in row ? row.name : row.email
}

/** What the rows of one resource are to the console. */
export interface RowShape<Row> {
  nameOf: (row: Row) => string
  row: (flat: FlatRow) => Row
  flat: (row: Row) => FlatRow
}

/** Tokens, by name. */
export const tokenShape: RowShape<Token> = {
  nameOf: (token) => token.name,
  row: (flat) => tokenOf(flat as TokenRow), // of a list of tokens, read by that schema
  flat({ claims, expiration_date, created_at, updated_at, ...token }) {
    return {
      ...token,
      expiration_date: spelledMoment(expiration_date),
      created_at: spelledMoment(created_at),
      updated_at: spelledMoment(updated_at),
      ...(claims && { iat: claims.iat ?? null, exp: claims.exp ?? null }),
    }
  },
}

/** Users, by email. */
export const userShape: RowShape<User> = {
  nameOf: (user) => user.email,
  row: (flat) => userOf(flat as UserRow), // of a list of users
  flat({ created_at, updated_at, ...user }) {
    return { ...user, created_at: spelledMoment(created_at), updated_at: spelledMoment(updated_at) }
  },
}

/** One token as it came, with nothing of its value; undefined where it has no name. */
export function tokenFrom(said: unknown): Token | undefined {
  const row = SaidToken.safeParse(said).data
  return row && tokenOf(row)
}

/** One user as it came; undefined where it has no email. */
export function userFrom(said: unknown): User | undefined {
  const row = SaidUser.safeParse(said).data
  return row && userOf(row)
}

function tokenOf({ name, active, write, iat, exp, yours, fingerprint, ...moments }: TokenRow): Token {
  const token: Token = {
    name,
    expiration_date: momentFrom(moments.expiration_date),
    active,
    write,
    created_at: momentFrom(moments.created_at),
    updated_at: momentFrom(moments.updated_at),
  }
  if (iat !== undefined || exp !== undefined) token.claims = { iat: iat ?? undefined, exp: exp ?? undefined }
  if (yours) token.yours = yours
  if (fingerprint !== undefined) token.fingerprint = fingerprint
  return token
}

function userOf({ email, admin, active, created_at, updated_at, yours }: UserRow): User {
  const user: User = {
    email,
    admin,
    active,
    created_at: momentFrom(created_at),
    updated_at: momentFrom(updated_at),
  }
  if (yours) user.yours = yours
  return user
}
