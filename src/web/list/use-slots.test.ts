import { renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useSlots } from './use-slots.ts'

interface Look {
  view: string
  keys: string[]
  steady?: string[]
}

const useLook = ({ view, keys, steady = [] }: Look) => useSlots(view, keys, new Set(steady))

/** Draws one look after the other; answers the slots of each, by key. */
function drawn(...looks: Look[]): Record<string, number>[] {
  const { result, rerender } = renderHook(useLook, { initialProps: looks[0]! })
  return looks.map((look) => {
    rerender(look)
    return Object.fromEntries(result.current)
  })
}

test('within one view a row keeps its slot, and no other row gets it', () => {
  const [, scrolled, back] = drawn(
    { view: 'all', keys: ['a', 'b', 'c'] },
    { view: 'all', keys: ['b', 'c', 'd'] },
    { view: 'all', keys: ['a', 'b'] },
  )
  expect(scrolled).toEqual({ b: 1, c: 2, d: 3 })
  expect(back).toEqual({ a: 4, b: 1 })
})

test('another view uses the slots of the former from the top, and makes only what it lacks', () => {
  const [, fewer, more] = drawn(
    { view: 'all', keys: ['a', 'b', 'c'] },
    { view: 'd', keys: ['c', 'd'] },
    { view: '', keys: ['d', 'e', 'f'] },
  )
  expect(fewer).toEqual({ c: 0, d: 1 })
  expect(more).toEqual({ d: 0, e: 1, f: 3 })
})

test('a row with the focus or with something open keeps its slot in any view', () => {
  const [, found] = drawn({ view: 'all', keys: ['a', 'b', 'c'] }, { view: 'x', keys: ['x', 'c', 'y'], steady: ['c'] })
  expect(found).toEqual({ x: 0, c: 2, y: 1 })
})

test('the slot of a focused row that the view does not show is given to no other', () => {
  const [, found] = drawn({ view: 'all', keys: ['a', 'b'] }, { view: 'x', keys: ['x', 'y', 'z'], steady: ['a'] })
  expect(found).toEqual({ x: 1, y: 2, z: 3 })
})
