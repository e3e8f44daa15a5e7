import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyText } from '#contract/testing/texts.ts'
import { orderingOf } from './order.ts'

/** The order of names that arrive in batches of `size`. */
function orderOf(names: readonly string[], size = names.length || 1): number[] {
  const ordering = orderingOf()
  for (let at = 0; at < names.length; at += size) ordering.add(names.slice(at, at + size))
  return [...ordering.all()]
}

test('digits compare as numbers, and equal names stay in order of arrival', () => {
  const names = ['token-10', 'zebra', 'Übung', 'token-9', 'apple', 'token-10', 'Apple']
  expect(orderOf(names).map((at) => names[at])).toEqual([
    'apple',
    'Apple',
    'token-9',
    'token-10',
    'token-10',
    'Übung',
    'zebra',
  ])
  expect(orderOf(['a', 'a'], 1)).toEqual([0, 1])
})

test('every row has its place, whatever it is called and however the names arrive', () => {
  fc.assert(
    fc.property(fc.array(anyText()), fc.integer({ min: 1, max: 9 }), (names, size) => {
      const order = orderOf(names, size)
      expect(order.toSorted((a, b) => a - b)).toEqual([...names.keys()])
      expect(order).toEqual(orderOf(names))
    }),
  )
})
