/** All formatting of dates and numbers. Moments are milliseconds since 1970-01-01 UTC. */

const locale = 'en-GB'

const second = 1000

const minute = 60 * second

const hour = 60 * minute

const day = 24 * hour

/** Creates a format when it is first used. */
function format<Format>(make: () => Format): () => Format {
  let made: Format | undefined
  return () => (made ??= make())
}

const dateFormat = format(() => new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', year: 'numeric' }))

const dayFormat = format(() => new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short' }))

const clockFormat = format(
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

const momentParts = { ...plainParts, weekday: 'short' } as const

const plainFormat = format(() => new Intl.DateTimeFormat(locale, plainParts))

const localFormat = format(() => new Intl.DateTimeFormat(locale, { ...momentParts, timeZoneName: 'short' }))

const utcFormat = format(() => new Intl.DateTimeFormat(locale, { ...momentParts, timeZone: 'UTC' }))

const relativeFormat = format(() => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }))

const countFormat = format(() => new Intl.NumberFormat(locale))

/** `128`, `100,000`. */
export const formatCount = (n: number) => (n < 1000 ? String(n) : countFormat().format(n)) // the first use of Intl takes 20 ms

/** `1 token`, `128 tokens`. */
export const pluralize = (n: number, singular: string, plural = `${singular}s`) =>
  `${formatCount(n)} ${n === 1 ? singular : plural}`

/** `3 Dec 2026`. */
export const formatDate = (at: number) => dateFormat().format(at)

/** `3 Dec`. */
export const formatDay = (at: number) => dayFormat().format(at)

/** `09:00`, local. */
export const formatTime = (at: number) => clockFormat().format(at)

/** `21 Dec 2026, 10:42:00`, local. */
export const formatDateTime = (at: number) => plainFormat().format(at)

/** `Mon, 21 Dec 2026, 10:42:00 CET`. */
export const formatDateTimeWithZone = (at: number) => localFormat().format(at)

/** The same in UTC, without the zone's name. */
export const formatUtcDateTime = (at: number) => utcFormat().format(at)

/** Both, for a title: local with its zone, then UTC. */
export const formatLocalAndUtc = (at: number) => `${formatDateTimeWithZone(at)} (${formatUtcDateTime(at)} UTC)`

/** `30 seconds`, `15 minutes`, `8 hours`: a duration in the largest unit that is exact to a tenth of it. */
export function formatDuration(length: number): string {
  const unit = [hour, minute, second].find(
    (unit) => length >= unit && Math.abs(length / unit - Math.round(length / unit)) < 0.1,
  )
  const name = unit === hour ? 'hour' : unit === minute ? 'minute' : 'second'
  return pluralize(Math.round(length / (unit ?? second)), name)
}

/** `8 s ago`, `2 h ago`, `yesterday`, `in 12 days`, `in 5 months`. */
export function formatRelative(at: number, now: number): string {
  const span = at - now
  const size = Math.abs(span)
  if (size < second) return 'just now'
  if (size < 45 * second) return small(Math.round(size / second), 's', span)
  if (size < 45 * minute) return small(Math.round(size / minute), 'min', span)
  if (size < 22 * hour && dayNumber(at) === dayNumber(now)) return small(Math.round(size / hour), 'h', span)
  const near = dayNumber(at) - dayNumber(now)
  // Farther away, by one clock: a token made for 30 days near midnight reads so across a clock change, too.
  const days = Math.abs(near) < 3 ? near : dayNumber(at, now) - dayNumber(now)
  const far = Math.abs(days)
  if (far === 0) return small(Math.round(size / hour), 'h', span)
  if (far <= 60) return relativeFormat().format(days, 'day')
  const months = Math.round(far / 30.44)
  if (months !== 12 && far < 600) return small(months, 'months', span)
  const years = Math.round(far / 365.25)
  return small(years, years === 1 ? 'year' : 'years', span)
}

/** `formatRelative` for past moments: one by a clock ahead of ours is *just now*, never the future. */
export const formatAgo = (at: number, now: number) => formatRelative(Math.min(at, now), now)

function small(n: number, unit: string, span: number): string {
  return span < 0 ? `${formatCount(n)} ${unit} ago` : `in ${formatCount(n)} ${unit}`
}

/**
 * The number of the local calendar day: *tomorrow* is the next date, not 24 hours later, also across a clock change.
 * `clockAt`: by the clock that is right at that moment.
 */
function dayNumber(at: number, clockAt = at): number {
  return Math.floor((at - new Date(clockAt).getTimezoneOffset() * minute) / day)
}

/** `on`, `off`, or `unknown`. */
export function formatFlag(flag: boolean | undefined): string {
  return flag === undefined ? 'unknown' : flag ? 'on' : 'off'
}
