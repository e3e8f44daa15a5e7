import type { TokenChange } from '#contract/token.ts'
import { momentAt, unitOf } from '#contract/wire.ts'
import type { FileCell, Parsed } from '#web/resource/field.ts'
import { isSilent } from '#web/resource/flag-setting.tsx'

const noDates: ReadonlySet<string> = new Set(['never', 'never expires', 'no expiry set', 'nie', 'jamais', 'nunca'])
const time = String.raw`(\d\d?):(\d\d)(?::(\d\d)(?:\.\d+)?)?`
const byYear = new RegExp(String.raw`^(\d{4}|[+-]\d{6})-(\d\d)-(\d\d)(?:[T ]${time})?$`)
const byDay = new RegExp(String.raw`^(\d\d?)\.(\d\d?)\.(\d{4})(?:,? ${time})?$`)
const zone = /(?<=:\d\d(?:\.\d+)?)\s?(?:z|([+-])([01]\d|2[0-3]):?([0-5]\d))$/i
const unknown = { fault: 'Expires: not a date. Write dates as 2027-12-31.' }

/** The expiry in a cell of a file: ISO or `31.12.2027`, digits, whose size shows their unit, or that there is none. */
export function parseExpiry(cell: string, { isUtc }: Pick<FileCell, 'isUtc'>): Parsed<TokenChange> {
  const text = cell.trim()
  if (isSilent(text)) return { change: {} }
  if (noDates.has(text.toLowerCase())) return { change: { expiration_date: 'not-given' } }
  const at = /^\d{1,16}$/.test(text)
    ? numberAt(Number(text))
    : zone.test(text)
      ? zonedAt(text.toUpperCase())
      : parseLocalTime(text, isUtc)
  if (at === 'skipped') return { fault: 'Expires: the clocks skip this time.' }
  return at === undefined ? unknown : { change: { expiration_date: { at } } }
}

function numberAt(integer: number): number | undefined {
  const unit = unitOf(integer)
  return unit && momentAt(integer, unit)
}

function zonedAt(text: string): ReturnType<typeof parseLocalTime> {
  const [, sign, hours, minutes] = zone.exec(text) ?? []
  const at = parseLocalTime(text.replace(zone, ''), true)
  const ahead = sign === undefined ? 0 : Number(`${sign}1`) * (Number(hours) * 60 + Number(minutes)) * 60_000
  return typeof at === 'number' ? at - ahead : at
}

/**
 * The moment of a date and time: of two that the clock of this browser shows so, the first one. Without a time it is the
 * last second of that day. `skipped`: the clock never shows it.
 */
export function parseLocalTime(text: string, isUtc: boolean): number | 'skipped' | undefined {
  const iso = byYear.exec(text)
  const [year, month, day] = iso
    ? iso.slice(1, 4).map(Number)
    : (byDay.exec(text) ?? []).slice(1, 4).map(Number).toReversed()
  const [hour, minute, second] = (iso ?? byDay.exec(text) ?? []).slice(4, 7)
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
