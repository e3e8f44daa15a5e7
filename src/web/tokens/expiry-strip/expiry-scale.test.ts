import { fromAbsolute, toCalendarDate } from '@internationalized/date'
import fc from 'fast-check'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { token, whole } from '#web/testing/rows.ts'
import { expiryScale, lastMoment, stretches, unreadableSlot, within } from './expiry-scale.ts'

const day = 24 * 60 * 60 * 1000
const { never } = stretches
const noon = new Date(2026, 10, 21, 12).getTime()

afterEach(() => vi.unstubAllEnvs())

const slotOf = (expiry: number, now: number, unit: 'milliseconds' | 'seconds' = 'milliseconds') =>
  expiryScale.slotsAt({ now, unit })(
    token('a', { expiration_date: whole(unit === 'seconds' ? Math.floor(expiry / 1000) : expiry) }),
  )

// Cairo and Beirut change their clocks at midnight, Lord Howe by half an hour.
describe.each([
  ['UTC'],
  ['Europe/Berlin'],
  ['America/New_York'],
  ['Africa/Cairo'],
  ['Asia/Beirut'],
  ['Australia/Lord_Howe'],
  ['Pacific/Auckland'],
])('in %s', (zone) => {
  test('a token is in the slot of its calendar day, in either unit, whatever the clocks do meanwhile', () => {
    vi.stubEnv('TZ', zone)
    const dateAt = (at: number) => toCalendarDate(fromAbsolute(at, zone))
    fc.assert(
      fc.property(
        fc.integer({ min: Date.UTC(2024, 0, 1), max: Date.UTC(2032, 0, 1) }),
        fc.integer({ min: -800 * day, max: 2500 * day }),
        (now, left) => {
          const expiry = Math.floor((now + left) / 1000) * 1000
          const days = dateAt(expiry).compare(dateAt(now))
          // What has expired today is past.
          const counted = expiry <= now && days === 0 ? -1 : days
          const goal = within(counted).to
          expect(slotOf(expiry, now)).toBe(goal)
          expect(slotOf(expiry, now, 'seconds')).toBe(goal)
          if (counted >= 0 && goal < stretches.later.to) expect(expiry).toBeLessThanOrEqual(lastMoment(goal, { now }))
        },
      ),
      { numRuns: 400 },
    )
  })

  test('the last moment of a day is one millisecond before the next one, also when a day has 23 or 25 hours', () => {
    vi.stubEnv('TZ', zone)
    for (let days = 0; days < 400; days += 1) {
      const now = noon + days * day
      const last = lastMoment(stretches.past.to + 1, { now })
      expect(dayIn(zone, last)).toBe(dayIn(zone, now))
      expect(dayIn(zone, last + 1)).not.toBe(dayIn(zone, now))
    }
  })
})

const dayIn = (zone: string, at: number) => toCalendarDate(fromAbsolute(at, zone)).toString()

test('no expiry is “never”, and an unreadable date is in no range', () => {
  const slot = expiryScale.slotsAt({ now: noon, unit: 'milliseconds' })
  expect(slot(token('a', { expiration_date: undefined }))).toBe(never.from)
  expect(slot(token('a', { expiration_date: '?' }))).toBe(unreadableSlot)
  expect(expiryScale.read('-366..never')).toEqual({ from: 0, to: never.to })
})

test('a clock of the service that is ahead decides what has expired, as in the status', () => {
  const rows = [token('a', { expiration_date: whole(noon + 30_000) })]
  const at = (ahead: number) => rows.map(expiryScale.slotsAt({ now: noon, unit: 'milliseconds', ahead }))
  expect(at(0)).toEqual([stretches.week.from])
  expect(at(60_000)).toEqual([stretches.past.to])
})

test('every range comes back from the address, and nothing else is a range', () => {
  for (let from = 0; from <= never.to; from += 1)
    for (let to = from; to <= never.to; to += 1)
      expect(expiryScale.read(expiryScale.write({ from, to }))).toEqual({ from, to })
  expect(expiryScale.write(within(30))).toBe('0..30')
  for (const text of ['', '..', 'soon', '30..8', 'never..0', '1e9', '32', '8..', '-', '99999'])
    expect(expiryScale.read(text)).toBeUndefined()
})

test.each([
  ['-366..-1', 'expired'],
  ['-366..-31', 'until 21 Oct 2026'],
  ['-366..7', 'until 28 Nov 2026'],
  ['0', '21 Nov 2026'],
  ['8..30', '29 Nov 2026 to 21 Dec 2026'],
  ['33..later', 'from 22 Dec 2026'],
  ['33..never', 'from 22 Dec 2026 or no expiry set'],
  ['-366..never', 'any date or no expiry set'],
  ['never', 'no expiry set'],
])('the range %j is called %j', (text, words) => {
  const range = expiryScale.read(text) ?? { from: -1, to: -1 }
  expect(expiryScale.label(range, { now: noon, unit: 'milliseconds' })).toBe(words)
})
