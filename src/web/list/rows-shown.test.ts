import { act, renderHook } from '@testing-library/react'
import fc from 'fast-check'
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
      return { ...shown, names: [...shown.rows].map((row) => list.at(row).name) }
    },
    { initialProps: { list: first, key: 'plain', isAwaited: false } as Props },
  )
  return {
    names: () => result.current.names.join(' '),
    newNames: () => [...result.current.newNames].join(' '),
    /** The new rows that wait, and the rows that are gone, each with the place where it stood. */
    waiting: () => {
      const { added, gone } = result.current.waiting
      return `+${[...added].join('+')} ${gone.map(({ row, place }) => `-${row.name}@${place}`).join(' ')}`.trim()
    },
    showWaiting: () => act(() => result.current.showWaiting()),
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
  test('moves no row: new ones wait, and those that are gone keep their places', () => {
    const { names, waiting, newNames, showBackground, showWaiting } = steady(list)
    showBackground(tokensOf([token('d'), off, token('c')], 2))
    expect([names(), waiting()]).toEqual(['a c', '+d -b@1'])
    showWaiting()
    expect([names(), newNames(), waiting()]).toEqual(['c d a', 'd', '+'])
  })

  test('keeps what waits through later reads and own changes, and forgets what has come back', () => {
    const { names, waiting, newNames, show, showBackground } = steady(list)
    showBackground(tokensOf([token('a'), token('d')], 2))
    expect([names(), waiting()]).toEqual(['a', '+d -b@1 -c@1'])
    const next = tokensOf([token('a'), token('d'), token('c'), token('e')], 3)
    showBackground(next)
    expect([names(), waiting()]).toEqual(['a c', '+d+e -b@1'])
    const own = next.patched('z', token('z'))
    show(own)
    expect([names(), newNames(), waiting()]).toEqual(['z a c', 'z', '+d+e -b@2'])
    show(own.patched('e', undefined))
    expect([names(), waiting()]).toEqual(['z a c', '+d -b@2'])
  })

  test('of a list without rows, or with none left, is shown at once', () => {
    const { names, waiting, showBackground } = steady(list)
    showBackground(tokensOf([], 2))
    expect([names(), waiting()]).toEqual(['', '+'])
    showBackground(tokensOf([token('x')], 3))
    expect([names(), waiting()]).toEqual(['x', '+'])
  })

  test('whose rows were deleted and created in any order keeps the order of the rows that are left', () => {
    const names = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'), { minLength: 1 })
    fc.assert(
      fc.property(fc.array(names, { minLength: 2, maxLength: 5 }), (reads) => {
        const [first = [], ...others] = reads.map((read, at) =>
          tokensOf(
            read.map((name) => token(name)),
            at + 1,
          ),
        )
        if (!('count' in first)) return
        const shown = steady(first)
        const before = shown.names().split(' ')
        for (const read of others) shown.showBackground(read)
        const last = reads.at(-1) ?? []
        const [added = '', ...gone] = shown.waiting().split(' ')
        const rows = shown
          .names()
          .split(' ')
          .filter((name) => name !== '')
        const known = new Set([...rows, ...added.split('+').filter((name) => name !== '')])
        expect([...known].toSorted()).toEqual([...last].toSorted())
        expect(before.filter((name) => rows.includes(name))).toEqual(rows.filter((name) => before.includes(name)))
        expect(gone.every((row) => !known.has(row.slice(1, 2)))).toBe(true)
      }),
      { numRuns: 100 },
    )
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
