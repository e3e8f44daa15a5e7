import type { ClockOffset, ServiceClock } from './clock-offset.ts'
import type { RowList } from './list/row-list.ts'
import { hasNoExpiry, type Token } from './token.ts'
import type { User } from './user.ts'
import { fromMillis, toMillis, type TimeUnit } from './wire.ts'
import { valueMatchesRow, type ValueChange } from './write/value-change.ts'

/** The lists of a service, as far as they were read. `users` null: the service has no list of users. */
export interface ServiceLists {
  tokens?: RowList<Token> | undefined
  users?: RowList<User> | null | undefined
}

/** What is read off the rows of a service. Undefined: no list shows it. */
export interface ServiceFacts {
  /** The unit of its moments, and the rows that show it. */
  unit: { unit: TimeUnit; from: keyof ServiceLists; rows: number } | undefined
  /** How many rows of tokens carry a value with claims, and how many of these values disagree with their row. */
  values: { carried: number; disagreeing: number } | undefined
  /** What an update does to a token’s value. */
  onUpdate: UpdateEffect | undefined
  /** How many users are listed; null: the service has no list of users. */
  users: number | null | undefined
  /** Names of fields that the console does not know and cannot send. */
  unknownFields: readonly string[]
  /** The certain difference of the clocks, if there is one. Undefined: the service sends no date. */
  clock: ClockOffset | 'none' | undefined
}

/** Reads the facts off these lists. */
export function readServiceFacts(
  { tokens, users }: ServiceLists,
  clock: Pick<ServiceClock, 'difference' | 'surely'>,
): ServiceFacts {
  const unit = detectTimeUnit({ tokens, users })
  const values = { carried: 0, disagreeing: 0 }
  for (const token of tokens?.rows ?? []) {
    if (token.claims === undefined) continue
    values.carried += 1
    if (disagrees(token, unit?.unit ?? documentedUnit)) values.disagreeing += 1
  }
  return {
    unit,
    values: tokens && values,
    onUpdate: tokens && listedUpdateEffect(tokens, unit?.unit ?? documentedUnit),
    users: users === null ? null : users?.count,
    unknownFields: [...new Set([...(tokens?.unknownFields ?? []), ...(users?.unknownFields ?? [])])],
    clock: clock.difference() && (clock.surely() ?? 'none'),
  }
}

/** The unit where no row shows another one. */
export const documentedUnit: TimeUnit = 'milliseconds'

/** The unit that most rows of a list show; that of the tokens counts before that of the users. */
export function detectTimeUnit(lists: ServiceLists): ServiceFacts['unit'] {
  for (const from of ['tokens', 'users'] as const) {
    const unit = lists[from]?.timeUnit
    if (unit !== undefined) return { ...unit, from }
  }
  return undefined
}

/** What an update was seen to do to a token's value, from harmless to most harmful. */
export const updateEffects = ['keeps', 'replaces', 'replaces-and-needs-repair'] as const
/** One of these. */
export type UpdateEffect = (typeof updateEffects)[number]

/**
 * What two reads of a token, before and after an update that was stored as asked, show of its effect; undefined:
 * nothing. Within one second two values may be the same text, so a value counts as kept only across seconds.
 */
export function observedUpdateEffect(
  before: Token | undefined,
  after: Token,
  value: ValueChange | undefined,
  unit: TimeUnit,
): UpdateEffect | undefined {
  if (value === 'changed') return disagrees(after, unit) ? 'replaces-and-needs-repair' : 'replaces'
  if (value !== 'kept' || before === undefined) return undefined
  return after.claims === undefined || secondOf(before, unit) !== secondOf(after, unit) ? 'keeps' : undefined
}

/** What a list shows of it: a value that disagrees with its row was made by an update. Undefined: nothing. */
export function listedUpdateEffect({ rows }: Pick<RowList<Token>, 'rows'>, unit: TimeUnit): UpdateEffect | undefined {
  return rows.some((token) => disagrees(token, unit)) ? 'replaces-and-needs-repair' : undefined
}

/** The most harmful of these: a service that replaces values may keep one, or make one that agrees, by chance. */
export function worstEffect(...effects: readonly (UpdateEffect | undefined)[]): UpdateEffect | undefined {
  return updateEffects.findLast((effect) => effects.includes(effect))
}

/** A moment and the facts that decide whether a value should work. */
export interface ValueContext {
  /** Milliseconds since 1970 by the service's clock, as far as it is known. */
  now: number
  timeUnit: TimeUnit
  /** Undefined: nobody has seen it yet. */
  updateEffect?: UpdateEffect | undefined
}

/** What is known of a token's value. Nobody has tried it, so the best answer is `should-work`. */
export type ValueState = 'should-work' | 'needs-repair' | 'inactive' | 'expired' | 'unknown'

/** The state of a value by its row; nothing else decides it. Whether a token without an expiry is accepted is unknown. */
export function valueState(token: Token, context: ValueContext): ValueState {
  if (token.active === false) return 'inactive'
  if (needsRepair(token, context)) return 'needs-repair'
  const isAhead = isUnexpired(token, context)
  if (isAhead === false) return 'expired'
  const fits = context.updateEffect === 'keeps' || valueMatchesRow(token, context.timeUnit) === true
  return fits && isAhead === true && token.active === true ? 'should-work' : 'unknown'
}

/**
 * Whether a value contradicts its row, and no update was seen to keep values. One of an inactive token should be rejected
 * anyway, so it needs none.
 */
