import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { verify } from '@node-rs/argon2'
import { createGate } from './gate.ts'
import { parseReadings } from './readings.ts'
import { openTrial, type Trial } from './testing/trial.ts'

vi.hoisted(() => vi.resetModules())
afterAll(() => void vi.resetModules())
vi.mock('@node-rs/argon2', async (original) => {
  const real = await original<typeof import('@node-rs/argon2')>()
  return { ...real, verify: vi.fn<typeof real.verify>(real.verify) }
})

let trial: Trial
let ask: (method: string, path: string, body?: string, headers?: Record<string, string>) => Promise<Response>

beforeEach(async () => {
  trial = await openTrial(parseReadings('documented'))
  const gate = createGate(trial.fetch, () => trial.clock.now)
  ask = (method, path, body, { host = '127.0.0.1:4174', ...headers } = {}) =>
    gate(
      new Request(`http://${host}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${trial.bearer}`,
          'content-type': 'application/json',
          ...(body !== undefined && { 'content-length': String(body.length) }),
          ...headers,
        },
        ...(body !== undefined && { body }),
      }),
    )
  return () => trial.close()
})

test.each(['127.0.0.1:4174', 'localhost:1', '[::1]:4174', '127.0.0.1'])('it answers to %s', async (host) => {
  expect((await ask('GET', '/_/token', undefined, { host })).status).toBe(200)
})

test.each(['evil.example', '127.0.0.1.evil.example', '192.0.2.1:4174'])('it does not answer to %s', async (host) => {
  expect((await ask('GET', '/_/token', undefined, { host })).status).toBe(421)
})

test.each([
  ['application/json', 201],
  ['application/json; charset=utf-8', 201],
  ['text/plain', 415],
  ['application/x-www-form-urlencoded', 415],
  ['multipart/form-data; boundary=application/json', 415],
  ['', 415],
])('a body called “%s” gets %i', async (type, status) => {
  expect((await ask('POST', '/_/token', '{"name":"new"}', { 'content-type': type })).status).toBe(status)
})

const guess = async (password: string, email = trial.admin.email) =>
  ask('POST', '/_/user/token/value', JSON.stringify({ email, password }))

test('ten wrong passwords a minute are heard, at once or one by one; then none for the rest of it', async () => {
  const statuses = (await Promise.all(Array.from({ length: 15 }, () => guess('x')))).map(({ status }) => status)
  expect(statuses.filter((status) => status === 401)).toHaveLength(10)
  const slowed = await guess(trial.admin.password)
  expect([slowed.status, slowed.headers.get('retry-after')]).toEqual([429, '60'])
  expect((await ask('GET', '/_/token')).status).toBe(200)
  trial.clock.now += 60_000
  expect((await guess(trial.admin.password)).status).toBe(200)
})

test('right passwords are not counted', async () => {
  for (let time = 0; time < 20; time += 1) expect((await guess(trial.admin.password)).status).toBe(200)
})

test('an account that does not exist, or is inactive, costs a hash as well', async () => {
  await trial.call('POST', '/_/user', { email: 'off@x.test', password: 'a long one', admin: true, active: false })
  for (const email of [trial.admin.email, 'nobody@x.test', 'off@x.test']) {
    vi.mocked(verify).mockClear()
    expect((await guess('x', email)).status).toBe(401)
    expect(verify).toHaveBeenCalledTimes(1)
    expect(vi.mocked(verify).mock.calls[0]?.[0]).toMatch(/^\$argon2id\$.*m=8,t=1/)
  }
})
