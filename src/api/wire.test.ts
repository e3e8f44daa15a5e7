import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as wire from './wire.ts'
import {
  parseFlag,
  fromMillis,
  toMillis,
  parseTimestamp,
  serializeBody,
  isSameTimestamp,
  guessTimeUnit,
} from './wire.ts'

const units = fc.constantFrom<wire.TimeUnit>('seconds', 'milliseconds')
const illegible = wire.unreadableTimestamp

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
  ])('the spelling %j is %s', (spelling, meant) => expect(parseFlag(spelling)).toBe(meant))

  test('any other spelling is unknown, never no', () => {
    const spelled = new Set<unknown>([true, false, 0, 1, '0', '1', 'true', 'false'])
    fc.assert(
      fc.property(fc.anything(), (value) => {
        // -0 is written 0 in JSON.
        fc.pre(!spelled.has(value))
        expect(parseFlag(value)).toBeUndefined()
      }),
    )
    for (const value of [null, undefined, '', 'True', 'yes', 'no', 2, -1, 0.5, NaN, [], [1], {}, ' 1'])
      expect(parseFlag(value)).toBeUndefined()
  })
})

describe('moments', () => {
  test('nothing in the world makes a moment throw or turn into NaN', () => {
    fc.assert(
      fc.property(fc.oneof(fc.anything(), fc.date({ noInvalidDate: false }), fc.string()), units, (value, unit) => {
        const instant = parseTimestamp(value)
        const timestamp = toMillis(instant, unit)
        expect(
          timestamp === undefined || (Number.isFinite(timestamp) && !Number.isNaN(new Date(timestamp).getTime())),
        ).toBe(true)
      }),
    )
  })

  test('every exact integer goes back unchanged', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), (integer) => {
        const instant = parseTimestamp(JSON.parse(String(integer)))
        expect(instant).toBe(integer)
        expect(serializeBody({ expiration_date: integer })).toBe(`{"expiration_date":${integer}}`)
      }),
    )
  })

  test.each([1.5, NaN, Infinity, 2 ** 53, -(2 ** 53), true, [], {}, [1], '', '7', '2026-11-21T10:00:00Z', 'never'])(
    '%j is unreadable: nothing exact could go back for it',
    (value) => expect(parseTimestamp(value)).toEqual(illegible),
  )

  test('null and nothing are no moment; zero and negatives are moments', () => {
    expect(parseTimestamp(null)).toBeUndefined()
    expect(parseTimestamp(undefined)).toBeUndefined()
    expect(toMillis(undefined, 'seconds')).toBeUndefined()
    expect(toMillis(parseTimestamp(0), 'seconds')).toBe(0)
    expect(toMillis(parseTimestamp(-5), 'seconds')).toBe(-5000)
  })

  test('a moment beyond what a date can hold has no instant', () => {
    expect(toMillis(parseTimestamp(8.64e12), 'seconds')).toBe(8.64e15)
    expect(toMillis(parseTimestamp(8.64e12 + 1), 'seconds')).toBeUndefined()
  })

  test('an instant written in a unit is read again as the same second', () => {
    fc.assert(
      fc.property(fc.integer({ min: -8.64e12, max: 8.64e12 }), units, (second, unit) => {
        expect(toMillis(fromMillis(second * 1000, unit), unit)).toBe(second * 1000)
      }),
    )
    expect(fromMillis(1999, 'seconds')).toBe(1)
    expect(fromMillis(-1, 'seconds')).toBe(-1)
  })

  test('whatever is read can be written down and read back as it was', () => {
    fc.assert(
      fc.property(fc.oneof(fc.anything(), fc.maxSafeInteger(), fc.string()), (value) => {
        const instant = parseTimestamp(value)
        const written: unknown = JSON.parse(JSON.stringify(instant ?? null))
        expect(parseTimestamp(written)).toBe(instant === 0 ? 0 : instant) // not -0
      }),
    )
  })

  test('nine digits up to the year 9999 are seconds, thirteen are milliseconds, anything else tells nothing', () => {
    expect(guessTimeUnit(1_795_241_441)).toBe('seconds')
    expect(guessTimeUnit(1_795_241_441_000)).toBe('milliseconds')
    const last = Date.UTC(9999, 11, 31, 23, 59, 59) / 1000
    expect([last, last + 1].map(guessTimeUnit)).toEqual(['seconds', 'milliseconds'])
    expect(([0, 1, 99_999_999, 1e14, undefined, illegible] as const).map(guessTimeUnit)).toEqual(
      Array(6).fill(undefined),
    )
  })

  test('moments are the same if they are equal; two unreadable ones are not', () => {
    expect([isSameTimestamp(5, 5), isSameTimestamp(undefined, undefined)]).toEqual([true, true])
    expect([isSameTimestamp(5, 6), isSameTimestamp(undefined, 0), isSameTimestamp(illegible, illegible)]).toEqual([
      false,
      false,
      false,
    ])
  })
})
