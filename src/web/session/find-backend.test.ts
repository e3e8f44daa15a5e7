import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { backendOf, origin } from '#web/testing/backends.ts'

const sessions = { idle: 900_000, absolute: 28_800_000 }
const marker = (service: object) => ({
  status: 200,
  body: JSON.stringify({ host: 'query-admin', service, sessions }),
  headers: { 'x-query-admin-host': '9' },
})
const own = { address: `${origin}_/`, host: 'console.test', name: 'console.test', example: false, through: 'page' }
const path = '/admin/console-host.json'

test('the console server says to which service it forwards', async () => {
  const { find, network } = await backendOf()
  network.interceptAll('GET', path, marker({ address: 'https://query.acme.test/base/', example: false }))
  const backend = await find()
  expect(backend.keeps).toEqual({ where: 'host', ...sessions })
  expect(backend.place).toEqual({
    address: 'https://query.acme.test/base/',
    host: 'query.acme.test',
    name: 'query.acme.test',
    example: false,
    through: 'host',
  })
})

test('the demo service is labelled as such', async () => {
  const { find, network } = await backendOf()
  network.interceptAll('GET', path, marker({ address: 'http://127.0.0.1/', example: true }))
  expect((await find()).place).toMatchObject({ name: 'Demo service', example: true, through: 'host' })
})

const page = readFileSync(join(import.meta.dirname, '..', '..', '..', 'index.html'), 'utf8')
const html = { 'content-type': 'text/html' }

test.each([
  ['a 404', { status: 404 }],
  ['a 405', { status: 405 }],
  ['a 410', { status: 410 }],
  ['our own page at every address', { status: 200, body: page, headers: html }],
] as const)('after %s the page runs without a console server', async (_what, answer) => {
  const { find, network } = await backendOf()
  network.interceptNext('GET', path, answer)
  expect(await find()).toMatchObject({ place: own, keeps: { where: 'page' } })
})

const good = marker({ address: 'http://x.test/', example: false })

test.each([
  ['no answer at all', 'network', { why: 'no-answer' }],
  ['another page at every address', { status: 200, body: '<!doctype html>', headers: html }, { why: 'other-page' }],
  ['an empty answer', { status: 200 }, { why: 'other-page' }],
  ['the console server’s JSON without its header', { ...good, headers: {} }, { why: 'other-page' }],
  ['our header with other JSON', { ...good, body: '{"host":"other"}' }, { why: 'other-page' }],
  ['our header without JSON', { ...good, body: 'hello' }, { why: 'other-page' }],
  ['our header on our own page', { ...good, body: page }, { why: 'other-page' }],
  ['an invalid address', marker({ address: 'nowhere', example: false }), { why: 'other-page' }],
  ['another version', { ...good, headers: { 'x-query-admin-host': '1' } }, { why: 'other-version' }],
  ['a 404 of another version', { status: 404, headers: { 'x-query-admin-host': '4' } }, { why: 'other-version' }],
  ['a 404 of the console server', { ...good, status: 404 }, { why: 'answered', status: 404, isOurs: true }],
  ['a 421 of the console server', { ...good, status: 421 }, { why: 'answered', status: 421, isOurs: true }],
  ...[400, 401, 403, 407, 418, 429, 500, 502, 503, 504].map(
    (status) => [`a ${status}`, { status }, { why: 'answered', status, isOurs: false }] as const,
  ),
  ['our own page with a 500', { status: 500, body: page }, { why: 'answered', status: 500, isOurs: false }],
  ...[301, 302, 303, 307, 308].map(
    (status) => [`a redirect (${status})`, { status, headers: { location: '/login' } }, { why: 'redirected' }] as const,
  ),
] as const)('after %s nobody is asked for an access token', async (_what, fault, unopened) => {
  const { search, network } = await backendOf()
  network.interceptNext('GET', path, fault)
  expect(await search()).toEqual(unopened)
})

test('an answer that is late leads nowhere, and the next one counts', async () => {
  const { search, find, network } = await backendOf()
  network.interceptNext('GET', path, 'never')
  const timer = new AbortController()
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(timer.signal)
  const finding = search()
  await vi.waitFor(() => expect(network.requestsTo('GET', path)).toHaveLength(1))
  expect(timeout.mock.calls).toEqual([[10_000]])
  timer.abort(new DOMException('', 'TimeoutError'))
  expect(await finding).toEqual({ why: 'late' })
  network.interceptNext('GET', path, good)
  expect(await find()).toMatchObject({ keeps: { where: 'host' } })
})

test('looking for the console server sends what a server in front wants, no access token, and follows no redirect', async () => {
  const { search, signIn, trial } = await backendOf()
  await signIn({ by: 'bearer', bearer: trial.bearer })
  const sent: [string, RequestInit][] = []
  await search({ fetch: async (...request) => Response.json(sent.push(request), { status: 404 }) })
  expect(sent.map(([url]) => url)).toEqual([`${origin}console-host.json`])
  expect(sent[0]?.[1]).toMatchObject({ credentials: 'same-origin', redirect: 'manual' })
  expect(sent[0]?.[1].headers).toEqual({ 'x-query-admin-page': '/admin/' })
})

const view = { identity: 'me', age: 0, idle: { left: 9e5, limit: 9e5 }, absolute: { left: 2e7, limit: 2e7 } }

test.each([
  ['of the session that the proof opens', { session: view }, 'signed'],
  ['that the cookie belongs to another sign-in', { session: null, other: true }, 'refused'],
  ['that there is none', { session: null }, undefined],
])('with a stored proof one request finds the console server and what it says %s', async (_, session, then) => {
  const { network, search, signal } = await backendOf()
  localStorage.setItem(`query-admin proof ${origin}`, 'P1')
  const body = { host: 'query-admin', service: { address: 'http://x.test/', example: false }, sessions, session }
  const sent: Headers[] = []
  network.interceptAll('GET', path, { status: 200, body: JSON.stringify(body), headers: { 'x-query-admin-host': '9' } })
  const fetch: typeof network.fetch = (url, init) => {
    sent.push(new Headers(init.headers))
    return network.fetch(url, init)
  }
  const backend = await search({ fetch })
  if ('why' in backend) throw new Error(backend.why)
  const outcome = await backend.resume(signal)
  expect(sent.map((headers) => headers.get('x-query-admin-proof'))).toEqual(['P1'])
  expect(outcome === undefined ? undefined : Object.keys(outcome)[0]).toBe(then)
  if (outcome !== undefined && 'signed' in outcome) outcome.signed.leave()
})

test('a sign-out that did not reach the console server comes before what it said of the session', async () => {
  const { network, search, signal } = await backendOf()
  localStorage.setItem(`query-admin proof ${origin}`, 'P1')
  localStorage.setItem(`query-admin signed out ${origin}`, 'P1')
  const body = { host: 'query-admin', service: { address: 'http://x.test/', example: false }, sessions }
  const headers = { 'x-query-admin-host': '9' }
  network.interceptAll('GET', path, {
    status: 200,
    body: JSON.stringify({ ...body, session: { session: view } }),
    headers,
  })
  network.interceptAll('DELETE', '/admin/console-session', { status: 204, headers })
  network.interceptAll('GET', '/admin/console-session', { status: 200, body: '{"session":null}', headers })
  const backend = await search()
  if ('why' in backend) throw new Error(backend.why)
  expect(await backend.resume(signal)).toBeUndefined()
  expect(network.requests.map(({ method, path: to }) => `${method} ${to}`)).toEqual([
    'GET /admin/console-host.json',
    'DELETE /admin/console-session',
    'GET /admin/console-session',
  ])
})
