import * as z from 'zod/mini'
import { StoredToken, type Token } from '#contract/token.ts'
import { StoredUser, type User } from '#contract/user.ts'

const yours = z.optional(z.literal(true))
const claim = z.optional(z.number())

/** A token as the console server sends it to the page: without its value, but with what verdicts need about it. */
export const TokenRow: z.ZodMiniType<Token> = z.object({
  ...StoredToken.shape,
  claims: z.optional(z.object({ iat: claim, exp: claim })),
  yours,
  fingerprint: z.optional(z.string()),
})

/** A user as the console server sends it. */
export const UserRow: z.ZodMiniType<User> = z.object({ ...StoredUser.shape, yours })

/** A row of either resource. */
export type Row = Token | User

/** The name or email of a row. */
export function nameOf(row: Row): string {
  return 'name' in row ? row.name : row.email
}
