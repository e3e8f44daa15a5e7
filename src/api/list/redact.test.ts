import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ResourceName } from '#api/problem.ts'
import { anyText } from '#api/testing/sample-texts.ts'
import { receiveResponse, streamedResponse } from '#api/testing/streams.ts'
import { readRowsByName, redactedReader } from './read-list.ts'
import { createRowReader } from './redact.ts'
import type { Row } from './row-list.ts'

const bearer = 'the-bearer'
const key = 'a-key'
const jwt = (claims: object) => `${btoa('{"alg":"HS256"}')}.${btoa(JSON.stringify(claims))}.c2lnbmF0dXJl`
/** As it comes out of a list. */
const rowFrom = (text: string): unknown => JSON.parse(text)

const flag = fc.constantFrom(true, false, 1, 0, '1', 'true', 'no', null, 7, {}, [])
const instant = fc.oneof(
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
const value = fc.oneof(
  anyText(),
  fc.constant(bearer),
  fc.record({ iat: instant, exp: instant }).map(jwt),
  fc.constant(7),
)
const row = fc.dictionary(
  fc.constantFrom('name', 'email', 'expiration_date', 'created_at', 'updated_at', 'active', 'write', 'admin', 'token'),
  fc.oneof(anyText(), flag, instant, value),
)

/** One row as the page has it from its console server; undefined: it cannot be read. */
function passed(part: ResourceName, said: unknown): Row | undefined {
  const row = createRowReader({ resource: part, bearer, key }).row(said)
  return row && redactedReader.row(rowFrom(JSON.stringify(row)))
}

describe('what the console server passes on of a row', () => {
  test('the page reads it as it would have read the row itself', () => {
    fc.assert(
      fc.property(row, (said) => {
        const row = rowFrom(JSON.stringify(said))
        for (const part of ['tokens', 'users'] as const)
          expect(passed(part, row)).toEqual(createRowReader({ resource: part, bearer, key }).row(row))
      }),
      { numRuns: 2000 },
    )
  })

  test('has moments that are exact numbers, or unreadable; a JWT leaves its two claims', () => {
    const said = '{"name":"a","active":"1","write":0,"expiration_date":9007199254740993,"created_at":5,"more":1,'
    expect(passed('tokens', rowFrom(`${said}"updated_at":1e999,"token":"${jwt({ exp: 7 })}"}`))).toEqual({
      name: 'a',
      active: true,
      write: false,
      expiration_date: '?',
      created_at: 5,
      updated_at: '?',
      claims: { exp: 7 },
    })
    expect(passed('tokens', { name: 'a', token: bearer })).toEqual({ name: 'a', yours: true })
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
      'iat',
      'exp',
      'yours',
      'fingerprint',
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
        const said = Object.fromEntries([
          ['name', 'a'],
          ['email', 'a'],
          ...put.map(([index, as]) => [index, as(canary)]),
        ])
        const row = rowFrom(JSON.stringify(said))
        for (const part of ['tokens', 'users'] as const) {
          const passed = JSON.stringify(createRowReader({ resource: part, bearer, key }).row(row))
          expect(passed).not.toContain(canary.slice(0, 8))
          expect(passed).not.toContain(btoa(canary).slice(0, 8))
        }
      }),
      { numRuns: 2000 },
    )
  })

  test('marks that a service writes itself do not count', () => {
    const marks = { claims: { iat: 5, exp: 9 }, yours: true, fingerprint: 'f' }
    expect(passed('tokens', { name: 'a', ...marks })).toEqual({ name: 'a' })
    expect(passed('users', { email: 'a', ...marks })).toEqual({ email: 'a' })
  })

  test('a row without a name is one that cannot be read', () => {
    expect(passed('tokens', { nom: 'a' })).toBeUndefined()
    expect(passed('users', [1, 2])).toBeUndefined()
  })
})

describe('a read of single rows', () => {
  const row = (name: string, token: string) => ({ name, token, updated_at: 5 })
  const said = [row('c', 's3cret-c'), 7, row('a', 's3cret-a'), row('a', 'other'), row('b', 's3cret-a'), 7]

  async function read(under: string) {
    let unreadable = 0
    const heard = (count: number) => void (unreadable = count)
    const reading = {
      resource: 'tokens',
      reader: createRowReader({ resource: 'tokens', bearer, key: under }),
      cap: 1e6,
    } as const
    const answer = await receiveResponse(
      streamedResponse(['[', ...said.map((sentRow) => `${JSON.stringify(sentRow)},`), 'no JSON']),
    )
    const found = await readRowsByName(answer, reading, new Set(['a', 'b']), heard)
    return { found, unreadable }
  }

  test('gives those rows, the first of each name, each with a fingerprint, and then it is done', async () => {
    const { found, unreadable } = await read(key)
    expect(found.map((foundRow) => 'name' in foundRow && foundRow.name)).toEqual(['a', 'b'])
    const prints = found.map((one) => 'name' in one && one.fingerprint)
    expect(prints[0]).toMatch(/^[0-9a-f]{24}$/)
    expect(prints[1]).toBe(prints[0])
    expect(JSON.stringify(found)).not.toContain('s3cret')
    expect(unreadable).toBe(1)
  })

  test('under another key the same value has another fingerprint', async () => {
    expect((await read('one')).found).not.toEqual((await read('two')).found)
    expect((await read('one')).found).toEqual((await read('one')).found)
  })
})
