import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { ServerMarker, ServerSessionResponse, pageHeader, proofHeader, sessionHeader } from '#api/console-server.ts'
import { parseReadings } from '#reference-service/readings.ts'
import { openTrial } from '#reference-service/testing/trial.ts'
import { endlessService, smallSite } from '#server/testing/sockets.ts'
import { trialSite } from '#server/testing/trial-site.ts'
import { createHandler, type Site } from '#server/handler.ts'
import { limits } from '#server/limits.ts'
import { createCounterMemory, createSignInRateLimit } from './sign-in-rate-limit.ts'
import { type UpstreamRequest, inProcessUpstream, noResponseError, type Upstream } from '#server/upstream.ts'
import { browserName } from './session-routes.ts'

const json = { [pageHeader]: '/', 'content-type': 'application/json' }

/** A console server before a service of its own, reached at `origin`, by a browser that keeps what it is given. */
async function browserBefore(readings = 'documented', changed: Partial<Site> = {}, origin = 'http://127.0.0.1:4173') {
  const trial = await openTrial(parseReadings(readings))
  onTestFinished(() => trial.close())
  const service = inProcessUpstream(trial.fetch)
  const calls: UpstreamRequest[] = []
  /** While it is on, the service answers nothing; `open`: how many calls wait for it. */
  const outage = { isOn: false, open: 0, instead: undefined as Upstream | undefined }
  const upstream: Upstream = (call) => {
    calls.push(call)
    if (!outage.isOn) return (outage.instead ?? service)(call)
    outage.open += 1
    return new Promise((_, reject) => {
      call.signal.addEventListener('abort', () => {
        outage.open -= 1
        reject(noResponseError('timed-out', 'unknown'))
      })
    })
  }
  const site = { files: smallSite, ...trialSite(upstream), isProxied: false, ...changed }
  const handler = createHandler(site)
  let cookie = ''
  let proof: string | undefined
  const cookies: string[] = []
  const ask = async (method: string, target: string, body?: object, client = '192.0.2.7', page = '/') => {
    const headers = { ...json, [pageHeader]: page, cookie, ...(proof !== undefined && { [proofHeader]: proof }) }
    const init = { method, headers, body: body === undefined ? null : JSON.stringify(body) }
    const answer = await handler(new Request(origin + target, init), target, client)
    if (answer.status === 201 && target === '/console-session')
      ({ proof } = ServerSessionResponse.parse(await answer.clone().json()))
    const set = answer.headers.get('set-cookie')
    if (set !== null) {
      cookies.push(set)
      cookie = set.split(';')[0] ?? ''
    }
    return answer
  }
  const session = async () => ServerSessionResponse.parse(await (await ask('GET', '/console-session')).json()).session
  const byBearer = { by: 'bearer', bearer: trial.bearer }
  const halves = () => ({ cookie, proof: proof ?? '' })
  /** The same call with these halves, which somebody else may have made up. */
  const askWith = (pair: { cookie: string; proof?: string }, method: string, target: string, body?: object) => {
    const headers = { ...json, cookie: pair.cookie, ...(pair.proof !== undefined && { [proofHeader]: pair.proof }) }
    const init = { method, headers, body: body === undefined ? null : JSON.stringify(body) }
    return handler(new Request(origin + target, init), target, '192.0.2.8')
  }
  const byPassword = { by: 'password', ...trial.admin }
  return { trial, calls, outage, ask, askWith, halves, session, cookies, byBearer, byPassword }
}

