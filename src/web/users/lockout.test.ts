import { expect, test } from 'vitest'
import { user, usersOf } from '#web/testing/rows.ts'
import { dangerOf, mayBeYou, verbOf, type Deed } from './lockout.ts'

const off: Deed = { is: 'save', change: { active: false } }
const demote: Deed = { is: 'save', change: { admin: false } }
const rename: Deed = { is: 'save', change: { new_email: 'new@x.test' } }
const promote: Deed = { is: 'save', change: { admin: true } }
const remove: Deed = { is: 'delete' }

const admin = user('root@x.test', { admin: true })
const alone = usersOf([admin, user('li@x.test'), user('old@x.test', { admin: true, active: false })])
const two = usersOf([admin, user('anna@x.test', { admin: true })])

test.each([off, demote, remove])('%o of the last active admin shuts everybody out', (deed) => {
  expect(dangerOf(alone, admin, deed, [])).toBe('last-admin')
  expect(dangerOf(two, admin, deed, [])).toBeUndefined()
})

test.each([off, demote, remove])('%o of oneself as the last active admin is both', (deed) => {
  expect(dangerOf(alone, admin, deed, ['root@x.test'])).toBe('you-last')
  expect(dangerOf(alone, admin, rename, ['root@x.test'])).toBe('you')
})

test('an admin whose flags cannot be read counts as one who may go on administering only where admin is sure', () => {
  const unsure = usersOf([admin, user('a@x.test', { admin: undefined })])
  expect(dangerOf(unsure, admin, off, [])).toBe('last-admin')
})

test.each([off, demote, rename, remove])('%o of oneself shuts oneself out, whoever else administers', (deed) => {
  expect(dangerOf(two, admin, deed, ['root@x.test'])).toBe('you')
})

test('renaming the last admin takes nothing from the others, and giving rights takes nothing at all', () => {
  expect(dangerOf(alone, admin, rename, ['anna@x.test'])).toBeUndefined()
  expect(dangerOf(alone, admin, promote, ['root@x.test'])).toBeUndefined()
  expect(verbOf(promote)).toBeUndefined()
})

test('a user who is no admin, or not active, is nobody’s last admin', () => {
  const [li, old] = [alone.at(1), alone.at(2)]
  expect(dangerOf(alone, li, remove, [])).toBeUndefined()
  expect(dangerOf(alone, old, remove, [])).toBeUndefined()
})

test('only an active admin can be whoever is signed in', () => {
  expect(mayBeYou(admin, off)).toBe(true)
  expect(mayBeYou(alone.at(1), off)).toBe(false)
  expect(mayBeYou(alone.at(2), remove)).toBe(false)
  expect(mayBeYou(admin, promote)).toBe(false)
})
