import { expect, test } from 'vitest'
import { timeIn } from '#web/testing/time-zone.ts'

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

const noon = Date.UTC(2027, 0, 15, 12)

test.each([
  [0, 'just now'],
  [999, 'just now'],
  [-999, 'just now'],
  [second, 'in 1 s'],
  [-second, '1 s ago'],
  [44 * second, 'in 44 s'],
  [45 * second, 'in 1 min'],
  [-90 * second, '2 min ago'],
  [44 * minute, 'in 44 min'],
  [45 * minute, 'in 1 h'],
  [-3 * hour, '3 h ago'],
  [11 * hour, 'in 11 h'],
  [12 * hour, 'tomorrow'],
  [-12 * hour, '12 h ago'],
  [-12 * hour - 1, 'yesterday'],
  [2 * day, 'in 2 days'],
  [13 * day, 'in 13 days'],
  [14 * day, 'in 14 days'],
  [30 * day, 'in 30 days'],
  [-59 * day, '59 days ago'],
  [60 * day, 'in 60 days'],
  [61 * day, 'in 2 months'],
  [90 * day, 'in 3 months'],
  [-335 * day, '11 months ago'],
  [364 * day, 'in 1 year'],
  [365 * day, 'in 1 year'],
  [-366 * day, '1 year ago'],
  [395 * day, 'in 13 months'],
  [599 * day, 'in 20 months'],
  [600 * day, 'in 2 years'],
  [-3653 * day, '10 years ago'],
])('%i ms from noon reads “%s”', async (span, text) => {
  const { formatRelative } = await timeIn('UTC')
  expect(formatRelative(noon + span, noon)).toBe(text)
})

test.each([
  ['Pacific/Auckland', '2027-01-16'],
  ['America/Los_Angeles', '2027-01-15'],
])('in %s the name of a file has the local date %s', async (zone, date) => {
  const { formatFileDate } = await timeIn(zone)
  expect(formatFileDate(Date.UTC(2027, 0, 15, 20))).toBe(date)
  const evening = await timeIn('America/Los_Angeles')
  expect(evening.formatFileDate(Date.UTC(2027, 0, 16, 2))).toBe('2027-01-15')
})

test('the end of the year 9999 can be written as a distance, a date and a moment', async () => {
  const { formatRelative, formatDate, formatUtcDateTime } = await timeIn('UTC')
  const end = Date.UTC(9999, 11, 31, 23, 59, 59)
  expect(formatRelative(end, noon)).toBe('in 7,973 years')
  expect(formatDate(end)).toBe('31 Dec 9999')
  expect(formatUtcDateTime(end)).toContain('9999, 23:59:59')
})

test('the latest moment that a Date can hold is written without an error', async () => {
  const { formatRelative, formatLocalAndUtc } = await timeIn('UTC')
  expect(formatRelative(8.64e15, noon)).toContain('years')
  expect(formatLocalAndUtc(8.64e15)).toContain('275760')
})

test.each([
  ['Europe/Berlin', 'the spring day of 23 hours', [2027, 2, 27, 12], [2027, 2, 28, 12]],
  ['Europe/Berlin', 'the autumn day of 25 hours', [2027, 9, 30, 12], [2027, 9, 31, 12]],
  ['America/New_York', 'the spring day of 23 hours', [2027, 2, 13, 12], [2027, 2, 14, 12]],
  ['Australia/Lord_Howe', 'half an hour of daylight saving', [2027, 3, 3, 12], [2027, 3, 4, 12]],
  ['Asia/Kolkata', 'a zone of half an hour', [2027, 0, 15, 23], [2027, 0, 16, 22]],
  ['Pacific/Apia', 'the far side of the date line', [2027, 0, 15, 1], [2027, 0, 16, 23]],
] as const)('in %s, tomorrow is the next date, across %s', async (zone, _what, from, to) => {
  const { formatRelative } = await timeIn(zone)
  const now = new Date(from[0], from[1], from[2], from[3]).getTime()
  const timestamp = new Date(to[0], to[1], to[2], to[3]).getTime()
  expect(formatRelative(timestamp, now)).toBe('tomorrow')
  expect(formatRelative(now, timestamp)).toBe('yesterday')
})

