import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { parseReadings, PRESETS } from './readings.ts'
import { openTrial, type Answer, type Trial } from './testing/trial.ts'

/** What was seen of a public server that one call cannot show; what becomes of values stands in observed-values.test.ts. */
let trial: Trial
beforeEach(async () => {
  trial = await openTrial(PRESETS['query-server'])
})
afterEach(() => trial.close())

const answer = (status: number, text = ''): Answer => ({ status, type: null, text })
const data = async (path: string) => (await trial.json('GET', path)) as { data: Record<string, unknown>[] }
const names = async () => (await data('/_/token')).data.map(({ name }) => name)
const user = async (email: string) => (await data('/_/user')).data.find((row) => row.email === email)

describe('authorization', () => {
  test.each(['', 'Bearer', 'Bearer ', 'bearer  {}', '{}', 'Bearer x{}'])(
    '%j is answered 401 without a body',
    async (header) => {
      const authorization = header.replace('{}', trial.bearer)
      const answered = await trial.fetch(new Request('http://x/_/token', { headers: { authorization } }))
      expect([answered.status, await answered.text()]).toEqual([401, ''])
    },
  )

  test.each(['Bearer {}', 'bearer {}', 'BEARER {}'])('%j is accepted', async (header) => {
    const authorization = header.replace('{}', trial.bearer)
    const answered = await trial.fetch(new Request('http://x//_//token/', { headers: { authorization } }))
    expect(answered.status).toBe(200)
  })

  test("a token's value administers nothing", async () => {
    await trial.call('POST', '/_/token', { name: 'a' })
    const [{ token }] = (await data('/_/token/value?name=a')).data as [{ token: string }]
    expect(await trial.call('GET', '/_/token', undefined, token)).toEqual(answer(401))
    expect(await trial.status('GET', '/_/whoami', undefined, token)).toBe(200)
  })

  test('an access token is asked for before the body is read, and a switched-off part is 404 before that', async () => {
    expect(await trial.call('POST', '/_/token', '{', null)).toEqual(answer(401))
    const off = await openTrial(parseReadings('query-server,turned-off=tokens'))
    for (const [method, path] of [
      ['GET', '/_/token'],
      ['POST', '/_/token'],
      ['GET', '/_/token/value?name=a'],
    ] as const) {
      expect(await off.call(method, path, undefined, null)).toEqual(answer(404, '404 Not Found'))
    }
    expect(await off.status('GET', '/_/user')).toBe(200)
    expect(await off.call('POST', '/_/user/token/value', off.admin)).toEqual(answer(404, '404 Not Found'))
    off.close()
  })

  test('with users switched off sign-in is gone and tokens go on', async () => {
    const off = await openTrial(parseReadings('query-server,turned-off=users'))
    expect(await off.call('GET', '/_/user')).toEqual(answer(404, '404 Not Found'))
    expect(await off.call('POST', '/_/user/token/value', off.admin)).toEqual(answer(404, '404 Not Found'))
    expect(await off.status('GET', '/_/token')).toBe(200)
    off.close()
  })
})

test('a list has its rows by id, the secret in each, flags 0/1, seconds', async () => {
  expect(await trial.call('GET', '/_/token')).toEqual(answer(200, '{"data":[]}'))
  await trial.call('POST', '/_/token', { name: 'b' })
  await trial.call('POST', '/_/token', { name: 'a', expiration_date: 1_800_000_009, active: false, write: false })
  const moments = { created_at: 1_800_000_000, updated_at: 1_800_000_000 }
  expect((await data('/_/token?name=a')).data).toEqual([
    { id: 1, name: 'b', token: expect.any(String), expiration_date: 1_800_000_000, active: 1, write: 1, ...moments },
    { id: 2, name: 'a', token: expect.any(String), expiration_date: 1_800_000_009, active: 0, write: 0, ...moments },
  ])
  const row = await user('root@example.test')
  expect(Object.keys(row ?? {})).toEqual([
    'id',
    'uuid',
    'email',
    'password',
    'active',
    'admin',
    'created_at',
    'updated_at',
  ])
  expect(row?.password).toMatch(/^\$argon2id\$/)
})

test('a duplicate changes nothing, and names are free', async () => {
  const odd = [
    'a',
    'A',
    ' a ',
    'line\nbreak',
    'nul\u0000 inside',
    '\u0001\u007f',
    'é'.repeat(100_000),
    '名前 🗝️',
    '+&=%20',
  ]
  for (const name of odd) await trial.call('POST', '/_/token', { name, active: false })
  await trial.call('POST', '/_/token', { name: 'a', active: true })
  expect(await names()).toEqual(odd)
  expect((await data('/_/token')).data[0]).toMatchObject({ active: 0 })
  for (const name of odd) {
    expect(
      (await data(`/_/token/value?${String(new URLSearchParams({ name }))}`)).data,
      name.slice(0, 20),
    ).toHaveLength(1)
  }
  expect((await data('/_/token/value?name=x&name=%20a+')).data).toHaveLength(1)
})

test('creating a user swaps admin and active, and one PUT puts it right', async () => {
  await trial.call('POST', '/_/user', { email: 'a', password: 'p', admin: true, active: false })
  await trial.call('POST', '/_/user', { email: 'b', password: 'p', admin: false, active: true })
  expect(await user('a')).toMatchObject({ admin: 0, active: 1 })
  expect(await user('b')).toMatchObject({ admin: 1, active: 0 })
  await trial.call('PUT', '/_/user', { email: 'b', admin: false, active: true })
  expect(await user('b')).toMatchObject({ admin: 0, active: 1 })
  await trial.call('PUT', '/_/user', { email: 'b', active: false })
  expect(await user('b')).toMatchObject({ admin: 0, active: 0 })
})

test('answers are dated by the service', async () => {
  const { headers } = await trial.fetch(new Request('http://x/_/healthcheck'))
  expect(headers.get('date')).toBe('Fri, 15 Jan 2027 08:00:00 GMT')
})

test('two hundred creates and PUTs at once all succeed', async () => {
  const numbers = Array.from({ length: 200 }, (_, number) => `t${number}`)
  const created = await Promise.all(numbers.map((name) => trial.status('POST', '/_/token', { name })))
  const put = await Promise.all(numbers.map((name) => trial.status('PUT', '/_/token', { name, write: false })))
  expect(new Set(created)).toEqual(new Set([201]))
  expect(new Set(put)).toEqual(new Set([200]))
  expect((await data('/_/token')).data.every(({ write }) => write === 0)).toBe(true)
})
