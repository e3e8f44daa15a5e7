import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { learnedUnit } from './row-store.ts'
import { listOf } from '#contract/testing/lists.ts'
import * as parsed from '#contract/testing/lists.ts'
import { anyText } from '#contract/testing/texts.ts'
import type { Token } from '#contract/token.ts'

const row = (name: string, updated_at: unknown = null): Token => parsed.token({ name, updated_at })
const collected = (...rows: (Token | undefined)[]) => listOf<Token>(rows, 2)

test('every row is found under its exact name, hostile ones too, and a repeated name finds its first', () => {
  const name = fc.oneof(fc.constantFrom('__proto__', 'constructor', '', ' ', 'a', 'A'), anyText())
  fc.assert(
    fc.property(fc.array(name), name, (names, other) => {
      const store = collected(...names.map((one) => row(one)))
      for (const one of [...names, other]) expect(store.find(one)).toBe(names.indexOf(one))
      expect(Array.from({ length: store.count }, (_, i) => store.at(i).name)).toEqual(names)
    }),
  )
})

test('rows that cannot be read are counted by their number in the answer', () => {
  const store = collected(undefined, row('a'), undefined, row('b'))
  expect([store.count, store.unreadable, store.beganAt, store.readAt]).toEqual([2, [1, 3], 2, 2])
})

test('there is no row before the first or beyond the last', () => {
  for (const index of [-1, 1, 0.5]) expect(() => collected(row('a')).at(index)).toThrow(RangeError)
})

test('one row is replaced, added or taken out, and the list it came from stays as it was', () => {
  const store = collected(row('a', 1), row('b', 2), undefined)
  const names = (of: typeof store) => Array.from({ length: of.count }, (_, i) => of.at(i).name)
  expect(store.patched('a', row('a', 9)).at(0)).toEqual(row('a', 9))
  expect(names(store.patched('c', row('c')))).toEqual(['a', 'b', 'c'])
  expect(names(store.patched('a', undefined))).toEqual(['b'])
  expect(names(store.patched('x', undefined))).toEqual(['a', 'b'])
  expect(store.patched('a', row('z')).find('z')).toBe(0)
  expect(names(store.patched('renamed', row('b')))).toEqual(['a', 'b'])
  expect(store.patched('a', undefined).unreadable).toEqual([3])
  expect([names(store), store.at(0)]).toEqual([['a', 'b'], row('a', 1)])
})

test('the order by name stays the same array until a name changes', () => {
  const store = collected(row('b', 1), row('a', 2))
  expect(store.patched('b', row('b', 3)).byName()).toBe(store.byName())
  expect([...store.patched('b', row('0', 3)).byName()]).toEqual([0, 1])
})

test('the unit is what most rows were updated in; nothing and a draw tell nothing', () => {
  const [s, ms] = [1_795_241_441, 1_795_241_441_000]
  const unit = (...moments: unknown[]) => learnedUnit(collected(...moments.map((at, i) => row(`${i}`, at))).units)
  expect(unit(s, s, ms)).toBe('seconds')
  expect(unit(ms, 7, 'x', null)).toBe('milliseconds')
  expect([unit(), unit(s, ms), unit('2026-11-21', 0)]).toEqual([undefined, undefined, undefined])
})

// The order takes digits of other scripts for letters; the collator it is compared with does not.
const text = anyText(4).map((text) => text.replace(/(?!\d)\p{Nd}/gu, ''))
const name = fc.oneof(fc.constantFrom('', 'a', 'A', 'a1', 'a10', 'a9', 'İ', 'ß', 'ẞ', '__proto__', 'ö'), text)
const moment = fc.constantFrom<unknown>(
  null,
  1_795_000_000,
  1_795_000_000_000,
  5,
  -1,
  0,
  '9'.repeat(25),
  '2026-11-21T08:00:00Z',
  'soon',
  1.5,
)
const flag = fc.constantFrom<unknown>(true, false, 1, 0, 'perhaps', null)
const said = fc.record({
  name,
  expiration_date: moment,
  active: flag,
  write: flag,
  created_at: moment,
  updated_at: moment,
})
const claims = fc.option(fc.record({ iat: fc.option(fc.integer(), { nil: undefined }), exp: fc.constant(undefined) }), {
  nil: undefined,
})
const anyRow = fc.tuple(said, claims, fc.boolean()).map(([one, of, yours]): Token => ({
  ...parsed.token(one),
  ...(of !== undefined && { claims: of }),
  ...(yours && { yours }),
}))
const plain = (rows: readonly Token[]) => rows.map((one) => one.name)

describe('a list', () => {
  test('gives every row back as it was, by its number and in turn', () => {
    fc.assert(
      fc.property(fc.array(anyRow), (rows) => {
        const list = listOf<Token>(rows)
        const seen: Token[] = []
        list.each((one, index) => {
          expect(index).toBe(seen.length)
          seen.push(one)
        })
        expect(seen).toEqual(rows)
        expect(rows.map((_, index) => list.at(index))).toEqual(rows)
        expect(rows.map((_, index) => list.nameAt(index))).toEqual(plain(rows))
      }),
    )
  })

  test('of users too', () => {
    const user = parsed.user({ email: 'a@b', admin: 1, active: 'no', created_at: 5, updated_at: '2026-11-21' })
    expect(listOf([user, { ...user, yours: true as const }]).at(1)).toEqual({ ...user, yours: true })
  })

  test('patches in any order leave what patches of a plain array leave, and the lists before them as they were', () => {
    const patch = fc.tuple(name, fc.option(anyRow, { nil: undefined }))
    fc.assert(
      fc.property(fc.array(anyRow, { maxLength: 8 }), fc.array(patch), (rows, patches) => {
        const first = listOf<Token>(rows)
        let list = first
        let array = rows
        for (const [of, next] of patches) {
          const was = array.findIndex((one) => one.name === of)
          const at = was < 0 ? array.findIndex((one) => one.name === next?.name) : was
          if (next === undefined) array = at < 0 ? array : array.toSpliced(at, 1)
          else array = at < 0 ? [...array, next] : array.with(at, next)
          list = list.patched(of, next)
          expect(array.map((_, index) => list.at(index))).toEqual(array)
          for (const [from, { name: one }] of array.entries()) {
            expect(list.find(one)).toBe(plain(array).indexOf(one))
            expect(list.find(one, from + 1)).toBe(plain(array).indexOf(one, from + 1))
          }
        }
        expect(list.count).toBe(array.length)
        expect(list.units).toEqual(listOf(array).units)
        const middle: [number, Token][] = []
        list.each((one, index) => void middle.push([index, one]), array.length >> 2, array.length >> 1)
        expect(middle).toEqual([...array.entries()].slice(array.length >> 2, array.length >> 1))
        expect([...list.byName()]).toEqual(ordered(plain(array)))
        expect(rows.map((_, index) => first.at(index))).toEqual(rows)
        expect([...first.byName()]).toEqual(ordered(plain(rows)))
      }),
    )
  })
})

const inOrder = new Intl.Collator('en', { numeric: true })

function ordered(names: readonly string[]): number[] {
  return names.map((_, index) => index).toSorted((a, b) => inOrder.compare(names[a] ?? '', names[b] ?? '') || a - b)
}
