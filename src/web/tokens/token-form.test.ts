import { describe, expect, test, vi } from 'vitest'
import type { Token } from '#contract/token.ts'
import { momentFrom } from '#contract/wire.ts'
import { faultsOf } from '#web/resource/form.ts'
import { token, whole } from '#web/testing/rows.ts'
import {
  canKeepDate,
  firstTyped,
  momentOfChoice,
  newExpiryForm,
  newTokenForm,
  pickedAt,
  tokenAsTyped,
  tokenChangeForm,
  type PickedTime,
} from './token-form.ts'

const hour = 60 * 60 * 1000
const day = 24 * hour
const moment = Date.UTC(2028, 1, 29, 12, 30)

/** A picked time that shows a moment, in the zone of the browser. */
const picked = (at: number): PickedTime => pickedAt(at)
const unfinished: PickedTime = { picked: '' }

test.each([
  ['1h', hour],
  ['1d', day],
  ['7d', 7 * day],
  ['30d', 30 * day],
  ['90d', 90 * day],
  ['1y', 365 * day],
] as const)('the preset %s is shown as a whole second, counted from now', (preset, after) => {
  expect(momentOfChoice(preset, 10_000)).toBe(10_000 + after)
  expect(momentOfChoice(preset, 10_999)).toBe(10_000 + after)
})

test('a picked time is the moment at which the clock shows it, whenever it is sent', () => {
  expect(momentOfChoice(picked(moment), 1)).toBe(moment)
  expect(momentOfChoice(picked(moment), 2)).toBe(moment)
})

test('never, and what is kept, is no moment', () => {
  expect(momentOfChoice('never', 0)).toBeUndefined()
  expect(momentOfChoice('keep', 0)).toBeUndefined()
})

test.each(['UTC', 'Europe/Berlin', 'Australia/Lord_Howe', 'America/St_Johns'])(
  'in %s what the field shows is what is sent; a time that comes twice is the first one, a skipped one the next hour',
  (zone) => {
    vi.stubEnv('TZ', zone)
    for (let at = Date.UTC(2027, 0, 1); at < Date.UTC(2028, 0, 1); at += 30 * 60_000) {
      const shown = pickedAt(at)
      const sent = momentOfChoice(shown, 0) ?? Number.NaN
      expect(pickedAt(sent)).toEqual(shown)
      expect(sent).toBeLessThanOrEqual(at)
    }
    if (zone === 'Europe/Berlin')
      expect(momentOfChoice({ picked: '2027-03-28T02:30' }, 0)).toBe(Date.UTC(2027, 2, 28, 1, 30))
    vi.unstubAllEnvs()
  },
)

test('no date has more than four digits of a year, or none', () => {
  expect(pickedAt(8.64e15).picked).toMatch(/^9999-12-30T/)
  expect(pickedAt(-8.64e15).picked).toMatch(/^1970-01-01T|^1969-12-31T/)
})

describe('a new token', () => {
  const form = newTokenForm((name) => name === 'ci', moment)
  const good = { name: 'new', expiration_date: '30d', write: false, active: true } as const

  test('comes out as it is to be sent', () => {
    expect(form.parse(good)).toEqual({ ...good, expiration_date: { after: 30 * day } })
    expect(form.parse({ ...good, expiration_date: 'never' }).expiration_date).toBe('not-given')
    const next = picked(moment + 60_000)
    expect(form.parse({ ...good, expiration_date: next }).expiration_date).toEqual({ at: moment + 60_000 })
  })

  test.each([
    [{ name: '' }, 'name', 'missing'],
    [{ name: 'ci' }, 'name', 'taken'],
    [{ expiration_date: picked(moment) }, 'expiration_date', 'past'],
    [{ expiration_date: unfinished }, 'expiration_date', 'unfinished'],
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
  const change = (typed: object, token = row) =>
    tokenChangeForm(token, moment, 'milliseconds').parse({ ...tokenAsTyped(token), ...typed })

  test('names what is not as it was, and nothing else', () => {
    expect(change({})).toEqual({})
    expect(change({ write: true })).toEqual({ write: true })
    expect(change({ active: false, expiration_date: 'never' })).toEqual({ active: false, expiration_date: 'not-given' })
  })

  test('keeps the stored date where the picked one shows the same minute, which has no seconds', () => {
    const stored = { ...row, expiration_date: momentFrom(2_000_000_037_123) }
    const minute = 2_000_000_037_123 - (2_000_000_037_123 % 60_000)
    expect(change({ expiration_date: picked(minute) }, stored)).toEqual({})
    expect(change({ expiration_date: picked(minute + 60_000) }, stored)).toEqual({
      expiration_date: { at: minute + 60_000 },
    })
  })

  test('names every answer where the row’s own could not be read', () => {
    expect(change({ active: true, expiration_date: '1h' }, spoiled)).toEqual({
      active: true,
      expiration_date: { after: hour },
    })
  })

  test('must answer what cannot be read, and cannot keep a date that cannot be', () => {
    const form = tokenChangeForm(spoiled, moment, 'milliseconds')
    expect([...faultsOf(form, tokenAsTyped(spoiled))]).toEqual([
      ['expiration_date', 'unanswered'],
      ['active', 'unanswered'],
    ])
    expect(canKeepDate(spoiled)).toBe(false)
    expect(form.safeParse({ ...tokenAsTyped(spoiled), active: true, expiration_date: 'keep' }).success).toBe(false)
  })

  test('has no past date', () => {
    const typed = { ...tokenAsTyped(row), expiration_date: picked(moment - 60_000) }
    expect([...faultsOf(tokenChangeForm(row, moment, 'milliseconds'), typed)]).toEqual([['expiration_date', 'past']])
  })
})

test('another date alone is asked for as that of a new token is', () => {
  expect(newExpiryForm(moment).parse({ expiration_date: '7d' })).toEqual({ expiration_date: { after: 7 * day } })
  expect([...faultsOf(newExpiryForm(moment), { expiration_date: picked(5) })]).toEqual([['expiration_date', 'past']])
})

describe('a token like another', () => {
  const created = Date.UTC(2027, 0, 1)
  const typed = (change: Partial<Token>, taken: readonly string[] = []) =>
    firstTyped(token('ci', { created_at: whole(created), ...change }), {
      unit: 'milliseconds',
      names: { taken: (name) => taken.includes(name), alike: () => undefined },
      now: created + day,
    })

  test('has its flags, and a free name after it', () => {
    expect(typed({ write: true, active: false })).toMatchObject({ name: 'ci-copy', write: true, active: false })
    expect(typed({}, ['ci-copy', 'ci-copy-2']).name).toBe('ci-copy-3')
  })

  test.each<[string, Partial<Token>, unknown]>([
    ['of a preset length', { expiration_date: whole(created + 90 * day + 5000) }, '90d'],
    [
      'of another length',
      { expiration_date: whole(created + 5 * day + 37_000) },
      { picked: expect.stringMatching(/T\d\d:\d\d$/) },
    ],
    ['without an expiry', { expiration_date: undefined }, 'never'],
    ['of an unreadable length', { expiration_date: '?' }, '30d'],
  ])('%s lives as long from now', (_says, change, choice) => {
    const { expiration_date: first } = typed(change)
    if (typeof choice === 'string') expect(first).toBe(choice)
    else expect(first).toMatchObject(choice as object)
  })
})
