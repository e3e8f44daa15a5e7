import * as z from 'zod/mini'
import {
  type FormDefinition,
  type FieldErrorCode,
  type FormContext,
  required,
  requiredFlag,
  fieldError,
  pickChanged,
} from '#web/resource/form.ts'
import {
  type Token,
  type TokenChange,
  tokenFlags,
  type Expiry,
  type TokenFlag,
  type NewToken,
  type SettableTokenField,
} from '#api/token.ts'
import { extractPastedValue, isPartialJwt } from '#api/credentials.ts'
import type { RowContext } from '#web/resource/row-context.ts'
import { flagRecord, type TimeUnit, pickFlags, toMillis, unreadableTimestamp } from '#api/wire.ts'
import { parseLocalTime } from './expiry.ts'
import { expiryOf, noExpiryLabel } from './status.ts'

// Every schema of a form of the tokens page. `now` is the service’s time, as in every `RowContext`.

const minute = 60 * 1000

const hour = 60 * minute

/** Preset lifetimes, in milliseconds from the moment of sending. */
const lifetimes = {
  '1h': hour,
  '1d': 24 * hour,
  '7d': 7 * 24 * hour,
  '30d': 30 * 24 * hour,
  '90d': 90 * 24 * hour,
  '1y': 365 * 24 * hour,
} as const

const PickedTime = z.object({
  /** What the browser’s field for a date and a time holds: `2027-12-31T23:59` in its zone. Empty while a part is missing. */
  picked: z.string(),
  /**
   * The moment that the field began with, until it is edited. It has milliseconds, and may be the second one of two that
   * the clocks show alike.
   */
  timestamp: z.optional(z.number()),
})

export type PickedDateTime = z.infer<typeof PickedTime>

const NewExpiryChoice = z.union([z.enum(['1h', '1d', '7d', '30d', '90d', '1y', 'never']), PickedTime])

const ExpiryChoice = z.union([NewExpiryChoice, z.literal('keep')])

/** When a token expires: after a preset lifetime, never, or at a picked time. */
export type NewExpiryChoice = z.infer<typeof NewExpiryChoice>

/** The same for an existing token, whose expiry may stay as it is. */
export type ExpiryChoice = z.infer<typeof ExpiryChoice>

/** What one press chooses. */
type Preset = Extract<NewExpiryChoice, string> | 'at'

/** What the buttons of an expiry say. */
export const expiryPresetLabels: Record<Preset, string> = {
  '1h': '1 hour',
  '1d': '1 day',
  '7d': '7 days',
  '30d': '30 days',
  '90d': '90 days',
  '1y': '1 year',
  at: 'Custom…',
  never: noExpiryLabel,
}

/** The last moment with a four-digit year. */
export const maxExpiry = Date.UTC(9999, 11, 31, 23, 59, 59)

/** The last time that the field takes. */
export const maxPickedDateTime = '9999-12-31T23:59'

/** What the field shows at a moment: seconds only if there are any. */
export function toPickedDateTime(instant: number): PickedDateTime {
  const timestamp = Math.min(instant, new Date(maxPickedDateTime).getTime())
  const local = timestamp - new Date(timestamp).getTimezoneOffset() * minute
  const hasSeconds = local % minute >= 1000
  const { length } = hasSeconds ? 'yyyy-mm-ddThh:mm:ss' : 'yyyy-mm-ddThh:mm'
  return { picked: new Date(local).toISOString().slice(0, length), timestamp }
}

/** What the field starts with: the stored moment if it has not passed, else 30 days from now at 23:59. */
export function initialPickedDateTime(stored: number | undefined, now: number): PickedDateTime {
  return toPickedDateTime(
    stored !== undefined && stored > now ? stored : new Date(now + lifetimes['30d']).setHours(23, 59, 0, 0),
  )
}

/**
 * The moment of a picked time, or why none can be sent: it must lie after `now`. Of a time that the clocks show twice, it is
 * the first one.
 */
export function pickedTimestamp(
  { picked, timestamp }: PickedDateTime,
  now = 0,
): number | Extract<FieldErrorCode, 'unfinished' | 'skipped' | 'past'> {
  const instant = timestamp ?? parseLocalTime(picked.trim(), false) ?? 'unfinished'
  if (instant === 'unfinished' || instant === 'skipped') return instant
  if (new Date(instant).getFullYear() > 9999) return 'unfinished'
  return instant > now ? instant : 'past'
}

