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
