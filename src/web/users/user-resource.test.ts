import fc from 'fast-check'
import { expect, test } from 'vitest'
import { foundIn, rowsShown } from '#web/list/rows-shown.ts'
import { countsOf, passingOf } from '#web/list/use-resource-list.ts'
import { searchFor as spelled, viewFrom as read, type View } from '#web/list/view.ts'
import { user, usersOf, whole } from '#web/testing/rows.ts'
import { statusOf, userResource, type UserColumn, type UserFilter } from './user-resource.ts'

type UserView = View<UserColumn, UserFilter>
const viewFrom = (search: URLSearchParams) => read(userResource, search)
const searchFor = (view: UserView) => spelled(userResource, view)
const plain: UserView = { text: '', filter: 'all', sort: { by: 'email', down: false } }
const rows = [
  user('shift10@example.test', { admin: true, updated_at: whole(3000) }),
  user('shift9@example.test', { active: false, created_at: whole(500) }),
  user('Anna@example.test', { admin: undefined, active: undefined, created_at: '?' }),
]
const list = usersOf(rows)
const shown = (change: Partial<UserView>) => {
  const { text, filter, sort } = { ...plain, ...change }
  const { rank } = userResource.columns[sort.by]
  const rows = rowsShown(list, {
    found: foundIn(list, text),
    passes: (user) => userResource.filters[filter].passes(user, { unit: 'milliseconds' }),
    rank: rank && ((user) => rank(user, { unit: 'milliseconds' })),
    down: sort.down,
  })
  return [...rows].map((row) => list.at(row).email.split('@')[0])
}
const sorted = (by: UserColumn, down = false) => shown({ sort: { by, down } })

test('a user is active, inactive, or unreadable', () => {
  expect(rows.map(statusOf)).toEqual(['active', 'inactive', 'unknown'])
})

test('emails sort naturally, in both directions', () => {
  expect(sorted('email')).toEqual(['Anna', 'shift9', 'shift10'])
  expect(sorted('email', true)).toEqual(['shift10', 'shift9', 'Anna'])
})

test.each<[UserColumn, string[]]>([
  ['status', ['shift10', 'shift9', 'Anna']],
  ['admin', ['shift10', 'shift9', 'Anna']],
  ['active', ['shift10', 'shift9', 'Anna']],
  ['created', ['shift9', 'shift10', 'Anna']],
  ['updated', ['Anna', 'shift9', 'shift10']],
])('sorted by %s, unknown values are in the right place', (by, order) => {
  expect(sorted(by)).toEqual(order)
})

test('a search finds part of an email, ignoring case', () => {
  expect(shown({ text: 'ANNA@' })).toEqual(['Anna'])
  expect(shown({ text: 'nobody' })).toEqual([])
})

test('each chip counts the rows that it would show; an unknown flag is neither on nor off', () => {
  const { filters } = userResource
  const counts = countsOf(filters, passingOf(filters, list, { unit: 'milliseconds' }))
  expect(counts).toEqual({ all: 3, active: 1, inactive: 1, admins: 1, changed: 0, unknown: 1 })
  for (const filter of Object.keys(counts) as UserFilter[]) expect(shown({ filter })).toHaveLength(counts[filter])
})

test('any view can be read back from its address', () => {
  const view = fc.record({
    text: fc.string({ unit: 'grapheme', maxLength: 20 }),
    filter: fc.constantFrom<UserFilter>('all', 'active', 'inactive', 'admins', 'unknown'),
    sort: fc.record({
      by: fc.constantFrom<UserColumn>('email', 'status', 'admin', 'active', 'created', 'updated'),
      down: fc.boolean(),
    }),
  })
  fc.assert(
    fc.property(view, (sample) => {
      expect(viewFrom(new URLSearchParams(searchFor(sample).toString()))).toEqual(sample)
    }),
  )
})

test('an address with unknown words is the default view', () => {
  expect(viewFrom(new URLSearchParams('show=owners&by=age'))).toEqual(plain)
})
