import { describe, expect, test } from 'vitest'
import { faultsOf } from './form.ts'
import {
  canKeepDate,
  expiryOfChoice,
  latest,
  momentOfChoice,
  newExpiryForm,
  newTokenForm,
  tokenAsTyped,
  tokenChangeForm,
} from './token-form.ts'
import { momentFrom } from './wire.ts'
import type { Token } from './token.ts'

const hour = 60 * 60 * 1000
const day = 24 * hour
const picked = Date.UTC(2028, 1, 29, 12, 30)

test.each([
  ['1h', hour],
  ['1d', day],
  ['7d', 7 * day],
  ['30d', 30 * day],
  ['90d', 90 * day],
  ['1y', 365 * day],
] as const)('the preset %s counts from the moment of sending', (preset, after) => {
  expect(expiryOfChoice(preset)).toEqual({ after })
  expect(momentOfChoice(preset, 10_000)).toBe(10_000 + after)
})

test('a picked moment is sent as it was picked, whenever it is sent', () => {
  expect(expiryOfChoice(picked)).toEqual({ at: picked })
  expect(momentOfChoice(picked, 1)).toBe(picked)
})

test('never is “not given”, and what is kept is no moment', () => {
  expect(expiryOfChoice('never')).toBe('not-given')
  expect(momentOfChoice('never', 0)).toBeUndefined()
  expect(momentOfChoice('keep', 0)).toBeUndefined()
})

test('the moment shown is a whole second, as it is sent', () => {
  expect(momentOfChoice('1h', 1999)).toBe(1000 + hour)
})

test('the latest moment is the last second of the year 9999', () => {
  expect(new Date(latest).toISOString()).toBe('9999-12-31T23:59:59.000Z')
})

const now = () => picked

describe('a new token', () => {
  const form = newTokenForm({ taken: (name) => name === 'ci', now })
  const good = { name: 'new', expiration_date: '30d', write: false, active: true } as const

  test('comes out as it is to be sent', () => {
    expect(form.parse(good)).toEqual({ ...good, expiration_date: { after: 30 * day } })
    expect(form.parse({ ...good, expiration_date: 'never' }).expiration_date).toBe('not-given')
    expect(form.parse({ ...good, expiration_date: picked + 1 }).expiration_date).toEqual({ at: picked + 1 })
  })

  test.each([
    [{ name: '' }, 'name', 'missing'],
    [{ name: 'ci' }, 'name', 'taken'],
    [{ expiration_date: picked }, 'expiration_date', 'past'],
    [{ expiration_date: latest + 1 }, 'expiration_date', 'too-far'],
    [{ expiration_date: undefined }, 'expiration_date', 'unanswered'],
    [{ write: undefined }, 'write', 'unanswered'],
    [{ active: undefined }, 'active', 'unanswered'],
  ] as const)('with %o has one fault, in %s: %s', (odd, field, fault) => {
    expect([...faultsOf(form, { ...good, ...odd })]).toEqual([[field, fault]])
  })

  test('has a date of its own: there is none to keep', () => {
    expect(form.safeParse({ ...good, expiration_date: 'keep' }).success).toBe(false)
  })
})

describe('a change of a token', () => {
  const row: Token = {
    name: 'ci',
    active: true,
    write: false,
    expiration_date: momentFrom(2_000_000_000_000),
    created_at: momentFrom(1),
    updated_at: momentFrom(2),
  }
  const spoiled: Token = { ...row, active: undefined, expiration_date: momentFrom('soon') }
  const change = (typed: object, of = row) => tokenChangeForm(of, { now }).parse({ ...tokenAsTyped(of), ...typed })

  test('names what is not as it was, and nothing else', () => {
    expect(change({})).toEqual({})
    expect(change({ write: true })).toEqual({ write: true })
    expect(change({ active: false, expiration_date: 'never' })).toEqual({ active: false, expiration_date: 'not-given' })
  })

  test('names every answer where the row’s own could not be read', () => {
    expect(change({ active: true, expiration_date: '1h' }, spoiled)).toEqual({
      active: true,
      expiration_date: { after: hour },
    })
  })

  test('must answer what cannot be read, and cannot keep a date that cannot be', () => {
    const form = tokenChangeForm(spoiled, { now })
    expect([...faultsOf(form, tokenAsTyped(spoiled))]).toEqual([
      ['expiration_date', 'unanswered'],
      ['active', 'unanswered'],
    ])
    expect(canKeepDate(spoiled)).toBe(false)
    expect(form.safeParse({ ...tokenAsTyped(spoiled), active: true, expiration_date: 'keep' }).success).toBe(false)
  })

  test('has no past date', () => {
    const typed = { ...tokenAsTyped(row), expiration_date: picked - 1 }
    expect([...faultsOf(tokenChangeForm(row, { now }), typed)]).toEqual([['expiration_date', 'past']])
  })
})

test('another date alone is asked for as that of a new token is', () => {
  expect(newExpiryForm({ now }).parse({ expiration_date: '7d' })).toEqual({ expiration_date: { after: 7 * day } })
  expect([...faultsOf(newExpiryForm({ now }), { expiration_date: 5 })]).toEqual([['expiration_date', 'past']])
})
