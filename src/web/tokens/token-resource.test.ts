import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Token } from '#contract/token.ts'
import { token, tokensOf, whole } from '#web/testing/rows.ts'
import { foundIn, rowsShown } from '#web/list/rows-shown.ts'
import { countsOf, passingOf } from '#web/list/use-resource-list.ts'
import { searchFor as spelled, viewFrom as read } from '#web/list/view.ts'
import { tokenResource, type TokenColumn, type TokenFilter, type TokenView } from './token-resource.ts'
import type { ViewContext } from './token-status.ts'

const now = 1_800_000_000_000
const hour = 60 * 60 * 1000
const context = { now, unit: 'milliseconds' } as const
const at = (moment: number) => ({ expiration_date: whole(moment) })
const unreadable = { expiration_date: '?' } as const
const notGiven = { expiration_date: whole(1000), updated_at: whole(1000) }
const plain: TokenView = { text: '', filter: 'all', sort: { by: 'name', down: false } }

const rows = [
  token('ci-10', { write: true, updated_at: whole(5000) }),
  token('ci-9', { expiration_date: whole(now + hour), updated_at: whole(3000) }),
  token('Zeta', { expiration_date: whole(now - hour), updated_at: whole(4000) }),
  token('alpha', { active: false, write: undefined, updated_at: undefined }),
  token('Österreich', { expiration_date: whole(1000), active: true, write: true }),
  token('broken', { active: undefined, expiration_date: '?', updated_at: whole(2000) }),
]
const list = tokensOf(rows)
const viewFrom = (search: URLSearchParams) => read(tokenResource, search)
const searchFor = (view: TokenView) => spelled(tokenResource, view)
function rowsIn(store: typeof list, { text, filter, sort }: TokenView, context: ViewContext) {
  const { rank } = tokenResource.columns[sort.by]
  return rowsShown(store, {
    found: foundIn(store, text),
    passes: (token) => tokenResource.filters[filter].passes(token, context),
    rank: rank && ((token) => rank(token, context)),
    down: sort.down,
  })
}
const namesOf = (numbers: Uint32Array) => [...numbers].map((row) => list.at(row).name)
const shown = (change: Partial<TokenView>) => namesOf(rowsIn(list, { ...plain, ...change }, context))
const sorted = (by: TokenColumn, down = false) => shown({ sort: { by, down } })

test('names sort naturally: 9 before 10, ignoring case, ö with o', () => {
  expect(sorted('name')).toEqual(['alpha', 'broken', 'ci-9', 'ci-10', 'Österreich', 'Zeta'])
  expect(sorted('name', true)).toEqual(['Zeta', 'Österreich', 'ci-10', 'ci-9', 'broken', 'alpha'])
})

test('statuses sort from active to unreadable, and by name among equals', () => {
  expect(sorted('status')).toEqual(['ci-10', 'Österreich', 'ci-9', 'Zeta', 'alpha', 'broken'])
})

test('“never” sorts after any date, and unreadable after that', () => {
  expect(sorted('expires')).toEqual(['Zeta', 'ci-9', 'alpha', 'ci-10', 'Österreich', 'broken'])
  expect(sorted('expires', true)).toEqual(['broken', 'Österreich', 'alpha', 'ci-10', 'ci-9', 'Zeta'])
})

test('switches sort from on to off to unknown', () => {
  expect(sorted('write')).toEqual(['ci-10', 'Österreich', 'broken', 'ci-9', 'Zeta', 'alpha'])
  expect(sorted('active')).toEqual(['ci-9', 'ci-10', 'Österreich', 'Zeta', 'alpha', 'broken'])
})

test('the last update sorts from old to new, unknown at the end', () => {
  expect(sorted('updated')).toEqual(['Österreich', 'broken', 'ci-9', 'Zeta', 'ci-10', 'alpha'])
})

test('sorted by any column, every row is shown once', () => {
  const columns = fc.constantFrom<TokenColumn>('name', 'status', 'expires', 'write', 'active', 'updated')
  fc.assert(
    fc.property(columns, fc.boolean(), (by, down) => {
      expect(sorted(by, down).toSorted()).toEqual(rows.map((row) => row.name).toSorted())
    }),
  )
})

