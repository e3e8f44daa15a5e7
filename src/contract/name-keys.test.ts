import fc from 'fast-check'
import { expect, test } from 'vitest'
import { NameKeys } from './name-keys.ts'
import { inNameOrder } from './name-order.ts'

/** How two names compare by their keys, and by the collator. */
function both(a: string, b: string): { roughly: number; exactly: number } {
  const keys = new NameKeys()
  for (const name of ['before', a, b]) keys.add(name)
  return { roughly: Math.sign(keys.compare(1, 2)), exactly: inNameOrder().compare(a, b) }
}

test.each([
  ['token-9', 'token-10'],
  ['a_b', 'a1'],
  ['a-b', 'ab'],
  ['n1-x', 'n12'],
  ['ci', 'ci-deploy'],
  ['a.b@example.test', 'a@example.test'],
  ['7', 'a'],
  ['Ab', 'ac'],
])('%s and %s compare as the collator would have it', (a, b) => {
  const { roughly, exactly } = both(a, b)
  expect(roughly).toBe(exactly)
  expect(exactly).not.toBe(0)
  expect(both(b, a).roughly).toBe(-exactly)
})

test('so do all names of lower-case letters, numbers and marks', () => {
  const letters = fc.string({ unit: fc.constantFrom(...Array.from('abcxyz_-.@+')), maxLength: 5 })
  const number = fc.bigInt(0n, 10n ** 25n).map(String)
  const names = fc.array(fc.oneof(letters, number), { maxLength: 5 }).map((parts) => parts.join('-'))
  fc.assert(
    fc.property(names, names, (a, b) => {
      const { roughly, exactly } = both(a, b)
      expect(roughly).toBe(exactly)
    }),
    { numRuns: 2000 },
  )
})

test('there is room for as many and as long names as there are', () => {
  const keys = new NameKeys()
  const names = Array.from({ length: 20_000 }, (_, at) => `name-${at}`)
  const long = '7x'.repeat(100_000)
  for (const name of [...names, long, `${long}a`]) keys.add(name)
  expect(names.every((_, at) => at === 0 || keys.compare(at - 1, at) < 0)).toBe(true)
  expect(Math.sign(keys.compare(20_000, 20_001))).toBe(-1)
  expect(keys.compare(20_001, 20_001)).toBe(0)
})
