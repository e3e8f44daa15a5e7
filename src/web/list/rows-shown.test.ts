import { act, renderHook } from '@testing-library/react'
import { startTransition, use } from 'react'
import { describe, expect, test } from 'vitest'
import type { RowStore } from '#contract/list/row-store.ts'
import type { Token } from '#contract/token.ts'
import { token, tokensOf } from '#web/testing/rows.ts'
import { useSteadyRows } from './rows-shown.ts'

/** Sorted by active, then by name: deactivating a token would move it to the end. */
function order(list: RowStore<Token>): Uint32Array {
  const weight = (row: number) => `${list.at(row).active ? 0 : 1}${list.at(row).name}`
  const rows = Array.from({ length: list.count }, (_, row) => row)
  return Uint32Array.from(rows.sort((a, b) => (weight(a) < weight(b) ? -1 : 1)))
}

const never = new Promise<void>(() => undefined)

interface Props {
  list: RowStore<Token>
  key: string
  isAwaited: boolean
  isBackground?: boolean
}

function steady(first: RowStore<Token>) {
  const { result, rerender } = renderHook(
    ({ list, key, isAwaited, isBackground }: Props) => {
      const shown = useSteadyRows({ list, key, find: () => order(list), isBackground })
      if (isAwaited) use(never)
      return { names: [...shown.rows].map((row) => list.at(row).name), newNames: shown.newNames }
    },
    { initialProps: { list: first, key: 'plain', isAwaited: false } as Props },
  )
  return {
    names: () => result.current.names.join(' '),
    newNames: () => [...result.current.newNames].join(' '),
    show: (list: RowStore<Token>, key = 'plain') => rerender({ list, key, isAwaited: false }),
    /** Another list, read in the background. */
    showBackground: (list: RowStore<Token>, key = 'plain') =>
      rerender({ list, key, isAwaited: false, isBackground: true }),
    /** Renders a list without committing it. */
    prepare: (list: RowStore<Token>) =>
      act(async () => startTransition(() => rerender({ list, key: 'plain', isAwaited: true }))),
  }
}

const list = tokensOf([token('c'), token('a'), token('b')])
const off = token('a', { active: false })

test('a changed row keeps its place', () => {
  const { names, show } = steady(list)
  expect(names()).toBe('a b c')
  show(list.patched('a', off))
  expect(names()).toBe('a b c')
})

test('a list that was rendered but not committed leaves the rows in their places', async () => {
  const { names, show, prepare } = steady(list)
  await prepare(tokensOf([token('c'), off, token('b')], 2))
  expect(names()).toBe('a b c')
  show(list.patched('a', off))
  expect(names()).toBe('a b c')
})

test('a changed row moves to its new place when the view changes', () => {
  const { names, show } = steady(list)
  const next = list.patched('a', off)
  show(next)
  show(next, 'another sort')
  expect(names()).toBe('b c a')
})

test('a changed row moves to its new place when the admin refreshes', () => {
  const { names, show } = steady(list)
  show(list.patched('a', off))
  show(tokensOf([token('c'), off, token('b')], 2))
  expect(names()).toBe('b c a')
})

describe('added and removed rows', () => {
  test('a removed row leaves the others in their order', () => {
    const { names, show } = steady(list)
    show(list.patched('c', undefined))
    expect(names()).toBe('a b')
    const { names: others, show: showOther } = steady(list)
    showOther(list.patched('a', undefined))
    expect(others()).toBe('b c')
  })

  test('a new row is at the top', () => {
    const { names, show } = steady(list)
    show(list.patched('z', token('z')))
    expect(names()).toBe('z a b c')
  })

  test('a new row at the top is marked as new until the rows are sorted', () => {
    const { newNames, show } = steady(list)
    const next = list.patched('z', token('z'))
    show(next)
    expect(newNames()).toBe('z')
    show(next.patched('a', off))
    expect(newNames()).toBe('z')
    show(next, 'another sort')
    expect(newNames()).toBe('')
  })

  test('a renamed row at the top is not marked as new', () => {
    const { names, newNames, show } = steady(list)
    show(list.patched('a', token('x')))
    expect([names(), newNames()]).toEqual(['x b c', ''])
  })

  test('a renamed row keeps its place', () => {
    const { names, show } = steady(list)
    show(list.patched('b', token('x')))
    expect(names()).toBe('a x c')
  })

  test('several changes in a row keep the places too', () => {
    const { names, show } = steady(list)
    const without = list.patched('c', undefined)
    show(without)
    const withNew = without.patched('z', token('z'))
    show(withNew)
    show(withNew.patched('a', undefined))
    expect(names()).toBe('z b')
  })

  test('two rows removed at once leave the others in their order', () => {
    const { names, show } = steady(list)
    show(list.patched('a', undefined).patched('c', undefined))
    expect(names()).toBe('b')
  })

  test('two rows added at once are both shown', () => {
    const { names, show } = steady(list)
    show(list.patched('y', token('y')).patched('z', token('z')))
    expect(names().split(' ').toSorted()).toEqual(['a', 'b', 'c', 'y', 'z'])
  })

  test('a row removed and one added at once leave the others in their order', () => {
    const { names, show } = steady(list)
    show(list.patched('c', undefined).patched('z', token('z')))
    expect(names().split(' ').toSorted()).toEqual(['a', 'b', 'z'])
    expect(
      names()
        .split(' ')
        .filter((name) => name !== 'z'),
    ).toEqual(['a', 'b'])
  })
})

describe('a background read of the list', () => {
  test('leaves rows in their places, puts new ones last and marks them, and drops deleted ones', () => {
    const { names, newNames, showBackground } = steady(list)
    showBackground(tokensOf([token('b'), off, token('d')], 2))
    expect([names(), newNames()]).toEqual(['a b d', 'd'])
  })

  test('is sorted when the admin refreshes or changes the view', () => {
    const { names, newNames, show, showBackground } = steady(list)
    const next = tokensOf([token('b'), off, token('d')], 2)
    showBackground(next)
    showBackground(next, 'another sort')
    expect([names(), newNames()]).toEqual(['b d a', ''])
    show(tokensOf([token('b'), off, token('d')], 3))
    expect(names()).toBe('b d a')
  })
})
