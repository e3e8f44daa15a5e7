/** Seconds or milliseconds since 1970-01-01 UTC: one unit for all moments of a service. */
export type Unit = 'seconds' | 'milliseconds'

/**
 * A moment as the service spelled it. An `integer` (a JSON integer or a numeric string) keeps its every digit, so that
 * an untouched one goes back as it came; its unit is the service's. `iso` is a text with a date in it, in milliseconds.
 * `none`: null or absent. `unreadable`: anything else, fractions included (no integer goes back for them).
 */
export type Moment =
  | { spelled: 'integer'; integer: number | bigint }
  | { spelled: 'iso'; at: number }
  | { spelled: 'none' }
  | { spelled: 'unreadable' }

/** The largest distance from 1970 that a JavaScript date can hold, in milliseconds. */
const farthest = 8.64e15

/**
 * Milliseconds since 1970-01-01 UTC, or undefined where the moment is none, unreadable or beyond what a date can hold.
 */
export function momentAt(moment: Moment, unit: Unit): number | undefined {
  if (moment.spelled === 'iso') return moment.at
  if (moment.spelled !== 'integer') return undefined
  const at = Number(moment.integer) * (unit === 'seconds' ? 1000 : 1)
  return Math.abs(at) <= farthest ? at : undefined
}

/** The integer that says `at` (milliseconds since 1970-01-01 UTC) in `unit`; seconds are rounded down. */
export function integerFor(at: number, unit: Unit): number {
  return unit === 'seconds' ? Math.floor(at / 1000) : Math.floor(at)
}

/** The unit that a plausible present moment is written in: ten digits are seconds, thirteen are milliseconds. */
export function unitOf(integer: number | bigint): Unit | undefined {
  const size = Math.abs(Number(integer))
  if (size >= 1e8 && size < 1e11) return 'seconds'
  return size >= 1e11 && size < 1e14 ? 'milliseconds' : undefined
}

/** The same of a moment; only an integer shows a unit. */
export function unitIn(moment: Moment): Unit | undefined {
  return moment.spelled === 'integer' ? unitOf(moment.integer) : undefined
}

/** Whether two moments are the same one, however they are spelled; two unreadable ones are not. */
export function sameMoment(a: Moment, b: Moment, unit: Unit): boolean {
  if (a.spelled === 'none' || b.spelled === 'none') return a.spelled === b.spelled
  if (a.spelled === 'integer' && b.spelled === 'integer') return a.integer == b.integer // bigint against number
  const at = momentAt(a, unit)
  return at !== undefined && at === momentAt(b, unit)
}

/** Whether two reads of one moment show no change; one that cannot be read in both shows none. */
export function unmoved(seen: Moment, now: Moment, unit: Unit): boolean {
  return (seen.spelled === 'unreadable' && now.spelled === 'unreadable') || sameMoment(seen, now, unit)
}

/**
 * A JSON object of the fields that are given; an integer is written with all its digits. Null never stands in it.
 * @throws {RangeError} for a number that is no integer: JSON would say null, which services take as "not given".
 */
export function requestBody(fields: Record<string, string | boolean | number | bigint | undefined>): string {
  const parts: string[] = []
  for (const [key, value] of Object.entries(fields)) {
    if (value === undefined) continue
    const number = typeof value === 'number' || typeof value === 'bigint'
    parts.push(`${JSON.stringify(key)}:${number ? BigInt(value).toString() : JSON.stringify(value)}`)
  }
  return `{${parts.join(',')}}`
}

/**
 * Whether a text can be percent-encoded: half a surrogate pair cannot.
 * (`String.prototype.isWellFormed` is younger than Node 20's lib.)
 */
export function isWellFormed(text: string): boolean {
  return !/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/.test(text)
}

const spelledFlags = new Map<unknown, boolean>([
  [true, true],
  [false, false],
  [1, true],
  [0, false],
  ['1', true],
  ['0', false],
  ['true', true],
  ['false', false],
])

/** A flag as services spell it. What is none of these spellings is `undefined`: unknown, never "no". */
export function flagFrom(value: unknown): boolean | undefined {
  return typeof value === 'boolean' ? value : spelledFlags.get(value)
}

/**
 * The fields of one JSON object, or undefined for anything else. Only names that are written out may be asked for, and
 * none that every object has.
 */
export function fieldsOf(row: unknown): Readonly<Record<string, unknown>> | undefined {
  if (typeof row !== 'object' || row === null || Array.isArray(row)) return undefined
  return row as Readonly<Record<string, unknown>>
}

const none: Moment = { spelled: 'none' }
const unreadable: Moment = { spelled: 'unreadable' }
const isoLike =
  /^(\d{4}|[+-]\d{6})-(\d\d)-(\d\d)(?:[T ](\d\d:\d\d)(?::(\d\d)(?:\.(\d+))?)?\s?(?:(Z)|([+-]\d\d):?(\d\d))?)?$/

/** Reads a moment in any spelling; it never fails. */
export function momentFrom(value: unknown): Moment {
  if (typeof value === 'number')
    return Number.isSafeInteger(value) ? { spelled: 'integer', integer: value } : unreadable
  if (value === null || value === undefined) return none
  if (typeof value === 'bigint') return { spelled: 'integer', integer: value }
  if (typeof value !== 'string') return unreadable
  if (/^-?\d{1,40}$/.test(value)) {
    const integer = Number(value)
    return { spelled: 'integer', integer: Number.isSafeInteger(integer) ? integer : BigInt(value) }
  }
  const at = isoAt(value)
  return Number.isNaN(at) ? unreadable : { spelled: 'iso', at }
}

/** Spelled anew before it is parsed: platforms differ in what else they take. Without a zone it is UTC. */
function isoAt(value: string): number {
  const [, year, month, day, time = '00:00', second = '00', fraction = '', , hours, minutes] = isoLike.exec(value) ?? []
  const date = `${year}-${month}-${day}`
  // 30 February parses on some platforms, as 2 March.
  const midnight = Date.parse(`${date}T00:00:00.000Z`)
  if (Number.isNaN(midnight) || new Date(midnight).getUTCDate() !== Number(day)) return Number.NaN
  const zone = hours === undefined ? 'Z' : `${hours}:${minutes}`
  return Date.parse(`${date}T${time}:${second}.${fraction.slice(0, 3).padEnd(3, '0')}${zone}`)
}

/**
 * A moment as it stands in a flat row, which `momentFrom` reads as the same one; undefined: not written at all. What
 * cannot be read stays so, without a letter of what came.
 */
export function spelledMoment(moment: Moment): number | string | undefined {
  switch (moment.spelled) {
    case 'integer':
      return typeof moment.integer === 'bigint' ? moment.integer.toString() : moment.integer
    case 'iso':
      return new Date(moment.at).toISOString()
    case 'unreadable':
      return '?'
    case 'none':
      return undefined
  }
}
