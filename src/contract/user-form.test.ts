import { describe, expect, test } from 'vitest'
import { faultsOf } from './form.ts'
import { newUserForm, UnlistedUserForm, userAsTyped, userChangeForm } from './user-form.ts'
import type { User } from './user.ts'
import { momentFrom } from './wire.ts'

const taken = (email: string) => email === 'li@x.test' || email === 'anna@x.test'

describe('a new user', () => {
  const form = newUserForm({ taken })
  const good = { email: 'new@x.test', anyway: false, admin: false, active: true }

  test('comes out as it is to be sent, its password apart', () => {
    expect(form.parse(good)).toEqual({ email: 'new@x.test', admin: false, active: true })
  })

  test.each([
    [{ email: '' }, 'email', 'missing'],
    [{ email: 'li@x.test' }, 'email', 'taken'],
    [{ email: 'new' }, 'email', 'unusual'],
    [{ email: 'new@x' }, 'email', 'unusual'],
    [{ admin: undefined }, 'admin', 'unanswered'],
    [{ active: undefined }, 'active', 'unanswered'],
  ] as const)('with %o has one fault, in %s: %s', (odd, field, fault) => {
    expect([...faultsOf(form, { ...good, ...odd })]).toEqual([[field, fault]])
  })

  test('may have an unusual email once somebody insists, but never one that is taken', () => {
    expect(form.parse({ ...good, email: 'new', anyway: true })).toEqual({ email: 'new', admin: false, active: true })
    expect(faultsOf(form, { ...good, email: 'li@x.test', anyway: true }).get('email')).toBe('taken')
  })
})

describe('a change of a user', () => {
  const anna: User = {
    email: 'anna@x.test',
    admin: true,
    active: undefined,
    created_at: momentFrom(1),
    updated_at: momentFrom(2),
  }
  const form = userChangeForm(anna, { taken })
  const answered = { ...userAsTyped(anna), active: true }

  test('names what is not as it was, and nothing else', () => {
    expect(form.parse(answered)).toEqual({ active: true })
    expect(form.parse({ ...answered, admin: false })).toEqual({ admin: false, active: true })
    expect(form.parse({ ...answered, new_email: 'ann@x.test' })).toEqual({ new_email: 'ann@x.test', active: true })
  })

  test('must answer a flag that cannot be read, and takes no email of somebody else', () => {
    expect([...faultsOf(form, userAsTyped(anna))]).toEqual([['active', 'unanswered']])
    expect([...faultsOf(form, { ...answered, new_email: 'li@x.test' })]).toEqual([['new_email', 'taken']])
    expect(form.safeParse({ ...answered, new_email: anna.email }).success).toBe(true)
  })
})

describe('an account that no list shows', () => {
  test('is sent the flags that are answered, and no empty email', () => {
    const typed = { email: 'a@x.test', new_email: '', admin: 'yes', active: 'no' } as const
    expect(UnlistedUserForm.parse(typed)).toEqual({ email: 'a@x.test', admin: true, active: false })
  })

  test('needs an email and both answers', () => {
    expect([...faultsOf(UnlistedUserForm, { email: '', admin: undefined, active: undefined })]).toEqual([
      ['email', 'missing'],
      ['admin', 'unanswered'],
      ['active', 'unanswered'],
    ])
  })
})
