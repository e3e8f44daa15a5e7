import { CalendarDateTime, fromAbsolute } from '@internationalized/date'

/** A date and a time as a clock shows them. */
export interface LocalTime {
  year: number
  month: number
  day: number
  hour: number
  minute: number
  second: number
}

/** The time of a date without one. */
export const endOfDay = { hour: 23, minute: 59, second: 59 } as const

/**
 * The moments, in milliseconds since 1970, at which a clock in `zone` shows this time: none for a day that does not
 * exist and for a time that the clocks skip, two for a time that comes again because they go back.
 */
export function momentsOf(time: LocalTime, zone: string): readonly number[] {
  const { year, month, day, hour, minute, second } = time
  const shown = new CalendarDateTime(year, month, day, hour, minute, second)
  const moments = (['earlier', 'later'] as const).map((which) => shown.toDate(zone, which).getTime())
  return [...new Set(moments)].filter((at) => isSame(localTimeAt(at, zone), time))
}

/** What a clock in `zone` shows at a moment in milliseconds since 1970. */
export function localTimeAt(at: number, zone: string): LocalTime {
  const { year, month, day, hour, minute, second } = fromAbsolute(at, zone)
  return { year, month, day, hour, minute, second }
}

const parts = ['year', 'month', 'day', 'hour', 'minute', 'second'] as const

const isSame = (a: LocalTime, b: LocalTime) => parts.every((part) => a[part] === b[part])
