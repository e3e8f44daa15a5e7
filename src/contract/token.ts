import * as z from 'zod/mini'
import type { Carried } from './carried.ts'
import { fieldsOf, flagFrom, momentFrom, sameMoment, type Moment, type Unit } from './wire.ts'

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
 * A row as it came, or undefined where it has no name. A service may put the secret into its rows; it is not named here,
 * so it ends here.
 */
export function tokenFrom(row: unknown): Token | undefined {
  const said = fieldsOf(row)
  if (typeof said?.['name'] !== 'string') return undefined
  return {
    name: said['name'],
    expiration_date: momentFrom(said['expiration_date']),
    active: flagFrom(said['active']),
    write: flagFrom(said['write']),
    created_at: momentFrom(said['created_at']),
    updated_at: momentFrom(said['updated_at']),
  }
}

/** The whole record as it is sent, on create and on update. `expiration_date` undefined: not sent. */
export const TokenDraft = z.object({
  name: z.string().check(z.minLength(1)),
  expiration_date: z.optional(z.union([z.int(), z.bigint()])),
  active: z.boolean(),
  write: z.boolean(),
})
export type TokenDraft = z.infer<typeof TokenDraft>

const said = z.nullable(z.string())
const held = z.object({ token: said })

/**
 * The value of a token in every spelling seen; the parsed thing is the secret itself, or undefined for "no such" (an
 * empty list, null).
 */
export const TokenValue = z.pipe(
  z.union([
    z.object({ data: z.union([z.array(held), held, said]) }),
    z.object({ value: said }),
    held,
    z.array(held),
    said,
  ]),
  z.transform((answer): string | undefined => secretIn(answer) ?? undefined),
)

/** The answer to a sign-in: the bearer, in the same spellings as a token's value. */
export const Bearer = TokenValue

type Said = string | null
type Answer = Said | { token: Said } | { value: Said } | { token: Said }[] | { data: Answer }

function secretIn(answer: Answer): Said | undefined {
  if (typeof answer === 'string' || answer === null) return answer
  if (Array.isArray(answer)) return answer[0]?.token
  if ('data' in answer) return secretIn(answer.data)
  return 'value' in answer ? answer.value : answer.token
}

/**
 * Whether the stored expiry is what the documentation stores for "not given": the moment of the last update, or
 * nothing at all. What a service makes of such a date (never, or past at once) is not documented.
 */
export function isNotGiven(token: Pick<Token, 'expiration_date' | 'updated_at'>, unit: Unit): boolean {
  return token.expiration_date.spelled === 'none' || sameMoment(token.expiration_date, token.updated_at, unit)
}
