import { expect, test } from 'vitest'
import { changedFilter } from './changed.ts'

const at = 1_800_000_000_000

test.each([
  ['updated later', { created_at: at - 9e6, updated_at: at + 5 }, true],
  ['updated before', { created_at: at - 9e6, updated_at: at - 1 }, false],
  ['created later, without another date', { created_at: at + 5, updated_at: undefined }, true],
  ['without dates', { created_at: undefined, updated_at: '?' }, false],
])('a row %s: %s', (_, row, passes) => {
  expect(changedFilter.passes(row, { unit: 'milliseconds', lastVisit: at })).toBe(passes)
  expect(changedFilter.passes(row, { unit: 'milliseconds' })).toBe(false)
})
