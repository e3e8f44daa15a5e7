import { describe, expect, test } from 'vitest'
import type { Connection } from './client.ts'
import { getProblem } from '#api/problem.ts'
import { serviceDateHeader } from '#api/console-server.ts'
import { createFakeFetch, streamedResponse, stalledResponse, type RecordedRequest } from '#api/testing/streams.ts'
import { connectWithSignIn, type WholeClient } from '#api/testing/client.ts'

const row = (name: string) =>
  `{"name":${JSON.stringify(name)},"active":1,"write":0,"token":"s3cret","updated_at":1795241441}`
const record = { name: 'a', active: true, write: false, expiration_date: 1_900_000_000 }

function setUp(answer: (request: RecordedRequest) => Response | Promise<Response>, more: Partial<Connection> = {}) {
  const { fetch, requests } = createFakeFetch(answer)
  return { requests, service: connectWithSignIn({ origin: 'https://host/prefix/', bearer: 'b3arer', fetch, ...more }) }
}

test.each<[string, Partial<Connection>, RequestCredentials]>([
  ['to a console server carries the cookie of its session', { consoleServer: { proof: 'p1' } }, 'same-origin'],
  ['to the service itself carries no cookie', {}, 'omit'],
])('each call %s', async (_, more, credentials) => {
  const sentCredentials = new Set<RequestCredentials | undefined>()
  const fetch: Connection['fetch'] = async (_url, init) => {
    sentCredentials.add(init.credentials)
    return Response.json({ data: [] })
  }
  const { tokens, users, signIn } = connectWithSignIn({ origin: 'https://host/prefix/', fetch, ...more })
  const ask = { email: 'a', password: 'b' }
  const calls = [
    tokens.list(),
    tokens.read(new Set(['a'])),
    tokens.value('a'),
    tokens.create(record),
    tokens.update(record),
    tokens.remove('a'),
    users.list(),
    users.create({ ...ask, admin: false, active: true }),
    signIn(ask),
  ]
  await Promise.allSettled(calls)
  expect([...sentCredentials]).toEqual([credentials])
})

const problem = (promise: Promise<unknown>) => promise.then(() => expect.unreachable('it went well'), getProblem)

test.each<[string, (service: WholeClient) => Promise<unknown>, Partial<RecordedRequest>]>([
  ['lists tokens', (s) => s.tokens.list(), { method: 'GET', path: '/prefix/_/token', body: undefined }],
  [
    'creates a token',
    (s) => s.tokens.create(record),
    {
      method: 'POST',
      path: '/prefix/_/token',
      body: '{"name":"a","active":true,"write":false,"expiration_date":1900000000}',
    },
  ],
  [
    'updates a token',
    (s) => s.tokens.update({ name: 'a', active: true, write: true }),
    { method: 'PUT', path: '/prefix/_/token', body: '{"name":"a","active":true,"write":true}' },
  ],
  [
    'deletes a token',
    (s) => s.tokens.remove('\ud800"'),
    { method: 'DELETE', path: '/prefix/_/token', body: String.raw`{"name":"\ud800\""}` },
  ],
  ['lists users', (s) => s.users.list(), { method: 'GET', path: '/prefix/_/user' }],
  [
    'creates a user',
    (s) => s.users.create({ email: 'a', password: '', admin: false, active: true }),
    { method: 'POST', path: '/prefix/_/user', body: '{"email":"a","password":"","admin":false,"active":true}' },
  ],
  [
    'updates a user',
    (s) => s.users.update({ email: 'a', new_email: 'b', new_password: 'c', admin: true, active: false }),
    {
      method: 'PUT',
      path: '/prefix/_/user',
      body: '{"email":"a","admin":true,"active":false,"new_email":"b","new_password":"c"}',
    },
  ],
  [
    'never sends an empty email or password',
    (s) => s.users.update({ email: 'a', new_email: '', new_password: '' }),
    { body: '{"email":"a"}' },
  ],
  [
    'deletes a user',
    (s) => s.users.remove('a@b'),
    { method: 'DELETE', path: '/prefix/_/user', body: '{"email":"a@b"}' },
  ],
])('%s as the interface says', async (_, call, expectedRequest) => {
  const { service, requests } = setUp(() => new Response('[]'))
  await call(service)
  expect(requests).toEqual([
    expect.objectContaining({ authorization: 'Bearer b3arer', search: '', ...expectedRequest }),
  ])
})

test('the name in an address reads as the same name there, whatever is in it', async () => {
  for (const name of ['a b+c', '&name=x#?/%20', 'ключ 😀', '__proto__', '', '\n', "!'()*"]) {
    const { service, requests } = setUp(() => new Response('"v"'))
    await service.tokens.value(name)
    expect(requests[0]?.path).toBe('/prefix/_/token/value')
    expect([...new URLSearchParams(requests[0]?.search)]).toEqual([['name', name]])
  }
})

