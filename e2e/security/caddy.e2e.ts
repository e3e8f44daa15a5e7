import { sentHeader } from '#contract/console-host.ts'
import { isDeep } from '#contract/testing/deep.ts'
import { limits } from '#host/limits.ts'
import { staticHeaders } from '#host/samples/sample.ts'
import { sampleFor } from '#e2e/rig/web-server-sample.ts'
import { installed } from '#e2e/rig/installed.ts'
import { openWebServer } from '#e2e/rig/web-server.ts'
import { expect, test } from '#e2e/rig/world.ts'

// nginx is the sample of `npm run test:more`; this one is tried in `npm run test:deep` alone.
const missing = !isDeep()
  ? 'only in test:deep'
  : installed('caddy') === undefined
    ? 'Caddy is not installed: apt-get install caddy'
    : undefined
test.skip(missing !== undefined, missing ?? '')

test('behind Caddy every answer has the headers, and its own 502 and 504 say that the outcome is unknown', async ({
  world: { proxy, admin },
  request,
}) => {
  const caddy = await openWebServer('caddy', ({ port }) => sampleFor('Caddyfile', proxy.url, port))
  if (caddy === undefined) throw new Error(missing)
  proxy.fail('GET /_/user', { status: 302, headers: { location: 'https://evil.example', 'set-cookie': 'a=b' } })
  proxy.fail('PUT /_/user', { reset: true })
  proxy.fail('POST /_/token', { instead: () => undefined })
  proxy.fail('PUT /_/token', { status: 502, headers: { [sentHeader]: 'not-sent' }, body: 'of the service' })
  const unknown = { status: 502, [sentHeader]: 'unknown' }
  const requests: [method: string, path: string, expected: object, body: RegExp][] = [
    ['GET', '', { status: 200, 'cache-control': 'no-cache' }, /<!doctype html>/i],
    ['GET', 'icon.svg', { status: 200, 'cache-control': 'no-cache' }, /<svg/],
    ['GET', '_/typo', { status: 404 }, /^\{"error":"not-found"\}$/],
    ['PATCH', '_/token', { status: 405 }, /^\{"error":"method-not-allowed"\}$/],
    ['GET', '_/token', { status: 200 }, /^\{"data":/],
    ['GET', '_/user', unknown, /^\{"error":"redirected"\}$/],
    ['PUT', '_/user', unknown, /^\{"error":"unreachable"\}$/],
    ['POST', '_/token', { ...unknown, status: 504 }, /^\{"error":"timed-out"\}$/],
    ['PUT', '_/token', { status: 502 }, /^of the service$/],
  ]
  for (const [method, path, expected, body] of requests) {
    const answer = await request.fetch(caddy.origin + path, {
      method,
      headers: { authorization: `Bearer ${admin.bearer}`, 'content-type': 'application/json' },
      maxRedirects: 0,
      timeout: limits.firstByte + 5_000,
      ...(['POST', 'PUT', 'PATCH'].includes(method) && { data: '{}' }),
    })
    const headers = answer.headers()
    const of = `${method} /${path}`
    for (const [name, value] of staticHeaders) expect(headers[name], `${of}: ${name}`).toBe(value)
    expect({ status: answer.status(), ...headers }, of).toMatchObject({ 'cache-control': 'no-store', ...expected })
    if (!(sentHeader in expected)) expect(headers[sentHeader], of).toBeUndefined()
    for (const name of ['set-cookie', 'location', 'server']) expect(headers[name], of).toBeUndefined()
    expect(await answer.text(), of).toMatch(body)
  }
  console.log(`Caddy: ${staticHeaders.length} headers complete on ${requests.length} URLs × statuses`)
  await caddy.stop()
  expect(caddy.log(), 'it logs no request').not.toMatch(/_\/(token|user)|"level":"error"/)
})
