import * as z from 'zod/mini'
import { Flag, Moment, sameMoment, type Unit } from './wire.ts'

/**
 * One row of the list of tokens. A service may put the secret into its rows; it is not named here, so it ends here.
 * A flag that cannot be read is undefined.
 */
export const Token = z.object({
  name: z.string(),
  expiration_date: Moment,
  active: Flag,
  write: Flag,
  created_at: Moment,
  updated_at: Moment,
})
export type Token = z.infer<typeof Token>

/** The whole record as it is sent, on create and on update. `expiration_date` undefined: not sent. */
export const TokenDraft = z.object({
  name: z.string().check(z.minLength(1)),
  expiration_date: z.optional(z.union([z.int(), z.bigint()])),
  active: z.boolean(),
  write: z.boolean(),
})
export type TokenDraft = z.infer<typeof TokenDraft>

const held = z.object({ token: z.string() })

/** The value of a token in every spelling seen; the parsed thing is the secret itself, or undefined for "no such". */
export const TokenValue = z.pipe(
  z.union([
    z.object({ data: z.union([z.array(held), held, z.string()]) }),
    z.object({ value: z.string() }),
    held,
    z.array(held),
    z.string(),
  ]),
  z.transform((said): string | undefined => secretIn(said)),
)

type Said = string | { token: string } | { value: string } | { token: string }[] | { data: Said }

function secretIn(said: Said): string | undefined {
  if (typeof said === 'string') return said
  if (Array.isArray(said)) return said[0]?.token
  if ('data' in said) return secretIn(said.data)
  return 'value' in said ? said.value : said.token
}

/**
 * Whether the stored expiry is what the documentation stores for "not given": the moment of the last update, or
 * nothing at all. What a service makes of such a date (never, or past at once) is not documented.
 */
export function isNotGiven(token: Pick<Token, 'expiration_date' | 'updated_at'>, unit: Unit): boolean {
  if (token.expiration_date.spelled === 'none') return true
  return token.updated_at.spelled !== 'none' && sameMoment(token.expiration_date, token.updated_at, unit)
}