test('while letters are typed and deleted, the rows are the same as in a fresh list', () => {
  const letters = fc.array(fc.constantFrom('', 'i', 'e', 'a', 'al', 'alp', 'ci', 'ci-', 'CI-1', 'r', 'ö', 'eta'))
  fc.assert(
    fc.property(letters, (texts) => {
      const typed = tokensOf(rows)
      for (const text of texts) {
        const view = { ...plain, text }
        expect([...rowsIn(typed, view, context)]).toEqual([...rowsIn(tokensOf(rows), view, context)])
      }
    }),
  )
})

test('two rows of the same name are in the service’s order, or reversed with all others', () => {
  const twice = tokensOf([token('x', { write: true }), token('x'), token('y')])
  expect([...rowsIn(twice, plain, context)]).toEqual([0, 1, 2])
  expect([...rowsIn(twice, { ...plain, sort: { by: 'name', down: true } }, context)]).toEqual([2, 1, 0])
})

test('a search finds part of a name, ignoring case and surrounding spaces', () => {
  expect(shown({ text: ' CI- ' })).toEqual(['ci-9', 'ci-10'])
  expect(shown({ text: 'öster' })).toEqual(['Österreich'])
  expect(shown({ text: '.*' })).toEqual([])
})

test('a filter and a search apply together', () => {
  expect(shown({ filter: 'write' })).toEqual(['ci-10', 'Österreich'])
  expect(shown({ filter: 'write', text: 'ci' })).toEqual(['ci-10'])
})

test.each<[TokenFilter, Partial<Token>, boolean]>([
  ['all', unreadable, true],
  ['never', notGiven, true],
  ['never', { ...notGiven, active: false }, true],
  ['never', at(now + 1), false],
  ['never', unreadable, false],
  ['write', { write: true, active: false }, true],
  ['write', { write: undefined }, false],
  ['write', {}, false],
  ['active', {}, true],
  ['active', at(now + 1), true],
  ['active', at(now - 1), false],
  ['soon', at(now + 1), true],
  ['past', at(now - 1), true],
  ['inactive', { active: false, ...at(now - 1) }, true],
  ['past', { active: false, ...at(now - 1) }, false],
  ['unknown', { active: undefined }, true],
])('the filter “%s” lets %o pass: %s', (filter, change, through) => {
  expect(tokenResource.filters[filter].passes(token('x', change), context)).toBe(through)
})

test.each(['', ' CI-', 'z', 'nowhere'])('each chip counts what it would show of a search for “%s”', (text) => {
  const { filters } = tokenResource
  const passing = passingOf(filters, list, context)
  const counts = countsOf(filters, passing, foundIn(list, text))
  expect(countsOf(filters, passing)).toEqual({
    all: 6,
    active: 3,
    soon: 1,
    past: 1,
    inactive: 1,
    unknown: 1,
    never: 1,
    write: 2,
    spoiled: 0,
    fresh: 0,
  })
  for (const filter of Object.keys(counts) as (keyof typeof counts)[])
    expect(shown({ filter, text })).toHaveLength(counts[filter])
})

test('the filter for values not copied shows the given names, and none without any', () => {
  const fresh = new Set(['Zeta', 'alpha', 'long gone'])
  const view: TokenView = { ...plain, filter: 'fresh' }
  expect(namesOf(rowsIn(list, view, { ...context, fresh }))).toEqual(['alpha', 'Zeta'])
  expect(namesOf(rowsIn(list, view, context))).toEqual([])
})

const view = fc.record({
  text: fc.string({ unit: 'grapheme', maxLength: 20 }),
  filter: fc.constantFrom<TokenFilter>(
    'all',
    'active',
    'soon',
    'past',
    'inactive',
    'unknown',
    'never',
    'write',
    'spoiled',
    'fresh',
  ),
  sort: fc.record({
    by: fc.constantFrom<TokenColumn>('name', 'status', 'expires', 'write', 'active', 'updated'),
    down: fc.boolean(),
  }),
})

test('any view can be read back from its address', () => {
  fc.assert(
    fc.property(view, (sample) => {
      expect(viewFrom(new URLSearchParams(searchFor(sample).toString()))).toEqual(sample)
    }),
  )
})

test('the default view has an empty address', () => {
  expect(searchFor(plain).toString()).toBe('')
})

test('an address with unknown words is the default view', () => {
  expect(viewFrom(new URLSearchParams('show=everything&by=colour&down=yes&x=1'))).toEqual(plain)
})
