import type { RowContext } from '#web/resource/row-context.ts'
import type { Histogram, CellContext, CellResult } from '#web/resource/resource.ts'
import type { Token, TokenChange } from '#api/token.ts'
import { pluralize, formatDate, formatDay } from '#web/ui/format.ts'
import { isEmptyCell } from '#web/resource/field-definitions.tsx'
import { guessTimeUnit, toMillis } from '#api/wire.ts'
import { expiryOf, noExpiryLabel } from './status.ts'

const neverSpellings: ReadonlySet<string> = new Set([
  noExpiryLabel.toLowerCase(),
  'never',
  'never expires',
  'no expiry set',
  'nie',
  'jamais',
  'nunca',
])

const timePattern = String.raw`(\d\d?):(\d\d)(?::(\d\d)(?:\.\d+)?)?`

const isoPattern = new RegExp(String.raw`^(\d{4}|[+-]\d{6})-(\d\d)-(\d\d)(?:[T ]${timePattern})?$`)

const dottedPattern = new RegExp(String.raw`^(\d\d?)\.(\d\d?)\.(\d{4})(?:,? ${timePattern})?$`)

const zonePattern = /(?<=:\d\d(?:\.\d+)?)\s?(?:z|([+-])([01]\d|2[0-3]):?([0-5]\d))$/i

const notADate = { fault: 'Not a date: #. Use 2027-12-31.' }

/** The expiry in a cell of a file: ISO or `31.12.2027`, digits, whose size shows their unit, or that there is none. */
export function parseExpiry(cell: string, { isUtc }: Pick<CellContext, 'isUtc'>): CellResult<TokenChange> {
  const text = cell.trim()
  if (isEmptyCell(text)) return { change: {} }
  if (neverSpellings.has(text.toLowerCase())) return { change: { expiration_date: 'none' } }
  const timestamp = /^\d{1,16}$/.test(text)
    ? parseNumber(Number(text))
    : zonePattern.test(text)
      ? parseZoned(text.toUpperCase())
      : parseLocalTime(text, isUtc)
  if (timestamp === 'skipped') return { fault: 'Expires: the clocks skip this time.' }
  return timestamp === undefined ? notADate : { change: { expiration_date: { at: timestamp } } }
}

function parseNumber(integer: number): number | undefined {
  const unit = guessTimeUnit(integer)
  return unit && toMillis(integer, unit)
}

function parseZoned(text: string): ReturnType<typeof parseLocalTime> {
  const [, sign, hours, minutes] = zonePattern.exec(text) ?? []
  const timestamp = parseLocalTime(text.replace(zonePattern, ''), true)
  const offsetMs = sign === undefined ? 0 : Number(`${sign}1`) * (Number(hours) * 60 + Number(minutes)) * 60_000
  return typeof timestamp === 'number' ? timestamp - offsetMs : timestamp
}

/**
 * The moment of a date and time: of two that the clock of this browser shows so, the first one. Without a time it is the
 * last second of that day. `skipped`: the clock never shows it.
 */
export function parseLocalTime(text: string, isUtc: boolean): number | 'skipped' | undefined {
  const iso = isoPattern.exec(text)
  const [year, month, day] = iso
    ? iso.slice(1, 4).map(Number)
    : (dottedPattern.exec(text) ?? []).slice(1, 4).map(Number).toReversed()
  const [hour, minute, second] = (iso ?? dottedPattern.exec(text) ?? []).slice(4, 7)
  if (year === undefined || month === undefined || day === undefined) return undefined
  const [atHour, atMinute, atSecond] = hour === undefined ? [23, 59, 59] : [hour, minute, second ?? 0].map(Number)
  if (atHour === undefined || atMinute === undefined || atSecond === undefined) return undefined
  const utc = Date.UTC(year, month - 1, day, atHour, atMinute, atSecond)
  // 30 February, and 25:00, are other days.
  if (new Date(utc).getUTCDate() !== day || new Date(utc).getUTCMonth() !== month - 1 || atMinute > 59 || atSecond > 59)
    return undefined
  if (isUtc) return utc
  const local = new Date(year, month - 1, day, atHour, atMinute, atSecond)
  return local.getDate() === day && local.getHours() === atHour && local.getMinutes() === atMinute
    ? local.getTime()
    : 'skipped'
}

/** The last day of each bar but the first and the last two, counted from today in calendar days of the browser’s zone. */
const bucketDays: readonly (number | undefined)[] = [undefined, 7, 30, 90, 365, undefined, undefined]

const expiredIndex = 0
const laterIndex = 5
const noneIndex = 6

/** The end of a calendar day, which may have 23 or 25 hours, in milliseconds since 1970. */
function endOf(day: number, { now }: Pick<RowContext, 'now'>): number {
  const today = new Date(now)
  return new Date(today.getFullYear(), today.getMonth(), today.getDate() + day + 1).getTime()
}

/** When tokens expire, in seven bars. The date alone decides: an inactive token is in one of them, too. */
export const expiryHistogram: Histogram<Token> = {
  name: 'expires',
  title: 'Expiry',
  buckets: [
    { id: 'expired', label: 'Expired', shortLabel: 'Expired', tone: 'error' },
    { id: '7d', label: 'In 7 days', shortLabel: '7 d', tone: 'warning' },
    { id: '30d', label: 'In 30 days', shortLabel: '30 d' },
    { id: '90d', label: 'In 90 days', shortLabel: '90 d' },
    { id: '1y', label: 'In 1 year', shortLabel: '1 y' },
    { id: 'later', label: 'Over 1 year', shortLabel: 'Over 1 y' },
    { id: 'none', label: noExpiryLabel, shortLabel: noExpiryLabel, tone: 'none' },
  ],
  bucketOf(context) {
    const { now, timeUnit } = context
    const bucketEnds = bucketDays.map((day) => (day === undefined ? undefined : endOf(day, context)))
    return (token) => {
      const expiry = expiryOf(token, timeUnit)
      if (expiry === undefined) return -1
      if (expiry === 'none') return noneIndex
      if (expiry <= now) return expiredIndex
      const bucket = bucketEnds.findIndex((end) => end !== undefined && expiry < end)
      return bucket < 0 ? laterIndex : bucket
    }
  },
  accessibleLabel(bucket, rows, context) {
    const countText = pluralize(rows, 'token')
    if (bucket === expiredIndex) return `${countText}, expired`
    if (bucket === noneIndex) return `${countText}, ${noExpiryLabel.toLowerCase()}`
    const day = bucketDays[bucket]
    const verb = rows === 1 ? 'expires' : 'expire'
    if (day === undefined)
      return `${countText}, ${verb} later, after ${formatDate(endOf(bucketDays[laterIndex - 1] ?? 0, context) - 1)}`
    return `${countText}, ${verb} with${this.buckets[bucket]?.label.toLowerCase()}, until ${(day < 365 ? formatDay : formatDate)(endOf(day, context) - 1)}`
  },
  tooltip(bucket, context) {
    const day = bucketDays[bucket]
    return day === undefined ? undefined : `by ${formatDate(endOf(day, context) - 1)}`
  },
}
