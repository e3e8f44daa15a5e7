import { describe, expect, test, vi } from 'vitest'
import type { Token } from '#api/token.ts'
import { parseTimestamp } from '#api/wire.ts'
import { findFieldErrors } from '#web/resource/form.ts'
import { tokenRow, timestampOf } from '#web/testing/rows.ts'
import {
  canKeepExpiry,
  initialPickedDateTime,
  newTokenDefaults,
  choiceTimestamp,
  pickedTimestamp,
  newExpirySchema,
  newTokenSchema,
  toPickedDateTime,
  toTokenFormValues,
  tokenChangeSchema,
  repeatedTimeOccurrence,
  type PickedDateTime,
} from './schema.ts'

const hour = 60 * 60 * 1000
const day = 24 * hour
const instant = Date.UTC(2028, 1, 29, 12, 30)

/** A time that shows a moment in the zone of the browser, as it is typed. */
const picked = (timestamp: number): PickedDateTime => ({ picked: toPickedDateTime(timestamp).picked })
const unfinished: PickedDateTime = { picked: '' }

test.each([
  ['1h', hour],
  ['1d', day],
  ['7d', 7 * day],
  ['30d', 30 * day],
  ['90d', 90 * day],
  ['1y', 365 * day],
] as const)('the preset %s is shown as a whole minute, counted from now', (preset, after) => {
  expect(choiceTimestamp(preset, 120_000)).toBe(120_000 + after)
  expect(choiceTimestamp(preset, 179_999)).toBe(120_000 + after)
})

test('never, and what is kept, is no moment', () => {
  expect(choiceTimestamp('never', 0)).toBeUndefined()
  expect(choiceTimestamp('keep', 0)).toBeUndefined()
})

test.each([
  ['UTC', 0],
  ['Europe/Berlin', 2], // half hours
  ['Australia/Lord_Howe', 1],
  ['America/St_Johns', 2],
  ['Africa/Cairo', 2], // skips the hour from midnight
] as const)(
  'in %s a typed time is the moment at which the clock shows it: the first one where it comes twice, none where it is skipped',
  (zone, changed) => {
    vi.stubEnv('TZ', zone)
    const half = 30 * 60_000
    const timestampsByTime = new Map<string, number[]>()
    for (let timestamp = Date.UTC(2027, 0, 1); timestamp < Date.UTC(2028, 0, 1); timestamp += half) {
      const text = picked(timestamp).picked
      timestampsByTime.set(text, [...(timestampsByTime.get(text) ?? []), timestamp])
    }
    const read = [...timestampsByTime.keys()].map((text) => [pickedTimestamp({ picked: text })])
    expect(read).toEqual([...timestampsByTime.values()].map(([first]) => [first]))
    const turns = [...timestampsByTime.values()].map((moments) => moments.map(repeatedTimeOccurrence).join())
    expect(turns.filter((turn) => turn !== '')).toEqual(Array(changed).fill('first,second'))
    const texts: string[] = []
    for (let timestamp = Date.UTC(2027, 0, 2); timestamp < Date.UTC(2027, 11, 30); timestamp += half)
      texts.push(new Date(timestamp).toISOString().slice(0, 16))
    const skipped = texts.filter((text) => pickedTimestamp({ picked: text }) === 'skipped')
    expect(skipped).toEqual(texts.filter((text) => !timestampsByTime.has(text)))
    expect(skipped).toHaveLength(changed)
    vi.unstubAllEnvs()
  },
)

test.each([
  '',
  '2027-02-30T10:00',
  '2027-12-31 24:01',
  '2027-12-31 10:60',
  '27-12-31 10:00',
  '10000-01-01T00:00',
  '+010000-01-02 00:00',
  'tomorrow',
])('%j is no date and time', (text) => {
  expect(pickedTimestamp({ picked: text })).toBe('unfinished')
})

test('a date and time is typed or pasted as text with a space or a T, with seconds or without', () => {
  const timestamp = new Date(2027, 11, 31, 23, 59).getTime()
  for (const text of ['2027-12-31 23:59', '2027-12-31T23:59', ' 2027-12-31 23:59:00 '])
    expect(pickedTimestamp({ picked: text })).toBe(timestamp)
})

test('the field starts at the stored moment, with its seconds if it has any, until that has passed; else in 30 days at 23:59', () => {
  const now = new Date(2027, 9, 1, 10).getTime() // 30 days later the clocks have gone back in Berlin
  const usual = { picked: '2027-10-31T23:59', timestamp: new Date(2027, 9, 31, 23, 59).getTime() }
  expect(initialPickedDateTime(undefined, now)).toEqual(usual)
  expect(initialPickedDateTime(now, now)).toEqual(usual)
  const whole = new Date(2027, 9, 1, 10, 7).getTime()
  expect(initialPickedDateTime(whole + 123, now)).toEqual({ picked: '2027-10-01T10:07', timestamp: whole + 123 })
  expect(initialPickedDateTime(whole + 37_123, now)).toEqual({
    picked: '2027-10-01T10:07:37',
    timestamp: whole + 37_123,
  })
})

test('no year has more than four digits', () => {
  expect(initialPickedDateTime(8.64e15, 0).picked).toBe('9999-12-31T23:59')
})

