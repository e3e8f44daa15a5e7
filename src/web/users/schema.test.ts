import { describe, expect, test } from 'vitest'
import { findFieldErrors } from '#web/resource/form.ts'
import { userRow } from '#web/testing/rows.ts'
import { newUserSchema, toUserFormValues, userChangeSchema, userFormDefinition } from './schema.ts'

const taken = (email: string) => email === 'li@x.test' || email === 'anna@x.test'

describe('a new user', () => {
  const form = newUserSchema({ isTaken: taken })
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
    expect([...findFieldErrors(form, { ...good, ...odd })]).toEqual([[field, fault]])
  })

  test('may have an unusual email once somebody insists, but never one that is taken', () => {
    expect(form.parse({ ...good, email: 'new', anyway: true })).toMatchObject({ name: 'new' })
    expect(findFieldErrors(form, { ...good, email: 'li@x.test', anyway: true }).get('email')).toBe('taken')
  })
})

describe('a change of a user', () => {
  const anna = userRow('anna@x.test', { admin: true, active: undefined })
  const form = userChangeSchema(anna, { isTaken: taken })
  const answered = { ...toUserFormValues(anna), active: true }

  test('names what is not as it was, and nothing else', () => {
    expect(form.parse(answered)).toEqual({ active: true })
    expect(form.parse({ ...answered, admin: false })).toEqual({ admin: false, active: true })
    expect(form.parse({ ...answered, email: 'ann@x.test' })).toEqual({ new_email: 'ann@x.test', active: true })
    expect(form.parse({ ...answered, email: anna.email })).toEqual({ active: true })
  })

  test('must answer a flag that cannot be read, and takes no email of somebody else', () => {
    expect([...findFieldErrors(form, toUserFormValues(anna))]).toEqual([['active', 'unanswered']])
    expect([...findFieldErrors(form, { ...answered, email: 'li@x.test' })]).toEqual([['email', 'taken']])
    expect(form.safeParse({ ...answered, email: anna.email }).success).toBe(true)
  })

  test('asks about a new email that does not look like one, but not about one that is already stored; nobody’s is nothing', () => {
    expect([...findFieldErrors(form, { ...answered, email: 'anna' })]).toEqual([['email', 'unusual']])
    expect(form.parse({ ...answered, email: 'anna', anyway: true })).toEqual({ new_email: 'anna', active: true })
    const stored = userRow('root')
    const odd = userChangeSchema(stored, { isTaken: taken })
    expect(odd.parse({ ...toUserFormValues(stored), email: 'root' })).toEqual({})
    expect([...findFieldErrors(odd, { ...toUserFormValues(stored), email: '' })]).toEqual([['email', 'missing']])
  })

  test('of an account that no list shows answers both flags, and sends both', () => {
    const unknown = userChangeSchema(userRow('a@x.test', { admin: undefined, active: undefined }), { isTaken: taken })
    const typed = { email: 'a@x.test', anyway: false }
    expect([...findFieldErrors(unknown, typed)].map(([field]) => field)).toEqual(['admin', 'active'])
    expect(unknown.parse({ ...typed, admin: false, active: true })).toEqual({ admin: false, active: true })
  })
})

describe('a line of a file', () => {
  test('needs an email that looks like one', () => {
    const fault = (email: string) =>
      userFormDefinition.importRules.validate(email, {}, { now: 0, timeUnit: 'seconds', ownEmails: [] })
    expect(fault('new@x.test')).toBeUndefined()
    expect(fault('new')).toBe('Email: doesn’t look like an email address.')
    expect(fault('')).toBe('Email: empty.')
  })

  test('that makes an admin is counted in a warning', () => {
    expect(userFormDefinition.importRules.warnings?.([{ admin: true }, { admin: false }])).toEqual([
      '1 new admin: can manage tokens and users.',
    ])
    expect(userFormDefinition.importRules.warnings?.([{}])).toEqual([])
  })
})
