import fc from 'fast-check'
import { expect, test } from 'vitest'
import { NameKeys } from './name-keys.ts'
import { inNameOrder } from './name-order.ts'
import { packTexts } from './packing.ts'

/** How two names compare by their keys, whether that is said to be exact, and how the collator compares them. */
function both(a: string, b: string): { roughly: number; areExact: boolean; exactly: number } {
  const keys = new NameKeys()
  for (const names of [['before'], [a, b]]) keys.add(packTexts(names))
  const [, from = 0, middle, to] = keys.begins
  const roughly = Buffer.compare(keys.bytes.subarray(from, middle), keys.bytes.subarray(middle, to))
  return { roughly, areExact: keys.areExact, exactly: inNameOrder().compare(a, b) }
}

test.each([
  ['token-9', 'token-10'],
  ['token-009', 'token-10'],
  ['a_b', 'a1'],
  ['a-b', 'ab'],
  ['n1-x', 'n12'],
  ['ci', 'ci-deploy'],
  ['a.b@example.test', 'a@example.test'],
  ['7', 'a'],
  ['0', '1'],
  ['Ab', 'ac'],
])('%s and %s compare as the collator would have it', (a, b) => {
  const { roughly, exactly } = both(a, b)
  expect(roughly).toBe(exactly)
  expect(exactly).not.toBe(0)
  expect(both(b, a).roughly).toBe(-exactly)
})

test('zeros before a number change nothing', () => {
  for (const [a, b] of [
    ['n7', 'n007'],
    ['0', '000'],
    ['7-0', '07-00'],
  ] as const)
    expect(both(a, b)).toEqual({ roughly: 0, areExact: true, exactly: 0 })
})

test('names that are said to be exact compare as the collator would have it, of whatever ASCII characters', () => {
  const seen = Array.from({ length: 95 }, (_, at) => String.fromCharCode(0x20 + at))
  const letters = fc.string({ unit: fc.constantFrom(...seen, 'a', 'b', '0', '1', '-'), maxLength: 5 })
  const number = fc.bigInt(0n, 10n ** 29n).map(String)
  const names = fc.array(fc.oneof(letters, number), { maxLength: 4 }).map((parts) => parts.join('0'))
  let exact = 0
  fc.assert(
    fc.property(names, names, (a, b) => {
      const { roughly, areExact, exactly } = both(a, b)
      if (areExact) expect(roughly).toBe(exactly)
      exact += areExact ? 1 : 0
      const hasCapitals = /[A-Z]/.test(a + b)
      if (!hasCapitals && !/\d{31}/.test(`${a} ${b}`)) expect(areExact).toBe(true)
    }),
    { numRuns: 5000 },
  )
  expect(exact).toBeGreaterThan(1000)
})

test.each(['Capital', 'ö', 'tab\t', '\0', 'Ⅷ', '😀', '1'.repeat(31), '-'.repeat(40) + '\x7f'])(
  'nothing is promised of %j',
  (name) => {
    expect(both('a', name).areExact).toBe(false)
  },
)

test('there is room for as many and as long names as there are', () => {
  const keys = new NameKeys()
  const long = '7x'.repeat(100_000)
  for (let at = 0; at < 200; at += 1)
    keys.add(packTexts(Array.from({ length: 100 }, (_, more) => `name-${at}-${more}`)))
  keys.add(packTexts([long, `${long}a`]))
  expect(keys.count).toBe(20_002)
  const [longer = 0, longest = 0, end = 0] = keys.begins.slice(20_000, 20_003)
  expect(longest - longer).toBe(300_000)
  expect(end - longest).toBe(300_001)
  expect(keys.bytes.subarray(longer, longest)).toEqual(keys.bytes.subarray(longest, end - 1))
})
