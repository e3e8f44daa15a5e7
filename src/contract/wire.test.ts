import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as wire from './wire.ts'
import { integerFor, integerIn, momentAt, requestBody, sameMoment, unitOf, unmoved } from './wire.ts'
import { flagFrom, momentFrom } from './wire.ts'

const units = fc.constantFrom<wire.Unit>('seconds', 'milliseconds')
const illegible = wire.unreadable

describe('flags', () => {
  test.each([
    [true, true],
    [1, true],
    ['1', true],
    ['true', true],
    [false, false],
    [0, false],
    ['0', false],
    ['false', false],
  ])('the spelling %j is %s', (spelling, meant) => expect(flagFrom(spelling)).toBe(meant))

  test('any other spelling is unknown, never no', () => {
    const spelled = new Set<unknown>([true, false, 0, 1, '0', '1', 'true', 'false'])
    fc.assert(
      fc.property(fc.anything(), (value) => {
        // -0 is written 0 in JSON.
        fc.pre(!spelled.has(value))
        expect(flagFrom(value)).toBeUndefined()
      }),
    )
    for (const value of [null, undefined, '', 'True', 'yes', 'no', 2, -1, 0.5, NaN, [], [1], {}, 1n, ' 1'])
      expect(flagFrom(value)).toBeUndefined()
  })
})

