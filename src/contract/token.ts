import type { Carried } from './jwt.ts'
import { sameMoment, type Moment, type Unit } from './wire.ts'
import * as z from 'zod/mini'

/** One row of the list of tokens. A flag that cannot be read is undefined. */
export interface Token extends Carried {
  name: string
  expiration_date: Moment
  active: boolean | undefined
  write: boolean | undefined
  created_at: Moment
  updated_at: Moment
}

/**
 * Whether the stored expiry is what the documentation stores for "not given": the moment of the last update, or
 * nothing at all. What a service makes of such a date (never, or past at once) is not documented.
 */
export function isNotGiven(token: Pick<Token, 'expiration_date' | 'updated_at'>, unit: Unit): boolean {
  return token.expiration_date.spelled === 'none' || sameMoment(token.expiration_date, token.updated_at, unit)
}

/** The whole record as it is sent, on create and on update. `expiration_date` undefined: not sent. */
export const TokenDraft = z.object({
  name: z.string().check(z.minLength(1)),
  expiration_date: z.optional(z.union([z.int(), z.bigint()])),
  active: z.boolean(),
  write: z.boolean(),
})
export type TokenDraft = z.infer<typeof TokenDraft>

type Said = string | null

const said = z.nullable(z.string())
const held = z.pipe(
  z.object({ token: said }),
  z.transform(({ token }: { token: Said }) => token),
)
const listed = z.pipe(
  z.array(held),
  z.transform(([first]: Said[]) => first ?? null),
)
const wrapped = z.union([listed, held, said])

/**
 * The value of a token, or the bearer that a sign-in answers with, in every spelling seen; the parsed thing is the secret
 * itself, or undefined for "no such" (an empty list, null).
 */
export const TokenValue = z.pipe(
  z.union([
    z.pipe(
      z.object({ data: wrapped }),
      z.transform(({ data }: { data: Said }) => data),
    ),
    z.pipe(
      z.object({ value: said }),
      z.transform(({ value }: { value: Said }) => value),
    ),
    wrapped,
  ]),
  z.transform((value: Said): string | undefined => value ?? undefined),
)