/** Which one of two moments it is that the clocks show alike, because they go back; undefined: there is no other. */
export function repeatedTimeOccurrence(instant: number): 'first' | 'second' | undefined {
  const offsetAt = (time: number) => -new Date(time).getTimezoneOffset() * minute
  const back = offsetAt(instant - 24 * hour) - offsetAt(instant + 24 * hour)
  const isAlike = (other: number) => back > 0 && toPickedDateTime(other).picked === toPickedDateTime(instant).picked
  return isAlike(instant + back) ? 'first' : isAlike(instant - back) ? 'second' : undefined
}

/** The minute of the moment that a choice would mean if it were sent now; undefined: none. */
export function choiceTimestamp(choice: ExpiryChoice, now: number): number | undefined {
  if (typeof choice === 'object' || choice === 'keep' || choice === 'never') return undefined
  return Math.floor((now + lifetimes[choice]) / minute) * minute
}

const withTimeChecks = <Choice extends ExpiryChoice>(schema: z.ZodMiniType<Choice, Choice>, now: number) =>
  schema.check(({ value, issues }) => {
    const instant = typeof value === 'object' ? pickedTimestamp(value, now) : undefined
    if (typeof instant === 'string') issues.push({ code: 'custom', message: instant, input: value })
  })

/** A checked choice as it is asked for. Preset lifetimes count from the moment of sending. */
export function toExpiry(choice: NewExpiryChoice): Expiry {
  if (choice === 'never') return 'none'
  if (typeof choice === 'string') return { after: lifetimes[choice] }
  const instant = pickedTimestamp(choice)
  if (typeof instant !== 'number') throw new RangeError('a picked time without a moment was not refused')
  return { at: instant }
}

/** The fields of a token form, as typed. */
export interface TokenFormValues extends Record<TokenFlag, boolean | undefined> {
  /** Of a new token. */
  name: string
  /** Undefined: the stored one is unreadable, and nothing is chosen yet. */
  expiration_date: ExpiryChoice | undefined
}

const newExpiry = (now: number) => z.pipe(required(withTimeChecks(NewExpiryChoice, now)), z.transform(toExpiry))

const flags = flagRecord(tokenFlags, requiredFlag)

/** Checks the form of a new token. */
export function newTokenSchema(isTaken: (name: string) => boolean, now: number): z.ZodMiniType<NewToken, object> {
  const name = z.string().check(
    z.minLength(1, fieldError('missing')),
    z.refine((name) => !isTaken(name), fieldError('taken')),
  )
  const shape = { name, expiration_date: newExpiry(now), ...flags }
  return z.object(shape satisfies Record<keyof NewToken, z.ZodMiniType>)
}

/** Checks the form of an existing token. The result has only the fields that differ from `row`. */
export function tokenChangeSchema(row: Token, now: number, timeUnit: TimeUnit): z.ZodMiniType<TokenChange, object> {
  const stored = expiryOf(row, timeUnit)
  const isStored = (choice: NewExpiryChoice) => typeof choice === 'object' && choice.timestamp === stored
  const expiration_date = required(withTimeChecks(canKeepExpiry(row) ? ExpiryChoice : NewExpiryChoice, now))
  const shape = { expiration_date, ...flags }
  return z.pipe(
    z.object(shape satisfies Record<SettableTokenField, z.ZodMiniType>),
    z.transform(({ expiration_date: choice, ...flagValues }) => ({
      ...(choice !== 'keep' && !isStored(choice) && { expiration_date: toExpiry(choice) }),
      ...pickChanged(row, flagValues),
    })),
  )
}

/** Checks a form that asks for a new expiry only. */
export const newExpirySchema = (now: number): z.ZodMiniType<Pick<NewToken, 'expiration_date'>, object> =>
  z.object({ expiration_date: newExpiry(now) })

/** Checks what was pasted into *Find by value…*, and takes the value out of it. Its faults are sentences. */
export const pastedValueSchema = z.pipe(
  z.pipe(z.string(), z.transform(extractPastedValue)),
  z.string().check(
    z.minLength(1, { error: 'Paste the value first.', abort: true }),
    z.refine((value) => !isPartialJwt(value), 'This is a part of a value. Paste the whole of it.'),
  ),
)

