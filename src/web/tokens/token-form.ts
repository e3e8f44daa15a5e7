import { getLocalTimeZone } from '@internationalized/date'
import * as z from 'zod/mini'
import { each, flagsIn } from '#contract/flags.ts'
import {
  tokenFlags,
  type Expiry,
  type NewToken,
  type SettableTokenField,
  type Token,
  type TokenChange,
  type TokenFlag,
} from '#contract/token.ts'
import { momentAt, unreadable, type Unit } from '#contract/wire.ts'
import { answered, answeredFlag, changed, fault, type Fault, type FormWorld } from '#web/resource/form.ts'
import { endOfDay, localTimeAt, momentsOf } from '#web/ui/moment/local-time.ts'
import { expiryOf } from './status.ts'

const hour = 60 * 60 * 1000

/** Preset lifetimes, in milliseconds from the moment of sending. */
const spans = {
  '1h': hour,
  '1d': 24 * hour,
  '7d': 7 * 24 * hour,
  '30d': 30 * 24 * hour,
  '90d': 90 * 24 * hour,
  '1y': 365 * 24 * hour,
} as const

const part = z.nullable(z.int())

const ShownTime = z.object({ year: part, month: part, day: part, hour: part, minute: part, second: part })

/** A date and a time as a field shows them; null: that part is empty. The day need not exist. */
export type ShownTime = z.infer<typeof ShownTime>

/** The same with every part. */
type WholeTime = { [Part in keyof ShownTime]: number }

const PickedTime = z.object({
  shown: ShownTime,
  /** Which moment is meant where the clocks go back and show the time twice. */
  turn: z.enum(['first', 'second']),
  /** A year beyond 2100 that the admin has confirmed. */
  confirmedYear: z.optional(z.int()),
})

/** A picked time: what the field shows, and no moment. The clocks may skip it, or show it twice. */
export type PickedTime = z.infer<typeof PickedTime>

const NewExpiry = z.union([z.enum(['1h', '1d', '7d', '30d', '90d', '1y', 'never']), PickedTime])
const ExpiryChoice = z.union([NewExpiry, z.literal('keep')])

/** When a token expires: after a preset lifetime, never, or at a picked time. */
export type NewExpiry = z.infer<typeof NewExpiry>

/** The same for an existing token, whose expiry may stay as it is. */
export type ExpiryChoice = z.infer<typeof ExpiryChoice>

/** The last moment with a four-digit year, in milliseconds since 1970. */
export const latest = Date.UTC(9999, 11, 31, 23, 59, 59)

/** What turns a choice into a moment. Moments are milliseconds since 1970. */
export interface Clock {
  now: () => number
  /** The moments at which the admin's clock shows a time: none, one, or two where it goes back. */
  momentsOf: (time: WholeTime) => readonly number[]
}

/** The moments that a picked time can mean, in their order. */
export function momentsOfPicked({ shown }: PickedTime, { momentsOf }: Clock): readonly number[] {
  return isWhole(shown) ? momentsOf(shown) : []
}

/** The moment of a picked time; undefined: there is none. */
function momentOfPicked(picked: PickedTime, clock: Clock): number | undefined {
  const moments = momentsOfPicked(picked, clock)
  return picked.turn === 'first' ? moments[0] : moments.at(-1)
}

/** The lifetime of a preset, in milliseconds from the moment of sending; undefined: the choice is none. */
export function spanOfChoice(choice: ExpiryChoice): number | undefined {
  return typeof choice === 'object' || choice === 'keep' || choice === 'never' ? undefined : spans[choice]
}

/** The moment that a choice would mean if it were sent at the clock's `now`, a whole second; undefined: none. */
export function momentOfChoice(choice: ExpiryChoice, clock: Clock): number | undefined {
  if (typeof choice === 'object') return momentOfPicked(choice, clock)
  const span = spanOfChoice(choice)
  return span === undefined ? undefined : Math.floor((clock.now() + span) / 1000) * 1000
}

function isWhole(shown: ShownTime): shown is WholeTime {
  return Object.values(shown).every((value) => value !== null)
}

/** Whether a picked time is the end of its day, which a date without a time means. */
export const isEndOfDay = ({ shown: { hour, minute, second } }: PickedTime): boolean =>
  hour === endOfDay.hour && minute === endOfDay.minute && second === endOfDay.second

/** Years after this one are questioned. */
export const usualYear = 2100

/** What is wrong with a picked time. */
function faultOfPicked(time: PickedTime, clock: Clock): Fault | undefined {
  const { shown, confirmedYear } = time
  if (!isWhole(shown)) return 'unfinished'
  if (new Date(Date.UTC(shown.year, shown.month - 1, shown.day)).getUTCDate() !== shown.day) return 'no-such-day'
  const at = momentOfPicked(time, clock)
  if (at === undefined) return 'skipped'
  if (at > latest) return 'too-far'
  if (at <= clock.now()) return 'past'
  return shown.year > usualYear && shown.year !== confirmedYear ? 'far-year' : undefined
}

const inTime = <Choice extends ExpiryChoice>(schema: z.ZodMiniType<Choice, Choice>, clock: Clock) =>
  schema.check(({ value, issues }) => {
    const message = typeof value === 'object' ? faultOfPicked(value, clock) : undefined
    if (message !== undefined) issues.push({ code: 'custom', message, input: value })
  })

/** A checked choice as it is asked for. Preset lifetimes count from the moment of sending. */
export function expiryOfChoice(choice: NewExpiry, clock: Clock): Expiry {
  if (choice === 'never') return 'not-given'
  if (typeof choice === 'string') return { after: spans[choice] }
  const at = momentOfPicked(choice, clock)
  if (at === undefined) throw new RangeError('a picked time without a moment was not refused')
  return { at }
}

