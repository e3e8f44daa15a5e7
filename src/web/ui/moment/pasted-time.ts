import { CalendarDate } from '@internationalized/date'
import { endOfDay, type LocalTime } from './local-time.ts'

type DatePart = 'year' | 'month' | 'day'

const pattern = /^(\d{1,4})([./-])(\d{1,2})\2(\d{1,4})(?:,? |T|$)(?:(\d{1,2}):(\d{2})(?::(\d{2}))?)?$/

/**
 * Reads a pasted date: the year first, with points the day first, as in a file, else in `order`. Without a time it is the
 * end of that day. Undefined: it is no date, or has a time zone, or a year that is not written out.
 */
export function pastedTime(text: string, order: readonly DatePart[]): LocalTime | undefined {
  const [, first, sign, second, third, hours, minutes, seconds = '0'] = pattern.exec(text.trim()) ?? []
  if (first === undefined) return undefined
  const date = { year: '', month: '', day: '' }
  for (const [at, part] of (first.length === 4 ? byYear : sign === '.' ? byDay : order).entries())
    date[part] = [first, second, third][at] ?? ''
  if (date.year.length !== 4 || date.month.length > 2 || date.day.length > 2) return undefined
  const [year, month, day] = [date.year, date.month, date.day].map(Number) as [number, number, number]
  const { month: realMonth, day: realDay } = new CalendarDate(year, month, day)
  if (month !== realMonth || day !== realDay) return undefined
  if (hours === undefined) return { year, month, day, ...endOfDay }
  const [hour, minute, atSecond] = [hours, minutes, seconds].map(Number) as [number, number, number]
  return hour > 23 || minute > 59 || atSecond > 59 ? undefined : { year, month, day, hour, minute, second: atSecond }
}

const byYear = ['year', 'month', 'day'] as const
const byDay = ['day', 'month', 'year'] as const
