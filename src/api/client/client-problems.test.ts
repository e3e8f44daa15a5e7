import { describe, expect, test } from 'vitest'
import type { Connection } from './client.ts'
import { getProblem } from '#api/problem.ts'
import type { ApiClient } from '#api/api-client.ts'
import { createFakeFetch, type RecordedRequest } from '#api/testing/streams.ts'
import { connectWithSignIn, type WholeClient } from '#api/testing/client.ts'

const record = { name: 'a', active: true, write: false, expiration_date: 1_900_000_000 }

function setUp(answer: (request: RecordedRequest) => Response | Promise<Response>, more: Partial<Connection> = {}) {
  const { fetch, requests } = createFakeFetch(answer)
  return { requests, service: connectWithSignIn({ origin: 'https://host/prefix/', bearer: 'b3arer', fetch, ...more }) }
}

const problem = (promise: Promise<unknown>) => promise.then(() => expect.unreachable('it went well'), getProblem)

/** What each part answers: a status, or a text with 200. */
const parts = (tokens: number | string, users: number | string) => {
  const answered = (content: number | string) =>
    typeof content === 'number' ? new Response('words', { status: content }) : new Response(content)
  return setUp(({ path }) => answered(path.includes('/token') && !path.includes('/user') ? tokens : users))
}

test.each<[string, (service: ApiClient) => Promise<unknown>]>([
  ['list', (s) => s.tokens.list()],
  ['write', (s) => s.users.update({ email: 'a', new_password: 'passw0rd' })],
  ['value', (s) => s.tokens.value('a')],
])('a page of markup instead of a %s that quotes the access token or the password is not quoted', async (_, ask) => {
  const { service } = setUp(({ method }) => new Response(method === 'PUT' ? '<p>b3arer, passw0rd' : '<p>b3arer'))
  const received = { form: 'html', begins: '' }
  expect(await problem(ask(service))).toMatchObject({ kind: 'unreadable', received })
})

describe('a 404', () => {
  test.each<[string, number | string, number | string, (service: WholeClient) => Promise<unknown>, object]>([
    [
      'on tokens alone: they are switched off',
      404,
      '[]',
      (s) => s.tokens.list(),
      { kind: 'switched-off', part: 'tokens' },
    ],
    [
      'on tokens, the sibling refusing the bearer: switched off',
      404,
      401,
      (s) => s.tokens.list(),
      { kind: 'switched-off', part: 'tokens' },
    ],
    ['on users alone: no list there', '[]', 404, (s) => s.users.list(), { kind: 'switched-off', part: 'users' }],
    ['on both: no service at this address', 404, 404, (s) => s.tokens.list(), { kind: 'no-service' }],
    ['to a write, both parts gone: no service', 404, 404, (s) => s.users.remove('a'), { kind: 'no-service' }],
    [
      'to a write of a token, tokens gone: switched off',
      404,
      '[]',
      (s) => s.tokens.update(record),
      { kind: 'switched-off', part: 'tokens' },
    ],
    [
      'to the reading of a value, tokens gone: switched off',
      404,
      '[]',
      (s) => s.tokens.value('a'),
      { kind: 'switched-off', part: 'tokens' },
    ],
    [
      'to a write of a user where there is no list: refused, no more is known',
      '[]',
      404,
      (s) => s.users.remove('a'),
      { kind: 'refused', status: 404, serviceText: 'words' },
    ],
    [
      '405 to a list is the same as 404',
      '[]',
      405,
      (s) => s.users.list(),
      { kind: 'switched-off', part: 'users', status: 405 },
    ],
  ])('%s', async (_, tokens, users, call, expectedProblem) =>
    expect(await problem(call(parts(tokens, users).service))).toEqual(expectedProblem),
  )

  test('to a write where the part itself answers means an unknown name', async () => {
    const { service } = setUp(({ method }) =>
      method === 'GET' ? new Response('[]') : new Response('no such token', { status: 404 }),
    )
    for (const call of [service.tokens.update(record), service.tokens.remove('a'), service.users.remove('a')])
      expect(await problem(call)).toEqual({ kind: 'refused', status: 404, serviceText: 'no such token' })
  })

  test('stays a refusal when the question behind it gets no answer: nothing was applied', async () => {
    const half = setUp(({ path }) =>
      path.endsWith('/token') ? new Response('', { status: 404 }) : Promise.reject(new TypeError()),
    )
    expect(await problem(half.service.tokens.update(record))).toEqual({ kind: 'refused', status: 404, serviceText: '' })
    const { service } = setUp(({ method }) =>
      method === 'GET' ? Promise.reject(new TypeError()) : new Response('', { status: 404 }),
    )
    expect(await problem(service.tokens.update(record))).toEqual({ kind: 'refused', status: 404, serviceText: '' })
  })
})

