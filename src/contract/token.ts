import * as z from 'zod/mini'
import { flag, flagField, keyField, moment, updateMoment, type Fields, type Read, type WriteContext } from './fields.ts'
import type { ValueFacts } from './jwt.ts'
import { integerFor, momentAt, sameMoment, unmoved, type Moment, type Unit } from './wire.ts'

/**
 * What is kept of a service's row of a token. The row may carry the value of the token: it is not named here, so it
 * ends here. A field that is added here is a type error wherever something must be said of it.
 */
export const StoredToken = z.object({
  name: z.string(),
  expiration_date: moment,
  active: flag,
  write: flag,
  created_at: moment,
  updated_at: moment,
})
export type StoredToken = z.infer<typeof StoredToken>

/** The name of a field of a token. */
export type TokenField = keyof StoredToken

/** One row of the list of tokens. A flag that cannot be read is undefined. */
export interface Token extends Read<StoredToken>, ValueFacts {}

type SentField = Exclude<TokenField, 'created_at' | 'updated_at'>

/** The name of a field that an admin sets. */
export type SettableTokenField = Exclude<SentField, 'name'>

/** The whole record as it is sent, on create and on update. `expiration_date` undefined: not sent. */
export const TokenDraft = z.object({
  name: z.string().check(z.minLength(1)),
  active: z.boolean(),
  write: z.boolean(),
  expiration_date: z.optional(z.union([z.int(), z.bigint()])),
} satisfies Record<SentField, z.ZodMiniType>)
export type TokenDraft = z.infer<typeof TokenDraft>

/**
 * An expiry as an admin means it: a moment (milliseconds since 1970), a stretch from the moment of sending
 * (milliseconds), an integer that goes out as it is, or none given, which the documentation stores as the moment of the
 * update.
 */
export type Expiry = { at: number } | { after: number } | { integer: number | bigint } | 'not-given'

/** What an admin wants of a token; what is not named stays as it is. */
export type TokenChange = {
  [Field in SettableTokenField]?: Field extends 'expiration_date' ? Expiry : TokenDraft[Field]
}

/** What a new token is to be. */
export type NewToken = Pick<TokenDraft, 'name'> & Required<TokenChange>

/** Every field of a token, in the order in which differences are told. */
export const tokenFields: Fields<TokenField, Token, TokenChange, TokenDraft> = {
  name: keyField('name'),
  active: flagField('active'),
  write: flagField('write'),
  expiration_date: {
    same: (seen, now, unit) => unmoved(seen.expiration_date, now.expiration_date, unit),
    set: {
      send(row, { expiration_date: expiry }, context) {
        if (expiry !== undefined) return sentExpiry(expiry, context)
        return row.expiration_date.spelled === 'unreadable' ? undefined : keptExpiry(row, context.unit)
      },
      shows(row, { expiration_date: integer }, { unit }) {
        const isNone = isNotGiven(row, unit)
        // A date that equals the update's own second reads as "not given", which may mean never.
        return integer === undefined ? isNone : isInteger(row.expiration_date, integer, unit) && !isNone
      },
      holds: (row, { expiration_date: expiry }, { unit }, sentBy) =>
        expiry === undefined || holdsExpiry(row, expiry, unit, sentBy),
      asSeen: ({ expiration_date: seen }) =>
        seen.spelled === 'integer' ? { expiration_date: { integer: seen.integer } } : {},
    },
  },
  // Tells another row of the same name from this one, and nothing else.
  created_at: { same: 'not-compared', set: 'by-service' },
  updated_at: updateMoment('updated_at'),
}

/**
 * Whether the stored expiry is what the documentation stores for "not given": the moment of the last update, or
 * nothing at all. What a service makes of such a date (never, or past at once) is not documented.
 */
export function isNotGiven(token: Pick<Token, 'expiration_date' | 'updated_at'>, unit: Unit): boolean {
  return token.expiration_date.spelled === 'none' || sameMoment(token.expiration_date, token.updated_at, unit)
}

/** The integer for an expiry, in whole seconds whatever the unit, so that a service's rounding changes nothing. */
export function sentExpiry(expiry: Expiry, { unit, now }: WriteContext): Pick<TokenDraft, 'expiration_date'> {
  if (expiry === 'not-given') return {}
  if ('integer' in expiry) return { expiration_date: expiry.integer }
  const at = 'at' in expiry ? expiry.at : now() + expiry.after
  return { expiration_date: integerFor(Math.floor(at / 1000) * 1000, unit) }
}

/**
 * An untouched expiry goes back to the last digit. One that stands for "not given" is left out: sent again it would
 * end a "never" on a service that stores the moment of the update, and leaving it out is no worse elsewhere.
 */
export function keptExpiry(row: Token, unit: Unit): Pick<TokenDraft, 'expiration_date'> {
  const moment = row.expiration_date
  if (isNotGiven(row, unit)) return {}
  if (moment.spelled === 'integer') return { expiration_date: moment.integer }
  return moment.spelled === 'iso' ? { expiration_date: integerFor(moment.at, unit) } : {}
}

/** How long sending may have taken at most before its outcome was known, in milliseconds. */
const underWay = 60_000

/** A stretch from the moment of sending is held only afterwards, where it is known by when it was sent. */
function holdsExpiry(row: Token, expiry: Expiry, unit: Unit, sentBy: number | undefined): boolean {
  if (expiry === 'not-given') return isNotGiven(row, unit)
  if ('integer' in expiry) return isInteger(row.expiration_date, expiry.integer, unit)
  const at = momentAt(row.expiration_date, unit)
  if (at === undefined) return false
  if ('at' in expiry) return Math.floor(expiry.at / 1000) === Math.floor(at / 1000)
  if (sentBy === undefined) return false
  const early = sentBy + expiry.after - at
  return early > -1000 && early <= underWay + 1000
}

function isInteger(moment: Moment, integer: number | bigint, unit: Unit): boolean {
  return sameMoment({ spelled: 'integer', integer }, moment, unit)
}
