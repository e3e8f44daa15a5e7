import { renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { RowStore } from '#contract/row-store.ts'
import type { Token } from '#contract/token.ts'
import { token, tokensOf } from '#web/testing/rows.ts'
import { useSteadyRows } from './use-steady-rows.ts'

/** Sorted by active, then by name: switching a token off would move it to the end. */
function order(list: RowStore<Token>): number[] {
  const weight = (row: number) => `${list.at(row).active ? 0 : 1}${list.at(row).name}`
  return Array.from({ length: list.count }, (_, row) => row).sort((a, b) => (weight(a) < weight(b) ? -1 : 1))
}

function steady(first: RowStore<Token>) {
  const { result, rerender } = renderHook(
    ({ list, key }) => useSteadyRows(list, key, () => order(list)).map((row) => list.at(row).name),
    { initialProps: { list: first, key: 'plain' } },
  )
  return {
    names: () => result.current.join(' '),
    show: (list: RowStore<Token>, key = 'plain') => rerender({ list, key }),
  }
}

const list = tokensOf([token('c'), token('a'), token('b')])
const off = token('a', { active: false })

test('a row that changed keeps its place', () => {
  const { names, show } = steady(list)
  expect(names()).toBe('a b c')
  show(list.patched('a', off))
  expect(names()).toBe('a b c')
})

test('it takes its new place when the view changes', () => {
  const { names, show } = steady(list)
  const patched = list.patched('a', off)
  show(patched)
  show(patched, 'another sort')
  expect(names()).toBe('b c a')
})

test('it takes its new place when the list is read again', () => {
  const { names, show } = steady(list)
  show(list.patched('a', off))
  show(tokensOf([token('c'), off, token('b')], 2))
  expect(names()).toBe('b c a')
})

test('a row that goes leaves the others in their order', () => {
  const { names, show } = steady(list)
  show(list.patched('c', undefined))
  expect(names()).toBe('a b')
  const { names: others, show: showOther } = steady(list)
  showOther(list.patched('a', undefined))
  expect(others()).toBe('b c')
})

test('a new row stands at the top', () => {
  const { names, show } = steady(list)
  show(list.patched('z', token('z')))
  expect(names()).toBe('z a b c')
})

test('a renamed row keeps its place', () => {
  const { names, show } = steady(list)
  show(list.patched('b', token('x')))
  expect(names()).toBe('a x c')
})

test('changes one after another keep the places too', () => {
  const { names, show } = steady(list)
  const without = list.patched('c', undefined)
  show(without)
  const withNew = without.patched('z', token('z'))
  show(withNew)
  show(withNew.patched('a', undefined))
  expect(names()).toBe('z b')
})

test('two rows that go at once leave the others', () => {
  const { names, show } = steady(list)
  show(list.patched('a', undefined).patched('c', undefined))
  expect(names()).toBe('b')
})

test('two new rows at once are both shown', () => {
  const { names, show } = steady(list)
  show(list.patched('y', token('y')).patched('z', token('z')))
  expect(names().split(' ').toSorted()).toEqual(['a', 'b', 'c', 'y', 'z'])
})

test('one that goes and one that comes at once leave the others in their order', () => {
  const { names, show } = steady(list)
  show(list.patched('c', undefined).patched('z', token('z')))
  expect(names().split(' ').toSorted()).toEqual(['a', 'b', 'z'])
  expect(
    names()
      .split(' ')
      .filter((name) => name !== 'z'),
  ).toEqual(['a', 'b'])
})
