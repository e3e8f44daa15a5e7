import * as z from 'zod/mini'
import { flagRecord, flag, fromMillis, timestamp, toMillis, isSameTimestamp, type TimeUnit } from './wire.ts'
import type { ValueMetadata } from './jwt.ts'

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
  expiration_date: timestamp,
  ...flagRecord(tokenFlags, flag),
  created_at: timestamp,
  updated_at: timestamp,
})
export type StoredToken = z.infer<typeof StoredToken>

/** The name of a field of a token. */
export type TokenFieldName = keyof StoredToken

/** One row of the list of tokens. An unreadable flag is undefined. */
export interface Token extends StoredToken, ValueMetadata {}

type SentField = Exclude<TokenFieldName, 'created_at' | 'updated_at'>

/** The name of a field that an admin can set. */
export type SettableTokenField = Exclude<SentField, 'name'>

/** The whole record, as create and update send it. `expiration_date` undefined: not sent. */
export const TokenBody = z.object({
  name: z.string().check(z.minLength(1)),
  ...flagRecord(tokenFlags, z.boolean()),
  expiration_date: z.optional(z.int()),
} satisfies Record<SentField, z.ZodMiniType>)
export type TokenBody = z.infer<typeof TokenBody>

/**
 * An expiry as an admin requests it:
 * - `at`: a moment, in milliseconds since 1970.
 * - `after`: milliseconds from the moment of sending.
 * - `integer`: sent as it is.
 * - `none`: not sent. By the documentation, the service stores the moment of the update then.
 */
export type Expiry = { at: number } | { after: number } | { integer: number } | 'none'

/** What an admin changes about a token; fields that are left out stay as they are. */
export type TokenChange = {
  [Field in SettableTokenField]?: Field extends 'expiration_date' ? Expiry : TokenBody[Field]
}

/** The fields of a new token. */
export type NewToken = Pick<TokenBody, 'name'> & Required<TokenChange>

/**
 * Whether the stored expiry means "not given": it is absent, or equals the moment of the last update, as documented.
 * Whether a service treats such a token as never expiring or as expired is not documented.
 */
export function hasNoExpiry(token: Pick<Token, 'expiration_date' | 'updated_at'>): boolean {
  return token.expiration_date === undefined || isSameTimestamp(token.expiration_date, token.updated_at)
}

/** What a write needs to convert moments. */
interface WriteContext {
  /** The unit of the service's moments. */
  unit: TimeUnit
  /** The page's milliseconds since 1970. */
  now: () => number
}

/** The integer to send for an expiry. It is a whole second in either unit, so a service that rounds changes nothing. */
export function expiryToSend(expiry: Expiry, { unit, now }: WriteContext): Pick<TokenBody, 'expiration_date'> {
  if (expiry === 'none') return {}
  if ('integer' in expiry) return { expiration_date: expiry.integer }
  const expiresAt = 'at' in expiry ? expiry.at : now() + expiry.after
  return { expiration_date: fromMillis(Math.floor(expiresAt / 1000) * 1000, unit) }
}

/**
 * The integer to send for an expiry that stays as it is. One that means "not given" is left out: on a service that stores
 * the moment of the update, sending it again would end a "never".
 */
export function unchangedExpiry(row: Token): Pick<TokenBody, 'expiration_date'> {
  const { expiration_date: integer } = row
  return typeof integer !== 'number' || hasNoExpiry(row) ? {} : { expiration_date: integer }
}

/** Whether a row has the requested expiry. One that counts from the moment of sending is never there before it. */
export function matchesExpiry(row: Token, expiry: Expiry, unit: TimeUnit): boolean {
  if (expiry === 'none') return hasNoExpiry(row)
  if ('integer' in expiry) return row.expiration_date === expiry.integer
  const storedAt = toMillis(row.expiration_date, unit)
  return storedAt !== undefined && 'at' in expiry && Math.floor(expiry.at / 1000) === Math.floor(storedAt / 1000)
}

/** Whether a row shows the expiry that was sent; undefined: none was. */
export function showsSentExpiry(row: Token, integer: TokenBody['expiration_date']): boolean {
  // A date equal to the second of the update reads as "not given", which may mean never.
  return integer === undefined ? hasNoExpiry(row) : row.expiration_date === integer && !hasNoExpiry(row)
}
