import { describe, expect, test } from 'vitest'
import { faultsOf } from '#web/resource/form.ts'
import { user, usersOf } from '#web/testing/rows.ts'
import { newUserForm, userAsTyped, userChangeForm, userForms } from './user-form.ts'

const taken = (email: string) => email === 'li@x.test' || email === 'anna@x.test'

describe('a new user', () => {
  const form = newUserForm({ taken })
  const good = { email: 'new@x.test', anyway: false, admin: false, active: true }

  test('comes out as it is to be sent, its password apart', () => {
    expect(form.parse(good)).toEqual({ name: 'new@x.test', change: { admin: false, active: true } })
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
    expect(form.parse({ ...good, email: 'new', anyway: true })).toMatchObject({ name: 'new' })
    expect(faultsOf(form, { ...good, email: 'li@x.test', anyway: true }).get('email')).toBe('taken')
  })
})

describe('a change of a user', () => {
  const anna = user('anna@x.test', { admin: true, active: undefined })
  const form = userChangeForm(anna, { taken })
  const answered = { ...userAsTyped(anna), active: true }

  test('names what is not as it was, and nothing else', () => {
    expect(form.parse(answered)).toEqual({ active: true })
    expect(form.parse({ ...answered, admin: false })).toEqual({ admin: false, active: true })
    expect(form.parse({ ...answered, email: 'ann@x.test' })).toEqual({ new_email: 'ann@x.test', active: true })
    expect(form.parse({ ...answered, email: anna.email })).toEqual({ active: true })
  })

  test('must answer a flag that cannot be read, and takes no email of somebody else', () => {
    expect([...faultsOf(form, userAsTyped(anna))]).toEqual([['active', 'unanswered']])
    expect([...faultsOf(form, { ...answered, email: 'li@x.test' })]).toEqual([['email', 'taken']])
    expect(form.safeParse({ ...answered, email: anna.email }).success).toBe(true)
  })

  test('of an account that no list shows answers both flags, and sends both', () => {
    const unknown = userChangeForm(user('a@x.test', { admin: undefined, active: undefined }), { taken })
    const typed = { email: '', anyway: false }
    expect([...faultsOf(unknown, typed)].map(([field]) => field)).toEqual(['admin', 'active'])
    expect(unknown.parse({ ...typed, admin: false, active: true })).toEqual({ admin: false, active: true })
  })
})

describe('a line of a file', () => {
  const me = user('me@x.test', { admin: true })
  const other = user('other@x.test', { admin: true })
  const world = (you: readonly string[], rows = [me, other]) => {
    const place = { address: '', host: '', name: '', example: false, through: 'host' } as const
    return { now: 0, unit: 'seconds', you, list: usersOf(rows), place, isWarned: false } as const
  }
  const fault = (row: typeof me | undefined, change: object, known = world(['me@x.test'])) =>
    userForms.file.fault(row, row?.email ?? 'new@x.test', change, known)

  test('takes nothing that may lock somebody out', () => {
    expect(fault(me, { admin: false })).toBe('This is your account. Change it by itself.')
    expect(fault(other, { admin: false })).toBeUndefined()
    expect(fault(other, { active: false }, world([]))).toBe('This may be your account. Change it by itself.')
    expect(fault(other, { active: false }, world([], [other]))).toBe(
      'This is the last active admin. Change it by itself.',
    )
    expect(fault(me, { admin: true })).toBeUndefined()
  })

  test('needs an email that looks like one for a new user, and flags that are known', () => {
    expect(fault(undefined, {})).toBeUndefined()
    expect(userForms.file.fault(undefined, 'new', {}, world([]))).toBe('Email: doesn’t look like an email address.')
    expect(userForms.file.fault(undefined, '', {}, world([]))).toBe('Email: empty.')
    expect(fault(user('a', { admin: undefined }), { active: true })).toBe(
      'The stored record can’t be read. Edit this user by itself.',
    )
  })

  test('asks for what the row does not have yet', () => {
    expect(userForms.file.asks(me, { admin: true, active: false }, world([]))).toEqual(['active'])
    expect(userForms.file.asks(me, {}, world([]))).toEqual([])
  })

  test('that makes an admin is counted in a warning', () => {
    expect(userForms.file.warnings?.([{ admin: true }, { admin: false }])).toEqual([
      '1 new admin: can manage tokens and users.',
    ])
    expect(userForms.file.warnings?.([{}])).toEqual([])
  })
})
