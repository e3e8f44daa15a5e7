import { TokenValue } from './client/response-body.ts'
import { expect, test } from 'vitest'
import { TokenBody, hasNoExpiry } from './token.ts'
import { parseTimestamp } from './wire.ts'

const row = (expiration_date: unknown, updated_at: unknown) => ({
  expiration_date: parseTimestamp(expiration_date),
  updated_at: parseTimestamp(updated_at),
})

test('an expiry is "not given" when it is none or the moment of the last update', () => {
  for (const [expiry, updated] of [
    [null, 7],
    [undefined, undefined],
    [7, 7],
  ])
    expect(hasNoExpiry(row(expiry, updated))).toBe(true)
  for (const [expiry, updated] of [
    [8, 7],
    [7, null],
    ['soon', 'soon'],
    [7, 'soon'],
    ['7', 7],
  ])
    expect(hasNoExpiry(row(expiry, updated))).toBe(false)
})

test('what is sent of a token has a name, two flags, and an integer or nothing', () => {
  const draft = { name: 'a', active: true, write: false }
  for (const good of [draft, { ...draft, expiration_date: -1 }, { ...draft, expiration_date: 0 }])
    expect(TokenBody.safeParse(good).success).toBe(true)
  for (const bad of [
    { ...draft, name: '' },
    { ...draft, active: 1 },
    { ...draft, write: 'true' },
    { ...draft, expiration_date: 1.5 },
    { ...draft, expiration_date: null },
    { ...draft, expiration_date: '7' },
  ])
    expect(TokenBody.safeParse(bad).success).toBe(false)
})

test('of several values the first is the value, and what is none is not taken for one', () => {
  expect(TokenValue.parse([{ token: 'a' }, { token: 'b' }])).toBe('a')
  for (const none of [{ data: [] }, [], null, { data: null }, { value: null }, { token: null }])
    expect(TokenValue.parse(none)).toBeUndefined()
  for (const answer of [
    undefined,
    7,
    {},
    { data: {} },
    { data: [{}] },
    { value: 7 },
    [['a']],
    JSON.parse('{"__proto__":{"token":"a"}}'),
  ])
    expect(TokenValue.safeParse(answer).success, JSON.stringify(answer)).toBe(false)
})
