import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ColumnList } from './column-store.ts'
import { sortedByBytes } from './byte-sorting.ts'
import { ColumnBuilder } from './column-builder.ts'
import { exactOrder } from './exact-order.ts'
import { NameKeys } from './name-keys.ts'
import { packTexts } from './packing.ts'
import { tokenShape, userShape } from './row-shape.ts'
import { listOf, partsOf } from './testing/lists.ts'
import * as parsed from './testing/parsed.ts'
import { anyText } from './testing/texts.ts'
import type { Token } from './token.ts'
import { patched } from './patched-store.ts'

const name = fc.oneof(fc.constantFrom('', 'a', 'A', 'a1', 'a10', 'a9', 'İ', 'ß', 'ẞ', '__proto__', 'ö'), anyText(4))
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
const row = fc.tuple(said, claims, fc.boolean()).map(([one, of, yours]): Token => ({
  ...parsed.token(one),
  ...(of !== undefined && { claims: of }),
  ...(yours && { yours }),
}))
const pieces = fc.integer({ min: 1, max: 5 })
/** A row of a visit, as it is then. */
const kept = ({ claims: of, yours, ...one }: Token): Token =>
  structuredClone({ ...one, ...(of !== undefined && { claims: of }), ...(yours && { yours }) })
const plain = (rows: readonly Token[]) => rows.map((one) => one.name)

describe('a list in columns', () => {
  test('gives every row back as it was, by its number and in turn', () => {
    fc.assert(
      fc.property(fc.array(row), pieces, (rows, size) => {
        const list = listOf(tokenShape, rows, 1, size)
        const seen: Token[] = []
        list.each((one, index) => {
          expect(index).toBe(seen.length)
          seen.push(kept(one))
        })
        expect(seen).toEqual(rows)
        expect(rows.map((_, index) => list.at(index))).toEqual(rows)
        expect(rows.map((_, index) => list.nameAt(index))).toEqual(plain(rows))
      }),
    )
  })

  test('of users too', () => {
    const user = parsed.user({ email: 'a@b', admin: 1, active: 'no', created_at: 5, updated_at: '2026-11-21' })
    expect(listOf(userShape, [user, { ...user, yours: true as const }]).at(1)).toEqual({ ...user, yours: true })
  })

  test('a search finds the rows whose name has it, in whichever letters, and never across two names', () => {
    fc.assert(
      fc.property(fc.array(row), pieces, name, (rows, size, text) => {
        const wanted = text.toLowerCase()
        const hits = [...listOf(tokenShape, rows, 1, size).matching(wanted)]
        expect(hits).toEqual(rows.map((one) => Number(one.name.toLowerCase().includes(wanted))))
      }),
    )
  })

  test('a text that is typed, taken back and typed on finds what a fresh list finds, also as the list grows', () => {
    const few = fc.string({ unit: fc.constantFrom('a', 'b', 'A', 'ö'), maxLength: 6 })
    const typed = fc.array(few, { minLength: 1, maxLength: 12 })
    fc.assert(
      fc.property(fc.array(few, { minLength: 1 }), typed, pieces, (names, texts, size) => {
        const list = new ColumnList(tokenShape)
        const head = { beganAt: 0, readAt: 0, unreadable: [], isWhole: false }
        for (let from = 0; from < names.length; from += size) {
          const builder = new ColumnBuilder()
          for (const one of names.slice(from, from + size)) builder.add(partsOf(parsed.token({ name: one })))
          list.add(builder.take())
          const store = list.store(head)
          for (const text of texts.map((one) => one.toLowerCase())) {
            for (const end of [1, text.length, text.length - 1]) {
              const wanted = text.slice(0, end)
              const has = names.slice(0, from + size).map((one) => Number(one.toLowerCase().includes(wanted)))
              expect([...store.matching(wanted)]).toEqual(has)
            }
          }
        }
      }),
    )
  })

  test('patches in any order leave what patches of a plain array leave, and the lists before them as they were', () => {
    const patch = fc.tuple(name, fc.option(row, { nil: undefined }))
    fc.assert(
      fc.property(fc.array(row, { maxLength: 8 }), pieces, fc.array(patch), (rows, size, patches) => {
        const first = listOf(tokenShape, rows, 1, size)
        let list = first
        let array = rows
        for (const [of, next] of patches) {
          const at = array.findIndex((one) => one.name === of)
          if (next === undefined) array = at < 0 ? array : array.toSpliced(at, 1)
          else array = at < 0 ? [...array, next] : array.with(at, next)
          list = patched(list, of, next)
          expect(array.map((_, index) => list.at(index))).toEqual(array)
          for (const [from, { name: one }] of array.entries()) {
            expect(list.find(one)).toBe(plain(array).indexOf(one))
            expect(list.find(one, from + 1)).toBe(plain(array).indexOf(one, from + 1))
          }
        }
        expect(list.count).toBe(array.length)
        expect(list.units).toEqual(listOf(tokenShape, array).units)
        expect(array.map((_, index) => list.nameAt(index))).toEqual(plain(array))
        const seen: Token[] = []
        list.each((one) => void seen.push(kept(one)))
        expect(seen).toEqual(array)
        const middle: [number, Token][] = []
        list.each((one, index) => void middle.push([index, kept(one)]), array.length >> 2, array.length >> 1)
        expect(middle).toEqual([...array.entries()].slice(array.length >> 2, array.length >> 1))
        expect([...list.matching('a')]).toEqual(array.map((one) => Number(one.name.toLowerCase().includes('a'))))
        expect([...list.byName()]).toEqual(ordered(plain(array)))
        expect(rows.map((_, index) => first.at(index))).toEqual(rows)
      }),
    )
  })

  test('what a part shows stands in the order of its arrival, and is said to be a part', () => {
    const builder = new ColumnBuilder()
    for (const one of ['b', 'a']) builder.add(partsOf(parsed.token({ name: one })))
    const list = new ColumnList(tokenShape)
    list.add(builder.take())
    const head = { beganAt: 0, readAt: 0, unreadable: [] }
    const part = list.store({ ...head, isWhole: false })
    list.add(builder.take())
    builder.add(partsOf(parsed.token({ name: 'c' })))
    list.add(builder.take())
    expect([part.isWhole, part.count, part.find('c'), [...part.byName()]]).toEqual([false, 2, -1, [0, 1]])
    const whole = list.store({ ...head, isWhole: true }, Uint32Array.of(1, 0, 2))
    expect([whole.isWhole, whole.find('c'), [...whole.byName()]]).toEqual([true, 2, [1, 0, 2]])
  })
})

