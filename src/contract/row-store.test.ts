import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { tokenShape } from './row-shape.ts'
import { learnedUnit } from './row-store.ts'
import { listOf } from './testing/lists.ts'
import * as parsed from './testing/parsed.ts'
import { anyText } from './testing/texts.ts'
import type { Token } from './token.ts'
import { patched } from './patched-store.ts'

const row = (name: string, updated_at: unknown = null): Token => parsed.token({ name, updated_at })
const collected = (...rows: (Token | undefined)[]) => listOf(tokenShape, rows, 2, 3)

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

test('a row that was changed or taken out is looked for among its like, not among all', () => {
  const names = Array.from({ length: 2000 }, (_, at) => `token-${at}`)
  const store = collected(...names.map((one) => row(one)))
  const nameAt = vi.spyOn(store, 'nameAt')
  let list = store
  for (const one of names.slice(0, 100)) list = patched(list, one, row(one, 9))
  for (const one of names.slice(100, 120)) list = patched(list, one, undefined)
  for (const [at, one] of names.slice(0, 100).entries()) expect(list.find(one)).toBe(at)
  for (const one of names.slice(100, 120)) expect(list.find(one)).toBe(-1)
  expect(nameAt.mock.calls.length).toBeLessThan(names.length)
})

test('one row is replaced, added or taken out, and the list it came from stays as it was', () => {
  const store = collected(row('a', 1), row('b', 2), undefined)
  const names = (of: typeof store) => Array.from({ length: of.count }, (_, i) => of.at(i).name)
  expect(patched(store, 'a', row('a', 9)).at(0)).toEqual(row('a', 9))
  expect(names(patched(store, 'c', row('c')))).toEqual(['a', 'b', 'c'])
  expect(names(patched(store, 'a', undefined))).toEqual(['b'])
  expect(names(patched(store, 'x', undefined))).toEqual(['a', 'b'])
  expect(patched(store, 'a', row('z')).find('z')).toBe(0)
  expect(patched(store, 'a', undefined).unreadable).toEqual([3])
  expect([names(store), store.at(0)]).toEqual([['a', 'b'], row('a', 1)])
})

test('the unit is what most rows were updated in; nothing and a draw tell nothing', () => {
  const [s, ms] = [1_795_241_441, 1_795_241_441_000]
  const unit = (...moments: unknown[]) => learnedUnit(collected(...moments.map((at, i) => row(`${i}`, at))).units)
  expect(unit(s, s, ms)).toBe('seconds')
  expect(unit(ms, 7, 'x', null)).toBe('milliseconds')
  expect([unit(), unit(s, ms), unit('2026-11-21', 0)]).toEqual([undefined, undefined, undefined])
})
