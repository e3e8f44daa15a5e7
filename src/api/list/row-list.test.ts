import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { listOf } from '#api/testing/lists.ts'
import * as parsed from '#api/testing/lists.ts'
import { anyText } from '#api/testing/sample-texts.ts'
import type { Token } from '#api/token.ts'

const row = (name: string, updated_at: unknown = null): Token => parsed.parseToken({ name, updated_at })
const collected = (...rows: (Token | undefined)[]) => listOf<Token>(rows, 2)

test('every row is found under its exact name, hostile ones too, and a repeated name finds its first', () => {
  const name = fc.oneof(fc.constantFrom('__proto__', 'constructor', '', ' ', 'a', 'A'), anyText())
  fc.assert(
    fc.property(fc.array(name), name, (names, other) => {
      const store = collected(...names.map((rowName) => row(rowName)))
      for (const one of [...names, other]) expect(store.indexOf(one)).toBe(names.indexOf(one))
      expect(Array.from({ length: store.count }, (_, i) => store.at(i).name)).toEqual(names)
    }),
  )
})

test('rows that cannot be read are counted by their number in the answer', () => {
  const store = collected(undefined, row('a'), undefined, row('b'))
  expect([store.count, store.unreadableRows, store.readStartedAt, store.readAt]).toEqual([2, [1, 3], 2, 2])
})

test('there is no row before the first or beyond the last', () => {
  for (const index of [-1, 1, 0.5]) expect(() => collected(row('a')).at(index)).toThrow(RangeError)
})

test('the unit is what most rows were updated in; nothing and a draw tell nothing', () => {
  const [s, ms] = [1_795_241_441, 1_795_241_441_000]
  const unit = (...moments: unknown[]) =>
    collected(...moments.map((timestamp, i) => row(`${i}`, timestamp))).timeUnit?.unit
  expect(unit(s, s, ms)).toBe('seconds')
  expect(unit(ms, 7, 'x', null)).toBe('milliseconds')
  expect([unit(), unit(s, ms), unit('2026-11-21', 0)]).toEqual([undefined, undefined, undefined])
})

const name = fc.oneof(fc.constantFrom('', 'a', 'A', 'a1', 'a10', 'a9', 'İ', 'ß', 'ẞ', '__proto__', 'ö'), anyText(4))
const instant = fc.constantFrom<unknown>(
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
  expiration_date: instant,
  active: flag,
  write: flag,
  created_at: instant,
  updated_at: instant,
})
const claims = fc.option(fc.record({ iat: fc.option(fc.integer(), { nil: undefined }), exp: fc.constant(undefined) }), {
  nil: undefined,
})
const anyRow = fc.tuple(said, claims, fc.boolean()).map(([fields, rowClaims, yours]): Token => ({
  ...parsed.parseToken(fields),
  ...(rowClaims !== undefined && { claims: rowClaims }),
  ...(yours && { yours }),
}))

describe('a list', () => {
  test('gives every row back as it was, by its number and in turn', () => {
    fc.assert(
      fc.property(fc.array(anyRow), (rows) => {
        const list = listOf<Token>(rows)
        expect(list.rows).toEqual(rows)
        expect(rows.map((_, index) => list.at(index))).toEqual(rows)
        expect(rows.map((_, index) => list.nameAt(index))).toEqual(rows.map((row) => row.name))
      }),
    )
  })

  test('of users too', () => {
    const user = parsed.parseUser({ email: 'a@b', admin: 1, active: 'no', created_at: 5, updated_at: '2026-11-21' })
    expect(listOf([user, { ...user, yours: true as const }]).at(1)).toEqual({ ...user, yours: true })
  })
})
