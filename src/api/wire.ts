import * as z from 'zod/mini'

/** Seconds or milliseconds since 1970-01-01 UTC: one unit for all moments of a service. */
export type TimeUnit = 'seconds' | 'milliseconds'

/**
 * A moment of a row: an integer in the unit of the service, which goes back unchanged. Undefined: null or absent.
 * `unreadableTimestamp`: anything else, such as a date as text or a number beyond 2^53. It is never sent back.
 */
export type Timestamp = number | typeof unreadableTimestamp | undefined

/** The moment that cannot be read. It holds nothing of the original. */
export const unreadableTimestamp = '?'

/** Reads a moment; it never fails. */
export function parseTimestamp(value: unknown): Timestamp {
  if (value === null || value === undefined) return undefined
  return Number.isSafeInteger(value) ? (value as number) : unreadableTimestamp
}

/** A moment in a row. */
export const timestamp = z.pipe(z.optional(z.unknown()), z.transform(parseTimestamp))

/** The last moment that a JavaScript date can hold, in milliseconds from 1970. */
const maxMillis = 8.64e15

/** Milliseconds since 1970-01-01 UTC; undefined for a moment that is absent, unreadable or out of range. */
export function toMillis(instant: Timestamp, unit: TimeUnit): number | undefined {
  if (typeof instant !== 'number') return undefined
  const millis = instant * (unit === 'seconds' ? 1000 : 1)
  return Math.abs(millis) <= maxMillis ? millis : undefined
}

/** Converts `millis` (milliseconds since 1970-01-01 UTC) to an integer in `unit`; seconds are rounded down. */
export function fromMillis(millis: number, unit: TimeUnit): number {
  return unit === 'seconds' ? Math.floor(millis / 1000) : Math.floor(millis)
}

/** The first second of the year 10000. As milliseconds, it is in January 1978. */
const beyondSeconds = Date.UTC(10_000, 0, 1) / 1000

/** The unit of a plausible moment: nine digits to the end of the year 9999 are seconds, more, up to fourteen, milliseconds. */
export function guessTimeUnit(instant: Timestamp): TimeUnit | undefined {
  const size = typeof instant === 'number' ? Math.abs(instant) : 0
  if (size >= 1e8 && size < beyondSeconds) return 'seconds'
  return size >= beyondSeconds && size < 1e14 ? 'milliseconds' : undefined
}

/** Whether two moments are equal. Two unreadable ones are not. */
export const isSameTimestamp = (a: Timestamp, b: Timestamp): boolean => a === b && a !== unreadableTimestamp

/**
 * A JSON object of the given fields, without those that are undefined.
 * @throws {RangeError} for a number that is no exact integer: JSON would write null, or another number.
 */
export function serializeBody(fields: Readonly<Record<string, string | boolean | number | undefined>>): string {
  return JSON.stringify(fields, (_, value: unknown) => {
    if (typeof value === 'number' && !Number.isSafeInteger(value)) throw new RangeError('no exact integer')
    return value
  })
}

/**
 * Whether a text can be percent-encoded: a lone surrogate cannot. Node 20's types lack `String.prototype.isWellFormed`.
 */
export function isWellFormed(text: string): boolean {
  return !/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/.test(text)
}

const onValues: ReadonlySet<unknown> = new Set([true, 1, '1', 'true'])

const offValues: ReadonlySet<unknown> = new Set([false, 0, '0', 'false'])

/** Reads a flag in any spelling that services use. Anything else is undefined: unknown, never "no". */
export function parseFlag(value: unknown): boolean | undefined {
  return onValues.has(value) || (offValues.has(value) ? false : undefined)
}

/** A flag in a row. */
export const flag = z.pipe(z.optional(z.unknown()), z.transform(parseFlag))

/** A text as JSON; undefined for anything else. No parser message gets out: it quotes its input. */
export function parseJson(text: string): unknown {
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
export function asRecord(row: unknown): Readonly<Record<string, unknown>> | undefined {
  if (typeof row !== 'object' || row === null || Array.isArray(row)) return undefined
  return row as Readonly<Record<string, unknown>>
}

// Flags of a resource: they are all read, sent and compared alike. Each is given as its name and what a new row has.

const namesOf = <Name extends string>(flags: Readonly<Record<Name, boolean>>) => Object.keys(flags) as Name[]

/** The same value for each of these flags. */
export function flagRecord<Name extends string, Value>(flags: Readonly<Record<Name, boolean>>, value: Value) {
  return Object.fromEntries(namesOf(flags).map((name) => [name, value])) as Record<Name, Value>
}

/** These flags of a row, and nothing else of it. */
export function pickFlags<Name extends string, Row extends Readonly<Record<Name, unknown>>>(
  flags: Readonly<Record<Name, boolean>>,
  row: Row,
) {
  return Object.fromEntries(namesOf(flags).map((name) => [name, row[name]])) as Pick<Row, Name>
}

/** A row, a record or a change with flags. Undefined: it is unreadable, or left alone. */
type Flagged<Name extends string> = { readonly [Flag in Name]?: boolean | undefined }

/** How the flags of a resource are compared and sent: all of them with every write. */
export function createFlagComparer<Name extends string>(flags: Readonly<Record<Name, boolean>>) {
  const names = namesOf(flags)
  return {
    /** Those that one part has and another one has differently. */
    differences: (first: Flagged<Name>, second: Flagged<Name>) => names.filter((flag) => first[flag] !== second[flag]),
    /** Those that a change requests to become another value. */
    requestedChanges: (row: Flagged<Name>, change: Flagged<Name>) =>
      names.filter((flag) => change[flag] !== undefined && change[flag] !== row[flag]),
    /** All of them as a change leaves a row, or the names of those that neither has. */
    afterChange(row: Flagged<Name>, change: Flagged<Name>): { flags: Record<Name, boolean> } | { unreadable: Name[] } {
      const after = names.map((flag) => [flag, change[flag] ?? row[flag]] as const)
      const unreadable = after.flatMap(([flag, value]) => (value === undefined ? [flag] : []))
      return unreadable.length > 0 ? { unreadable } : { flags: Object.fromEntries(after) as Record<Name, boolean> }
    },
  }
}
