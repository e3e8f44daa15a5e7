import { momentAt, momentFrom, unitOf, type Unit } from '#contract/wire.ts'
import { pastedTime } from '#web/ui/moment/pasted-time.ts'
import type { LocalTime } from '#web/ui/moment/local-time.ts'

/** How the dates of a column are read. */
export interface DateStyle {
  /** Of `12/03/2027`; undefined: the column does not tell, and the admin has not answered. */
  order: 'day-first' | 'month-first' | undefined
  /** Of dates that are numbers. */
  unit: Unit
  /** Whether a date without a time zone is in UTC; otherwise it is by the clock of the browser. */
  isUtc: boolean
}

/** What the dates of a column show. */
export interface DateColumn {
  order: DateStyle['order']
  /** A date that can be read in two ways; undefined: there is none. */
  ambiguous: string | undefined
  /** Undefined: no date is a number. */
  unit: Unit | undefined
  /** Whether a date has no time zone. */
  hasLocal: boolean
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

/** A cell as far as it can be told what it is. */
type Written = { is: 'number'; integer: number } | { is: 'moment'; at: number } | { is: 'local'; text: string }

const hasZone = /[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?\s?(?:Z|[+-]\d\d:?\d\d)$/i

/** Reads a cell without a question. Undefined: it is no date. */
function writtenIn(cell: string): Written | undefined {
  const text = plain(cell)
  if (/^\d{6,16}$/.test(text)) return { is: 'number', integer: Number(text) }
  if (!hasZone.test(text)) return { is: 'local', text }
  const at = momentAt(momentFrom(text.toUpperCase()), 'milliseconds')
  return at === undefined ? undefined : { is: 'moment', at }
}

/** Latin digits, plain separators, and a time of 24 hours, whatever the browser's language writes. */
function plain(cell: string): string {
  const text = cell
    .normalize('NFKC')
    .replace(/[\u200e\u200f\u061c]/g, '')
    .replace(/[٠-٩۰-۹]/g, (digit) => String((digit.charCodeAt(0) - 0x660) % 0x90))
    .replace(/^(\d{4})\s?[年년]\s?(\d+)\s?[月월]\s?(\d+)\s?[日일]/, '$1-$2-$3')
    .trim()
    .replace(/^(\d{1,4})\s?([./-])\s?(\d{1,2})\s?\2\s?(\d{1,4})\.?(?!\d)/, '$1$2$3$2$4') // `2027. 3. 12.`
    .replace(/(:\d\d)[.,]\d{1,9}$/, '$1')
  return text.replace(
    /(\d{1,2})(:\d\d(?::\d\d)?)\s?([ap])\.?m\.?$/i,
    (_all, hours: string, rest: string, half: string) => {
      const hour = (Number(hours) % 12) + (/p/i.test(half) ? 12 : 0)
      return `${hour}${rest}`
    },
  )
}

/** What a column of dates shows about itself. */
export async function dateColumn(cells: Iterable<string>, rest: () => Promise<void>): Promise<DateColumn> {
  let [days, months] = [0, 0]
  const units = { seconds: 0, milliseconds: 0 }
  let ambiguous: string | undefined
  let hasLocal = false
  for (const cell of cells) {
    await rest()
    if (cell === '' || isNoDate(cell)) continue
    const written = writtenIn(cell)
    if (written?.is === 'number') {
      const unit = unitOf(written.integer)
      if (unit !== undefined) units[unit] += 1
    }
    if (written?.is !== 'local') continue
    hasLocal = true
    const [, first, second] = /^(\d{1,2})[./-](\d{1,2})[./-]\d{4}/.exec(written.text) ?? []
    if (first === undefined || second === undefined) continue
    if (Number(first) > 12) days += 1
    else if (Number(second) > 12) months += 1
    else if (Number(first) !== Number(second)) ambiguous ??= written.text
  }
  const isMixed = days > 0 && months > 0
  const order = isMixed || days + months === 0 ? undefined : days > 0 ? 'day-first' : 'month-first'
  const unit = units.seconds > units.milliseconds ? 'seconds' : 'milliseconds'
  return {
    order,
    ambiguous: order === undefined ? ambiguous : undefined,
    unit: units.seconds + units.milliseconds === 0 ? undefined : unit,
    hasLocal,
  }
}

const orders = {
  'day-first': ['day', 'month', 'year'],
  'month-first': ['month', 'day', 'year'],
} as const

const midnight = { hour: 0, minute: 0, second: 0 }

/**
 * The moment that a cell means, in milliseconds since 1970; without a time it is midnight. `momentsOf`: the moments at
 * which the clock of the browser shows a time.
 */
export function momentIn(
  cell: string,
  { order, unit, isUtc }: DateStyle,
  momentsOf: MomentsOf,
): number | 'no-date' | 'which-order' | 'skipped' {
  const written = writtenIn(cell)
  if (written === undefined) return 'no-date'
  if (written.is === 'moment') return written.at
  if (written.is === 'number') return momentAt(written.integer, unit) ?? 'no-date'
  const [dayFirst, monthFirst] = (['day-first', 'month-first'] as const).map((name) =>
    pastedTime(written.text, orders[name], midnight),
  )
  const isOpen = dayFirst !== undefined && monthFirst !== undefined && dayFirst.day !== monthFirst.day
  if (order === undefined && isOpen) return 'which-order'
  const time = order === undefined ? (dayFirst ?? monthFirst) : order === 'day-first' ? dayFirst : monthFirst
  if (time === undefined) return 'no-date'
  if (isUtc) return Date.UTC(time.year, time.month - 1, time.day, time.hour, time.minute, time.second)
  return momentsOf(time)[0] ?? 'skipped'
}
