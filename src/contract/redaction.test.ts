import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createRedaction } from './redaction.ts'
import { hostedRows, tokenRows, userRows } from './row-parsing.ts'
import { rowFrom } from './row-scanner.ts'
import { anyText } from './testing/texts.ts'

const bearer = 'the-bearer'
const key = 'a-key'
const jwt = (claims: object) => `${btoa('{"alg":"HS256"}')}.${btoa(JSON.stringify(claims))}.c2lnbmF0dXJl`

const flag = fc.constantFrom(true, false, 1, 0, '1', 'true', 'no', null, 7, {}, [])
const moment = fc.oneof(
  fc.integer(),
  fc.double({ noNaN: true }),
  fc.constantFrom(
    null,
    '',
    'soon',
    '2026-02-30',
    '2026-11-21T08:00:00+01:00',
    '+012345-01-01',
    '1'.repeat(30),
    {},
    [1],
  ),
)
const value = fc.oneof(anyText(), fc.constant(bearer), fc.record({ iat: moment, exp: moment }).map(jwt), fc.constant(7))
const row = fc.dictionary(
  fc.constantFrom('name', 'email', 'expiration_date', 'created_at', 'updated_at', 'active', 'write', 'admin', 'token'),
  fc.oneof(anyText(), flag, moment, value),
)

describe('what a host passes on of a row', () => {
  test('the page reads it as it would have read the row itself', () => {
    const tokens = tokenRows(bearer)
    const users = userRows(bearer)
    fc.assert(
      fc.property(row, (said) => {
        const row = rowFrom(JSON.stringify(said))
        expect(hostedRows.tokens.parse(JSON.parse(createRedaction('tokens', { bearer, key }).row(row)))).toEqual(
          tokens.parse(row),
        )
        expect(hostedRows.users.parse(JSON.parse(createRedaction('users', { bearer, key }).row(row)))).toEqual(
          users.parse(row),
        )
      }),
      { numRuns: 2000 },
    )
  })

  test('digits that no JavaScript number holds arrive', () => {
    const row = rowFrom('{"name":"a","expiration_date":123456789012345678901,"updated_at":1e999}')
    const kept = hostedRows.tokens.parse(JSON.parse(createRedaction('tokens', { bearer, key }).row(row)))
    expect(kept?.expiration_date).toEqual({ spelled: 'integer', integer: 123_456_789_012_345_678_901n })
    expect(kept?.updated_at).toEqual({ spelled: 'unreadable' })
  })

  test('no secret stands in it, wherever a service puts one, and not in part', () => {
    const canary = 'Kanarienvogel-0123456789'
    const places = fc.constantFrom(
      'token',
      'value',
      'secret',
      'jwt',
      'password',
      'active',
      'expiration_date',
      'updated_at',
      'uuid',
      'carried',
      '__proto__',
      'more',
    )
    const shape = fc.constantFrom<(text: string) => unknown>(
      (text) => text,
      (text) => ({ claims: text, fingerprint: text, yours: text, [text]: text }),
      (text) => [text],
      (text) => jwt({ iat: text, exp: text, sub: text }),
    )
    fc.assert(
      fc.property(fc.array(fc.tuple(places, shape), { minLength: 1, maxLength: 5 }), (put) => {
        const said = Object.fromEntries([['name', 'a'], ['email', 'a'], ...put.map(([at, as]) => [at, as(canary)])])
        const row = rowFrom(JSON.stringify(said))
        for (const part of ['tokens', 'users'] as const) {
          const passed = createRedaction(part, { bearer, key }).row(row)
          expect(passed).not.toContain(canary.slice(0, 8))
          expect(passed).not.toContain(btoa(canary).slice(0, 8))
        }
      }),
      { numRuns: 2000 },
    )
  })

  test('a row without a name that can be read is passed on as one that cannot be read', () => {
    expect(createRedaction('tokens', { bearer, key }).row({ nom: 'a' })).toBe('null')
    expect(createRedaction('users', { bearer, key }).row([1, 2])).toBe('null')
  })
})

describe('a read of single rows', () => {
  const row = (name: string, token: string) => ({ name, token, updated_at: 5 })

  test('gives those rows, the first of each name, each with a fingerprint, and then it is done', async () => {
    const redaction = createRedaction('tokens', { bearer, key, names: new Set(['a', 'b']) })
    expect(redaction.wanted(row('c', 's3cret-c'))).toBeUndefined()
    const first = await redaction.wanted(row('a', 's3cret-a'))
    expect(redaction.wanted(row('a', 'another'))).toBeUndefined()
    expect(redaction.isDone()).toBe(false)
    const second = await redaction.wanted(row('b', 's3cret-a'))
    expect(redaction.isDone()).toBe(true)
    const prints = [first, second].map((said) => hostedRows.tokens.parse(JSON.parse(said ?? ''))?.fingerprint)
    expect(prints[0]).toMatch(/^[0-9a-f]{24}$/)
    expect(prints[1]).toBe(prints[0])
    expect(first).not.toContain('s3cret')
  })

  test('under another key the same value has another fingerprint', async () => {
    const prints = await Promise.all(
      ['one', 'two'].map(async (one) =>
        createRedaction('tokens', { bearer, key: one, names: new Set(['a']) }).wanted(row('a', 'same')),
      ),
    )
    expect(prints[0]).not.toBe(prints[1])
  })
})