/** The order of names as whoever reads a list makes it. */
async function orderOf(names: readonly string[], breathe: () => Promise<void> | undefined): Promise<Uint32Array> {
  const keys = new NameKeys()
  const packed = [packTexts(names.slice(0, 10)), packTexts(names.slice(10))]
  for (const some of packed) keys.add(some)
  const nearly = await sortedByBytes(keys, breathe)
  return keys.areExact ? nearly : exactOrder(nearly, packed, breathe)
}

describe('the order of names', () => {
  test('is made in slices, and others have their turn in between', async () => {
    for (const prefix of ['name', 'Name']) {
      const names = Array.from({ length: 9000 }, (_, index) => `${prefix}-${(index * 7919) % 4001}`)
      let turns = 0
      expect([...(await orderOf(names, async () => void (turns += 1)))]).toEqual(ordered(names))
      expect(turns).toBeGreaterThan(1)
    }
  })

  test('is right for any names, also where they came in order', async () => {
    const someNames = fc.array(
      fc.oneof(
        name,
        fc.nat(5000).map((at) => `n${at}`),
      ),
      { maxLength: 9000, size: 'max' },
    )
    await fc.assert(
      fc.asyncProperty(someNames, fc.boolean(), async (names, inOrderFirst) => {
        const given = inOrderFirst ? ordered(names).map((at) => names[at] ?? '') : names
        expect([...(await orderOf(given, () => undefined))]).toEqual(ordered(given))
      }),
      { numRuns: 20 },
    )
  })
})

const inOrder = new Intl.Collator('en', { numeric: true })

function ordered(names: readonly string[]): number[] {
  return names.map((_, index) => index).toSorted((a, b) => inOrder.compare(names[a] ?? '', names[b] ?? '') || a - b)
}
