import { describe, expect, test } from 'vitest'
import { valueMatchesRow, compareValues, hadNoExpiry } from './value-change.ts'
import { parseToken } from '#api/testing/lists.ts'
import type { Token } from '#api/token.ts'

const row = (updated_at: unknown, carried: Partial<Token> = {}, expiration_date: unknown = 9): Token => ({
  ...parseToken({ name: 'a', active: true, write: true, created_at: 1, updated_at, expiration_date }),
  ...carried,
})
const issued = (iat?: number, exp?: number) => ({ claims: { iat, exp } })

describe('a value agrees with its row', () => {
  test('when it was issued at the row’s last update, in whichever unit', () => {
    const timestamp = 1_800_000_000
    expect(valueMatchesRow(row(timestamp, issued(timestamp)), 'seconds')).toBe(true)
    expect(valueMatchesRow(row(timestamp * 1000 + 5, issued(timestamp * 1000 + 5)), 'milliseconds')).toBe(true)
    expect(valueMatchesRow(row(timestamp * 1000 + 5, issued(timestamp)), 'milliseconds')).toBe(true)
    expect(valueMatchesRow(row(timestamp + 1, issued(timestamp)), 'seconds')).toBe(false)
  })

  test('or that is unknown: no claim, no moment', () => {
    expect(valueMatchesRow(row(5), 'seconds')).toBeUndefined()
    expect(valueMatchesRow(row(5, issued()), 'seconds')).toBeUndefined()
    expect(valueMatchesRow(row('soon', issued(5)), 'seconds')).toBeUndefined()
    expect(valueMatchesRow(row(null, issued(5)), 'seconds')).toBeUndefined()
  })
})

describe('what a write did to a value', () => {
  test.each<[string, Partial<Token>, Partial<Token>, ReturnType<typeof compareValues>]>([
    [
      'one fingerprint, whatever the claims',
      { fingerprint: 'x', ...issued(1) },
      { fingerprint: 'x', ...issued(1) },
      'kept',
    ],
    ['another fingerprint', { fingerprint: 'x' }, { fingerprint: 'y' }, 'changed'],
    ['another fingerprint that agrees', { fingerprint: 'x' }, { fingerprint: 'y', ...issued(5) }, 'changed'],
    ['another fingerprint that contradicts', { fingerprint: 'x' }, { fingerprint: 'y', ...issued(4) }, 'changed'],
    ['other claims', issued(1, 9), issued(5, 9), 'changed'],
    ['other claims that contradict', issued(1, 9), issued(4, 9), 'changed'],
    ['another end', issued(5, 9), issued(5, 8), 'changed'],
    ['the same claims: another value may say the same', issued(4, 9), issued(4, 9), 'unknown'],
    ['a fingerprint before and none after', { fingerprint: 'x' }, {}, 'unknown'],
    ['nothing', {}, {}, 'unknown'],
  ])('by %s', (_, before, after, valueOutcome) => {
    expect(compareValues(row(3, before), row(5, after))).toBe(valueOutcome)
  })

  test('is unknown, never "no", where nothing tells', () => {
    expect(compareValues(row(1), row(1))).toBe('unknown')
    expect(compareValues(row(1, issued(1)), row(1, issued(1)))).toBe('unknown')
  })
})

test('a spoiled row was a never if its value was issued to end at its own date', () => {
  expect(hadNoExpiry(row(7, issued(5, 5), 5))).toBe(true)
  for (const other of [row(7, issued(5, 6), 5), row(7, issued(5, 5), 6), row(7, {}, 5), row(7, issued(5, 5), null)]) {
    expect(hadNoExpiry(other)).toBe(false)
  }
})
