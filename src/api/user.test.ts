import { expect, test } from 'vitest'
import { StoredUser, UserUpdate, UserDraft } from './user.ts'

test('a user keeps email, flags and moments; the password hash ends here', () => {
  const row = { id: 1, uuid: 'u', email: 'a', password: '$argon2id$', admin: '1', active: 'no', created_at: 5 }
  expect(StoredUser.parse(row)).toEqual({
    email: 'a',
    admin: true,
    active: undefined,
    created_at: 5,
    updated_at: undefined,
  })
})

test('a new user needs an email of any shape, a password, and both flags', () => {
  const draft = { email: 'admin', password: '', admin: false, active: true }
  expect(UserDraft.safeParse(draft).success).toBe(true)
  for (const bad of [{ ...draft, email: '' }, { ...draft, admin: undefined }, { ...draft, active: 0 }, { email: 'a' }])
    expect(UserDraft.safeParse(bad).success).toBe(false)
})

test('a change never holds an empty email or password', () => {
  expect(UserUpdate.safeParse({ email: 'a' }).success).toBe(true)
  for (const bad of [
    { email: 'a', new_email: '' },
    { email: 'a', new_password: '' },
    { email: '' },
    { email: 'a', admin: null },
  ])
    expect(UserUpdate.safeParse(bad).success).toBe(false)
})
