import { act, renderHook } from '@testing-library/react'
import fc from 'fast-check'
import { startTransition, use } from 'react'
import { describe, expect, test } from 'vitest'
import type { RowList } from '#api/list/row-list.ts'
import type { Token } from '#api/token.ts'
import { listOf } from '#api/testing/lists.ts'
import { anyText } from '#api/testing/sample-texts.ts'
import { patchList } from '#web/resource/name-order.ts'
import { tokenRow, tokenListOf } from '#web/testing/rows.ts'
import { searchKey, searchTerms } from '#web/ui/name-matching.ts'
import { createNameSearch, useStableRowOrder } from './filter-rows.ts'

/** Sorted by active, then by name: deactivating a token would move it to the end. */
function order(list: RowList<Token>): Uint32Array {
  const weight = (row: number) => `${list.at(row).active ? 0 : 1}${list.at(row).name}`
  const rows = Array.from({ length: list.count }, (_, row) => row)
  return Uint32Array.from(rows.sort((a, b) => (weight(a) < weight(b) ? -1 : 1)))
}

const never = new Promise<void>(() => undefined)

interface Props {
  list: RowList<Token>
  key: string
  isAwaited: boolean
  refreshedAt: number
}

function steady(first: RowList<Token>) {
  const { result, rerender } = renderHook(
    ({ list, key, isAwaited, refreshedAt }: Props) => {
      const rowOrder = useStableRowOrder<Token>({ list, key, findRows: () => order(list), refreshedAt })
      if (isAwaited) use(never)
      return { ...rowOrder, names: [...rowOrder.rows].map((row) => list.at(row).name) }
    },
    { initialProps: { list: first, key: 'plain', isAwaited: false, refreshedAt: 0 } },
  )
  const plain = { key: 'plain', isAwaited: false, refreshedAt: 0 }
  return {
    names: () => result.current.names.join(' '),
    newNames: () => [...result.current.newNames].join(' '),
    show: (list: RowList<Token>, key = 'plain') => rerender({ ...plain, list, key }),
    /** A list that the admin has asked for. */
    refresh: (list: RowList<Token>) => rerender({ ...plain, list, refreshedAt: list.readStartedAt }),
    /** Renders a list without committing it. */
    prepare: (list: RowList<Token>) =>
      act(async () => startTransition(() => rerender({ ...plain, list, isAwaited: true }))),
  }
}

const list = tokenListOf([tokenRow('c'), tokenRow('a'), tokenRow('b')])
const off = tokenRow('a', { active: false })

test('a changed row keeps its place', () => {
  const { names, show } = steady(list)
  expect(names()).toBe('a b c')
  show(patchList(list, 'a', off))
  expect(names()).toBe('a b c')
})

test('a list that was rendered but not committed leaves the rows in their places', async () => {
  const { names, show, prepare } = steady(list)
  await prepare(tokenListOf([tokenRow('c'), off, tokenRow('b')], 2))
  expect(names()).toBe('a b c')
  show(patchList(list, 'a', off))
  expect(names()).toBe('a b c')
})

test('a changed row moves to its new place when the view changes', () => {
  const { names, show } = steady(list)
  const next = patchList(list, 'a', off)
  show(next)
  show(next, 'another sort')
  expect(names()).toBe('b c a')
})

test('a changed row moves to its new place when the admin refreshes', () => {
  const { names, show, refresh } = steady(list)
  show(patchList(list, 'a', off))
  refresh(tokenListOf([tokenRow('c'), off, tokenRow('b')], 2))
  expect(names()).toBe('b c a')
})

