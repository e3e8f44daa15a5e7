import * as z from 'zod/mini'
import { moment, type Read } from '#contract/fields.ts'
import { StoredToken, type Token } from '#contract/token.ts'
import { StoredUser, type User } from '#contract/user.ts'
import { momentFrom, spelledMoment, type Moment } from '#contract/wire.ts'

const claim = z.optional(z.nullable(z.number()))
const yours = z.optional(z.literal(true))

/**
 * A token as the console server sends it to the page: flat, without its value, but with what verdicts
 * need about the value. `iat` and `exp`: if the value is a JWT (null: no such claim). `yours`: it is the access token
 * of this connection. `fingerprint`: only in reads of single rows.
 */
export const TokenRow = z.object({
  ...StoredToken.shape,
  iat: claim,
  exp: claim,
  yours,
  fingerprint: z.optional(z.string()),
})
export type TokenRow = z.infer<typeof TokenRow>

/** A user in the same form; `yours`: the account of this connection's access token. */
export const UserRow = z.object({ ...StoredUser.shape, yours })
export type UserRow = z.infer<typeof UserRow>

/** A row of either resource. */
export type FlatRow = TokenRow | UserRow

/** The name or email of a row. */
export function nameOf(row: FlatRow): string {
  return 'name' in row ? row.name : row.email
}

/** Converts the rows of one resource. */
export interface RowShape<Row> {
  nameOf: (row: Row) => string
  row: (flat: FlatRow) => Row
  flat: (row: Row) => FlatRow
}

const [readToken, flatToken] = readings<StoredToken>(StoredToken)
const [readUser, flatUser] = readings<StoredUser>(StoredUser)

/** Tokens, by name. */
export const tokenShape: RowShape<Token> = {
  nameOf: (token) => token.name,
  row: (flat) => tokenOf(flat as TokenRow), // a list of tokens was read by that schema
  flat: ({ claims, yours, fingerprint, ...token }) => ({
    ...flatToken(token),
    ...(claims && { iat: claims.iat ?? null, exp: claims.exp ?? null }),
    ...(yours && { yours }),
    ...(fingerprint !== undefined && { fingerprint }),
  }),
}

/** Users, by email. */
export const userShape: RowShape<User> = {
  nameOf: (user) => user.email,
  row: (flat) => userOf(flat as UserRow), // of a list of users
  flat: ({ yours, ...user }) => ({ ...flatUser(user), ...(yours && { yours }) }),
}

/** Reads one JSON row of a token, without its value; undefined: it has no name. */
export function tokenFrom(json: unknown): Token | undefined {
  const row = StoredToken.safeParse(json).data
  return row && tokenOf(row)
}

/** Reads one JSON row of a user; undefined: it has no email. */
export function userFrom(json: unknown): User | undefined {
  const row = StoredUser.safeParse(json).data
  return row && userOf(row)
}

function tokenOf(row: TokenRow): Token {
  const token: Token = readToken(row)
  const { iat, exp, yours, fingerprint } = row
  if (iat !== undefined || exp !== undefined) token.claims = { iat: iat ?? undefined, exp: exp ?? undefined }
  if (yours) token.yours = yours
  if (fingerprint !== undefined) token.fingerprint = fingerprint
  return token
}

function userOf(row: UserRow): User {
  const user: User = readUser(row)
  if (row.yours) user.yours = row.yours
  return user
}

/** Converts flat rows to rows with moments, and back: the fields that the schema names and no others. */
function readings<Flat extends object>({ shape }: { shape: Record<keyof Flat, unknown> }) {
  const fields = Object.keys(shape) as (keyof Flat)[]
  const mapped = (row: object, momentTo: (value: never) => unknown) => {
    const values: Partial<Record<keyof Flat, unknown>> = row
    const to: Partial<Record<keyof Flat, unknown>> = {}
    for (const field of fields) {
      to[field] = shape[field] === moment ? momentTo(values[field] as never) : values[field]
    }
    return to
  }
  return [
    (flat: Flat) => mapped(flat, momentFrom) as Read<Flat>,
    (row: Read<Flat>) => mapped(row, (at: Moment) => spelledMoment(at)) as Flat,
  ] as const
}
