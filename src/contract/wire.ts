/** Seconds or milliseconds since 1970-01-01 UTC: one unit for all moments of a service. */
export type Unit = 'seconds' | 'milliseconds'

/**
 * A moment as the service spells it.
 * - `integer`: a JSON integer or a numeric string, with every digit, so that an untouched one is sent back unchanged.
 * It counts in the unit of the service.
 * - `iso`: a date as text, converted to milliseconds.
 * - `none`: null or absent.
 * - `unreadable`: anything else, fractions included. It is never sent back.
 */
export type Moment =
  | { spelled: 'integer'; integer: number | bigint }
  | { spelled: 'iso'; at: number }
  | { spelled: 'none' }
  | { spelled: 'unreadable' }

/** The last moment that a JavaScript date can hold, in milliseconds from 1970. */
const farthest = 8.64e15

/** Milliseconds since 1970-01-01 UTC; undefined for a moment that is absent, unreadable or out of range. */
export function momentAt(moment: Moment, unit: Unit): number | undefined {
  if (moment.spelled === 'iso') return moment.at
  if (moment.spelled !== 'integer') return undefined
  const at = Number(moment.integer) * (unit === 'seconds' ? 1000 : 1)
  return Math.abs(at) <= farthest ? at : undefined
}

/** Converts `at` (milliseconds since 1970-01-01 UTC) to an integer in `unit`; seconds are rounded down. */
export function integerFor(at: number, unit: Unit): number {
  return unit === 'seconds' ? Math.floor(at / 1000) : Math.floor(at)
}

/** The first second of the year 10000. As milliseconds, it is in January 1978. */
const beyondSeconds = Date.UTC(10_000, 0, 1) / 1000

/**
 * The unit of an integer, if it is a plausible moment: from nine digits up to the end of the year 9999 it is seconds,
 * above that, up to fourteen digits, milliseconds.
 */
export function unitOf(integer: number | bigint): Unit | undefined {
  const size = Math.abs(Number(integer))
  if (size >= 1e8 && size < beyondSeconds) return 'seconds'
  return size >= beyondSeconds && size < 1e14 ? 'milliseconds' : undefined
}

/** The unit of a moment; only an integer has one. */
export function unitIn(moment: Moment): Unit | undefined {
  return moment.spelled === 'integer' ? unitOf(moment.integer) : undefined
}

/** Whether two moments are equal, however they are spelled. Two unreadable ones are not. */
export function sameMoment(a: Moment, b: Moment, unit: Unit): boolean {
  if (a.spelled === 'none' || b.spelled === 'none') return a.spelled === b.spelled
  if (a.spelled === 'integer' && b.spelled === 'integer') return a.integer == b.integer // bigint against number
  const at = momentAt(a, unit)
  return at !== undefined && at === momentAt(b, unit)
}

/** Whether two reads of one moment show no change. Two unreadable ones count as unchanged. */
export function unmoved(seen: Moment, now: Moment, unit: Unit): boolean {
  return (seen.spelled === 'unreadable' && now.spelled === 'unreadable') || sameMoment(seen, now, unit)
}

/**
 * A JSON object of the given fields, without those that are undefined. Integers keep all their digits.
 * @throws {RangeError} for a number that is not an integer: JSON would write null, which services read as "not given".
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
 * Whether a text can be percent-encoded: a lone surrogate cannot. Node 20's types lack `String.prototype.isWellFormed`.
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

/** Reads a flag in any spelling that services use. Anything else is `undefined`: unknown, never "no". */
export function flagFrom(value: unknown): boolean | undefined {
  return typeof value === 'boolean' ? value : spelledFlags.get(value)
}

/** A text as JSON; undefined for anything else. No parser message gets out: it quotes its input. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * The fields of a JSON object; undefined for anything else. Look up literal names only, and none that every object
 * inherits.
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
  if (typeof value === 'bigint') return momentFrom(value.toString())
  if (typeof value !== 'string') return unreadable
  if (/^-?\d{1,40}$/.test(value)) {
    const integer = Number(value)
    return { spelled: 'integer', integer: Number.isSafeInteger(integer) ? integer : BigInt(value) }
  }
  const at = isoAt(value)
  return Number.isNaN(at) ? unreadable : { spelled: 'iso', at }
}

/** Normalizes the text before parsing, because platforms accept different formats. Without a time zone it is UTC. */
function isoAt(value: string): number {
  const [, year, month, day, time = '00:00', second = '00', fraction = '', , hours, minutes] = isoLike.exec(value) ?? []
  const date = `${year}-${month}-${day}`
  // Some platforms parse 30 February as 2 March.
  const midnight = Date.parse(`${date}T00:00:00.000Z`)
  if (Number.isNaN(midnight) || new Date(midnight).getUTCDate() !== Number(day)) return Number.NaN
  const zone = hours === undefined ? 'Z' : `${hours}:${minutes}`
  return Date.parse(`${date}T${time}:${second}.${fraction.slice(0, 3).padEnd(3, '0')}${zone}`)
}

/**
 * A moment as it is written into a flat row, so that `momentFrom` reads it back; undefined is left out. An unreadable
 * one becomes `?`, without any of its original text.
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
