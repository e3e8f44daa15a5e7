import { expect, test } from 'vitest'
import { user, usersOf } from '#web/testing/rows.ts'
import { dangerOf, lossBy, unlistedDangerOf, type UserAct } from './lockout.ts'

const off: UserAct = { is: 'save', change: { active: false } }
const demote: UserAct = { is: 'save', change: { admin: false } }
const rename: UserAct = { is: 'save', change: { new_email: 'new@x.test' } }
const promote: UserAct = { is: 'save', change: { admin: true } }
const remove: UserAct = { is: 'delete' }

const admin = user('root@x.test', { admin: true })
const alone = usersOf([admin, user('li@x.test'), user('old@x.test', { admin: true, active: false })])
const two = usersOf([admin, user('anna@x.test', { admin: true })])

test.each([off, demote, remove])('%o of the last active admin locks everybody out', (act) => {
  expect(dangerOf(alone, admin, act, [])).toBe('last-admin')
  expect(dangerOf(two, admin, act, ['anna@x.test'])).toBeUndefined()
})

test.each([off, demote, remove])('%o of your own account as the last active admin is both dangers', (act) => {
  expect(dangerOf(alone, admin, act, ['root@x.test'])).toBe('you-last')
  expect(dangerOf(alone, admin, rename, ['root@x.test'])).toBe('you')
})

test('an account with an unreadable admin flag does not count as another admin', () => {
  const unsure = usersOf([admin, user('a@x.test', { admin: undefined })])
  expect(dangerOf(unsure, admin, off, [])).toBe('last-admin')
})

test.each([off, demote, rename, remove])(
  '%o of your own account locks you out, even if there are other admins',
  (act) => {
    expect(dangerOf(two, admin, act, ['root@x.test'])).toBe('you')
  },
)

test('changing the email of the last admin locks nobody else out, and granting rights locks nobody out', () => {
  expect(dangerOf(alone, admin, rename, ['anna@x.test'])).toBeUndefined()
  expect(dangerOf(alone, admin, promote, ['root@x.test'])).toBeUndefined()
  expect(lossBy(promote)).toBeUndefined()
})

test('a user who is inactive or not an admin is never the last admin', () => {
  const [li, old] = [alone.at(1), alone.at(2)]
  expect(dangerOf(alone, li, remove, [])).toBeUndefined()
  expect(dangerOf(alone, old, remove, [])).toBeUndefined()
})

test.each([off, demote, rename, remove])(
  '%o of an active admin may lock you out if it is unknown which account is yours',
  (act) => {
    expect(dangerOf(two, admin, act, [])).toBe('perhaps-you')
    expect(dangerOf(alone, alone.at(1), act, [])).toBeUndefined()
    expect(dangerOf(alone, alone.at(2), act, [])).toBeUndefined()
    expect(dangerOf(two, admin, promote, [])).toBeUndefined()
  },
)

test.each([off, demote, rename, remove])(
  'without a list %o may lock you out unless it is known which account is yours',
  (act) => {
    expect(unlistedDangerOf('li@x.test', act, [])).toBe('perhaps-you')
    expect(unlistedDangerOf('li@x.test', act, ['li@x.test'])).toBe('you')
    expect(unlistedDangerOf('li@x.test', act, ['root@x.test'])).toBeUndefined()
    expect(unlistedDangerOf('li@x.test', promote, [])).toBeUndefined()
  },
)
