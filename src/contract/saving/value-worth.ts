import { agrees } from './value-outcome.ts'
import type { Choice } from '#contract/learned.ts'
import { isNotGiven, type Token } from '#contract/token.ts'
import { integerFor, momentAt, sameMoment, type Moment, type Unit } from '#contract/wire.ts'

/** A moment, and what is known of a service at it: everything that decides what a value is worth. */
export interface ValueContext {
  /** The page's milliseconds since 1970. */
  now: number
  /** What the service's moments count. */
  unit: Unit
  /** How far the service's clock is ahead of the page's, in milliseconds. */
  ahead?: number | undefined
  /** What an update does to a value; undefined: not seen. */
  valueOnPut?: Choice<'value-on-put'> | undefined
  noExpiryMeans?: Choice<'no-expiry-means'> | undefined
  expiryEnforcedIn?: Choice<'expiry-enforced-in'> | undefined
  omittedOnPut?: Choice<'omitted-on-put'> | undefined
}

/**
 * What a token's value is good for now. Nobody tried it, so no more is said than `should-work`.
 * `needs-repair`: it contradicts its row; surely rejected where the service was seen to accept only values that agree.
 * `inactive`: all that is missing is that the token is active; `activating` is an update, too, and may replace the value.
 * `not-told`: nothing tells.
 */
export type ValueWorth =
  | { is: 'should-work'; provided?: Proviso }
  | { is: 'inactive'; activating: 'keeps' | 'replaces' | 'may-replace'; provided?: Proviso }
  | { is: 'needs-repair'; isRejected: 'surely' | 'perhaps' }
  | { is: 'expired' | 'not-told' }

/** What is not known and has to be so: that no expiry means never, or that a date is enforced as it is shown. */
export type Proviso = 'never' | 'date'

/**
 * The one place that judges a value. It is good while its token is active, its date is to come by the service's clock
 * (in the unit in which the service enforces dates) or is known to mean never, and it agrees with its row where the
 * service asks for that.
 */
export function worthOf(token: Token, context: ValueContext): ValueWorth {
  const fits = valueFits(token, context)
  if (fits === false) {
    return { is: 'needs-repair', isRejected: context.valueOnPut === 'new-refused' ? 'surely' : 'perhaps' }
  }
  const dated = dateHolds(token, context)
  if (dated === 'no') return { is: 'expired' }
  if (fits === undefined || dated === 'not-told' || token.active === undefined) return { is: 'not-told' }
  const provided = dated === 'yes' ? {} : { provided: dated }
  if (token.active) return { is: 'should-work', ...provided }
  const { valueOnPut } = context
  if (valueOnPut === 'kept' && mayEndNever(token, context)) return { is: 'not-told' }
  const activating = valueOnPut === undefined ? 'may-replace' : valueOnPut === 'kept' ? 'keeps' : 'replaces'
  return { is: 'inactive', activating, ...provided }
}

/** Whether the next update may end a "never": it leaves the date out, and one that is kept is then older than the update. */
function mayEndNever(token: Token, { unit, omittedOnPut, expiryEnforcedIn }: ValueContext): boolean {
  if (token.expiration_date.spelled === 'none' || !isNotGiven(token, unit)) return false
  return omittedOnPut !== 'reset' && expiryEnforcedIn !== 'not-at-all'
}

/** Whether a value contradicts its row where that counts, or may count. */
export function needsRepair(token: Token, context: Pick<ValueContext, 'unit' | 'valueOnPut'>): boolean {
  return valueFits(token, context) === false
}

/**
 * Whether sending a row again can mend its value: two updates must fall into one moment of the service. Of seconds there
 * are such, of milliseconds hardly any.
 */
export function canRepair({ unit }: Pick<ValueContext, 'unit'>): boolean {
  return unit === 'seconds'
}

/**
 * How a token that has a date is made to have none: by a save that leaves it out; by a repair, which sends the moment of
 * the update as the date; or, where a service keeps what is left out, only by deleting the token and creating it again.
 */
export function wayToNever(context: ValueContext): 'save' | 'repair' | 'recreate' {
  const { valueOnPut, omittedOnPut } = context
  if (valueOnPut === 'new-refused' && canRepair(context)) return 'repair'
  return omittedOnPut === 'kept' ? 'recreate' : 'save'
}

/** Whether the token's value is the one that the service means by its row; undefined where nothing tells. */
function valueFits(token: Token, { unit, valueOnPut }: Pick<ValueContext, 'unit' | 'valueOnPut'>): boolean | undefined {
  if (valueOnPut === 'kept') return true
  const agreed = agrees(token, unit)
  if (agreed !== undefined) return agreed
  if (valueOnPut === 'new') return true
  const { created_at: created, updated_at: updated } = token
  const isNew = momentAt(created, unit) !== undefined && sameMoment(created, updated, unit)
  return isNew ? true : undefined
}

/** Whether the service's clock has not come to the token's date; a proviso where it depends on what is not known. */
function dateHolds(token: Token, context: ValueContext): 'yes' | 'no' | 'not-told' | Proviso {
  const { now, unit, ahead = 0, noExpiryMeans, expiryEnforcedIn: enforced } = context
  if (enforced === 'not-at-all') return 'yes'
  // Its moment is the update's own, so a comparison would be one of two clocks.
  const isOpen = isNotGiven(token, unit)
  if (isOpen) return noExpiryMeans === undefined ? 'never' : noExpiryMeans === 'never' ? 'yes' : 'no'
  const { expiration_date: moment } = token
  if (moment.spelled === 'unreadable') return 'not-told'
  const there = now + ahead
  const toCome = (enforced === undefined ? bothUnits : [enforced]).flatMap((by) =>
    numbersOf(moment).map((number) => number > integerFor(there, by)),
  )
  if (toCome.length > 0 && toCome.every(Boolean)) return 'yes'
  if (!toCome.some(Boolean)) return 'no'
  if ((momentAt(moment, unit) ?? 0) > there) return 'date'
  // Its date has passed as it is shown. Where the service may count it otherwise although its unit is known, that is open.
  return enforced === undefined ? 'no' : 'not-told'
}

const bothUnits = ['seconds', 'milliseconds'] as const

/** The number that a service may hold for a moment; of a text it may be either unit's. */
function numbersOf(moment: Moment): number[] {
  if (moment.spelled === 'integer') return [Number(moment.integer)]
  return moment.spelled === 'iso' ? bothUnits.map((unit) => integerFor(moment.at, unit)) : []
}
