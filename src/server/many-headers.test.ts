import { afterEach, describe, expect, test } from 'vitest'
import { pageHeader } from '#api/console-server.ts'
import { createCounterMemory, createSignInRateLimit } from './session/sign-in-rate-limit.ts'
import { hostAround, rawCall, sendRaw, smallSite, statuses } from './testing/sockets.ts'
import { trialSite } from './testing/trial-site.ts'
import { createHandler } from './handler.ts'
import { limits } from './limits.ts'
import { inProcessUpstream } from './upstream.ts'

let close: (() => Promise<void>) | undefined
afterEach(() => close?.())

/** A console server, and what reaches the service behind it. */
async function opened(isProxied = false) {
  const requests: string[] = []
  const service = inProcessUpstream(async ({ method, url }) => {
    requests.push(`${method} ${url}`)
    return url.includes('value') ? new Response('wrong', { status: 400 }) : Response.json({ data: [] })
  })
  const site = {
    ...trialSite(service),
    signInLimit: createSignInRateLimit(
      createCounterMemory(() => 0),
      () => 0,
      limits,
    ),
  }
  const host = await hostAround(service, {}, { isProxied, handler: createHandler({ files: smallSite, ...site }) })
  close = host.close
  return { ...host, requests }
}

/** The head with fillers in it, so that `header` is its header of this number. */
function withHeaderAt(place: number, head: string, header: string): string {
  const before = head.split('\r\n').length - 2
  const fillers = Array.from({ length: place - before - 1 }, (_, index) => `F${index}: 1\r\n`).join('')
  return `${head}${fillers}${header}\r\n`
}

const places = [...Array.from({ length: 32 }, (_, index) => 99 + index), 200]
const post = rawCall('POST', '/_/token', 'Connection: close')
const get = rawCall('GET', '/_/token', 'Connection: close')
const withoutType = post.replace('Content-Type: application/json\r\n', '')

describe('a header counts wherever it stands', () => {
  test.each([
    ['a second host', get, 'Host: evil.example', ''],
    ['another origin', get, 'Origin: https://evil.example', ''],
    ['another site', get, 'Sec-Fetch-Site: cross-site', ''],
    ['the length of a body in a GET', get, 'Content-Length: 2', '{}'],
    ['the coding of a body in a GET', get, 'Transfer-Encoding: chunked', '2\r\n{}\r\n0\r\n\r\n'],
    ['a second length', `${post}Content-Length: 2\r\n`, 'Content-Length: 2', '{}'],
    ['a coding beside a length', `${post}Content-Length: 2\r\n`, 'Transfer-Encoding: chunked', '{}'],
    ['a body as a form sends it', `${withoutType}Content-Length: 2\r\n`, 'Content-Type: text/plain', '{}'],
    ['a second type', `${post}Content-Length: 2\r\n`, 'Content-Type: text/plain', '{}'],
    ['a second access token', `${get}Authorization: Bearer a\r\n`, 'Authorization: Bearer b', ''],
    ['an upgrade', get, 'Upgrade: websocket\r\nConnection: upgrade', ''],
    ['an expectation', `${post}Content-Length: 2\r\n`, 'Expect: banana', '{}'],
  ])('%s', async (_, head, header, body) => {
    const { port, requests } = await opened()
    for (const place of places) {
      const answered = statuses(await sendRaw(port, `${withHeaderAt(place, head, header)}\r\n${body}`))
      expect([place, answered]).toEqual([place, [expect.stringMatching(/^4/)]])
    }
    expect(requests).toEqual([])
  })
})

test('a request with 100 headers is served, one with 101 is refused and its connection ends', async () => {
  const { port, requests } = await opened()
  expect(statuses(await sendRaw(port, `${withHeaderAt(limits.headerLines, get, 'X: y')}\r\n`))).toEqual(['200'])
  const ordinary = rawCall('GET', '/_/token')
  const two = `${withHeaderAt(limits.headerLines + 1, ordinary, 'X: y')}\r\n${get}\r\n`
  expect(statuses(await sendRaw(port, two))).toEqual(['431'])
  expect(requests).toHaveLength(1)
})

test('guesses behind a proxy that appends its own line are limited, however many headers stand before it', async () => {
  const { port, requests } = await opened(true)
  const body = '{"by":"password","email":"a@example.test","password":"guess"}'
  const answered: string[] = []
  for (let guess = 0; guess < 14; guess += 1) {
    const lines = ['Host: 127.0.0.1', `${pageHeader}: /`, 'Content-Type: application/json']
    const claimed = `X-Forwarded-For: 203.0.113.${guess}`
    const head = ['POST /console-session HTTP/1.1', ...lines, claimed, `Content-Length: ${body.length}`, '', ''].join(
      '\r\n',
    )
    const place = guess % 2 === 0 ? 128 : 90
    const text = withHeaderAt(place, head.slice(0, -2), 'X-Forwarded-For: 198.51.100.1')
    answered.push(...statuses(await sendRaw(port, `${text}Connection: close\r\n\r\n${body}`, 3_000)))
  }
  expect(answered.filter((status) => status === '431')).toHaveLength(7)
  expect(answered.filter((status) => status === '401')).toHaveLength(5)
  expect(requests.length).toBeLessThanOrEqual(5)
})