describe('added and removed rows', () => {
  test('a removed row leaves the others in their order', () => {
    const { names, show } = steady(list)
    show(patchList(list, 'c', undefined))
    expect(names()).toBe('a b')
    const { names: others, show: showOther } = steady(list)
    showOther(patchList(list, 'a', undefined))
    expect(others()).toBe('b c')
  })

  test('a new row is at the top', () => {
    const { names, show } = steady(list)
    show(patchList(list, 'z', tokenRow('z')))
    expect(names()).toBe('z a b c')
  })

  test('several new rows at the top stand by name among themselves, whichever came last', () => {
    const { names, show } = steady(list)
    let next = list
    for (const name of ['y', 'z', 'x']) show((next = patchList(next, name, tokenRow(name))))
    expect(names()).toBe('x y z a b c')
  })

  test('a new row at the top is marked as new until the rows are sorted', () => {
    const { newNames, show } = steady(list)
    const next = patchList(list, 'z', tokenRow('z'))
    show(next)
    expect(newNames()).toBe('z')
    show(patchList(next, 'a', off))
    expect(newNames()).toBe('z')
    show(next, 'another sort')
    expect(newNames()).toBe('')
  })

  test('a renamed row at the top is not marked as new', () => {
    const { names, newNames, show } = steady(list)
    show(patchList(list, 'a', tokenRow('x')))
    expect([names(), newNames()]).toEqual(['x b c', ''])
  })

  test('a renamed row keeps its place', () => {
    const { names, show } = steady(list)
    show(patchList(list, 'b', tokenRow('x')))
    expect(names()).toBe('a x c')
  })

  test('several changes in a row keep the places too', () => {
    const { names, show } = steady(list)
    const without = patchList(list, 'c', undefined)
    show(without)
    const withNew = patchList(without, 'z', tokenRow('z'))
    show(withNew)
    show(patchList(withNew, 'a', undefined))
    expect(names()).toBe('z b')
  })

  test('two rows removed at once leave the others in their order', () => {
    const { names, show } = steady(list)
    show(patchList(patchList(list, 'a', undefined), 'c', undefined))
    expect(names()).toBe('b')
  })

  test('two rows added at once are both shown', () => {
    const { names, show } = steady(list)
    show(patchList(patchList(list, 'y', tokenRow('y')), 'z', tokenRow('z')))
    expect(names().split(' ').toSorted()).toEqual(['a', 'b', 'c', 'y', 'z'])
  })

  test('a row removed and one added at once leave the others in their order', () => {
    const { names, show } = steady(list)
    show(patchList(patchList(list, 'c', undefined), 'z', tokenRow('z')))
    expect(names().split(' ').toSorted()).toEqual(['a', 'b', 'z'])
    expect(
      names()
        .split(' ')
        .filter((name) => name !== 'z'),
    ).toEqual(['a', 'b'])
  })
})

describe('a list that nobody asked for', () => {
  test('moves no row: new ones come last', () => {
    const { names, newNames, show, refresh } = steady(list)
    const next = tokenListOf([tokenRow('d'), off, tokenRow('c')], 2)
    show(next)
    expect([names(), newNames()]).toEqual(['a c d', 'd'])
    refresh(tokenListOf([tokenRow('d'), off, tokenRow('c')], 3))
    expect([names(), newNames()]).toEqual(['c d a', ''])
  })

  test('without rows, or after one without, is in order', () => {
    const { names, show } = steady(list)
    show(tokenListOf([], 2))
    expect(names()).toBe('')
    show(tokenListOf([tokenRow('y'), tokenRow('x')], 3))
    expect(names()).toBe('x y')
  })

  test('whose rows were deleted and created in any order keeps the order of those that were always there', () => {
    const names = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'), { minLength: 1 })
    fc.assert(
      fc.property(fc.array(names, { minLength: 2, maxLength: 5 }), (reads) => {
        const [first = [], ...others] = reads
        const listAt = (names: readonly string[], readAt: number) =>
          tokenListOf(
            names.map((name) => tokenRow(name)),
            readAt,
          )
        const table = steady(listAt(first, 1))
        const before = table.names().split(' ')
        others.forEach((read, index) => table.show(listAt(read, index + 2)))
        const rows = table.names().split(' ')
        expect(rows.toSorted()).toEqual((reads.at(-1) ?? []).toSorted())
        const isAlwaysThere = (name: string) => reads.every((read: readonly string[]) => read.includes(name))
        expect(rows.filter(isAlwaysThere)).toEqual(before.filter(isAlwaysThere))
      }),
      { numRuns: 100 },
    )
  })

  test('is in order once the view changes', () => {
    const { names, newNames, show } = steady(list)
    const next = tokenListOf([tokenRow('b'), off, tokenRow('d')], 2)
    show(next)
    show(next, 'another sort')
    expect([names(), newNames()]).toEqual(['b d a', ''])
  })
})

test('a search finds the rows whose name has each of its words, in whichever letters', () => {
  const name = fc.oneof(fc.constantFrom('', 'a', 'A', 'a1', 'İ', 'ß', 'ẞ', '__proto__', 'ö'), anyText(4))
  fc.assert(
    fc.property(fc.array(name), name, (names, text) => {
      const search = createNameSearch(listOf(names.map((tokenName) => tokenRow(tokenName))))
      const words = searchTerms(text)
      const hits = names.map((one) => Number(words.every((word) => searchKey(one).includes(word))))
      expect(search(text)).toEqual(text.trim() === '' ? undefined : Uint8Array.from(hits))
    }),
  )
})
