import * as z from 'zod/mini'
import { each } from './flags.ts'
import type { ValueFacts } from './jwt.ts'
import { flag, integerFor, moment, momentAt, sameMoment, type Unit } from './wire.ts'

/** The flags of a token, all sent with every write, and what a new one has unless the admin says otherwise. */
export const tokenFlags = { active: true, write: false } satisfies Record<string, boolean>
/** The name of a flag of a token. */
export type TokenFlag = keyof typeof tokenFlags

/**
 * The fields that the console keeps of a token row. A row may carry the token's value; it is not named here, so it is
 * dropped. Adding a field here causes a type error wherever the field must be handled.
 */
export const StoredToken = z.object({
  name: z.string(),
  expiration_date: moment,
  ...each(tokenFlags, flag),
  created_at: moment,
  updated_at: moment,
})
export type StoredToken = z.infer<typeof StoredToken>

/** The name of a field of a token. */
export type TokenField = keyof StoredToken

/** One row of the list of tokens. An unreadable flag is undefined. */
export interface Token extends StoredToken, ValueFacts {}

type SentField = Exclude<TokenField, 'created_at' | 'updated_at'>

/** The name of a field that an admin can set. */
export type SettableTokenField = Exclude<SentField, 'name'>

/** The whole record, as create and update send it. `expiration_date` undefined: not sent. */
export const TokenDraft = z.object({
  name: z.string().check(z.minLength(1)),
  ...each(tokenFlags, z.boolean()),
  expiration_date: z.optional(z.int()),
} satisfies Record<SentField, z.ZodMiniType>)
export type TokenDraft = z.infer<typeof TokenDraft>

/**
 * An expiry as an admin asks for it:
 * - `at`: a moment, in milliseconds since 1970.
 * - `after`: milliseconds from the moment of sending.
 * - `integer`: sent as it is.
 * - `not-given`: not sent. The documentation stores the moment of the update then.
 */
export type Expiry = { at: number } | { after: number } | { integer: number } | 'not-given'

/** What an admin changes about a token; fields that are left out stay as they are. */
export type TokenChange = {
  [Field in SettableTokenField]?: Field extends 'expiration_date' ? Expiry : TokenDraft[Field]
}

/** The fields of a new token. */
export type NewToken = Pick<TokenDraft, 'name'> & Required<TokenChange>

/**
 * Whether the stored expiry means "not given": it is absent, or equals the moment of the last update, as documented.
 * Whether a service treats such a token as never expiring or as expired is not documented.
 */
export function isNotGiven(token: Pick<Token, 'expiration_date' | 'updated_at'>): boolean {
  return token.expiration_date === undefined || sameMoment(token.expiration_date, token.updated_at)
}

/** What a write needs to convert moments. */
interface WriteContext {
  /** The unit of the service's moments. */
  unit: Unit
  /** The page's milliseconds since 1970. */
  now: () => number
}

/** The integer to send for an expiry. It is a whole second in either unit, so a service that rounds changes nothing. */
export function sentExpiry(expiry: Expiry, { unit, now }: WriteContext): Pick<TokenDraft, 'expiration_date'> {
  if (expiry === 'not-given') return {}
  if ('integer' in expiry) return { expiration_date: expiry.integer }
  const at = 'at' in expiry ? expiry.at : now() + expiry.after
  return { expiration_date: integerFor(Math.floor(at / 1000) * 1000, unit) }
}

/**
 * The integer to send for an expiry that stays as it is. One that means "not given" is left out: on a service that stores
 * the moment of the update, sending it again would end a "never".
 */
export function keptExpiry(row: Token): Pick<TokenDraft, 'expiration_date'> {
  const { expiration_date: integer } = row
  return typeof integer !== 'number' || isNotGiven(row) ? {} : { expiration_date: integer }
}

/** Whether a row has the expiry that is asked for. One that counts from the moment of sending is never there before it. */
export function holdsExpiry(row: Token, expiry: Expiry, unit: Unit): boolean {
  if (expiry === 'not-given') return isNotGiven(row)
  if ('integer' in expiry) return row.expiration_date === expiry.integer
  const at = momentAt(row.expiration_date, unit)
  return at !== undefined && 'at' in expiry && Math.floor(expiry.at / 1000) === Math.floor(at / 1000)
}

/** Whether a row shows the expiry that was sent; undefined: none was. */
export function showsExpiry(row: Token, integer: TokenDraft['expiration_date']): boolean {
  // A date equal to the second of the update reads as "not given", which may mean never.
  return integer === undefined ? isNotGiven(row) : row.expiration_date === integer && !isNotGiven(row)
}
