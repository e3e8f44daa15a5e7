import { CalendarDate } from '@internationalized/date'
import type { LocalTime } from './local-time.ts'

type DatePart = 'year' | 'month' | 'day'

const pattern = /^(\d{1,4})([./-])(\d{1,2})\2(\d{1,4})(?:,? |T|$)(?:(\d{1,2}):(\d{2})(?::(\d{2}))?)?$/

/**
 * Reads a pasted date: year, month and day, or in `order` if it does not begin with the year. Without a time it gets
 * the one of `shown`. Undefined: it is no date, or has a time zone, or a year that is not written out.
 */
export function pastedTime(
  text: string,
  order: readonly DatePart[],
  shown: Pick<LocalTime, 'hour' | 'minute' | 'second'>,
): LocalTime | undefined {
  const [, first, , second, third, hours, minutes, seconds = '0'] = pattern.exec(text.trim()) ?? []
  if (first === undefined) return undefined
  const date = { year: '', month: '', day: '' }
  for (const [at, part] of (first.length === 4 ? byYear : order).entries())
    date[part] = [first, second, third][at] ?? ''
  if (date.year.length !== 4 || date.month.length > 2 || date.day.length > 2) return undefined
  const [year, month, day] = [date.year, date.month, date.day].map(Number) as [number, number, number]
  const { month: realMonth, day: realDay } = new CalendarDate(year, month, day)
  if (month !== realMonth || day !== realDay) return undefined
  if (hours === undefined) return { year, month, day, hour: shown.hour, minute: shown.minute, second: shown.second }
  const [hour, minute, atSecond] = [hours, minutes, seconds].map(Number) as [number, number, number]
  return hour > 23 || minute > 59 || atSecond > 59 ? undefined : { year, month, day, hour, minute, second: atSecond }
}

const byYear = ['year', 'month', 'day'] as const