/** The fields of a token form, as typed. */
export interface TypedToken extends Record<TokenFlag, boolean | undefined> {
  /** Of a new token. */
  name: string
  /** Undefined: the stored one is unreadable, and nothing is chosen yet. */
  expiration_date: ExpiryChoice | undefined
}

/** The admin's clock, in the zone of the browser; presets count by the service's clock where it is known. */
export const expiryClock = ({ now, ahead = 0 }: Pick<FormWorld, 'now' | 'ahead'>): Clock => ({
  now: () => now + ahead,
  momentsOf: (time) => momentsOf(time, getLocalTimeZone()),
})

const flags = each(tokenFlags, answeredFlag)

/** Checks the form of a new token. */
export function newTokenForm(taken: (name: string) => boolean, clock: Clock): z.ZodMiniType<NewToken, object> {
  const name = z.string().check(
    z.minLength(1, fault('missing')),
    z.refine((name) => !taken(name), fault('taken')),
  )
  const answers = { name, expiration_date: newExpiry(clock), ...flags }
  return z.object(answers satisfies Record<keyof NewToken, z.ZodMiniType>)
}

/** Checks the form of an existing token. The result has only the fields that differ from `row`. */
export function tokenChangeForm(row: Token, clock: Clock, unit: Unit): z.ZodMiniType<TokenChange, object> {
  const stored = expiryOf(row, unit)
  /** It shows the minute of the stored date, whose seconds the picker leaves out. */
  const isStored = (choice: NewExpiry) => {
    const at = typeof choice === 'object' ? momentOfPicked(choice, clock) : undefined
    return at !== undefined && typeof stored === 'number' && at === stored - (stored % aMinute)
  }
  const expiration_date = answered(inTime(canKeepDate(row) ? ExpiryChoice : NewExpiry, clock))
  const answers = { expiration_date, ...flags }
  return z.pipe(
    z.object(answers satisfies Record<SettableTokenField, z.ZodMiniType>),
    z.transform(({ expiration_date: choice, ...others }) => ({
      ...(choice !== 'keep' && !isStored(choice) && { expiration_date: expiryOfChoice(choice, clock) }),
      ...changed(row, others),
    })),
  )
}

/** What the form of a token starts with. */
export function tokenAsTyped(row: Token): TypedToken {
  return {
    name: row.name,
    expiration_date: canKeepDate(row) ? 'keep' : undefined,
    ...flagsIn(tokenFlags, row),
  }
}

/** What the form of a new token starts with. */
const firstToken: TypedToken = { name: '', expiration_date: '30d', ...tokenFlags }

/** The same for one like another: as long from now as from the other’s creation to its expiry. */
export function firstTyped(
  like: Token | undefined,
  { unit, names, ...times }: Pick<FormWorld, 'unit' | 'names' | 'now' | 'ahead'>,
): TypedToken {
  if (like === undefined) return firstToken
  const { name } = like
  const copies = Array.from({ length: 100 }, (_, at) => `${name}-copy${at === 0 ? '' : `-${at + 1}`}`)
  return {
    name: copies.find((free) => !names.taken(free)) ?? '',
    expiration_date: sameLength(like, unit, expiryClock(times).now()),
    ...flagsIn(tokenFlags, like),
  }
}

/** Saving takes time, so a date that was a preset differs from it by less than this, in milliseconds. */
const aMinute = 60_000

/** How long a token lives, in milliseconds; undefined: its dates do not tell, or it has no expiry. */
export function lifetimeOf(token: Token, unit: Unit): number | undefined {
  const [expiry, created] = [expiryOf(token, unit), momentAt(token.created_at, unit)]
  return typeof expiry === 'number' && created !== undefined && expiry > created ? expiry - created : undefined
}

/** The usual length where that of the other token cannot be told. */
function sameLength(token: Token, unit: Unit, now: number): ExpiryChoice | undefined {
  if (expiryOf(token, unit) === 'none') return 'never'
  const length = lifetimeOf(token, unit)
  if (length === undefined) return firstToken.expiration_date
  const presets = Object.keys(spans) as (keyof typeof spans)[]
  return presets.find((preset) => Math.abs(spans[preset] - length) < aMinute) ?? typableAt(now + length)
}

/** A moment as the picker begins: at a whole minute, since nobody types seconds, or at the end of a day. */
export function typableAt(at: number): PickedTime {
  const picked = pickedAt(at)
  return isEndOfDay(picked) ? picked : pickedAt(at - (at % aMinute))
}

/** A moment as the picker shows it. */
export function pickedAt(at: number): PickedTime {
  const second = Math.floor(at / 1000) * 1000
  const zone = getLocalTimeZone()
  const shown = localTimeAt(second, zone)
  return { shown, turn: momentsOf(shown, zone).indexOf(second) > 0 ? 'second' : 'first' }
}

/** Checks a form that asks for a new expiry only. */
export function newExpiryForm(clock: Clock): z.ZodMiniType<Pick<NewToken, 'expiration_date'>, object> {
  return z.object({ expiration_date: newExpiry(clock) })
}

const newExpiry = (clock: Clock) =>
  z.pipe(
    answered(inTime(NewExpiry, clock)),
    z.transform((choice) => expiryOfChoice(choice, clock)),
  )

/** Whether the stored expiry can stay. An unreadable one cannot be sent again. */
export function canKeepDate({ expiration_date }: Token): boolean {
  return expiration_date !== unreadable
}
