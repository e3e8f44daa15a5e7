import { describe, expect, test } from 'vitest'
import { connectToConsole } from '#api/client/client.ts'
import { deliveryHeader, serviceDateHeader, sessionHeader } from '#api/console-server.ts'
import type { Fetch } from '#api/client/request.ts'
import { ofPage, smallSite } from './testing/sockets.ts'
import { trialSession, trialSite } from './testing/trial-site.ts'
import { createHandler } from './handler.ts'
import type { Limits } from './limits.ts'
import { type UpstreamRequest, inProcessUpstream, noResponseError, type Upstream } from './upstream.ts'

const origin = 'http://127.0.0.1:4173'

function handlerOn(upstream: Upstream, changed: Partial<Limits> = {}) {
  return createHandler({ files: smallSite, ...trialSite(upstream, changed) })
}

type Asked = Omit<RequestInit, 'headers'> & { headers?: Record<string, string> }

/** A console server before a service that always answers `response`, and the calls that reached it. */
function saying(response: () => Response) {
  const calls: UpstreamRequest[] = []
  const upstream: Upstream = async (call) => {
    calls.push(call)
    return response()
  }
  const handler = handlerOn(upstream)
  const ask = (target: string, { headers, ...init }: Asked = {}) =>
    handler(new Request(origin + target, { ...init, headers: { ...ofPage, ...headers } }), target)
  return { calls, ask }
}

const ok = () => Response.json({ data: [] })

test('a page gets the names of fields that the console does not know, and nothing of their contents', async () => {
  const upstream: Upstream = async () =>
    Response.json({ data: [{ name: 'a', email: 'a', token: 's3cret', notes: 'k4nary' }] })
  const handler = handlerOn(upstream)
  let passed = ''
  const fetch: Fetch = async (url, init) => {
    const headers = { ...ofPage, ...Object.fromEntries(new Headers(init.headers)) }
    const answer = await handler(new Request(url, { ...init, headers }), new URL(url).pathname)
    passed += Buffer.from(await answer.clone().arrayBuffer()).toString('latin1')
    return answer
  }
  const service = connectToConsole({ origin: `${origin}/`, consoleServer: { proof: 'of-somebody' }, fetch })
  expect((await service.tokens.list()).unknownFields).toEqual(['email', 'notes'])
  expect((await service.users.list()).unknownFields).toEqual(['name', 'notes'])
  expect(passed).toContain('notes')
  expect(passed).not.toMatch(/s3cret|k4nary/)
})

describe('what goes to the service', () => {
  test('a call with its query to the letter, its body and the session’s bearer, and nothing else of the head', async () => {
    const { ask, calls } = saying(ok)
    await ask('/_/token', {
      method: 'DELETE',
      body: '{"name":"a"}',
      headers: {
        authorization: 'Bearer b',
        'content-type': 'application/json',
        'x-forwarded-for': '10.0.0.1',
        'x-http-method-override': 'PUT',
        'accept-encoding': 'gzip',
        te: 'trailers',
      },
    })
    await ask("/_/token/value?name=it's%zz+%2F")
    const [deleted, read] = calls
    expect(deleted?.headers).toEqual({
      accept: 'application/json',
      'accept-encoding': 'identity',
      authorization: `Bearer ${trialSession.bearer}`,
      'content-type': 'application/json',
      'content-length': '12',
    })
    expect(new TextDecoder().decode(deleted?.body)).toBe('{"name":"a"}')
    expect(read?.target).toBe("/_/token/value?name=it's%zz+%2F")
    expect(read?.body).toBeUndefined()
  })

  test('no call without a session', async () => {
    const { ask, calls } = saying(ok)
    const id = (value: string) => ({ headers: { cookie: `__Host-query-admin=${value}` } })
    for (const init of [id('x'.repeat(43)), id('short')]) {
      const answer = await ask('/_/token', init)
      expect([answer.status, answer.headers.get(sessionHeader)]).toEqual([401, 'none'])
    }
    expect(calls).toEqual([])
  })

  test.each([
    ['GET', '/_/typo', 404],
    ['GET', '/_/token/', 404],
    ['PATCH', '/_/token', 405],
    ['HEAD', '/_/user', 405],
    ['POST', '/_/token/value', 405],
    ['GET', '/_/user/token/value', 404],
    ['POST', '/_/user/token/value', 404],
    ['GET', '/console-rows/_/token', 405],
    ['POST', '/console-rows/_/other', 404],
    ['POST', '/', 405],
    ['GET', '/.vite/manifest.json', 404],
  ])('%s %s never does', async (method, target, status) => {
    const { ask, calls } = saying(ok)
    const answer = await ask(target, { method })
    expect(answer.status).toBe(status)
    expect(answer.headers.get('content-type')).toBe('application/json')
    expect(answer.headers.has('allow')).toBe(status === 405)
    expect(calls).toEqual([])
  })
})

test('a service that refuses a body as too large is not taken for the console server', async () => {
  const { ask } = saying(() => new Response('no', { status: 413, headers: { [deliveryHeader]: 'not-sent' } }))
  const answer = await ask('/_/user', { method: 'POST', body: '{}' })
  expect([answer.status, answer.headers.has(deliveryHeader)]).toEqual([413, false])
})

