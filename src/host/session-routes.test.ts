import { describe, expect, onTestFinished, test } from 'vitest'
import { HostSessionAnswer, pageHeader, pageHeaderValue } from '#contract/console-host.ts'
import { parseReadings } from '#reference/readings.ts'
import { openTrial } from '#reference/trial.ts'
import { smallSite } from '#host/testing/sockets.ts'
import { trialSite } from '#host/testing/trial-site.ts'
import { createHandler, type Site } from './handler.ts'
import { limits } from './limits.ts'
import { createSignInLimit } from './sign-in-limit.ts'
import { functionUpstream } from './upstream.ts'

const json = { [pageHeader]: pageHeaderValue, 'content-type': 'application/json' }

/** A host before a service of its own, reached at `origin`, by a browser that keeps what it is given. */
async function browserBefore(readings = 'documented', changed: Partial<Site> = {}, origin = 'http://127.0.0.1:4173') {
  const trial = await openTrial(parseReadings(readings))
  onTestFinished(() => trial.close())
  const upstream = functionUpstream(trial.fetch)
  const handler = createHandler({ files: smallSite, ...trialSite(upstream), isBehindProxy: false, ...changed })
  let cookie = ''
  const given: string[] = []
  const ask = async (method: string, target: string, body?: object, client = '192.0.2.7') => {
    const init = { method, headers: { ...json, cookie }, body: body === undefined ? null : JSON.stringify(body) }
    const answer = await handler(new Request(origin + target, init), target, client)
    const set = answer.headers.get('set-cookie')
    if (set !== null) {
      given.push(set)
      cookie = set.split(';')[0] ?? ''
    }
    return answer
  }
  const session = async () => HostSessionAnswer.parse(await (await ask('GET', '/console-session')).json()).session
  const byBearer = { by: 'bearer', bearer: trial.bearer }
  return { trial, ask, session, given, byBearer, byPassword: { by: 'password', ...trial.admin } }
}

describe('signing in', () => {
  test.each(['byBearer', 'byPassword'] as const)('%s opens a session, and no answer holds the bearer', async (way) => {
    const { ask, session, trial, ...ways } = await browserBefore()
    expect((await ask('GET', '/_/token')).status).toBe(401)
    const answer = await ask('POST', '/console-session', ways[way])
    expect(answer.status).toBe(201)
    const said = `${JSON.stringify([...answer.headers])} ${await answer.text()}`
    expect(said).not.toContain(trial.bearer)
    expect(said).not.toContain(trial.admin.password)
    expect((await session())?.email).toBe(way === 'byPassword' ? trial.admin.email : undefined)
    expect((await ask('GET', '/_/token')).status).toBe(200)
  })

  test('an id is never used again: signing in anew ends the former session', async () => {
    const { ask, given, byBearer } = await browserBefore()
    await ask('POST', '/console-session', byBearer)
    await ask('POST', '/console-session', byBearer)
    expect(new Set(given).size).toBe(2)
  })

  test.each([
    ['a refused bearer', 'documented', { by: 'bearer', bearer: 'nobody' }, 401, 'bearer-refused'],
    [
      'a wrong password',
      'documented',
      { by: 'password', email: 'root@example.test', password: 'x' },
      401,
      'password-refused',
    ],
    ['no such call', 'bare', { by: 'password', email: 'root@example.test', password: 'x' }, 501, 'no-password-sign-in'],
  ])('%s is a refusal with its reason, and no session', async (_what, readings, way, status, why) => {
    const { ask, given, session } = await browserBefore(readings)
    const answer = await ask('POST', '/console-session', way)
    expect([answer.status, await answer.json()]).toEqual([
      status,
      { refused: expect.objectContaining({ why }) as unknown },
    ])
    expect(given).toEqual([])
    expect(await session()).toBeNull()
  })

  test.each([{}, { by: 'bearer' }, { by: 'bearer', bearer: 'two words' }, { by: 'cookie' }, []])(
    '%j is no way in',
    async (way) => {
      const { ask } = await browserBefore()
      expect((await ask('POST', '/console-session', way)).status).toBe(400)
    },
  )

  test('five wrong ones a minute are heard; then the service is not asked any more, by this address', async () => {
    const { ask, byBearer, trial } = await browserBefore('documented', {
      signInLimit: createSignInLimit(() => 0, limits),
    })
    const guess = async (client?: string) =>
      (await ask('POST', '/console-session', { by: 'bearer', bearer: 'x' }, client)).status
    const asked: number[] = []
    for (let time = 0; time < 8; time += 1) asked.push(await guess())
    expect(asked).toEqual([401, 401, 401, 401, 401, 429, 429, 429])
    const slowed = await ask('POST', '/console-session', byBearer)
    expect([slowed.status, slowed.headers.get('retry-after')]).toEqual([429, '30'])
    expect(await slowed.json()).toEqual({ refused: { why: 'too-many-tries', retryAfter: 30 } })
    expect(await guess('198.51.100.1')).toBe(401)
    expect(trial.bearer).not.toBe('')
  })

  test('a host that is full says so, and keeps what it has', async () => {
    const { ask, byBearer } = await browserBefore()
    const others = await Promise.all([1, 2, 3, 4].map(async () => ask('POST', '/console-session', byBearer)))
    expect(others.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 201, 201, 503])
  })
})

describe('the cookie', () => {
  test.each([
    [
      'on plain http at loopback it has the port in its name',
      'http://127.0.0.1:4173',
      false,
      /^query-admin-4173=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/,
    ],
    [
      'over TLS it is bound to this host',
      'https://127.0.0.1:4173',
      false,
      /^__Host-query-admin=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Secure$/,
    ],
    [
      'behind a proxy as well',
      'http://127.0.0.1:4173',
      true,
      /^__Host-query-admin=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Secure$/,
    ],
    [
      'and under any other name',
      'http://admin.example',
      false,
      /^__Host-query-admin=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Secure$/,
    ],
  ])('%s', async (_what, origin, isBehindProxy, form) => {
    const { ask, given, byBearer, session } = await browserBefore('documented', { isBehindProxy }, origin)
    await ask('POST', '/console-session', byBearer)
    expect(given[0]).toMatch(form)
    expect(await session()).not.toBeNull()
    const out = await ask('DELETE', '/console-session')
    expect([out.status, given.at(-1)]).toEqual([204, given[0]?.replace(/=[\w-]{43}/, '=').concat('; Max-Age=0')])
    expect(await session()).toBeNull()
  })
})

test('no answer of a session is kept by anybody', async () => {
  const { ask, byBearer } = await browserBefore()
  const calls = [['GET'], ['POST', byBearer], ['POST', {}], ['PUT', {}], ['DELETE']] as const
  for (const [method, body] of calls) {
    expect((await ask(method, '/console-session', body)).headers.get('cache-control')).toBe('no-store')
  }
})

test('PUT says that somebody is there; without a session there is nothing to prolong', async () => {
  const { ask, byBearer } = await browserBefore()
  expect(await (await ask('PUT', '/console-session', {})).json()).toEqual({ session: null })
  await ask('POST', '/console-session', byBearer)
  const { session } = HostSessionAnswer.parse(await (await ask('PUT', '/console-session', {})).json())
  expect(session?.idle.left).toBeGreaterThan(0)
})

test('signed out, the host asks the service nothing for it any more', async () => {
  const { ask, byBearer } = await browserBefore()
  await ask('POST', '/console-session', byBearer)
  await ask('DELETE', '/console-session')
  const answer = await ask('GET', '/_/token')
  expect([answer.status, await answer.json()]).toEqual([401, { error: 'signed-out' }])
})
