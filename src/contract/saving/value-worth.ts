import { agrees } from '#contract/write/value.ts'
import type { Choice } from '#contract/probe/points.ts'
import { isNotGiven, type Token } from '#contract/token.ts'
import { integerFor, integerIn, momentAt, sameMoment, unreadable, type Moment, type Unit } from '#contract/wire.ts'

/** A moment and what is known of the service: everything that decides whether a value is usable. */
export interface ValueContext {
  /** The page's milliseconds since 1970. */
  now: number
  /** The unit of the service's moments. */
  unit: Unit
  /** How far the service's clock is ahead of the page's, in milliseconds. */
  ahead?: number | undefined
  /** What an update does to a value; undefined: not seen yet. */
  valueOnPut?: Choice<'value-on-put'> | undefined
  noExpiryMeans?: Choice<'no-expiry-means'> | undefined
  expiryEnforcedIn?: Choice<'expiry-enforced-in'> | undefined
  omittedOnPut?: Choice<'omitted-on-put'> | undefined
}

/**
 * Whether a token's value is usable now. Nobody has tried it, so the best answer is `should-work`.
 * - `needs-repair`: it contradicts its row; surely rejected if the service was seen to accept only values that agree.
 * - `inactive`: it should be rejected, because the token is not active. `activating` is an update, too.
 * - `unknown`: unknown.
 */
export type ValueWorth =
  | { is: 'should-work'; provided?: Proviso }
  | { is: 'inactive'; activating: 'keeps' | 'replaces' | 'may-replace'; provided?: Proviso }
  | { is: 'needs-repair'; isRejected: 'surely' | 'perhaps' }
  | { is: 'expired' | 'unknown' }

/** What is unknown and must hold: that no expiry means never, or that the expiry is enforced as shown. */
export type Proviso = 'never' | 'date'

/**
 * Judges a value; nothing else does. A value is usable while its token is active, its expiry lies ahead by the
 * service's clock (in the unit that the service enforces) or is known to mean never, and it agrees with its row if the
 * service requires that.
 */
export function worthOf(token: Token, context: ValueContext): ValueWorth {
  const fits = valueFits(token, context)
  if (fits === false && token.active !== false) {
    return { is: 'needs-repair', isRejected: context.valueOnPut === 'new-refused' ? 'surely' : 'perhaps' }
  }
  const dated = dateHolds(token, context)
  if (dated === 'no') return { is: 'expired' }
  if (fits === undefined || dated === 'unknown' || token.active === undefined) return { is: 'unknown' }
  const provided = dated === 'yes' ? {} : { provided: dated }
  if (token.active) return { is: 'should-work', ...provided }
  const { valueOnPut } = context
  if (valueOnPut === 'kept' && mayEndNever(token, context)) return { is: 'unknown' }
  const activating = valueOnPut === undefined ? 'may-replace' : valueOnPut === 'kept' ? 'keeps' : 'replaces'
  return { is: 'inactive', activating, ...provided }
}

/**
 * Whether the next update may end a "never": it leaves the expiry out, and a stored one that is kept is then older than
 * the update.
 */
function mayEndNever(token: Token, { unit, omittedOnPut, expiryEnforcedIn }: ValueContext): boolean {
  if (token.expiration_date === undefined || !isNotGiven(token, unit)) return false
  return omittedOnPut !== 'reset' && expiryEnforcedIn !== 'not-at-all'
}

/** Whether a value contradicts its row and that matters, or may matter. */
export function isSpoiled(token: Token, context: Pick<ValueContext, 'unit' | 'valueOnPut'>): boolean {
  return valueFits(token, context) === false
}

/** Whether a value is spoiled and should not be: one of an inactive token should be rejected anyway. */
export function needsRepair(token: Token, context: Pick<ValueContext, 'unit' | 'valueOnPut'>): boolean {
  return token.active !== false && isSpoiled(token, context)
}

/** Whether the service should reject a value already, so that no program can lose it. False: unknown, too. */
export function isRejected(token: Token, context: ValueContext): boolean {
  if (token.active === false) return true
  const worth = worthOf(token, context)
  if (worth.is === 'needs-repair') return worth.isRejected === 'surely'
  return worth.is === 'expired' && context.expiryEnforcedIn !== undefined
}

/**
 * Whether sending a row again can repair its value: two updates must fall into one unit of the service's time. That
 * works for seconds, hardly ever for milliseconds.
 */
export function canRepair({ unit }: Pick<ValueContext, 'unit'>): boolean {
  return unit === 'seconds'
}

/**
 * How to remove a token's expiry: by a save that leaves it out; by a repair, which sends the moment of the update; or,
 * if the service keeps omitted fields, only by deleting the token and creating it again.
 */
export function wayToNever(context: ValueContext): 'save' | 'repair' | 'recreate' {
  const { valueOnPut, omittedOnPut } = context
  if (valueOnPut === 'new-refused' && canRepair(context)) return 'repair'
  return omittedOnPut === 'kept' ? 'recreate' : 'save'
}

/** Whether a save without a date may keep the old one: nobody has seen yet what it does. */
export function mayKeepDate(context: ValueContext): boolean {
  return wayToNever(context) === 'save' && context.omittedOnPut === undefined
}

/** Whether the token's value matches its row; undefined: unknown. */
function valueFits(token: Token, { unit, valueOnPut }: Pick<ValueContext, 'unit' | 'valueOnPut'>): boolean | undefined {
  if (valueOnPut === 'kept') return true
  const agreed = agrees(token, unit)
  if (agreed !== undefined) return agreed
  if (valueOnPut === 'new') return true
  const { created_at: created, updated_at: updated } = token
  const isNew = momentAt(created, unit) !== undefined && sameMoment(created, updated, unit)
  return isNew ? true : undefined
}

/** Whether the token's expiry lies ahead by the service's clock; a proviso if that depends on what is unknown. */
function dateHolds(token: Token, context: ValueContext): 'yes' | 'no' | 'unknown' | Proviso {
  const { now, unit, ahead = 0, noExpiryMeans, expiryEnforcedIn: enforced } = context
  if (enforced === 'not-at-all') return 'yes'
  // Its expiry is the moment of the update, so comparing it would compare two clocks.
  const isOpen = isNotGiven(token, unit)
  if (isOpen) return noExpiryMeans === undefined ? 'never' : noExpiryMeans === 'never' ? 'yes' : 'no'
  const { expiration_date: moment } = token
  if (moment === unreadable) return 'unknown'
  const there = now + ahead
  const toCome = (enforced === undefined ? bothUnits : [enforced]).flatMap((by) =>
    numbersOf(moment).map((number) => number > integerFor(there, by)),
  )
  if (toCome.length > 0 && toCome.every(Boolean)) return 'yes'
  if (!toCome.some(Boolean)) return 'no'
  if ((momentAt(moment, unit) ?? 0) > there) return 'date'
  // Its expiry has passed as shown. If the unit is known and the service may still enforce another one, the answer is
  // open.
  return enforced === undefined ? 'no' : 'unknown'
}

const bothUnits = ['seconds', 'milliseconds'] as const

/** The numbers that a service may hold for a moment; a date as text may stand for either unit. */
function numbersOf(moment: Moment): number[] {
  const integer = integerIn(moment)
  if (integer !== undefined) return [Number(integer)]
  const at = momentAt(moment, 'milliseconds')
  return at === undefined ? [] : bothUnits.map((unit) => integerFor(at, unit))
}
