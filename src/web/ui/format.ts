/** All formatting of dates, numbers and lists. Moments are milliseconds since 1970-01-01 UTC. */

const locale = 'en-GB'

const second = 1000

const minute = 60 * second

const hour = 60 * minute

const day = 24 * hour

/** Creates a format when it is first used. */
function lazyFormat<Format>(create: () => Format): () => Format {
  let created: Format | undefined
  return () => (created ??= create())
}

const dateFormat = lazyFormat(
  () => new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', year: 'numeric' }),
)

const dayFormat = lazyFormat(() => new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short' }))

const clockFormat = lazyFormat(
  () => new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }),
)

const plainParts = {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
} as const

const dateTimeParts = { ...plainParts, weekday: 'short' } as const

const plainFormat = lazyFormat(() => new Intl.DateTimeFormat(locale, plainParts))

const localFormat = lazyFormat(() => new Intl.DateTimeFormat(locale, { ...dateTimeParts, timeZoneName: 'short' }))

const minuteFormat = lazyFormat(
  () => new Intl.DateTimeFormat(locale, { ...dateTimeParts, second: undefined, timeZoneName: 'short' }),
)

const utcFormat = lazyFormat(() => new Intl.DateTimeFormat(locale, { ...dateTimeParts, timeZone: 'UTC' }))

const relativeFormat = lazyFormat(() => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }))

const countFormat = lazyFormat(() => new Intl.NumberFormat(locale))

/** `128`, `100,000`. */
export const formatCount = (n: number) => (n < 1000 ? String(n) : countFormat().format(n)) // the first use of Intl takes 20 ms

/** `1 token`, `128 tokens`. */
export const pluralize = (n: number, singular: string, plural = `${singular}s`) =>
  `${formatCount(n)} ${n === 1 ? singular : plural}`

/** `3 Dec 2026`. */
export const formatDate = (timestamp: number) => dateFormat().format(timestamp)

/** `3 Dec`. */
export const formatDay = (timestamp: number) => dayFormat().format(timestamp)

/** `09:00`, local. */
export const formatTime = (timestamp: number) => clockFormat().format(timestamp)

/** `21 Dec 2026, 10:42:00`, local. */
export const formatDateTime = (timestamp: number) => plainFormat().format(timestamp)

/** `Mon, 21 Dec 2026, 10:42:00 CET`. */
export const formatDateTimeWithZone = (timestamp: number) => localFormat().format(timestamp)

/** The same, with seconds only where there are any: `Mon, 21 Dec 2026, 10:42 CET`. */
export const formatShortDateTime = (timestamp: number) =>
  (Math.floor(timestamp / second) % 60 === 0 ? minuteFormat : localFormat)().format(timestamp)

/** `Mon, 21 Dec 2026, 09:42:00 UTC`. */
export const formatUtcDateTime = (timestamp: number) => `${utcFormat().format(timestamp)} UTC`

/** Both, for a title: local with its zone, then UTC. Where the local zone is UTC: once. */
export function formatLocalAndUtc(timestamp: number): string {
  const local = formatDateTimeWithZone(timestamp)
  const utc = formatUtcDateTime(timestamp)
  return local === utc ? utc : `${local} (${utc})`
}

/** `30 seconds`, `15 minutes`, `8 hours`: a duration in the largest unit that is exact to a tenth of it. */
export function formatDuration(durationMs: number): string {
  const unit = [hour, minute, second].find(
    (unit) => durationMs >= unit && Math.abs(durationMs / unit - Math.round(durationMs / unit)) < 0.1,
  )
  const name = unit === hour ? 'hour' : unit === minute ? 'minute' : 'second'
  return pluralize(Math.round(durationMs / (unit ?? second)), name)
}

/** `8 s ago`, `2 h ago`, `yesterday`, `in 12 days`, `in 5 months`. */
export function formatRelative(timestamp: number, now: number): string {
  const difference = timestamp - now
  const size = Math.abs(difference)
  if (size < second) return 'just now'
  if (size < 45 * second) return formatUnit(Math.round(size / second), 's', difference)
  if (size < 45 * minute) return formatUnit(Math.round(size / minute), 'min', difference)
  const dayDifference = localDayNumber(timestamp) - localDayNumber(now)
  // Farther away, by one clock: a token made for 30 days near midnight reads so across a clock change, too.
  const days = Math.abs(dayDifference) < 3 ? dayDifference : localDayNumber(timestamp, now) - localDayNumber(now)
  const distance = Math.abs(days)
  if (distance === 0) return formatUnit(Math.round(size / hour), 'h', difference)
  if (distance <= 60) return relativeFormat().format(days, 'day')
  const months = Math.round(distance / 30.44)
  if (months !== 12 && distance < 600) return formatUnit(months, 'months', difference)
  const years = Math.round(distance / 365.25)
  return formatUnit(years, years === 1 ? 'year' : 'years', difference)
}

/** `formatRelative` for past moments: one by a clock ahead of ours is *just now*, never the future. */
export const formatAgo = (timestamp: number, now: number) => formatRelative(Math.min(timestamp, now), now)

function formatUnit(n: number, unit: string, difference: number): string {
  return difference < 0 ? `${formatCount(n)} ${unit} ago` : `in ${formatCount(n)} ${unit}`
}

/**
 * The number of the local calendar day: *tomorrow* is the next date, not 24 hours later, also across a clock change.
 * `clockAt`: by the clock that is right at that moment.
 */
function localDayNumber(timestamp: number, clockAt = timestamp): number {
  return Math.floor((timestamp - new Date(clockAt).getTimezoneOffset() * minute) / day)
}

/** The local date as it stands in the name of a file: `2027-01-15`. */
export const formatFileDate = (timestamp: number) =>
  new Date(localDayNumber(timestamp) * day).toISOString().slice(0, 10)

/** `on`, `off`, or `unknown`. */
export function formatFlag(flag: boolean | undefined): string {
  return flag === undefined ? 'unknown' : flag ? 'on' : 'off'
}

/** *a and b*, *a, b and c*. */
export const listFormat = new Intl.ListFormat(locale)

/** With a capital letter at the beginning. */
export const capitalize = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)
