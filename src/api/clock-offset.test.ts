import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createServiceClock } from './clock-offset.ts'

test('nothing is known before the first sample, nor from what is no moment', () => {
  const clock = createServiceClock()
  expect(clock.difference()).toBeUndefined()
  clock.sample(0, 10, Number.NaN)
  clock.sample(Number.NaN, 10, 0)
  clock.sample(0, Number.POSITIVE_INFINITY, 0)
  expect(clock.difference()).toBeUndefined()
})

test('the true difference lies within the reported one, after any observations of one pair of clocks', () => {
  const sample = fc.record({ sentAt: fc.nat(1e6), there: fc.nat(500), back: fc.nat(500) })
  fc.assert(
    fc.property(fc.integer({ min: -4e6, max: 4e6 }), fc.array(sample, { minLength: 1 }), (ahead, samples) => {
      const clock = createServiceClock()
      for (const { sentAt, there, back } of samples) {
        clock.sample(sentAt, sentAt + there + back, Math.floor((sentAt + there + ahead) / 1000) * 1000)
      }
      const difference = clock.difference()
      expect(difference).toBeDefined()
      // Half a millisecond goes in rounding.
      expect(Math.abs((difference?.ms ?? 0) - ahead)).toBeLessThanOrEqual((difference?.within ?? 0) + 1)
    }),
  )
})

test('samples at many points of a second narrow it down to less than fifty milliseconds', () => {
  const clock = createServiceClock()
  for (let sentAt = 0; sentAt < 20_000; sentAt += 1037)
    clock.sample(sentAt, sentAt + 20, Math.floor((sentAt + 10 + 3_600_400) / 1000) * 1000)
  expect(clock.difference()?.within).toBeLessThan(50)
  expect(Math.abs((clock.difference()?.ms ?? 0) - 3_600_400)).toBeLessThan(50)
})

test('a clock that was set is learned anew', () => {
  const clock = createServiceClock()
  clock.sample(0, 10, 5_000)
  clock.sample(1000, 1010, 3_601_000)
  expect(clock.difference()?.ms).toBe(3_600_495)
})

test('between two clocks that agree no difference is reported, however old the dates of the responses are', () => {
  const sample = fc.record({ sentAt: fc.nat(1e6), there: fc.nat(200), back: fc.nat(200), age: fc.nat(1000) })
  fc.assert(
    fc.property(fc.integer({ min: -1000, max: 1000 }), fc.array(sample, { minLength: 1 }), (ahead, samples) => {
      const clock = createServiceClock()
      for (const { sentAt, there, back, age } of samples) {
        clock.sample(sentAt, sentAt + there + back, Math.floor((sentAt + there + ahead - age) / 1000) * 1000)
      }
      expect(clock.surely()).toBeUndefined()
    }),
  )
})

test('a difference is reported if both bounds are on one side of zero and it is more than two seconds', () => {
  const behind = createServiceClock()
  behind.sample(10_000, 10_010, 3_000)
  expect(behind.surely()).toEqual({ ms: -6_005, within: 1_005 })
  const hardly = createServiceClock()
  // Two seconds of doubt and no more: surely ahead, and by less than is worth a word.
  hardly.sample(10_000, 10_000, 10_500)
  expect(hardly.surely()).toBeUndefined()
  const unsure = createServiceClock()
  unsure.sample(10_000, 18_000, 14_500)
  expect(unsure.surely()).toBeUndefined()
})

test('many samples narrow down what is surely so', () => {
  const clock = createServiceClock()
  for (let sentAt = 0; sentAt < 20_000; sentAt += 1037)
    clock.sample(sentAt, sentAt + 20, Math.floor((sentAt + 10 + 3_600_400) / 1000) * 1000)
  expect(clock.surely()?.within).toBeLessThan(550)
})