describe('signing in', () => {
  test.each(['byBearer', 'byPassword'] as const)(
    '%s opens a session, and no response holds the access token',
    async (way) => {
      const { ask, session, trial, ...ways } = await browserBefore()
      expect((await ask('GET', '/_/token')).status).toBe(401)
      const answer = await ask('POST', '/console-session', ways[way])
      expect(answer.status).toBe(201)
      const text = `${JSON.stringify([...answer.headers])} ${await answer.text()}`
      expect(text).not.toContain(trial.bearer)
      expect(text).not.toContain(trial.admin.password)
      expect((await session())?.email).toBe(way === 'byPassword' ? trial.admin.email : undefined)
      expect((await ask('GET', '/_/token')).status).toBe(200)
    },
  )

  test('a session knows the new email of its account, and one by access token none', async () => {
    const { ask, session, byPassword, byBearer } = await browserBefore()
    await ask('POST', '/console-session', byPassword)
    await ask('PUT', '/console-session', { email: 'new@x.test' })
    await ask('PUT', '/console-session', {})
    expect((await session())?.email).toBe('new@x.test')
    await ask('POST', '/console-session', byBearer)
    await ask('PUT', '/console-session', { email: 'new@x.test' })
    expect((await session())?.email).toBeUndefined()
  })

  test('an id is never used again: signing in anew ends the former session', async () => {
    const { ask, askWith, halves, cookies, byBearer } = await browserBefore()
    await ask('POST', '/console-session', byBearer)
    const former = halves()
    expect((await askWith(former, 'GET', '/_/token')).status).toBe(200)
    await ask('POST', '/console-session', byBearer)
    expect(new Set(cookies).size).toBe(2)
    expect((await askWith(former, 'GET', '/_/token')).status).toBe(401)
    expect((await ask('GET', '/_/token')).status).toBe(200)
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
    const { ask, cookies, session } = await browserBefore(readings)
    const answer = await ask('POST', '/console-session', way)
    expect([answer.status, await answer.json()]).toEqual([
      status,
      { refused: expect.objectContaining({ why }) as unknown },
    ])
    expect(cookies).toEqual([])
    expect(await session()).toBeNull()
  })

  test.each([{}, { by: 'bearer' }, { by: 'bearer', bearer: 'two words' }, { by: 'cookie' }, []])(
    '%j is no way in',
    async (way) => {
      const { ask } = await browserBefore()
      expect((await ask('POST', '/console-session', way)).status).toBe(400)
    },
  )

  test('five wrong ones a minute are checked; then the service gets no more from this address', async () => {
    const { ask, byBearer, trial } = await browserBefore('documented', {
      signInLimit: createSignInRateLimit(
        createCounterMemory(() => 0),
        () => 0,
        limits,
      ),
    })
    const guess = async (client?: string) =>
      (await ask('POST', '/console-session', { by: 'bearer', bearer: 'x' }, client)).status
    const statuses: number[] = []
    for (let time = 0; time < 8; time += 1) statuses.push(await guess())
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429, 429])
    const slowed = await ask('POST', '/console-session', byBearer)
    expect([slowed.status, slowed.headers.get('retry-after')]).toEqual([429, '60'])
    expect(await slowed.json()).toEqual({ refused: { why: 'too-many-tries', retryAfter: 60 } })
    expect(await guess('198.51.100.1')).toBe(401)
    expect(trial.bearer).not.toBe('')
  })

  test('a full console server says so, and keeps its sessions', async () => {
    const { ask, byBearer } = await browserBefore()
    const others = await Promise.all([1, 2, 3, 4].map(async () => ask('POST', '/console-session', byBearer)))
    expect(others.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 201, 201, 503])
  })
})

describe('the cookie', () => {
  test('carries the path of its page, so that two consoles under one host name stay apart', async () => {
    const { ask, byBearer, cookies, session } = await browserBefore('documented', { isProxied: true })
    for (const path of ['/a/', '/b/', '/']) await ask('POST', '/console-session', byBearer, undefined, path)
    const names = cookies.map((cookie) => cookie.split('=')[0])
    const ofPath = expect.stringMatching(/^__Host-query-admin-[\da-f]{8}$/) as string
    expect(names).toEqual([ofPath, ofPath, '__Host-query-admin'])
    expect(new Set(names).size).toBe(3)
    expect(await session()).not.toBeNull()
  })

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
  ])('%s', async (_what, origin, isProxied, form) => {
    const { ask, cookies, byBearer, session } = await browserBefore('documented', { isProxied }, origin)
    await ask('POST', '/console-session', byBearer)
    expect(cookies[0]).toMatch(form)
    expect(await session()).not.toBeNull()
    const out = await ask('DELETE', '/console-session')
    expect([out.status, cookies.at(-1)]).toEqual([204, cookies[0]?.replace(/=[\w-]{43}/, '=').concat('; Max-Age=0')])
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
  const { session } = ServerSessionResponse.parse(await (await ask('PUT', '/console-session', {})).json())
  expect(session?.idle.left).toBeGreaterThan(0)
})

test('signed out, the console server asks the service nothing for it any more', async () => {
  const { ask, byBearer } = await browserBefore()
  await ask('POST', '/console-session', byBearer)
  await ask('DELETE', '/console-session')
  const answer = await ask('GET', '/_/token')
  expect([answer.status, await answer.json()]).toEqual([401, { error: 'signed-out' }])
})