export function needsRepair(token: Token, context: Pick<ValueContext, 'timeUnit' | 'updateEffect'>): boolean {
  return token.active !== false && contradictsRow(token, context)
}

/** The same, whether the token is active or not. */
export function contradictsRow(
  token: Token,
  { timeUnit, updateEffect }: Pick<ValueContext, 'timeUnit' | 'updateEffect'>,
): boolean {
  return updateEffect !== 'keeps' && disagrees(token, timeUnit)
}

/**
 * Whether sending a row again can repair its value: two updates must fall into one unit of the service's time. That
 * works for seconds, hardly ever for milliseconds.
 */
export function canRepair({ timeUnit }: Pick<ValueContext, 'timeUnit'>): boolean {
  return timeUnit === 'seconds'
}

const disagrees = (token: Token, unit: TimeUnit) => valueMatchesRow(token, unit) === false

/** Whether the expiry lies ahead by the service's clock; undefined: there is none, or it cannot be read. */
function isUnexpired(token: Token, { now, timeUnit }: ValueContext): boolean | undefined {
  // Its date is the moment of the update, so comparing it would compare two clocks.
  const { expiration_date: integer } = token
  if (hasNoExpiry(token) || typeof integer !== 'number') return undefined
  return integer > fromMillis(now, timeUnit)
}

function secondOf({ updated_at }: Token, unit: TimeUnit): number | undefined {
  const updatedAt = toMillis(updated_at, unit)
  return updatedAt === undefined ? undefined : Math.floor(updatedAt / 1000)
}

/** A fact as it is shown: on the Service page, and by `query-admin check`. */
export interface FactLine {
  term: string
  value: string
  /** `worked-around`: the console does something about it. `unknown`: nothing has shown it yet. */
  status?: 'worked-around' | 'unknown'
  /** It makes no difference to the work of an admin. */
  isTechnical?: true
}

/** What an update does to a token's value; undefined: nobody has seen it. */
function formatEffect(effect: UpdateEffect | undefined): string {
  switch (effect) {
    case 'keeps':
      return 'Its value stays the same'
    case 'replaces':
      return 'Its value is replaced'
    case 'replaces-and-needs-repair':
      return 'Its value is replaced, and the new one needs repair'
    case undefined:
      return 'Not known yet; the next save shows it'
  }
}

/** Clocks that differ by more than this make relative times misleading. In milliseconds. */
const misleadingOffsetMs = 60_000

/** The facts, a line each: first what an update does, then the others as they were read. */
export function factLines({ unit, values, onUpdate, users, unknownFields, clock }: ServiceFacts): FactLine[] {
  /** `isWorkedAround`: by the console, where the fact is known. */
  const line = (term: string, value: string, fact: unknown, isWorkedAround: boolean): FactLine => {
    const status = fact === undefined ? 'unknown' : isWorkedAround ? 'worked-around' : undefined
    return { term, value, ...(status && { status }), ...(!isWorkedAround && { isTechnical: true }) }
  }
  const { isTechnical: _, ...update } = line(
    'Updating a token',
    formatEffect(onUpdate),
    onUpdate,
    onUpdate === 'replaces-and-needs-repair',
  )
  return [
    update,
    { ...line('Unit of dates', formatUnit(unit), unit, unit?.unit !== documentedUnit), isTechnical: true },
    line('Values in the list', formatValues(values), values, (values?.carried ?? 0) > 0),
    line(
      'List of users',
      users === undefined ? 'Not read yet' : users === null ? 'None' : counted(users, 'user'),
      users,
      users === null,
    ),
    unknownFields.length === 0
      ? { term: 'Other fields', value: 'None', isTechnical: true }
      : { term: 'Other fields', value: `${unknownFields.join(', ')}. The console can’t send them.` },
    line(
      'Clock difference',
      formatClock(clock),
      clock,
      typeof clock === 'object' && Math.abs(clock.ms) > misleadingOffsetMs,
    ),
  ]
}

function formatUnit(unit: ServiceFacts['unit']): string {
  if (unit === undefined) return 'Milliseconds, as documented; no row shows it yet'
  return `${unit.unit === 'seconds' ? 'Seconds' : 'Milliseconds'}, from ${counted(unit.rows, nouns[unit.from])}`
}

function formatValues(values: ServiceFacts['values']): string {
  if (values === undefined) return 'Not read yet'
  const { carried, disagreeing } = values
  if (carried === 0) return 'None seen'
  const verb = disagreeing === 1 ? 'contradicts its row' : 'contradict their row'
  return `In ${counted(carried, 'row')}; the console drops them${disagreeing === 0 ? '' : `. ${disagreeing} ${verb}`}`
}

function formatClock(clock: ServiceFacts['clock']): string {
  if (clock === undefined) return 'Unknown: the service sends no date'
  if (clock === 'none') return 'None'
  const { ms, within } = clock
  const seconds = (Math.abs(ms) / 1000).toFixed(1)
  const warning = Math.abs(ms) > misleadingOffsetMs ? '; relative times are off by that much' : ''
  return `Service ${seconds} s ${ms > 0 ? 'ahead' : 'behind'}, ± ${(within / 1000).toFixed(1)} s${warning}`
}

const nouns = { tokens: 'token', users: 'user' } as const satisfies Record<keyof ServiceLists, string>

const counted = (count: number, noun: string) => `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`
