import { expect, test } from 'vitest'
import { expiryOfChoice, latest, momentOfChoice, presets, presetWords } from './expiry.ts'

const hour = 60 * 60 * 1000
const day = 24 * hour
const picked = Date.UTC(2028, 1, 29, 12, 30)

test.each([
  ['1h', hour],
  ['1d', day],
  ['7d', 7 * day],
  ['30d', 30 * day],
  ['90d', 90 * day],
  ['1y', 365 * day],
] as const)('the preset %s counts from the moment of sending', (preset, after) => {
  expect(expiryOfChoice(preset, picked)).toEqual({ after })
  expect(momentOfChoice(preset, picked, 10_000)).toBe(10_000 + after)
})

test('a picked moment is sent as it was picked, whenever it is sent', () => {
  expect(expiryOfChoice('at', picked)).toEqual({ at: picked })
  expect(momentOfChoice('at', picked, 1)).toBe(picked)
})

test('never is “not given”, and what is kept is not named', () => {
  expect(expiryOfChoice('never', picked)).toBe('not-given')
  expect(expiryOfChoice('keep', picked)).toBeUndefined()
  expect(momentOfChoice('never', picked, 0)).toBeUndefined()
  expect(momentOfChoice('keep', picked, 0)).toBeUndefined()
})

test('the moment shown is a whole second, as it is sent', () => {
  expect(momentOfChoice('1h', picked, 1999)).toBe(1000 + hour)
})

test('every choice has a word of its own', () => {
  const words = presets.map((preset) => presetWords[preset])
  expect(new Set(words).size).toBe(presets.length)
  expect(words.every((word) => word.trim() !== '')).toBe(true)
})

test('the latest moment is the last second of the year 9999', () => {
  expect(new Date(latest).toISOString()).toBe('9999-12-31T23:59:59.000Z')
})