const presets = [
  [1, 'tomorrow'],
  [7, 'in 7 days'],
  [30, 'in 30 days'],
  [60, 'in 60 days'],
  [90, 'in 3 months'],
  [365, 'in 1 year'],
] as const

test.each([
  ['Europe/Berlin', 2027, 2, 27],
  ['Europe/Berlin', 2027, 9, 30],
  ['America/New_York', 2027, 2, 13],
  ['America/New_York', 2027, 10, 6],
  ['Australia/Lord_Howe', 2027, 3, 3],
  ['Australia/Lord_Howe', 2027, 9, 2],
])('in %s, a token made for so many days on %i/%i/%i, before a clock change, reads so', async (zone, ...date) => {
  const { formatRelative } = await timeIn(zone)
  for (const time of [
    [0, 30],
    [2, 30],
    [12, 0],
    [23, 30],
  ] as const) {
    const now = new Date(...date, ...time).getTime()
    for (const [days, text] of presets) {
      // At 0:30 and 23:30, 24 hours can end on another date than the next one.
      if (days === 1 && (time[0] === 0 || time[0] === 23)) continue
      expect(formatRelative(now + days * day, now), `${days} days at ${time.join(':')}`).toBe(text)
      expect(formatRelative(now + days * day, now + second), 'a second later').toBe(text)
    }
  }
})

test('the end of a day of 25 hours is “in 25 h”, not tomorrow', async () => {
  const { formatRelative } = await timeIn('Europe/Berlin')
  const now = new Date(2027, 9, 31, 0, 10).getTime()
  expect(formatRelative(new Date(2027, 9, 31, 23, 50).getTime(), now)).toBe('in 25 h')
})

test('in UTC a moment is said once', async () => {
  const { formatLocalAndUtc } = await timeIn('UTC')
  expect(formatLocalAndUtc(Date.UTC(2026, 11, 21, 9, 42))).toBe('Mon, 21 Dec 2026, 09:42:00 UTC')
})

test('a moment that may have been typed has seconds only where there are any', async () => {
  const { formatShortDateTime } = await timeIn('Europe/Berlin')
  const whole = Date.UTC(2026, 11, 21, 9, 42)
  expect(formatShortDateTime(whole)).toBe('Mon, 21 Dec 2026, 10:42 CET')
  expect(formatShortDateTime(whole + 999)).toBe('Mon, 21 Dec 2026, 10:42 CET')
  expect(formatShortDateTime(whole + 37_000)).toBe('Mon, 21 Dec 2026, 10:42:37 CET')
  expect(formatShortDateTime(-23_000)).toContain('00:59:37')
})

test('a moment names its time zone, in winter and in summer, with UTC beside it', async () => {
  const { formatLocalAndUtc, formatTime } = await timeIn('Europe/Berlin')
  expect(formatLocalAndUtc(Date.UTC(2026, 11, 21, 9, 42))).toBe(
    'Mon, 21 Dec 2026, 10:42:00 CET (Mon, 21 Dec 2026, 09:42:00 UTC)',
  )
  expect(formatLocalAndUtc(Date.UTC(2026, 6, 21, 9, 42))).toContain('11:42:00 CEST')
  expect(formatTime(Date.UTC(2026, 6, 21, 22, 5))).toBe('00:05')
})

test('a count has its noun, in the singular for one', async () => {
  const { pluralize } = await timeIn('UTC')
  expect(pluralize(0, 'token')).toBe('0 tokens')
  expect(pluralize(1, 'token')).toBe('1 token')
  expect(pluralize(100_000, 'token')).toBe('100,000 tokens')
  expect(pluralize(2, 'entry', 'entries')).toBe('2 entries')
})

test('a past moment by a clock ahead of ours reads “just now”, never as the future', async () => {
  const { formatAgo } = await timeIn('UTC')
  expect(formatAgo(noon + 10 * second, noon)).toBe('just now')
  expect(formatAgo(noon + 2 * day, noon)).toBe('just now')
  expect(formatAgo(noon - 8 * second, noon)).toBe('8 s ago')
})
