import { momentAt, momentFrom, type Unit } from '#contract/wire.ts'
import { pastedTime } from '#web/ui/moment/pasted-time.ts'
import type { LocalTime } from '#web/ui/moment/local-time.ts'

const orders = {
  'day-first': ['day', 'month', 'year'],
  'month-first': ['month', 'day', 'year'],
} as const

/** How the dates of a column are read. */
export interface DateStyle {
  /** Of `12/03/2027`; undefined: the column does not tell, and the admin has not answered. */
  order: keyof typeof orders | undefined
  /** Of dates that are numbers. */
  unit: Unit
  /** Whether a date without a time zone is in UTC; otherwise it is by the clock of the browser. */
  isUtc: boolean
}

/** The moments at which a clock shows a time, in their order. */
export type MomentsOf = (time: LocalTime) => readonly number[]

/** By the clock of the browser. The calendar of its fields takes a hundred times as long for each date. */
export const browserMomentsOf: MomentsOf = ({ year, month, day, hour, minute, second }) => {
  const date = new Date(year, month - 1, day, hour, minute, second)
  return date.getDate() === day && date.getHours() === hour && date.getMinutes() === minute ? [date.getTime()] : []
}

const noDates: ReadonlySet<string> = new Set(['never', 'never expires', 'no expiry set', 'none'])

/** Whether a cell says that there is no date. */
export const isNoDate = (cell: string) => noDates.has(cell.trim().toLowerCase())

const hasZone = /[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?\s?(?:Z|[+-]\d\d:?\d\d)$/i
const midnight = { hour: 0, minute: 0, second: 0 }

/** What a cell can mean: a number, a moment with its time zone, or a time with its day or month first. */
export function meaningOf(cell: string) {
  const text = plain(cell)
  if (/^\d{6,16}$/.test(text)) return { is: 'number', integer: Number(text) } as const
  if (hasZone.test(text)) return { is: 'moment', at: momentAt(momentFrom(text.toUpperCase()), 'milliseconds') } as const
  const [dayFirst, monthFirst] = [orders['day-first'], orders['month-first']].map((order) =>
    pastedTime(text, order, midnight),
  )
  const isOpen = dayFirst !== undefined && monthFirst !== undefined && dayFirst.day !== monthFirst.day
  return { is: 'local', text, dayFirst, monthFirst, isOpen } as const
}

/** Latin digits, plain separators, and a time of 24 hours, whatever the browser's language writes. */
function plain(cell: string): string {
  return cell
    .normalize('NFKC')
    .replace(/[\u200e\u200f\u061c]/g, '')
    .replace(/[٠-٩۰-۹]/g, (digit) => String((digit.charCodeAt(0) - 0x660) % 0x90))
    .trim()
    .replace(/^(\d{1,4})\s?([./-])\s?(\d{1,2})\s?\2\s?(\d{1,4})\.?(?!\d)/, '$1$2$3$2$4') // `2027. 3. 12.`
    .replace(/(:\d\d)[.,]\d{1,9}$/, '$1')
    .replace(/(\d{1,2})(:\d\d(?::\d\d)?)\s?([ap])\.?m\.?$/i, (_all, hours: string, rest: string, half: string) => {
      return `${(Number(hours) % 12) + (/p/i.test(half) ? 12 : 0)}${rest}`
    })
}

/**
 * The moment that a cell means, in milliseconds since 1970, or why it means none. Without a time it is midnight.
 * `momentsOf`: the moments at which the clock of the browser shows a time.
 */
export function momentIn(cell: string, { order, unit, isUtc }: DateStyle, momentsOf: MomentsOf): number | string {
  const meaning = meaningOf(cell)
  if (meaning.is === 'moment') return meaning.at ?? 'not a date.'
  if (meaning.is === 'number') return momentAt(meaning.integer, unit) ?? 'not a date.'
  const { dayFirst, monthFirst, isOpen } = meaning
  if (order === undefined && isOpen) return 'day and month are not told apart yet.'
  const time = order === undefined ? (dayFirst ?? monthFirst) : order === 'day-first' ? dayFirst : monthFirst
  if (time === undefined) return 'not a date.'
  if (isUtc) return Date.UTC(time.year, time.month - 1, time.day, time.hour, time.minute, time.second)
  return momentsOf(time)[0] ?? 'the clocks skip this time.'
}
