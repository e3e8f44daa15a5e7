import { expect, test } from 'vitest'
import { ServerMarker, markerPath, ServerSessionResponse, pageHeader } from '#api/console-server.ts'
import { ofPage, smallSite } from './testing/sockets.ts'
import { trialCookie, trialSite } from './testing/trial-site.ts'
import { createHandler } from './handler.ts'
import type { UpstreamRequest, Upstream } from './upstream.ts'

const origin = 'http://127.0.0.1:4173'

/** A console server before a service that always answers `response`, and the calls that reached it. */
function saying(response: () => Response) {
  const calls: UpstreamRequest[] = []
  const upstream: Upstream = async (call) => {
    calls.push(call)
    return response()
  }
  const handler = createHandler({ files: smallSite, ...trialSite(upstream) })
  return { calls, ask: (target: string, init?: RequestInit) => handler(new Request(origin + target, init), target) }
}

const ok = () => Response.json({ data: [] })

test.each([
  ['cross-site', 'navigate', 403, 403],
  ['same-site', 'cors', 403, 403],
  ['same-origin', 'cors', 200, 200],
  ['none', 'navigate', 200, 403],
])('a browser that says %s, %s gets %i for the page and %i for a call', async (site, mode, page, call) => {
  const { ask, calls } = saying(ok)
  const headers = { 'sec-fetch-site': site, 'sec-fetch-mode': mode, cookie: trialCookie }
  expect((await ask('/', { headers })).status).toBe(page)
  expect((await ask('/_/token', { headers })).status).toBe(call)
  expect((await ask('/console-host.json', { headers })).status).toBe(call)
  expect(calls).toHaveLength(call === 200 ? 1 : 0)
})

test('a call that says nothing of where it comes from is refused in our own word', async () => {
  const { ask, calls } = saying(ok)
  for (const target of ['/_/token', '/_/token/value?name=a', '/console-host.json']) {
    const answer = await ask(target)
    expect([answer.status, await answer.text()]).toEqual([403, '{"error":"cross-site"}'])
  }
  expect(calls).toEqual([])
})

test('no answer gives access to another origin', async () => {
  const { ask } = saying(() => Response.json([], { headers: { 'access-control-allow-origin': '*' } }))
  const init = { headers: { ...ofPage, origin, 'access-control-request-method': 'PUT' } }
  const answers = [ask('/', init), ask('/_/token', init), ask('/_/token', { ...init, method: 'OPTIONS' })]
  const [page, call, options] = await Promise.all(answers)
  expect([page?.status, call?.status, options?.status]).toEqual([200, 200, 405])
  for (const answer of [page, call, options]) {
    expect([...(answer?.headers.keys() ?? [])].filter((name) => name.startsWith('access-control'))).toEqual([])
  }
})

test('the page is the same file for everybody: it says nothing of a session', async () => {
  const { ask, calls } = saying(ok)
  for (const headers of [{}, { cookie: trialCookie }, { cookie: `__Host-query-admin=${'x'.repeat(43)}` }]) {
    const page = await ask('/', { headers })
    expect([page.headers.get('cache-control'), await page.arrayBuffer()]).toEqual(['no-cache', pageBytes])
  }
  expect(calls).toEqual([])
})

const pageBytes = smallSite.get('/')?.bytes.buffer

test('a link of another site opens the page, and nothing else', async () => {
  const { ask, calls } = saying(ok)
  const link = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }
  const statuses = ['/', '/assets/main-1a2b3c4d.js', '/console-host.json', '/console-session', '/_/token'].map(
    async (target) => (await ask(target, { headers: { ...link, cookie: trialCookie } })).status,
  )
  expect(await Promise.all(statuses)).toEqual([200, 403, 403, 403, 403])
  expect(calls).toEqual([])
})

test('the marker says that this is the console server and which service is behind it', async () => {
  const { ask } = saying(ok)
  const answer = await ask(markerPath.slice(1), { headers: ofPage })
  expect(ServerMarker.parse(await answer.json())).toEqual({
    host: 'query-admin',
    service: { address: origin, example: true },
    sessions: { idle: 900_000, absolute: 28_800_000 },
  })
  expect(answer.headers.get('cache-control')).toBe('no-store')
})

test('a console server that stops is alive and not ready', async () => {
  const handler = createHandler({ files: smallSite, ...trialSite(async () => new Response('{}')) })
  const ask = async (path: string) => (await handler(new Request(new URL(path, 'https://127.0.0.1')))).status
  expect([await ask('/healthz'), await ask('/readyz')]).toEqual([200, 200])
  handler.close()
  expect([await ask('/healthz'), await ask('/readyz')]).toEqual([200, 503])
})

test('everybody is told the name and colour of the service, and only a signed-in page the consoles of others, and where to go after signing out', async () => {
  const parts = {
    ...trialSite(async () => new Response()),
    serviceLabel: { name: 'Production', color: 'red' as const },
    otherConsoles: [{ name: 'Staging', address: 'https://staging.example/' }],
    signOutUrl: '/oauth2/sign_out',
  }
  const handler = createHandler({ files: smallSite, ...parts })
  const ask = async (path: string, headers: object) =>
    (await handler(new Request(new URL(path, origin), { headers: { [pageHeader]: '/', ...headers } }))).text()
  const anybody = await ask('/console-host.json', {})
  expect(JSON.parse(anybody)).toMatchObject({ service: { name: 'Production', color: 'red' } })
  expect(anybody + (await ask('/console-session', {}))).not.toContain('staging')
  const { session } = ServerSessionResponse.parse(JSON.parse(await ask('/console-session', { cookie: trialCookie })))
  expect(session).toMatchObject({ consoles: parts.otherConsoles, signOutUrl: parts.signOutUrl })
})

test('every answer but a file names the build of the page that is served, whatever the service says', async () => {
  const { ask } = saying(() => Response.json({ data: [] }, { headers: { 'x-query-admin-build': 'other' } }))
  const buildAt = async (target: string) => (await ask(target, { headers: ofPage })).headers.get('x-query-admin-build')
  const build = await buildAt('/console-host.json')
  expect(build).toBe(smallSite.get('/')?.etag)
  expect(await buildAt('/_/token')).toBe(build)
  expect(await buildAt('/nothing')).toBe(build)
  expect(await buildAt('/')).toBeNull()
})
