import { expect, test } from 'vitest'
import type { Token } from '#api/token.ts'
import { tokenRow, timestampOf } from '#web/testing/rows.ts'
import { expiryOf, expiryInOtherUnit, tokenStatus } from './status.ts'

const now = 1_800_000_000_000
const week = 7 * 24 * 60 * 60 * 1000
const context = { now, timeUnit: 'milliseconds' } as const
const expiringAt = (instant: number) => ({ expiration_date: timestampOf(instant) })
const unreadable = { expiration_date: '?' } as const
const notGiven = { expiration_date: timestampOf(1000), updated_at: timestampOf(1000) }

test.each<[string, Partial<Token>, string]>([
  ['good for seven days is active', expiringAt(now + week), 'active'],
  ['made for seven days almost a minute ago is active', expiringAt(now + week - 59_999), 'active'],
  ['good for a minute less than seven days expires soon', expiringAt(now + week - 60_000), 'soon'],
  ['good for a millisecond expires soon', expiringAt(now + 1), 'soon'],
  ['that ends now is past its date', expiringAt(now), 'past'],
  ['that ended is past its date', expiringAt(now - 1), 'past'],
  ['of zero is past its date', expiringAt(0), 'past'],
  ['whose date is its last update is active', notGiven, 'active'],
  ['without a date is active', { expiration_date: undefined }, 'active'],
  ['that is switched off is inactive', { active: false }, 'inactive'],
  ['that is switched off and past is inactive', { active: false, ...expiringAt(now - 1) }, 'inactive'],
  ['that is switched off and ends soon is inactive', { active: false, ...expiringAt(now + 1) }, 'inactive'],
  ['whose active cannot be read is unknown', { active: undefined }, 'unknown'],
  ['whose active cannot be read is unknown, past or not', { active: undefined, ...expiringAt(now - 1) }, 'unknown'],
  ['whose date cannot be read is unknown', unreadable, 'unknown'],
  ['whose date cannot be read is unknown, off or not', { active: false, ...unreadable }, 'unknown'],
  ['beyond what a date can hold is unknown', expiringAt(8.64e15 + 1), 'unknown'],
  ['whose write cannot be read is active', { write: undefined }, 'active'],
])('a token %s', (_says, change, status) => {
  expect(tokenStatus(tokenRow('x', change), context)).toBe(status)
})

test('the same number is past or far away, depending on the service’s unit', () => {
  const row = tokenRow('x', { ...expiringAt(1_900_000_000), updated_at: timestampOf(1_700_000_000) })
  expect(tokenStatus(row, { now, timeUnit: 'seconds' })).toBe('active')
  expect(tokenStatus(row, { now, timeUnit: 'milliseconds' })).toBe('past')
})

test('the end of the year 9999, which the console itself sends, is no number in the other unit', () => {
  const last = Date.UTC(9999, 11, 31, 23, 59, 59)
  expect(expiryInOtherUnit(tokenRow('x', expiringAt(last / 1000)), { timeUnit: 'seconds' })).toBeUndefined()
  expect(expiryInOtherUnit(tokenRow('x', expiringAt(last)), { timeUnit: 'milliseconds' })).toBeUndefined()
  expect(expiryInOtherUnit(tokenRow('x', expiringAt(now)), { timeUnit: 'seconds' })).toBe(now)
})

test('an expiry is a moment, none, or unreadable', () => {
  expect(expiryOf(tokenRow('x', expiringAt(5)), 'seconds')).toBe(5000)
  expect(expiryOf(tokenRow('x', notGiven), 'seconds')).toBe('none')
  expect(expiryOf(tokenRow('x', unreadable), 'seconds')).toBeUndefined()
})
