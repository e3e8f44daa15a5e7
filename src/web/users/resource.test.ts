import { expect, test } from 'vitest'
import type { User } from '#api/user.ts'
import { type FieldDefinition, typedKeys, type AnyResourceDefinition } from '#web/resource/resource.ts'
import { userRow, timestampOf } from '#web/testing/rows.ts'
import { userResource } from './resource.ts'
import { userStatus } from './messages.ts'

const context = { now: 0, timeUnit: 'milliseconds', ownEmails: [] } as const
const rows = [
  userRow('shift10', { admin: true, updated_at: timestampOf(3000) }),
  userRow('shift9', { active: false, created_at: timestampOf(500) }),
  userRow('Anna', { admin: undefined, active: undefined, created_at: '?' }),
]
const field = (name: string): FieldDefinition<User, object> => userResource.fields[name]!

test('a user is active, inactive, or unreadable', () => {
  expect(rows.map(userStatus)).toEqual(['active', 'inactive', 'unknown'])
})

test.each<[string, string[]]>([
  ['status', ['shift10', 'shift9', 'Anna']],
  ['admin', ['shift10', 'shift9', 'Anna']],
  ['active', ['shift10', 'shift9', 'Anna']],
  ['created_at', ['shift9', 'shift10', 'Anna']],
  ['updated_at', ['shift9', 'Anna', 'shift10']],
])('sorted by %s, unknown values are in the right place', (name, order) => {
  const rank = (row: User) => field(name).column?.sortValue?.(row, context) ?? Number.NaN
  expect(rows.toSorted((a, b) => rank(a) - rank(b)).map(({ email }) => email)).toEqual(order)
})

test('the name comes first, and a password is neither a column nor in a file', () => {
  expect(typedKeys(userResource.fields)[0]).toBe('email')
  const { column, csv, input } = field('password')
  expect([column, csv, input?.isSecret]).toEqual([undefined, undefined, true])
})

test('an unknown flag is neither on nor off', () => {
  const passing = typedKeys(userResource.filters).map((name) => [
    name,
    rows.filter((row) => userResource.filters[name]!.passes(row, context)).length,
  ])
  expect(Object.fromEntries(passing)).toEqual({ all: 3, active: 1, inactive: 1, admins: 1, unknown: 1, uncopied: 0 })
})

test('what a change asks for is told by field', () => {
  const changeTexts = (change: object) =>
    typedKeys(userResource.fields).flatMap((name) => field(name).formatChange?.(change, context) ?? [])
  expect(changeTexts({ new_email: 'b@x.test', admin: false, active: true })).toEqual(['b@x.test', 'off', 'on'])
  expect(changeTexts({ new_password: 'pa55' })).toEqual([])
})

test('users fit where rows of any resource are handled', () => {
  const any: AnyResourceDefinition = userResource
  expect(any.nameOf(rows[0]!)).toBe('shift10')
})

test('a cell of a file with a password is no part of a change', () => {
  const parse = (name: string, cell: string) => field(name).input?.parse(cell, { ...context, isUtc: false })
  expect(parse('password', 'pa55')).toEqual({ change: {} })
  expect(parse('admin', 'Yes')).toEqual({ change: { admin: true } })
  expect(parse('active', 'maybe')).toEqual({
    fault: 'Active: not yes or no. Write yes, on, true, 1, x or ja; no, off, false, 0 or nein.',
  })
})