describe('the second half', () => {
  const calls = [
    ['GET', '/_/token'],
    ['POST', '/_/token', { name: 'x' }],
    ['GET', '/_/token/value?name=grafana'],
    ['POST', '/console-rows/_/token', { names: ['x'] }],
    ['POST', '/console-find', { value: 'x', reads: [] }],
    ['GET', '/console-sessions'],
    ['DELETE', '/console-sessions'],
  ] as const

  test.each(calls)('%s %s is refused to the cookie alone, and to the proof alone', async (method, target, body?) => {
    const { ask, askWith, halves, session, byBearer } = await browserBefore()
    await ask('POST', '/console-session', byBearer)
    const { cookie, proof } = halves()
    for (const [pair, state] of [
      [{ cookie }, 'none'],
      [{ cookie, proof: 'x'.repeat(43) }, 'other'],
      [{ cookie: '', proof }, 'none'],
    ] as const) {
      const answer = await askWith(pair, method, target, body)
      expect([answer.status, answer.headers.get(sessionHeader)]).toEqual([401, state])
    }
    expect(await session()).not.toBeNull()
  })

  test('is sent once, in the response to the sign-in, and not when the session is requested', async () => {
    const { ask, halves, byBearer } = await browserBefore()
    const answer = await ask('POST', '/console-session', byBearer)
    const { proof } = halves()
    expect(proof).toMatch(/^[\w-]{43}$/)
    expect(JSON.stringify([...answer.headers])).not.toContain(proof)
    for (const method of ['GET', 'PUT'])
      expect(await (await ask(method, '/console-session', method === 'PUT' ? {} : undefined)).text()).not.toContain(
        proof,
      )
  })

  test('a stolen cookie learns nothing of the session, prolongs nothing and ends nothing', async () => {
    const { ask, askWith, halves, session, byBearer } = await browserBefore()
    await ask('POST', '/console-session', byBearer)
    const stolen = { cookie: halves().cookie }
    expect(await (await askWith(stolen, 'GET', '/console-session')).json()).toEqual({ session: null })
    expect(await (await askWith(stolen, 'PUT', '/console-session', {})).json()).toEqual({ session: null })
    await askWith(stolen, 'DELETE', '/console-session')
    await askWith(stolen, 'POST', '/console-session', byBearer)
    expect(await session()).not.toBeNull()
    expect((await ask('GET', '/_/token')).status).toBe(200)
  })

  test('a page that opens is told of its session only with both halves, and that prolongs nothing', async () => {
    const { ask, askWith, halves, byBearer, byPassword } = await browserBefore()
    await ask('POST', '/console-session', byBearer)
    const getSession = async (pair: { cookie: string; proof?: string }) =>
      ServerMarker.parse(await (await askWith(pair, 'GET', '/console-host.json')).json()).session
    const mine = halves()
    expect(await getSession({ cookie: mine.cookie })).toBeUndefined()
    expect(await getSession({ ...mine, proof: 'x'.repeat(43) })).toEqual({ session: null, other: true })
    expect(await getSession({ ...mine, cookie: '' })).toEqual({ session: null })
    const elsewhere = await (await browserBefore()).askWith(mine, 'GET', '/console-session')
    expect(await elsewhere.json()).toEqual({ session: null, unknown: true })
    const attacker = await askWith({ cookie: '' }, 'POST', '/console-session', byPassword)
    const swapped = { cookie: attacker.headers.get('set-cookie')?.split(';')[0] ?? '', proof: mine.proof }
    expect(await getSession(swapped)).toEqual({ session: null, other: true })
    const first = (await getSession(mine))?.session?.idle.left ?? 0
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect((await getSession(mine))?.session?.idle.left).toBeLessThan(first)
  })

  test('in another’s session the page is told so, and none of its calls is made there', async () => {
    const { ask, askWith, halves, byBearer, byPassword } = await browserBefore()
    await ask('POST', '/console-session', byBearer)
    const mine = halves()
    const attacker = await askWith({ cookie: '' }, 'POST', '/console-session', byPassword)
    const swapped = { cookie: attacker.headers.get('set-cookie')?.split(';')[0] ?? '', proof: mine.proof }
    expect(await (await askWith(swapped, 'GET', '/console-session')).json()).toEqual({ session: null, other: true })
    expect((await askWith(swapped, 'POST', '/_/token', { name: 'x' })).status).toBe(401)
  })

  test('of several cookies of its name the one that fits counts, wherever it stands', async () => {
    const { ask, askWith, halves, byBearer } = await browserBefore()
    await ask('POST', '/console-session', byBearer)
    const { cookie, proof } = halves()
    const other = `${cookie.split('=')[0]}=${'x'.repeat(43)}`
    const odd = `${cookie.split('=')[0]}=short`
    for (const all of [
      [other, cookie],
      [cookie, other],
      [odd, other, cookie, 'another=1'],
    ])
      expect((await askWith({ cookie: all.join('; '), proof }, 'GET', '/_/token')).status).toBe(200)
  })
})

