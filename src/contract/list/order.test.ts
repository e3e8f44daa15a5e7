import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyText } from '#contract/testing/texts.ts'
import { compareNames, NameOrder } from './order.ts'

/** The order of names that come in pieces of this length. */
function orderOf(names: readonly string[], length = 2): number[] {
  const order = new NameOrder()
  for (let at = 0; at < names.length; at += length) order.add(names.slice(at, at + length))
  return [...order.indexes()]
}

test('digits compare as numbers, and equal names stay in order of arrival', () => {
  const names = ['token-10', 'zebra', 'Übung', 'token-9', 'apple', 'token-10', 'Apple']
  const order = orderOf(names)
  expect(order.map((at) => names[at])).toEqual(['apple', 'Apple', 'token-9', 'token-10', 'token-10', 'Übung', 'zebra'])
  expect(order.filter((at) => names[at] === 'token-10')).toEqual([0, 5])
})

test('every row has its place, whatever it is called, after all names that come before it', () => {
  fc.assert(
    fc.property(fc.array(anyText()), (names) => {
      const order = orderOf(names)
      expect(order.toSorted((a, b) => a - b)).toEqual([...names.keys()])
      const inOrder = order.map((at) => names[at] ?? '')
      inOrder.slice(1).forEach((name, at) => expect(compareNames(inOrder[at] ?? '', name)).toBeLessThanOrEqual(0))
    }),
  )
})

test('names that are sorted in several parts come out as one order', () => {
  const names = Array.from({ length: 9001 }, (_, at) => `name-${(at * 7919) % 9001}`)
  const order = orderOf(names, 300).map((at) => names[at] ?? '')
  expect(order).toEqual(Array.from({ length: 9001 }, (_, at) => `name-${at}`))
})

test('the order is that of a numeric collator', () => {
  const collator = new Intl.Collator('en', { numeric: true })
  const part = fc.oneof(
    fc.nat({ max: 999 }).map(String),
    fc.constantFrom('a', 'B', 'é', '-', '_', '.', '@', ' ', '日', '00'),
  )
  const name = fc.array(part, { maxLength: 6 }).map((parts) => parts.join(''))
  fc.assert(
    fc.property(name, name, (a, b) => {
      expect(Math.sign(compareNames(a, b))).toBe(Math.sign(collator.compare(a, b)))
    }),
  )
})
