import fc from 'fast-check'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { claimsOf, fingerprintOf, valueInRow } from './jwt.ts'

afterEach(() => vi.unstubAllGlobals())

const jwt = (claims: unknown) => `aaa.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.ccc`

describe('the value in a row', () => {
  test('is found wherever services put it, and is nothing else', () => {
    for (const key of ['token', 'value', 'secret', 'jwt']) expect(valueInRow({ name: 'a', [key]: 's' })).toBe('s')
    for (const row of [{ name: 'a' }, { token: '' }, { token: 5 }, { token: null }, null, 'token', undefined, ['s']]) {
      expect(valueInRow(row)).toBeUndefined()
    }
  })

  test('says when it was issued and when it ends, in plain numbers only', () => {
    expect(claimsOf(jwt({ iat: 5, exp: 7, sub: 'ключ 😀' }))).toEqual({ iat: 5, exp: 7 })
    expect(claimsOf(jwt({ iat: '5', exp: Number.MAX_VALUE }))).toEqual({ iat: undefined, exp: Number.MAX_VALUE })
    expect(claimsOf(jwt({}))).toEqual({ iat: undefined, exp: undefined })
  })

  test('says what `JSON.parse` finds in it, whatever it looks like', () => {
    const name = fc.constantFrom('"iat"', '"exp"', '"sub"', '"xiat"', '"ia\\u0074"', 'iat', '"a:b"', '"\u0001"', '""')
    const value = fc.constantFrom(
      '0',
      '7',
      '07',
      '-3',
      '1.5',
      '1e3',
      '123456789012345',
      '1234567890123456',
      '"iat"',
      '"x"',
      '"\\"iat\\":5"',
      '{"iat":9}',
      '[1]',
      'null',
      '',
    )
    const field = fc.tuple(name, fc.constantFrom(':', ' : ', ''), value).map((parts) => parts.join(''))
    const object = fc.tuple(
      fc.array(field, { maxLength: 4 }),
      fc.constantFrom(',', ', ', ',,'),
      fc.constantFrom('{}', '{} ', '{,}', '[]', ''),
    )
    let read = 0
    fc.assert(
      fc.property(object, ([fields, comma, braces]) => {
        const text = `${braces.slice(0, 1)}${fields.join(comma)}${braces.slice(1)}`
        const decoded = claimsOf(`a.${btoa(text)}.c`)
        let claims: { iat?: unknown; exp?: unknown } | undefined
        try {
          claims = JSON.parse(text) as object
        } catch {
          claims = undefined
        }
        if (typeof claims !== 'object' || claims === null || Array.isArray(claims)) {
          expect(decoded).toBeUndefined()
          return
        }
        read += 1
        const number = (value: unknown) => (typeof value === 'number' ? value : undefined)
        expect(decoded).toEqual({ iat: number(claims.iat), exp: number(claims.exp) })
      }),
      { numRuns: 4_000 },
    )
    expect(read).toBeGreaterThan(100) // some 550: it reads objects at all
  })

  test('that is no JWT says nothing, and does not throw', () => {
    for (const text of ['', 'a', 'a.b', 'a.b.c', 'a..c', '...', 'a.%%%.c', jwt(null), jwt(5), jwt('x'), 'ä.ö.ü']) {
      expect(claimsOf(text)).toBeUndefined()
    }
  })
})

describe('a fingerprint', () => {
  test('is the same for the same value under one key only, and holds nothing of it', async () => {
    const key = 'one'
    const print = await fingerprintOf('secret', key)
    expect(print).toMatch(/^[0-9a-f]{24}$/)
    expect(await fingerprintOf('secret', key)).toBe(print)
    expect(await fingerprintOf('secreu', key)).not.toBe(print)
    expect(await fingerprintOf('secret', 'two')).not.toBe(print)
  })

  test('is not made where the browser has no means', async () => {
    vi.stubGlobal('crypto', { getRandomValues: (bytes: Uint8Array) => bytes.fill(7) })
    expect(await fingerprintOf('secret', 'one')).toBeUndefined()
  })
})
