import { expect, test, vi } from 'vitest'
import { openConsoleServer, proofStorageKey, pendingSignOutStorageKey } from './console-server.ts'

const origin = 'http://console.test/admin/'
const sessions = { idle: 900_000, absolute: 28_800_000 }
const service = { address: 'https://query.acme.test/base/', example: false }
const view = { identity: 'me', age: 0, idle: { left: 9e5, limit: 9e5 }, absolute: { left: 2e7, limit: 2e7 } }
const marker = (more: object = {}) => ({ host: 'query-admin', service, sessions, ...more })
const headers = { 'x-query-admin-host': '9' }
const ours = (json: object, status = 200) => Response.json(json, { status, headers })

/** What a page finds that opens at an address where requests are answered in this way. */
async function openedAt(answer: (url: string, init: RequestInit) => Response | Promise<Response>) {
  const fetch = async (url: string, init: RequestInit) => answer(url, init)
  return openConsoleServer({ fetch, origin, now: Date.now, storage: localStorage }, new AbortController().signal)
}

test('the console server says to which service it forwards, and the demo service is labelled as such', async () => {
  expect(await openedAt(() => ours(marker()))).toMatchObject({
    limits: sessions,
    place: { ...service, host: 'query.acme.test', name: 'query.acme.test' },
  })
  const named = marker({ service: { ...service, name: 'Production', color: 'red' } })
  const label = { name: 'Production · query.acme.test', label: 'Production', color: 'red' }
  expect(await openedAt(() => ours(named))).toMatchObject({ place: label })
  const demo = marker({ service: { address: 'http://127.0.0.1/', example: true } })
  const address = `${origin}_/`
  expect(await openedAt(() => ours(demo))).toMatchObject({ place: { name: 'Demo service', example: true, address } })
})

const inFront = (status: number) => ({ kind: 'in-front', status })
const store = { kind: 'unreachable', sent: 'not-sent', by: 'session-store' }
const lost = { kind: 'unreachable', by: 'console-server' }

test.each<[string, () => Response | Promise<Response>, object]>([
  ['no answer at all', () => Promise.reject(new TypeError('network')), lost],
  ['another page at every address', () => new Response('<!doctype html>'), inFront(200)],
  ['the console server’s JSON without its header', () => Response.json(marker()), inFront(200)],
  ['our header with other JSON', () => ours({ host: 'other' }), { kind: 'unreadable', at: ['./console-host.json'] }],
  ['our header without JSON', () => new Response('hello', { headers }), lost],
  ['a 404 of the console server', () => ours({}, 404), { kind: 'refused', status: 404, by: 'console-server' }],
  ['a 421 of the console server', () => ours({}, 421), { kind: 'refused', status: 421, by: 'console-server' }],
  [
    'a session store that is lost',
    () => Response.json({ problem: store }, { status: 503, headers: { ...headers, 'x-query-admin-sent': 'not-sent' } }),
    store,
  ],
  ...[301, 302, 307, 400, 401, 403, 404, 405, 407, 429, 500, 502, 503, 504].map(
    (status): [string, () => Response, object] => [
      `a ${status} of another server`,
      () => new Response('', { status }),
      inFront(status),
    ],
  ),
])('after %s nobody is asked for an access token', async (_what, answer, problem) => {
  expect(await openedAt(answer)).toMatchObject({ why: 'problem', problem })
})

test.each([200, 404])('a console server of another version (%i) is told as such', async (status) => {
  const answer = () => Response.json(marker(), { status, headers: { 'x-query-admin-host': '1' } })
  expect(await openedAt(answer)).toEqual({ why: 'other-version' })
})

test('an answer that is late leads nowhere', async () => {
  const timer = new AbortController()
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(timer.signal)
  const opening = openedAt((_url, { signal }) => {
    return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(new Error('aborted'))))
  })
  timer.abort(new DOMException('', 'TimeoutError'))
  expect(await opening).toMatchObject({ why: 'problem', problem: { kind: 'timed-out', after: 10_000 } })
  expect(timeout.mock.calls).toEqual([[10_000]])
})

test('looking for the console server is one request, which carries no credential and follows no redirect', async () => {
  const requests: [string, RequestInit][] = []
  await openedAt((...request) => ours({ sent: requests.push(request) }))
  expect(requests.map(([url]) => url)).toEqual([`${origin}console-host.json`])
  expect(requests[0]?.[1]).toMatchObject({ redirect: 'manual', cache: 'no-store' })
  expect(Object.keys(requests[0]?.[1].headers ?? {})).toEqual(['accept', 'content-type', 'x-query-admin-page'])
})

test.each([
  ['of the session that the proof opens', { session: view }, 'signed'],
  ['that the cookie belongs to another sign-in', { session: null, other: true }, 'refused'],
  ['that there is none', { session: null }, undefined],
])('with a stored proof one request finds the console server and what it says %s', async (_, session, then) => {
  localStorage.setItem(proofStorageKey(origin), 'P1')
  const proofs: (string | null)[] = []
  const found = await openedAt((_url, init) => {
    proofs.push(new Headers(init.headers).get('x-query-admin-proof'))
    return ours(marker({ session }))
  })
  if ('why' in found) throw new Error(found.why)
  const outcome = await found.resume(new AbortController().signal)
  expect(proofs).toEqual(['P1'])
  expect(outcome === undefined ? undefined : Object.keys(outcome)[0]).toBe(then)
  if (outcome !== undefined && 'signed' in outcome) outcome.signed.leave()
})

test('a sign-out that did not reach the console server comes before what it said of the session', async () => {
  localStorage.setItem(proofStorageKey(origin), 'P1')
  localStorage.setItem(pendingSignOutStorageKey(origin), 'P1')
  const requests: string[] = []
  const found = await openedAt((url, { method }) => {
    requests.push(`${method} ${url.slice(origin.length)}`)
    if (method === 'DELETE') return new Response(null, { status: 204, headers })
    return ours(url.endsWith('.json') ? marker({ session: { session: view } }) : { session: null })
  })
  if ('why' in found) throw new Error(found.why)
  expect(await found.resume(new AbortController().signal)).toBeUndefined()
  expect(requests).toEqual(['GET console-host.json', 'DELETE console-session', 'GET console-session'])
})
