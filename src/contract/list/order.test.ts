import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyText } from '#contract/testing/texts.ts'
import { orderOf } from './order.ts'

test('figures count as numbers, and equal names stay as they came', () => {
  const names = ['token-10', 'zebra', 'Übung', 'token-9', 'apple', 'token-10', 'Apple']
  expect([...orderOf(names)].map((at) => names[at])).toEqual([
    'apple',
    'Apple',
    'token-9',
    'token-10',
    'token-10',
    'Übung',
    'zebra',
  ])
  expect([...orderOf(['a', 'a'])]).toEqual([0, 1])
})

test('every row has its place, whatever it is called', () => {
  fc.assert(
    fc.property(fc.array(anyText()), (names) => {
      const order = [...orderOf(names)]
      expect(order.toSorted((a, b) => a - b)).toEqual([...names.keys()])
    }),
  )
})
