import { expect, test } from 'vitest'
import { HostMarker, hostMarkerPath } from '#contract/console-host.ts'
import { smallSite } from '#host/testing/sockets.ts'
import { createHandler } from './handler.ts'
import { securityHeaders } from './headers.ts'
import { limits } from './limits.ts'
import type { Call, Upstream } from './upstream.ts'

const origin = 'http://127.0.0.1:4173'

/** A host over a service that always says `response`, and the calls that reached it. */
function saying(response: () => Response) {
  const calls: Call[] = []
  const upstream: Upstream = async (call) => {
    calls.push(call)
    return response()
  }
  const handler = createHandler({ files: smallSite, upstream, serviceAddress: undefined, limits })
  return { calls, ask: (target: string, init?: RequestInit) => handler(new Request(origin + target, init), target) }
}

const ok = () => Response.json({ data: [] })

test.each([
  ['cross-site', 403],
  ['same-site', 403],
  ['same-origin', 200],
  ['none', 200],
])('a browser that says %s gets %i', async (site, status) => {
  const { ask, calls } = saying(ok)
  expect((await ask('/_/token', { headers: { 'sec-fetch-site': site } })).status).toBe(status)
  expect((await ask('/', { headers: { 'sec-fetch-site': site } })).status).toBe(status)
  expect(calls).toHaveLength(status === 200 ? 1 : 0)
})

test('every answer carries every security header', async () => {
  const { ask } = saying(ok)
  const cross = { headers: { 'sec-fetch-site': 'cross-site' } }
  const answers = [
    ask('/'),
    ask('/nothing'),
    ask('/_/token'),
    ask('/_/typo'),
    ask('/_/token', { method: 'PATCH' }),
    ask('/', cross),
  ]
  for (const answer of await Promise.all(answers)) {
    for (const [name, value] of securityHeaders) expect(answer.headers.get(name)).toBe(value)
  }
})

test('the marker says that this is our host and which service it stands in front of', async () => {
  const { ask } = saying(ok)
  const answer = await ask(hostMarkerPath.slice(1))
  expect(HostMarker.parse(await answer.json())).toEqual({
    host: 'query-admin',
    service: { address: origin, example: true },
  })
  expect(answer.headers.get('cache-control')).toBe('no-store')
})
