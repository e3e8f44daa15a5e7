import type { Moment } from './wire.ts'

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
export function flagFrom(said: unknown): boolean | undefined {
  return typeof said === 'boolean' ? said : spelledFlags.get(said)
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
export function momentFrom(said: unknown): Moment {
  if (typeof said === 'number') return Number.isSafeInteger(said) ? { spelled: 'integer', integer: said } : unreadable
  if (said === null || said === undefined) return none
  if (typeof said === 'bigint') return { spelled: 'integer', integer: said }
  if (typeof said !== 'string') return unreadable
  if (/^-?\d{1,40}$/.test(said)) {
    const integer = Number(said)
    return { spelled: 'integer', integer: Number.isSafeInteger(integer) ? integer : BigInt(said) }
  }
  const at = isoAt(said)
  return Number.isNaN(at) ? unreadable : { spelled: 'iso', at }
}

/** Spelled anew before it is parsed: platforms differ in what else they take. Without a zone it is UTC. */
function isoAt(said: string): number {
  const [, year, month, day, time = '00:00', second = '00', fraction = '', , hours, minutes] = isoLike.exec(said) ?? []
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