describe('the end of a session', () => {
  test.each([
    ['signing out', 'DELETE', '/console-session', undefined],
    ['signing out everywhere', 'DELETE', '/console-sessions', undefined],
    ['signing in anew', 'POST', '/console-session', 'byBearer'],
  ] as const)('by %s ends a list on its way', async (_, method, target, way) => {
    const { ask, outage, ...ways } = await browserBefore()
    await ask('POST', '/console-session', ways.byBearer)
    outage.isOn = true
    const list = ask('GET', '/_/token')
    await vi.waitFor(() => expect(outage.open).toBe(1))
    outage.isOn = false
    await ask(method, target, way && ways[way])
    expect((await list).status).toBe(504)
    expect(outage.open).toBe(0)
  })

  test('breaks off a list that has begun', async () => {
    const { ask, outage, byBearer } = await browserBefore()
    await ask('POST', '/console-session', byBearer)
    outage.instead = endlessService()
    const list = await ask('GET', '/_/token')
    expect(list.status).toBe(200)
    const reader = list.body?.getReader()
    await reader?.read()
    await ask('DELETE', '/console-session')
    const toItsEnd = async () => {
      for (;;) if ((await reader?.read())?.done === true) return
    }
    await expect(toItsEnd()).rejects.toThrow('aborted') // not too-large: that list has no other end
  })
})

test('everywhere: since when, when last used, in which browser and whether in this one, of the same person alone', async () => {
  const { ask, askWith, byBearer, trial } = await browserBefore()
  await askWith({ cookie: '' }, 'POST', '/console-session', byBearer)
  await ask('POST', '/console-session', byBearer)
  await trial.call('POST', '/_/user', { email: 'li@x.test', password: 'another long one', admin: true, active: true })
  const li = await askWith({ cookie: '' }, 'POST', '/console-session', {
    by: 'password',
    email: 'li@x.test',
    password: 'another long one',
  })
  const liHas = {
    cookie: li.headers.get('set-cookie')?.split(';')[0] ?? '',
    proof: ServerSessionResponse.parse(await li.json()).proof ?? '',
  }
  const listed = { age: expect.any(Number), unused: expect.any(Number), browser: 'Unknown browser' }
  const sessions = [true, false].map((isThis) => ({ ...listed, isThis }))
  expect(await (await ask('GET', '/console-sessions')).json()).toEqual({ sessions })
  expect((await ask('DELETE', '/console-sessions')).status).toBe(204)
  expect((await ask('GET', '/_/token')).status).toBe(401)
  expect((await askWith(liHas, 'GET', '/_/token')).status).toBe(200)
})

test('signing out has the browser forget what it kept of this site, but not what the page has learned', async () => {
  const { ask, byBearer } = await browserBefore()
  await ask('POST', '/console-session', byBearer)
  const answer = await ask('DELETE', '/console-session')
  expect([answer.headers.get('clear-site-data'), answer.headers.get('cache-control')]).toEqual(['"cache"', 'no-store'])
})

const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)'

test.each([
  [`Mozilla/5.0 (X11; Linux x86_64) ${webkit} Chrome/147.0.0.0 Safari/537.36`, 'Chrome on Linux'],
  [`Mozilla/5.0 (X11; Linux x86_64) ${webkit} HeadlessChrome/147.0.0.0 Safari/537.36`, 'Chrome on Linux'],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/147.0.0.0 Safari/537.36 Edg/147.0.0.0`,
    'Edge on Windows',
  ],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 14.7; rv:150.0) Gecko/20100101 Firefox/150.0', 'Firefox on macOS'],
  [`Mozilla/5.0 (Linux; Android 10; K) ${webkit} Chrome/147.0.0.0 Mobile Safari/537.36`, 'Chrome on Android'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Mobile/15E148 Safari/604.1',
    'Safari on iPhone',
  ],
  [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${webkit} Chrome/147.0.0.0 Safari/537.36`, 'Chrome on ChromeOS'],
  ['curl/8.5.0', 'Unknown browser'],
  ['<b>Windows</b>', 'Unknown browser on Windows'],
  [null, 'Unknown browser'],
])('the browser that sends %s is listed as %s', (userAgent, name) => {
  expect(browserName(userAgent)).toBe(name)
})