describe('a new token', () => {
  const form = newTokenSchema((name) => name === 'ci', instant)
  const good = { name: 'new', expiration_date: '30d', write: false, active: true } as const

  test('comes out as it is to be sent', () => {
    expect(form.parse(good)).toEqual({ ...good, expiration_date: { after: 30 * day } })
    expect(form.parse({ ...good, expiration_date: 'never' }).expiration_date).toBe('none')
    const next = picked(instant + 60_000)
    expect(form.parse({ ...good, expiration_date: next }).expiration_date).toEqual({ at: instant + 60_000 })
    const exact = toPickedDateTime(instant + 37_123)
    expect(form.parse({ ...good, expiration_date: exact }).expiration_date).toEqual({ at: instant + 37_123 })
  })

  test.each([
    [{ name: '' }, 'name', 'missing'],
    [{ name: 'ci' }, 'name', 'taken'],
    [{ expiration_date: picked(instant) }, 'expiration_date', 'past'],
    [{ expiration_date: unfinished }, 'expiration_date', 'unfinished'],
    [{ expiration_date: undefined }, 'expiration_date', 'unanswered'],
    [{ write: undefined }, 'write', 'unanswered'],
    [{ active: undefined }, 'active', 'unanswered'],
  ] as const)('with %o has one fault, in %s: %s', (odd, field, fault) => {
    expect([...findFieldErrors(form, { ...good, ...odd })]).toEqual([[field, fault]])
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
    expiration_date: parseTimestamp(2_000_000_000_000),
    created_at: parseTimestamp(1),
    updated_at: parseTimestamp(2),
  }
  const spoiled: Token = { ...row, active: undefined, expiration_date: parseTimestamp('soon') }
  const change = (typed: object, token = row) =>
    tokenChangeSchema(token, instant, 'milliseconds').parse({ ...toTokenFormValues(token), ...typed })

  test('names what is not as it was, and nothing else', () => {
    expect(change({})).toEqual({})
    expect(change({ write: true })).toEqual({ write: true })
    expect(change({ active: false, expiration_date: 'never' })).toEqual({ active: false, expiration_date: 'none' })
  })

  test('keeps the stored date to the millisecond while its field is as it began, and sends what is typed instead', () => {
    const stored = { ...row, expiration_date: parseTimestamp(2_000_000_037_123) }
    expect(change({ expiration_date: toPickedDateTime(2_000_000_037_123) }, stored)).toEqual({})
    expect(change({ expiration_date: picked(2_000_000_037_123) }, stored)).toEqual({
      expiration_date: { at: 2_000_000_037_000 },
    })
  })

  test('names every answer where the row’s own could not be read', () => {
    expect(change({ active: true, expiration_date: '1h' }, spoiled)).toEqual({
      active: true,
      expiration_date: { after: hour },
    })
  })

  test('must answer what cannot be read, and cannot keep a date that cannot be', () => {
    const form = tokenChangeSchema(spoiled, instant, 'milliseconds')
    expect([...findFieldErrors(form, toTokenFormValues(spoiled))]).toEqual([
      ['expiration_date', 'unanswered'],
      ['active', 'unanswered'],
    ])
    expect(canKeepExpiry(spoiled)).toBe(false)
    expect(form.safeParse({ ...toTokenFormValues(spoiled), active: true, expiration_date: 'keep' }).success).toBe(false)
  })

  test('has no past date', () => {
    const typed = { ...toTokenFormValues(row), expiration_date: picked(instant - 60_000) }
    expect([...findFieldErrors(tokenChangeSchema(row, instant, 'milliseconds'), typed)]).toEqual([
      ['expiration_date', 'past'],
    ])
  })
})

test('another date alone is asked for as that of a new token is', () => {
  expect(newExpirySchema(instant).parse({ expiration_date: '7d' })).toEqual({ expiration_date: { after: 7 * day } })
  expect([...findFieldErrors(newExpirySchema(instant), { expiration_date: picked(5) })]).toEqual([
    ['expiration_date', 'past'],
  ])
})

describe('a token like another', () => {
  const created = Date.UTC(2027, 0, 1)
  const typed = (change: Partial<Token>, taken: readonly string[] = []) =>
    newTokenDefaults(tokenRow('ci', { created_at: timestampOf(created), ...change }), {
      timeUnit: 'milliseconds',
      names: { isTaken: (name) => taken.includes(name), findLookalike: () => undefined },
      now: created + day,
    })

  test('has its flags, and a free name after it', () => {
    expect(typed({ write: true, active: false })).toMatchObject({ name: 'ci-copy', write: true, active: false })
    expect(typed({}, ['ci-copy', 'ci-copy-2']).name).toBe('ci-copy-3')
  })

  test.each<[string, Partial<Token>, unknown]>([
    ['of a preset length', { expiration_date: timestampOf(created + 90 * day + 5000) }, '90d'],
    [
      'of another length',
      { expiration_date: timestampOf(created + 5 * day + 37_000) },
      { picked: expect.stringMatching(/T\d\d:\d\d$/) }, // without seconds: nobody types them
    ],
    ['without an expiry', { expiration_date: undefined }, 'never'],
    ['of an unreadable length', { expiration_date: '?' }, '30d'],
  ])('%s lives as long from now', (_says, change, choice) => {
    const { expiration_date: first } = typed(change)
    if (typeof choice === 'string') expect(first).toBe(choice)
    else expect(first).toMatchObject(choice as object)
  })
})