describe('what comes back', () => {
  test.each([
    ['retry-after', '30', '30'],
    ['retry-after', 'Mon, 23 Nov 2026 08:00:00 GMT', 'Mon, 23 Nov 2026 08:00:00 GMT'],
    ['retry-after', 'the-bearer', null],
    ['retry-after', '1e9', null],
    ['date', 'Mon, 23 Nov 2026 08:00:00 GMT', 'Mon, 23 Nov 2026 08:00:00 GMT'],
    ['date', 'the-bearer 1', null],
    ['date', '1', null],
  ])('of a %s only digits or a date are passed on: %s', async (name, value, passed) => {
    const { ask } = saying(() => Response.json({ data: [] }, { headers: { [name]: value } }))
    const answer = await ask('/_/token')
    expect(answer.headers.get(name === 'date' ? serviceDateHeader : name)).toBe(passed)
  })

  test('a refusal in the service’s own words, never stored, with the date of the service and without its cookies and prompts', async () => {
    const date = 'Sat, 21 Nov 2026 08:00:00 GMT'
    const headers = { date, 'set-cookie': 'a=b', 'www-authenticate': 'Basic', server: 'x', 'retry-after': '3' }
    const { ask } = saying(() => new Response('slow down', { status: 429, headers }))
    const answer = await ask('/_/token', { method: 'PUT', body: '{}' })
    expect([answer.status, await answer.json()]).toEqual([429, { error: 'slow down' }])
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.get(serviceDateHeader)).toBe(date)
    expect(answer.headers.get('retry-after')).toBe('3')
    for (const name of ['set-cookie', 'www-authenticate', 'server', 'date'])
      expect(answer.headers.has(name)).toBe(false)
  })

  test('a refusal that quotes the session’s access token or a sent password arrives without either', async () => {
    const { ask } = saying(
      () => new Response(`${trialSession.bearer} may not set hunter2-old to hunter2-new`, { status: 400 }),
    )
    const body = { email: 'a@b.c', password: 'hunter2-old', new_password: 'hunter2-new' }
    const answer = await ask('/_/user', { method: 'PUT', body: JSON.stringify(body) })
    expect([answer.status, await answer.json()]).toEqual([400, { error: '' }])
  })

  test.each([200, 201, 204])('a %i to a write has no body, whatever the service sent', async (status) => {
    const { ask } = saying(() => new Response(status === 204 ? null : '{"token":"secret"}', { status }))
    const answer = await ask('/_/token', { method: 'POST', body: '{}' })
    expect([answer.status, answer.body]).toEqual([status, null])
  })

  test.each([301, 302, 307, 308])('a redirect (%i) is not followed', async (status) => {
    const { ask, calls } = saying(() => new Response(null, { status, headers: { location: 'https://evil.example' } }))
    const answer = await ask('/_/token', { headers: { authorization: 'Bearer b' } })
    expect([answer.status, await answer.json()]).toEqual([502, { problem: unread(status, 'a redirect') }])
    expect(answer.headers.get(deliveryHeader)).toBe('unknown')
    expect(answer.headers.has('location')).toBe(false)
    expect(calls).toHaveLength(1)
  })

  test('an encoded list, which was not requested, is a 502', async () => {
    const { ask } = saying(() => new Response('x', { headers: { 'content-encoding': 'gzip' } }))
    const answer = await ask('/_/token')
    expect([answer.status, await answer.json()]).toEqual([502, { problem: unread(200, 'a compressed body') }])
  })

  test('more than 1 MiB is no answer to a single call', async () => {
    const { ask } = saying(() => new Response('x'.repeat(1024 * 1024 + 1)))
    const answer = await ask('/_/token/value?name=a')
    expect([answer.status, await answer.json()]).toEqual([502, { problem: { kind: 'too-large', cap: 1_048_576 } }])
  })

  test.each([
    ['unreachable', 'not-sent', 502],
    ['timed-out', 'unknown', 504],
  ] as const)('%s (%s): a %i of the console server, in its own words', async (kind, delivery, status) => {
    const handler = handlerOn(async () => Promise.reject(noResponseError(kind, delivery)))
    const answer = await handler(new Request(`${origin}/_/token`, { headers: ofPage }))
    expect([answer.status, answer.headers.get(deliveryHeader), await answer.json()]).toEqual([
      status,
      delivery,
      { problem: kind === 'timed-out' ? { kind, after: 0, sent: delivery } : { kind, sent: delivery } },
    ])
  })

  test('no library message is in a response', async () => {
    const handler = handlerOn(inProcessUpstream(async () => Promise.reject(new Error('connect to 10.0.0.7 geheim'))))
    const answer = await handler(new Request(`${origin}/_/token`, { headers: ofPage }))
    expect([answer.status, await answer.text()]).toEqual([502, '{"problem":{"kind":"unreachable","sent":"unknown"}}'])
  })

  test('a refusal whose text never ends arrives without it', async () => {
    const handler = handlerOn(async () => new Response(dripping(), { status: 500 }), { answer: 30, firstByte: 30 })
    for (const target of ['/_/token', '/_/token/value?name=a']) {
      const answer = await handler(new Request(origin + target, { headers: ofPage }))
      expect([answer.status, await answer.json()]).toEqual([500, { error: '' }])
    }
  })

  test('a service that says nothing, or never ends, is given up in time', async () => {
    const silent = handlerOn(
      inProcessUpstream(() => new Promise(() => undefined)),
      { answer: 30, firstByte: 30 },
    )
    const endless = handlerOn(async () => new Response(dripping()), { answer: 30, pace: 30 })
    for (const [handler, target] of [
      [silent, '/_/token'],
      [silent, '/_/token/value?name=a'],
      [endless, '/_/token/value?name=a'],
      [endless, '/_/token'],
    ] as const) {
      const answer = await handler(new Request(origin + target, { headers: ofPage }))
      expect([answer.status, answer.headers.get(deliveryHeader)]).toEqual([504, 'unknown'])
    }
  })
})

function unread(status: number, location: string) {
  return { kind: 'unreadable', status, received: { form: 'text' }, bytes: 0, at: [location] }
}

function dripping(): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async pull(controller) {
      await new Promise((resolve) => setTimeout(resolve, 10))
      controller.enqueue(new Uint8Array(1))
    },
  })
}
