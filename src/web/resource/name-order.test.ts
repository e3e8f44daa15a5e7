import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyText } from '#api/testing/sample-texts.ts'
import type { Token } from '#api/token.ts'
import { listOf } from '#api/testing/lists.ts'
import { tokenRow, tokenListOf } from '#web/testing/rows.ts'
import { compareNames, sortByName, createNameSorter, patchList } from './name-order.ts'

/** What an update leaves in a row tells which one it was. */
const rowsOf = (names: readonly string[]) => names.map((name, index) => tokenRow(name, { updated_at: index }))
const namesIn = ({ rows }: { rows: readonly { name: string }[] }) => rows.map(({ name }) => name)

test('digits compare as numbers, and equal names stay in order of arrival', () => {
  const names = ['token-10', 'zebra', 'Übung', 'token-9', 'apple', 'token-10', 'Apple']
  const list = sortByName(listOf(rowsOf(names)))
  expect(namesIn(list)).toEqual(['apple', 'Apple', 'token-9', 'token-10', 'token-10', 'Übung', 'zebra'])
  expect(list.rows.slice(3, 5).map((row) => row.updated_at)).toEqual([0, 5])
})

test('every row has its place, whatever it is called, after all names that come before it', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyText()), async (names) => {
      const list = sortByName(listOf(rowsOf(names)))
      expect(list.rows.map((row) => row.updated_at).toSorted((a, b) => Number(a) - Number(b))).toEqual([
        ...names.keys(),
      ])
      const sorted = namesIn(list)
      sorted.slice(1).forEach((name, index) => expect(compareNames(sorted[index] ?? '', name)).toBeLessThanOrEqual(0))
    }),
  )
})

test('rows that are sorted while they arrive are in one order', () => {
  const names = Array.from({ length: 25_000 }, (_, index) => `n${(index * 7919) % 25_000}`)
  const rows = rowsOf(names)
  const order = createNameSorter<Token>()
  for (const many of [1, 4000, 4000, 20_000]) order.add(rows.slice(0, many))
  expect(namesIn(order.whole(listOf(rows)))).toEqual(Array.from({ length: 25_000 }, (_, index) => `n${index}`))
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

test('one row is replaced, added or taken out, and the list it came from stays as it was', () => {
  const list = tokenListOf(['a', 'b'].map((name) => tokenRow(name)))
  expect(patchList(list, 'a', tokenRow('a', { write: true })).at(0)).toEqual(tokenRow('a', { write: true }))
  expect(namesIn(patchList(list, 'aa', tokenRow('aa')))).toEqual(['a', 'aa', 'b'])
  expect(namesIn(patchList(list, 'a', undefined))).toEqual(['b'])
  expect(patchList(list, 'x', undefined)).toBe(list)
  expect(namesIn(patchList(list, 'a', tokenRow('z')))).toEqual(['b', 'z'])
  expect(namesIn(patchList(list, 'renamed', tokenRow('b')))).toEqual(['a', 'b'])
  expect(namesIn(list)).toEqual(['a', 'b'])
  const odd = listOf([...list.rows, undefined])
  expect(patchList({ ...odd, unknownFields: ['note'] }, 'a', undefined)).toMatchObject({
    unreadableRows: [3],
    unknownFields: ['note'],
  })
})

test('a list that is patched in any way is the list that is read afterwards', async () => {
  const name = fc.oneof(fc.constantFrom('', 'a', 'A', 'a1', 'a10', 'a9', 'ß', '__proto__', 'ö'), anyText(4))
  const patch = fc.tuple(name, fc.option(name, { nil: undefined }))
  await fc.assert(
    fc.asyncProperty(fc.array(name, { maxLength: 8 }), fc.array(patch), async (names, patches) => {
      let list = sortByName(listOf(rowsOf(names)))
      let held = [...names]
      for (const [previous, next] of patches) {
        const was = held.includes(previous) || next === undefined ? held.indexOf(previous) : held.indexOf(next)
        if (next !== undefined) held = was < 0 ? [...held, next] : held.with(was, next)
        else if (was >= 0) held = held.toSpliced(was, 1)
        list = patchList(list, previous, next === undefined ? undefined : tokenRow(next))
        expect(namesIn(list).toSorted()).toEqual(held.toSorted())
        expect(namesIn(list)).toEqual(namesIn(sortByName(list)))
        for (const each of [previous, ...held]) expect(list.indexOf(each)).toBe(namesIn(list).indexOf(each))
      }
    }),
  )
})