describe('moments', () => {
  test('nothing in the world makes a moment throw or turn into NaN', () => {
    fc.assert(
      fc.property(fc.oneof(fc.anything(), fc.date({ noInvalidDate: false }), fc.string()), units, (value, unit) => {
        const moment = momentFrom(value)
        const at = momentAt(moment, unit)
        expect(at === undefined || (Number.isFinite(at) && !Number.isNaN(new Date(at).getTime()))).toBe(true)
      }),
    )
  })

  test('every integer goes back unchanged, to the last digit, as a number or as text', () => {
    fc.assert(
      fc.property(fc.oneof(fc.maxSafeInteger(), fc.bigInt(-(10n ** 40n) + 1n, 10n ** 40n - 1n)), (whole) => {
        const digits = BigInt(whole).toString()
        const moment = momentFrom(digits)
        expect(requestBody({ expiration_date: integerIn(moment) })).toBe(`{"expiration_date":${digits}}`)
        expect(sameMoment(moment, momentFrom(whole), 'seconds')).toBe(true)
      }),
    )
  })

  test('an ISO text is its instant, in whatever zone it is written', () => {
    const from = new Date('0001-01-01T00:00:00Z')
    fc.assert(
      fc.property(
        fc.date({ min: from, max: new Date('9999-12-30'), noInvalidDate: true }),
        fc.integer({ min: -839, max: 839 }),
        (date, minutes) => {
          const sign = minutes < 0 ? '-' : '+'
          const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60].map((part) =>
            `${part}`.padStart(2, '0'),
          )
          const local = new Date(date.getTime() + minutes * 60_000)
          fc.pre(local.getUTCFullYear() >= 1 && local.getUTCFullYear() <= 9999)
          for (const zone of [`${sign}${hours}:${rest}`, `${sign}${hours}${rest}`])
            expect(momentFrom(local.toISOString().replace('Z', zone))).toBe(date.toISOString())
          expect(momentFrom(date.toISOString())).toBe(date.toISOString())
        },
      ),
    )
  })

  test.each([
    ['2026-11-21', Date.UTC(2026, 10, 21)],
    ['2026-11-21T10:00', Date.UTC(2026, 10, 21, 10)],
    ['2026-11-21 10:00:05', Date.UTC(2026, 10, 21, 10, 0, 5)],
    ['2026-11-21 10:00:05 Z', Date.UTC(2026, 10, 21, 10, 0, 5)],
    ['2026-11-21T10:00:00.123456789Z', Date.UTC(2026, 10, 21, 10, 0, 0, 123)],
    ['2026-11-21T10:00:00+0130', Date.UTC(2026, 10, 21, 8, 30)],
    ['+002026-11-21', Date.UTC(2026, 10, 21)],
    ['9999-12-31T23:59:59Z', Date.UTC(9999, 11, 31, 23, 59, 59)],
  ])('%s is read as UTC, or in the zone it names', (text, at) =>
    expect(momentFrom(text)).toBe(new Date(at).toISOString()),
  )

  test.each([
    '',
    ' 1',
    '1.5',
    '1e3',
    '0x10',
    'never',
    '2026-02-30',
    '2026-13-01',
    '2026-11-21T25:00',
    '12345-01-01',
    'Infinity',
    'NaN',
  ])('the text %j is unreadable, not some other date', (text) => expect(momentFrom(text)).toEqual(illegible))

  test.each([1.5, NaN, Infinity, 2 ** 53, true, [], {}, [1]])(
    '%j is unreadable: no integer could go back for it',
    (value) => expect(momentFrom(value)).toEqual(illegible),
  )

  test('null and nothing are no moment; zero and negatives are moments', () => {
    expect(momentFrom(null)).toBeUndefined()
    expect(momentFrom(undefined)).toBeUndefined()
    expect(momentAt(undefined, 'seconds')).toBeUndefined()
    expect(momentAt(momentFrom(0), 'seconds')).toBe(0)
    expect(momentAt(momentFrom(-5), 'seconds')).toBe(-5000)
  })

  test('a moment beyond what a date can hold has no instant', () => {
    expect(momentAt(momentFrom(8.64e12), 'seconds')).toBe(8.64e15)
    expect(momentAt(momentFrom(8.64e12 + 1), 'seconds')).toBeUndefined()
    expect(momentAt(momentFrom(10n ** 30n), 'milliseconds')).toBeUndefined()
  })

  test('an instant written in a unit is read again as the same second', () => {
    fc.assert(
      fc.property(fc.integer({ min: -8.64e12, max: 8.64e12 }), units, (second, unit) => {
        expect(momentAt(integerFor(second * 1000, unit), unit)).toBe(second * 1000)
      }),
    )
    expect(integerFor(1999, 'seconds')).toBe(1)
    expect(integerFor(-1, 'seconds')).toBe(-1)
  })

  test('whatever is read can be written down and read back as it was', () => {
    const texts = fc.oneof(
      fc.string(),
      fc.bigInt(-(10n ** 50n), 10n ** 50n).map(String),
      fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
    )
    fc.assert(
      fc.property(
        fc.oneof(fc.anything(), fc.maxSafeInteger(), fc.bigInt(-(10n ** 50n), 10n ** 50n), texts),
        (value) => {
          const moment = momentFrom(value)
          const written: unknown = JSON.parse(JSON.stringify(moment ?? null))
          expect(momentFrom(written)).toBe(moment === 0 ? 0 : moment) // not -0
        },
      ),
      { examples: [['18446744073709551615'], [10n ** 41n], [-0], ['+275760-09-13T00:00:00.000Z']] },
    )
  })

  test('nine digits up to the year 9999 are seconds, thirteen are milliseconds, anything else tells nothing', () => {
    expect([1_795_241_441, 1_795_241_441n].map(unitOf)).toEqual(['seconds', 'seconds'])
    expect(unitOf(1_795_241_441_000)).toBe('milliseconds')
    const last = Date.UTC(9999, 11, 31, 23, 59, 59) / 1000
    expect([last, last + 1].map(unitOf)).toEqual(['seconds', 'milliseconds'])
    expect([0, 1, 99_999_999, 1e14, 10n ** 30n].map(unitOf)).toEqual(Array(5).fill(undefined))
  })

  test('a number and a date of one instant are the same moment only in the unit of the service', () => {
    const date = momentFrom('2026-11-21T10:00:00Z')
    const seconds = momentFrom(Date.UTC(2026, 10, 21, 10) / 1000)
    expect(sameMoment(date, seconds, 'seconds')).toBe(true)
    expect(sameMoment(date, seconds, 'milliseconds')).toBe(false)
    expect(sameMoment(momentFrom(5), momentFrom(5n), 'seconds')).toBe(true)
    expect(sameMoment(momentFrom(2n ** 60n), momentFrom(2n ** 60n + 1n), 'seconds')).toBe(false)
    expect([sameMoment(undefined, undefined, 'seconds'), sameMoment(undefined, 0, 'seconds')]).toEqual([true, false])
  })

  test('two unreadable moments are not the same, and yet show no change', () => {
    expect(sameMoment(illegible, illegible, 'seconds')).toBe(false)
    expect(unmoved(illegible, illegible, 'seconds')).toBe(true)
    expect(unmoved(illegible, 1, 'seconds')).toBe(false)
    expect(unmoved(1, 1, 'seconds')).toBe(true)
  })
})
