import { request } from 'node:http'
import { afterEach, expect, test } from 'vitest'
import { emptyService, hostAround, sendRaw, statuses } from './testing/sockets.ts'
import { contentSecurityPolicy } from './headers.ts'
import type { SecurityEvent } from './log.ts'

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

/** What a person's browser gets that opens the console, behind a proxy or not. */
async function opened(headers: Record<string, string>, isProxied = true, path = '/') {
  const events: SecurityEvent[] = []
  const host = await hostAround(emptyService, {}, { isProxied, hsts: 60, note: (event) => events.push(event) })
  closing.push(host.close)
  const { status, type, policy, secure, text } = await new Promise<Record<string, unknown> & { text: string }>(
    (resolve, reject) => {
      const outgoing = request({ port: host.port, host: '127.0.0.1', path, headers }, (answer) => {
        let text = ''
        answer.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
        answer.on('end', () =>
          resolve({
            status: answer.statusCode,
            type: answer.headers['content-type'],
            policy: answer.headers['content-security-policy'],
            secure: answer.headers['strict-transport-security'],
            text,
          }),
        )
      })
      outgoing.on('error', reject).end()
    },
  )
  return { status, type, policy, secure, text, events }
}

const html = 'text/html,application/xhtml+xml,*/*;q=0.8'
const navigates = { accept: html, 'sec-fetch-mode': 'navigate', 'sec-fetch-site': 'none', 'sec-fetch-dest': 'document' }

test.each([
  ['a browser over plain http, which says nothing of its requests', { accept: html }, 426],
  ['a browser whose proxy says http', { ...navigates, 'x-forwarded-proto': 'http' }, 426],
  ['a browser over https', { ...navigates, 'x-forwarded-proto': 'https' }, 200],
  ['a browser behind a proxy that says nothing', navigates, 200],
  ['a program that wants no page', { accept: '*/*' }, 200],
])('%s gets %3$i', async (_, headers, status) => {
  const answer = await opened(headers)
  expect(answer.status).toBe(status)
  if (status === 200) return expect(answer.text).toContain('<title>page</title>')
  expect(answer.text).toContain('<h1>This console needs https</h1>')
  expect(answer.text).toContain('X-Forwarded-Proto')
  expect([answer.type, answer.policy]).toEqual(['text/html; charset=utf-8', contentSecurityPolicy])
})

test('a name that the console does not know gets a page that names the setting and not the name', async () => {
  const host = 'evil.example'
  const page = await opened({ ...navigates, host })
  expect([page.status, page.type]).toEqual([421, 'text/html; charset=utf-8'])
  expect(page.text).toContain('PUBLIC_HOSTS')
  expect(page.text).not.toContain('evil')
  expect(page.text).not.toMatch(/<(script|link|style|img)/)
  expect(page.events.filter(({ event }) => event === 'host-refused')).toHaveLength(1)
  const call = await opened({ accept: 'application/json', host })
  expect([call.status, call.type, call.text]).toEqual([421, 'application/json', '{"error":"unknown-host"}'])
})

test('a request without Host gets a page about that alone, with the proxy’s setting; a call gets the word', async () => {
  const { port, close } = await hostAround(emptyService)
  closing.push(close)
  for (const version of ['HTTP/1.0', 'HTTP/1.1']) {
    const page = await sendRaw(port, `GET / ${version}\r\nAccept: ${html}\r\nConnection: close\r\n\r\n`)
    expect(statuses(page)).toEqual(['421'])
    expect(page).toContain('No host name arrived')
    expect(page).toContain('nginx: proxy_set_header Host $host;')
    expect(page).not.toMatch(/PUBLIC_HOSTS|Host \$http_host/)
    expect(page.toLowerCase()).not.toContain('\r\nlocation:')
    const call = await sendRaw(port, `GET /_/token ${version}\r\nConnection: close\r\n\r\n`)
    expect(call).toMatch(/\r\n\r\n\{"error":"no-host"\}$/)
  }
})

test('a Host without its port opens the page and nothing else: script, style and calls of the real origin are refused', async () => {
  const host = await hostAround(emptyService)
  closing.push(host.close)
  const { port } = host
  const responseTo = async (method: string, path: string, ...lines: string[]) =>
    statuses(await sendRaw(port, `${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\nConnection: close\r\n\r\n`))[0]
  const navigation = Object.entries(navigates).map(([name, value]) => `${name}: ${value}`)
  const ownHeaders = [`Origin: http://127.0.0.1:${port}`, 'Sec-Fetch-Site: same-origin']
  for (const address of ['127.0.0.1', `127.0.0.1:${port + 1}`]) {
    const hostHeader = `Host: ${address}`
    expect(await responseTo('GET', '/', hostHeader, ...navigation)).toBe('200')
    expect(await responseTo('GET', '/assets/main-1a2b3c4d.js', hostHeader, ...ownHeaders)).toBe('403')
    expect(await responseTo('DELETE', '/console-session', hostHeader, ...ownHeaders)).toBe('403')
  }
  expect(await responseTo('GET', '/assets/main-1a2b3c4d.js', `Host: 127.0.0.1:${port}`, ...ownHeaders)).toBe('200')
})

test('sixty large cookies of others get a sentence', async () => {
  const { port, close } = await hostAround(emptyService)
  closing.push(close)
  const cookies = Array.from({ length: 60 }, (_, index) => `other-${index}=${'x'.repeat(4_000)}`).join('; ')
  const received = await sendRaw(port, `GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: ${cookies}\r\n\r\n`, 3_000)
  expect(statuses(received)).toEqual(['431'])
  expect(received).toContain('content-type: text/html; charset=utf-8\r\n')
  expect(received).toContain('Delete the cookies of this address, then reload.')
  expect(received).toMatch(/<\/html>\n$/)
  expect(received).not.toContain('other-')
})

test('behind a TLS proxy every answer tells browsers to stay with https if that is set, and without one none does', async () => {
  const variants = [
    { accept: '*/*' },
    { accept: html },
    { accept: html, host: 'evil.example' },
    { accept: '*/*', te: 'x' },
  ]
  for (const headers of variants) {
    expect((await opened(headers, true)).secure).toBe('max-age=60')
    expect((await opened(headers, false)).secure).toBeUndefined()
    expect((await opened(headers, true, '/nope')).secure).toBe('max-age=60')
  }
})

test('a proxy that does not say who asks is noted once', async () => {
  const events: SecurityEvent[] = []
  const { origin, close } = await hostAround(emptyService, {}, { isProxied: true, note: (event) => events.push(event) })
  closing.push(close)
  for (const address of ['192.0.2.1', '', 'unknown', 'unknown']) {
    await fetch(origin, { headers: { 'x-forwarded-for': address } })
  }
  expect(events).toEqual([{ event: 'address-unknown' }])
})
