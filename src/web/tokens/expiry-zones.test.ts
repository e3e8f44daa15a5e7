import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseTimestamp, unreadableTimestamp, type TimeUnit } from '#api/wire.ts'
import { tokenRow } from '#web/testing/rows.ts'
import { timeIn } from '#web/testing/time-zone.ts'
import { expiryOf, expiryInOtherUnit, tokenStatus } from './status.ts'

const zones = ['UTC', 'America/New_York', 'Europe/Berlin', 'Asia/Kolkata', 'Pacific/Auckland']

/** Anything that a service may send as a date. */
const spelling = fc.oneof(
  fc.integer(),
  fc.double(),
  fc.string(),
  fc.date({ noInvalidDate: false }).map((date) => (Number.isNaN(date.getTime()) ? null : date.toISOString())),
  fc.constantFrom<unknown>(null, undefined, 0, -1, Infinity, -Infinity, NaN, '', 'never', true, {}, [], '0', '-5'),
  fc.constantFrom(253_402_300_799, 253_402_300_799_999, 8.64e15, 8.64e15 + 1, 1_797_846_120, 1_797_846_120_000),
)

describe.each(zones)('in %s', (zone) => {
  test('anything in place of a date is shown as a date or as unreadable, never as NaN, and never crashes', async () => {
    const time = await timeIn(zone)
    const now = Date.UTC(2026, 10, 21, 9)
    fc.assert(
      fc.property(spelling, fc.constantFrom<TimeUnit>('seconds', 'milliseconds'), (date, unit) => {
        const row = { ...tokenRow('ci'), expiration_date: parseTimestamp(date) }
        const context = { now, timeUnit: unit }
        const expiry = expiryOf(row, unit)
        const words = [tokenStatus(row, context), expiryInOtherUnit(row, context) ?? '']
        if (typeof expiry === 'number') {
          words.push(
            time.formatRelative(expiry, now),
            time.formatDate(expiry),
            time.formatTime(expiry),
            time.formatLocalAndUtc(expiry),
          )
        }
        expect(words.join(' ')).not.toMatch(/NaN|Invalid|undefined|Infinity/)
        if (row.expiration_date === unreadableTimestamp) expect(tokenStatus(row, context)).toBe('unknown')
      }),
      { numRuns: 300 },
    )
  })

  test('tomorrow is the next calendar date, after days of 23, 24 and 25 hours', async () => {
    const time = await timeIn(zone)
    for (let day = 0; day < 366; day += 1) {
      const today = new Date(2027, 0, 1 + day, 12).getTime()
      const next = new Date(2027, 0, 2 + day, 12).getTime()
      expect(time.formatRelative(next, today)).toBe('tomorrow')
      expect(time.formatRelative(today, next)).toBe('yesterday')
    }
  })
})
