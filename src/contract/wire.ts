/** Seconds or milliseconds since 1970-01-01 UTC: one unit for all moments of a service. */
export type Unit = 'seconds' | 'milliseconds'

/**
 * A moment as the service spells it.
 * - A number, or digits where a number would lose some: an integer in the unit of the service. An untouched one is sent
 * back unchanged.
 * - A date in ISO 8601, UTC.
 * - Undefined: null or absent.
 * - `unreadable`: anything else, fractions included, without any of its original text. It is never sent back.
 */
export type Moment = number | string | undefined

/** The moment that cannot be read. */
export const unreadable = '?'

/** The last moment that a JavaScript date can hold, in milliseconds from 1970. */
const farthest = 8.64e15

/** Milliseconds since 1970-01-01 UTC; undefined for a moment that is absent, unreadable or out of range. */
export function momentAt(moment: Moment, unit: Unit): number | undefined {
  const integer = integerIn(moment)
  const at = integer === undefined ? Date.parse(moment as string) : Number(integer) * (unit === 'seconds' ? 1000 : 1)
  return Math.abs(at) <= farthest ? at : undefined
}

/** The integer that a moment is, with every digit; undefined: it is none. */
export function integerIn(moment: Moment): number | bigint | undefined {
  if (typeof moment !== 'string') return moment
  return /^-?\d+$/.test(moment) ? BigInt(moment) : undefined
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
  const integer = integerIn(moment)
  return integer === undefined ? undefined : unitOf(integer)
}

/** Whether two moments are equal, however they are spelled. Two unreadable ones are not. */
export function sameMoment(a: Moment, b: Moment, unit: Unit): boolean {
  if (a === b) return a !== unreadable
  if (integerIn(a) !== undefined && integerIn(b) !== undefined) return false
  const at = momentAt(a, unit)
  return at !== undefined && at === momentAt(b, unit)
}

/** Whether two reads of one moment show no change. Two unreadable ones count as unchanged. */
export function unmoved(seen: Moment, now: Moment, unit: Unit): boolean {
  return seen === now || sameMoment(seen, now, unit)
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

const isoLike =
  /^(\d{4}|[+-]\d{6})-(\d\d)-(\d\d)(?:[T ](\d\d:\d\d)(?::(\d\d)(?:\.(\d+))?)?\s?(?:(Z)|([+-]\d\d):?(\d\d))?)?$/

/** Reads a moment in any spelling; it never fails. */
export function momentFrom(value: unknown): Moment {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? value : unreadable
  if (value === null || value === undefined) return undefined
  if (typeof value === 'bigint') return momentFrom(value.toString())
  if (typeof value !== 'string') return unreadable
  if (/^-?\d{1,40}$/.test(value)) {
    const integer = Number(value)
    return Number.isSafeInteger(integer) ? integer : BigInt(value).toString()
  }
  const at = isoAt(value)
  return Number.isNaN(at) ? unreadable : new Date(at).toISOString()
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
