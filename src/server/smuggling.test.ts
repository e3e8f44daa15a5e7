import { afterEach, describe, expect, test } from 'vitest'
import { securityHeaders } from './headers.ts'
import { hostAround, rawCall, sendRaw, serviceAt, statuses } from './testing/sockets.ts'
import { fetchUpstream } from './upstream.ts'

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

/** A console server before a real server that notes every request with its body. */
async function hostAndService() {
  const requests: string[] = []
  const service = await serviceAt((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString('latin1')))
    request.on('end', () => {
      const { 'content-length': length, 'transfer-encoding': coding } = request.headers
      requests.push(`${request.method} ${request.url} ${length ?? '-'} ${coding ?? '-'} ${body}`)
      response.end('{"data":[]}')
    })
  })
  closing.push(service.close)
  const host = await hostAround(fetchUpstream(service.url))
  closing.push(host.close)
  return { ...host, seen: requests }
}

describe('requests accepted are requests upstream', () => {
  test('a DELETE in chunks becomes one DELETE with one length', async () => {
    const { port, seen: requests } = await hostAndService()
    const chunks = '5\r\n{"nam\r\n7\r\ne":"a"}\r\n0\r\n\r\n'
    const head = rawCall('DELETE', '/_/token', 'Transfer-Encoding: chunked', 'Connection: close')
    expect(statuses(await sendRaw(port, `${head}\r\n${chunks}`))).toEqual(['200'])
    expect(requests).toEqual(['DELETE /_/token 12 - {"name":"a"}'])
  })

  const post = rawCall('POST', '/_/token')
  const get = rawCall('GET', '/_/token')
  const marked = get.slice(get.indexOf('\r\n') + 2)
  const smuggled = `${rawCall('GET', '/_/user')}\r\n`
  test.each([
    ['length before chunks', `${post}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${smuggled}`],
    ['chunks before length', `${post}Transfer-Encoding: chunked\r\nContent-Length: 100\r\n\r\n0\r\n\r\n${smuggled}`],
    ['two lengths', `${post}Content-Length: 0\r\nContent-Length: 44\r\n\r\n${smuggled}`],
    ['a coding with a blank before its colon', `${post}Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n${smuggled}`],
    ['an unknown coding', `${post}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n${smuggled}`],
    ['a folded coding', `${post}Transfer-Encoding:\r\n chunked\r\nContent-Length: 4\r\n\r\n0\r\n\r\n${smuggled}`],
    ['a GET with a body', `${get}Content-Length: 44\r\n\r\n${smuggled}`],
    ['line ends without CR', `${post.replaceAll('\r', '')}Content-Length: 0\n\n${smuggled}`],
    ['a bad chunk size', `${post}Transfer-Encoding: chunked\r\n\r\n0x5\r\nhello\r\n0\r\n\r\n${smuggled}`],
    ['two hosts', `${get}Host: 127.0.0.1\r\n\r\n`],
    ['another host', `GET /_/token HTTP/1.1\r\nHost: evil.example\r\n\r\n`],
    ['no host', 'GET /_/token HTTP/1.1\r\n\r\n'],
    ['an absolute address', `GET http://127.0.0.1/_/token HTTP/1.1\r\n${marked}\r\n`],
    ['a path that a parser would shorten', `GET /a/../_/token HTTP/1.1\r\n${marked}\r\n`],
    ['a path in disguise', `GET /%5f/token HTTP/1.1\r\n${marked}\r\n`],
    ['an upgrade', `${get}Upgrade: websocket\r\nConnection: upgrade\r\n\r\n`],
    ['a body that is not JSON', `${post.replace('application/json', 'text/plain')}Content-Length: 2\r\n\r\n{}`],
    ['a call without the header of the page', 'GET /_/token HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n'],
    ['a tunnel', 'CONNECT 127.0.0.1:80 HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n'],
    ['an expectation', `${post}Content-Length: 2\r\nExpect: banana\r\n\r\n`],
    ['no HTTP at all', 'banana\r\n\r\n'],
    ['headers beyond measure', `GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: ${'x'.repeat(70_000)}\r\n\r\n`],
  ])('%s never reaches the service, and is answered with every header', async (_what, text) => {
    const { port, seen: requests } = await hostAndService()
    const received = await sendRaw(port, text, 250, 10_000)
    for (const status of statuses(received)) expect(status).toMatch(/^4/)
    expect(statuses(received)).toHaveLength(1)
    for (const [name, value] of securityHeaders) expect(received).toContain(`${name}: ${value}`)
    expect(received).toContain('cache-control: no-store')
    expect(received.split('\r\n\r\n')[1]).toMatch(/^(\{"error":"[a-z-]+"\}|<!doctype html>[^]+too many cookies[^]+)$/)
    expect(requests).toEqual([])
  })

  test('a whole request before a broken one is carried out once and gets its own answer', async () => {
    const { port, seen: requests } = await hostAndService()
    const whole = `${rawCall('PUT', '/_/token', 'Content-Length: 2')}\r\n{}`
    expect(statuses(await sendRaw(port, `${whole}banana\r\n\r\n`))).toEqual(['200'])
    expect(requests).toHaveLength(1)
  })

  test.each([
    ['a bad request', `${rawCall('GET', '/_/token', 'Transfer-Encoding: chunked')}\r\n2\r\n{}\r\n0\r\n\r\n`, '400'],
    ['a method it does not have', `${rawCall('PUT', '/_/token/value', 'Content-Length: 2')}\r\n{}`, '405'],
    ['another name', `${rawCall('GET', '/').replace('127.0.0.1', 'evil.example')}Content-Length: 2\r\n\r\n{}`, '421'],
    ['a question in vain', `${rawCall('PUT', '/_/typo', 'Expect: 100-continue')}\r\n`, '404'],
    ['a question about no body', `${rawCall('GET', '/', 'Expect: 100-continue')}\r\n`, '200'],
    ['the page over HTTP/1.0', `${rawCall('GET', '/', 'Connection: keep-alive')}\r\n`.replace('1.1', '1.0'), '200'],
    [
      'a refusal of HTTP/0.9',
      `${rawCall('PUT', '/_/typo', 'Proxy-Connection: keep-alive')}\r\n`.replace('1.1', '0.9'),
      '404',
    ],
  ])(
    'what is sent behind %s, which ends the connection, is not carried out unanswered',
    async (_what, text, status) => {
      const { port, seen: requests } = await hostAndService()
      expect(statuses(await sendRaw(port, `${text}${rawCall('GET', '/_/token')}\r\n`))).toEqual([status])
      expect(requests).toEqual([])
    },
  )

  test('half a body is no request', async () => {
    const { port, seen: requests } = await hostAndService()
    await sendRaw(port, `${rawCall('PUT', '/_/token', 'Content-Length: 10')}\r\n{"a"`, 100)
    expect(requests).toEqual([])
  })

  test('a body over 64 KiB in chunks is refused while it is still coming', async () => {
    const { port, seen: requests } = await hostAndService()
    const head = `${rawCall('PUT', '/_/token', 'Transfer-Encoding: chunked')}\r\n`
    const chunk = `8000\r\n${'x'.repeat(0x8000)}\r\n`
    expect(statuses(await sendRaw(port, head + chunk.repeat(3), 2_000))).toEqual(['413'])
    expect(requests).toEqual([])
  })

  test('a client that expects 100-continue gets it, and only if its body is wanted', async () => {
    const { port, seen: requests } = await hostAndService()
    const head = (path: string) =>
      `${rawCall('PUT', path, 'Content-Length: 2', 'Expect: 100-continue', 'Connection: close')}\r\n`
    expect(statuses(await sendRaw(port, `${head('/_/token')}{}`))).toEqual(['100', '200'])
    expect(statuses(await sendRaw(port, `${head('/_/typo')}{}`))).toEqual(['404'])
    expect(requests).toHaveLength(1)
  })
})