test('a name that cannot be percent-encoded is reported, and nothing is sent', async () => {
  const { service, requests } = setUp(() => new Response('"v"'))
  expect(await problem(service.tokens.value('\ud800'))).toEqual({ kind: 'unsendable' })
  expect(requests).toEqual([])
})

describe('a list', () => {
  test('keeps its readable rows, says which cannot be read, and holds no secret', async () => {
    const { service } = setUp(() => new Response(`{"tokens":[${row('a')},{"nme":"x"},7,${row('__proto__')}]}`), {
      now: () => 42,
    })
    const list = await service.tokens.list()
    expect([list.count, list.unreadableRows, list.readStartedAt, list.readAt, list.timeUnit?.rows]).toEqual([
      2,
      [2, 3],
      42,
      42,
      2,
    ])
    expect([list.indexOf('__proto__'), list.indexOf('constructor')]).toEqual([1, -1])
    expect(JSON.stringify([list.at(0), list.at(1)])).not.toContain('s3cret')
  })

  test('is read to the last of the names wanted, and no further', async () => {
    let cancelled = false
    const { service } = setUp(() =>
      streamedResponse([`[${row('a')},`, `${row('b')},`, `${row('c')},`, row('d')], {}, () => (cancelled = true)),
    )
    expect([...(await service.tokens.read(new Set(['b', 'a']))).keys()]).toEqual(['a', 'b'])
    expect(cancelled).toBe(true)
  })

  test('read for a name that it does not hold is read to its end; cut short it tells nothing', async () => {
    const { service } = setUp(() => new Response(`[${row('a')},{"name":"a"}]`))
    const tokens = await service.tokens.read(new Set(['a', 'x']))
    expect([...tokens]).toMatchObject([['a', { active: true }]])
    const cut = setUp(() => new Response(`[${row('a')},${row('b')}`)).service
    expect(await problem(cut.tokens.read(new Set(['x'])))).toMatchObject({ kind: 'unreadable', at: ['after row 1'] })
  })

  test('beyond its cap is too large, and so is any other answer beyond its own', async () => {
    const { service } = setUp(() => new Response(`"${'x'.repeat(60)}"`), { caps: { list: 50, other: 40 } })
    expect(await problem(service.tokens.list())).toEqual({ kind: 'too-large', cap: 50 })
    for (const call of [
      service.tokens.value('a'),
      service.tokens.update(record),
      service.signIn({ email: 'a', password: 'b' }),
    ])
      expect(await problem(call)).toEqual({ kind: 'too-large', cap: 40 })
  })

  test('that stalls is timed out; one that is left ends with the reason', async () => {
    const { service } = setUp(() => stalledResponse('[{'), { limits: { call: 9000, first: 9000, stall: 15 } })
    expect(await problem(service.tokens.list())).toEqual({ kind: 'timed-out', after: 15, sent: 'unknown' })
    const leaving = new AbortController()
    const cancelledList = service.tokens.list({ signal: leaving.signal }).catch((error: unknown) => error)
    leaving.abort('left')
    expect(await cancelledList).toBe('left')
  })
})

describe('the clock of the service', () => {
  const now = Date.UTC(2026, 10, 21, 10)
  const utc = (ms: number) => new Date(ms).toUTCString()
  const hour = 3_600_000
  /** The difference learned from one answer. */
  const learned = async (headers: Record<string, string>, hosted?: { proof: string }) => {
    const { service } = setUp(() => new Response('[]', { headers }), { now: () => now, consoleServer: hosted })
    await service.tokens.list()
    return service.clock.difference()
  }

  test('is the Date of its answer', async () =>
    expect(await learned({ date: utc(now + hour) })).toMatchObject({ ms: hour + 500 }))

  test('is never that of the console server in between', async () => {
    const dateHeader = { date: utc(now) }
    expect(await learned(dateHeader, { proof: 'p' })).toBeUndefined()
    const passedOn = { ...dateHeader, [serviceDateHeader]: utc(now + hour) }
    expect(await learned(passedOn, { proof: 'p' })).toMatchObject({ ms: hour + 500 })
  })

  test('is the one from which a Retry-After counts', async () => {
    const problemWith = async (headers: Record<string, string>) => {
      const init = { status: 429, headers: { 'retry-after': utc(now + hour + 30_000), date: utc(now), ...headers } }
      return problem(setUp(() => new Response('', init), { consoleServer: { proof: 'p' } }).service.tokens.list())
    }
    expect(await problemWith({ [serviceDateHeader]: utc(now + hour) })).toMatchObject({
      kind: 'too-many',
      retryAfter: 30,
    })
    expect(await problemWith({})).toMatchObject({ kind: 'too-many', retryAfter: undefined })
  })
})
