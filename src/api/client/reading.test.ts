import { describe, expect, test } from 'vitest'
import { createApiClient } from './client.ts'
import { createFakeFetch } from '#api/testing/streams.ts'

const jwt = `aaaaaaaa.${Buffer.from(JSON.stringify({ iat: 5, exp: 9 })).toString('base64url')}.sssssssss`
const list = (rows: object[]) => Response.json({ data: rows })
const row = (name: string, more: object = {}) => ({
  name,
  expiration_date: 9,
  active: 1,
  write: 0,
  created_at: 5,
  updated_at: 5,
  ...more,
})
const service = (rows: object[], bearer?: string) =>
  createApiClient({ origin: 'http://s/', bearer, fetch: createFakeFetch(() => list(rows)).fetch })

describe('the value that a row carries', () => {
  const spellings = ['token', 'value', 'secret', 'jwt']

  test.each(spellings)('as %s stands nowhere in what a reading gives, whole list or single row', async (key) => {
    const { tokens } = service([row('a', { [key]: jwt, password: 'hash-of-a' })], 'other')
    const whole = await tokens.list()
    const single = await tokens.read(new Set(['a']))
    for (const item of [whole.at(0), single.get('a'), [...single]]) {
      const text = JSON.stringify(item)
      for (const part of [jwt, ...jwt.split('.'), 'hash-of-a']) expect(text).not.toContain(part)
    }
    expect(Object.keys(single.get('a') ?? {}).toSorted()).toEqual([
      'active',
      'claims',
      'created_at',
      'expiration_date',
      'fingerprint',
      'name',
      'updated_at',
      'write',
    ])
  })

  test('leaves its claims in both, and a fingerprint in reads of single rows only', async () => {
    const { tokens } = service([row('a', { token: jwt })])
    expect((await tokens.list()).at(0)).toMatchObject({ claims: { iat: 5, exp: 9 } })
    expect((await tokens.list()).at(0)).not.toHaveProperty('fingerprint')
    expect((await tokens.read(new Set(['a']))).get('a')).toMatchObject({
      claims: { iat: 5, exp: 9 },
      fingerprint: expect.stringMatching(/^[0-9a-f]{24}$/) as string,
    })
  })

  test('of one connection has one fingerprint, of another connection another', async () => {
    const rows = [row('a', { token: jwt }), row('b', { token: jwt }), row('c', { token: `${jwt}x` })]
    const { tokens } = service(rows)
    const read = await tokens.read(new Set(['a', 'b', 'c']))
    const again = await service(rows).tokens.read(new Set(['a']))
    expect(read.get('a')?.fingerprint).toBe(read.get('b')?.fingerprint)
    expect(read.get('a')?.fingerprint).not.toBe(read.get('c')?.fingerprint)
    expect(read.get('a')?.fingerprint).not.toBe(again.get('a')?.fingerprint)
  })

  test('that is the access token of this connection is marked as yours, and no other is', async () => {
    const rows = [row('a', { token: jwt }), row('b', { token: `${jwt}x` }), row('c')]
    const { tokens } = service(rows, jwt)
    const listed = await tokens.list()
    expect([0, 1, 2].map((index) => listed.at(index).yours)).toEqual([true, undefined, undefined])
    expect((await tokens.read(new Set(['a']))).get('a')?.yours).toBe(true)
    expect((await service(rows).tokens.list()).at(2).yours).toBeUndefined()
  })
})

test('a service without values in its rows gives rows without marks', async () => {
  const read = await service([row('a')]).tokens.read(new Set(['a', 'b']))
  expect([...read.keys()]).toEqual(['a'])
  expect(Object.keys(read.get('a') ?? {})).not.toContain('claims')
  expect(Object.keys(read.get('a') ?? {})).not.toContain('fingerprint')
})

test('the password hash of a user ends in the parser', async () => {
  const users = [{ email: 'a', password: '$argon2id$hash', token: jwt, admin: 1, active: 1, updated_at: 5 }]
  const { users: read } = service(users, jwt)
  const text = JSON.stringify([(await read.list()).at(0), [...(await read.read(new Set(['a'])))]])
  for (const part of ['argon2', ...jwt.split('.'), 'yours']) expect(text).not.toContain(part)
})

test('of a name listed twice the first row stands, in the list and in a single read', async () => {
  const { tokens } = service([row('a', { active: 0 }), row('a'), row('b')])
  const listed = await tokens.list()
  expect(listed.at(listed.indexOf('a')).active).toBe(false)
  expect((await tokens.read(new Set(['a', 'b']))).get('a')?.active).toBe(false)
})