describe('checking an access token', () => {
  test.each<[string, number | string, number | string, object | undefined]>([
    ['a list opens the door', '[{', 500, undefined],
    ['tokens switched off: the users answer for it', 404, '{"data":[', undefined],
    ['a refused bearer', 401, '[]', { kind: 'signed-out', status: 401 }],
    ['refused by the users, tokens switched off', 404, 403, { kind: 'signed-out', status: 403 }],
    ['no service', 404, 404, { kind: 'no-service' }],
    ['a page for every address', '<html>', '<html>', { kind: 'unreadable' }],
  ])('%s', async (_, tokens, users, expectedProblem) => {
    const ended = parts(tokens, users).service.check()
    if (expectedProblem === undefined) await ended
    else expect(await problem(ended)).toMatchObject(expectedProblem)
  })
})

describe('signing in', () => {
  const signIn = (response: Response) => {
    const { service, requests } = setUp(() => response.clone(), { bearer: undefined })
    return { requests, ended: service.signIn({ email: 'ann', password: 'pa"ss' }) }
  }

  test('sends email and password, no access token, and returns the access token', async () => {
    const { requests, ended } = signIn(new Response('{"data":[{"token":"abc"}]}'))
    expect(await ended).toBe('abc')
    expect(requests).toMatchObject([
      {
        method: 'POST',
        path: '/prefix/_/user/token/value',
        authorization: null,
        body: '{"email":"ann","password":"pa\\"ss"}',
      },
    ])
  })

  test.each([
    [401, { kind: 'refused', status: 401, serviceText: '' }],
    [403, { kind: 'refused', status: 403, serviceText: '' }],
    [400, { kind: 'refused', status: 400, serviceText: '' }],
    [404, { kind: 'no-service' }],
    [405, { kind: 'switched-off', part: 'users' }],
    [501, { kind: 'switched-off', part: 'users' }],
    [500, { kind: 'failing', status: 500, serviceText: '', sent: 'unknown' }],
  ])('answered %i is told as what it is, the password unquoted', async (status, expectedProblem) =>
    expect(await problem(signIn(new Response('wrong "pa\\"ss"', { status })).ended)).toEqual(expectedProblem),
  )

  test.each(['{"data":[]}', '{"token":"two words"}', '{"token":"ключ"}', '', '<html>'])(
    'with %j gives no access token',
    async (body) => expect(await problem(signIn(new Response(body)).ended)).toMatchObject({ kind: 'unreadable' }),
  )

  test('with an access token that is too long for a header gives none', async () => {
    const granting = (length: number) => signIn(new Response(JSON.stringify({ token: 'a'.repeat(length) }))).ended
    expect(await granting(8 * 1024)).toHaveLength(8 * 1024)
    expect(await problem(granting(8 * 1024 + 1))).toMatchObject({ kind: 'unreadable', at: ['token'] })
  })
})

test('a success that is a page of markup was no success of the service', async () => {
  expect(await problem(setUp(() => new Response('<html>')).service.tokens.create(record))).toMatchObject({
    kind: 'unreadable',
    received: { form: 'html' },
  })
})

test.each([null, '', 'OK', '{}', '{"id":1}', '{'])('a success with the body %j is a success', async (body) => {
  const { tokens } = setUp(() => new Response(body, { status: body === null ? 204 : 201 })).service
  await expect(tokens.create(record)).resolves.toBeUndefined()
})