/** What the form of a token starts with. */
export function toTokenFormValues(row: Token): TokenFormValues {
  return {
    name: row.name,
    expiration_date: canKeepExpiry(row) ? 'keep' : undefined,
    ...pickFlags(tokenFlags, row),
  }
}

/** What the form of a new token starts with. */
const newTokenValues: TokenFormValues = { name: '', expiration_date: '30d', ...tokenFlags }

/** The same for one like another: as long from now as from the other’s creation to its expiry. */
export function newTokenDefaults(
  duplicateOf: Token | undefined,
  { timeUnit, names, now }: Pick<FormContext, 'timeUnit' | 'names' | 'now'>,
): TokenFormValues {
  if (duplicateOf === undefined) return newTokenValues
  const { name } = duplicateOf
  const copies = Array.from({ length: 100 }, (_, index) => `${name}-copy${index === 0 ? '' : `-${index + 1}`}`)
  return {
    name: copies.find((candidate) => !names.isTaken(candidate)) ?? '',
    expiration_date: sameLifetime(duplicateOf, timeUnit, now),
    ...pickFlags(tokenFlags, duplicateOf),
  }
}

/** How long a token lives, in milliseconds; undefined: its dates do not tell, or it has no expiry. */
export function lifetimeOf(token: Token, unit: TimeUnit): number | undefined {
  const [expiry, created] = [expiryOf(token, unit), toMillis(token.created_at, unit)]
  return typeof expiry === 'number' && created !== undefined && expiry > created ? expiry - created : undefined
}

/** The usual lifetime where that of the other token cannot be told. */
function sameLifetime(token: Token, timeUnit: TimeUnit, now: number): ExpiryChoice | undefined {
  if (expiryOf(token, timeUnit) === 'none') return 'never'
  const lifetime = lifetimeOf(token, timeUnit)
  if (lifetime === undefined) return newTokenValues.expiration_date
  const presets = Object.keys(lifetimes) as (keyof typeof lifetimes)[]
  // Saving takes time, so a date that was a preset differs from it by less than a minute.
  const preset = presets.find((candidate) => Math.abs(lifetimes[candidate] - lifetime) < minute)
  return preset ?? toPickedDateTime(Math.floor((now + lifetime) / minute) * minute)
}

/** Whether the stored expiry can stay. An unreadable one cannot be sent again. */
export function canKeepExpiry({ expiration_date }: Token): boolean {
  return expiration_date !== unreadableTimestamp
}

/** What is offered for the lines of a file without a date. */
const importExpiryChoices = ['30d', '90d', '1y', 'never'] as const

/** The forms of tokens, and what a file of them needs. */
export const tokenFormDefinition: FormDefinition<Token, TokenChange> = {
  newDefaults: (context, duplicateOf) => newTokenDefaults(duplicateOf, context),
  newSchema: (context) =>
    z.pipe(
      newTokenSchema(context.names.isTaken, context.now),
      z.transform(({ name, ...change }) => ({ name, change })),
    ),
  valuesOf: toTokenFormValues,
  changeSchema: (row, context) => tokenChangeSchema(row, context.now, context.timeUnit),
  importRules: {
    defaults(chosen) {
      const choice = importExpiryChoices.find((option) => option === chosen) ?? '30d'
      return { expiration_date: toExpiry(choice), ...tokenFlags }
    },
    withoutColumn: { write: 'be read-only', active: 'be active' },
    defaultChoice: {
      field: 'expiration_date',
      legend: 'Expires, where the file has no date',
      choices: importExpiryChoices.map((id) => ({ id, label: expiryPresetLabels[id] })),
      initial: '30d',
    },
    validate: (name, { expiration_date: expiry }, context) =>
      name === '' ? 'Name: empty.' : expiry && expiryError(expiry, context),
  },
}

/** Why no form would take this expiry. */
function expiryError(expiry: Expiry, context: Pick<RowContext, 'now'>): string | undefined {
  if (typeof expiry !== 'object' || !('at' in expiry)) return undefined
  if (expiry.at > maxExpiry) return 'Expires: after the year 9999.'
  return expiry.at <= context.now ? 'Expires: this date has passed.' : undefined
}
