import { createServer as createTlsServer, type ServerOptions } from 'node:https'
import { type AddressInfo, createServer } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { getProblem } from '#api/problem.ts'
import { fromAuthority, selfSigned } from './testing/certificate.ts'
import { serviceAt } from './testing/sockets.ts'
import { limits } from './limits.ts'
import {
  type UpstreamRequest,
  fetchUpstream,
  inProcessUpstream,
  noResponseError,
  serviceConnection,
} from './upstream.ts'

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

async function service(...[listener]: Parameters<typeof serviceAt>) {
  const made = await serviceAt(listener)
  closing.push(made.close)
  return made
}

function call(changed: Partial<UpstreamRequest> = {}): UpstreamRequest {
  return {
    method: 'GET',
    target: '/_/token',
    headers: {},
    body: undefined,
    signal: new AbortController().signal,
    ...changed,
  }
}

async function failureOf(answer: Promise<Response>): Promise<[string, string]> {
  const problem = getProblem(await answer.catch((error: unknown) => error))
  if (problem?.kind !== 'unreachable' && problem?.kind !== 'timed-out') throw new Error('there was an answer')
  return [problem.kind, problem.sent]
}

describe('over http', () => {
  test('the prefix of the address is kept and the query goes through to the letter', async () => {
    const requests: unknown[] = []
    const { url } = await service((request, response) => {
      requests.push(request.method, request.url, request.headers.host)
      response.end('{}')
    })
    url.pathname = '/query/'
    const answer = await fetchUpstream(url)(call({ target: "/_/token/value?name=it's%zz+%2F" }))
    expect(await answer.text()).toBe('{}')
    expect(requests).toEqual(['GET', "/query/_/token/value?name=it's%zz+%2F", url.host])
  })

  test('a body goes with one length', async () => {
    const requests: unknown[] = []
    const { url } = await service((request, response) => {
      requests.push(request.headers['content-length'], request.headers['transfer-encoding'])
      request.on('data', (chunk: Buffer) => requests.push(chunk.toString()))
      request.on('end', () => response.end())
    })
    const body = new TextEncoder().encode('{"name":"a"}')
    await fetchUpstream(url)(call({ method: 'DELETE', body, headers: { 'content-length': '12' } }))
    expect(requests).toEqual(['12', undefined, '{"name":"a"}'])
  })

  test.each([201, 204, 302, 304, 404, 500])('a %i comes back as it is', async (status) => {
    const { url } = await service((_request, response) => {
      response.writeHead(status, { 'x-one': '1' })
      response.end()
    })
    const answer = await fetchUpstream(url)(call())
    expect([answer.status, answer.headers.get('x-one'), await answer.text()]).toEqual([status, '1', ''])
  })

  test('a 205 has no body, so the connection of one that sends a body is closed', async () => {
    let isClosed = false
    const { url } = await service((_request, response) => {
      response.writeHead(205)
      response.flushHeaders()
      const timer = setInterval(() => response.write('x'.repeat(100)), 5)
      response.on('close', () => {
        clearInterval(timer)
        isClosed = true
      })
    })
    expect(await (await fetchUpstream(url)(call())).text()).toBe('')
    await expect.poll(() => isClosed).toBe(true)
  })

  test('a port where nobody listens: nothing was sent', async () => {
    const { url, close } = await serviceAt(() => undefined)
    await close()
    expect(await failureOf(fetchUpstream(url)(call()))).toEqual(['unreachable', 'not-sent'])
  })

  test('a name that does not exist: nothing was sent', async () => {
    const upstream = fetchUpstream(new URL('http://nowhere.invalid'), 10_000)
    expect(await failureOf(upstream(call()))).toEqual(['unreachable', 'not-sent'])
  })

  test('a server that does not take the connection is given up early: nothing was sent', async () => {
    const upstream = fetchUpstream(new URL('http://192.0.2.1'), 50) // TEST-NET: routed nowhere
    const [, delivery] = await failureOf(upstream(call()))
    expect(delivery).toBe('not-sent')
  })

  test('a TLS handshake that never ends is given up as early: nothing was sent', async () => {
    const server = createServer((socket) => socket.resume())
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    closing.push(() => new Promise((resolve) => void server.close(() => resolve())))
    const address = server.address()
    const port = typeof address === 'object' ? address?.port : 0
    const upstream = fetchUpstream(new URL(`https://127.0.0.1:${port}`), 50)
    expect(await failureOf(upstream(call()))).toEqual(['timed-out', 'not-sent'])
  })

  test('plain http where TLS was expected: no request was written', async () => {
    const { port } = await service((_request, response) => response.end())
    expect(await failureOf(fetchUpstream(new URL(`https://127.0.0.1:${port}`))(call()))).toEqual([
      'unreachable',
      'not-sent',
    ])
  })

  test('a connection that ends without a response: unknown', async () => {
    const { url } = await service((request) => request.socket.destroy())
    expect(await failureOf(fetchUpstream(url)(call()))).toEqual(['unreachable', 'unknown'])
  })

  test.each([
    'HTTP/1.1 banana\r\n\r\n',
    'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n',
    'HTTP/1.1 999 Odd\r\nContent-Length: 0\r\n\r\n',
  ])('an answer that is no HTTP of ours (%j): nobody knows', async (text) => {
    const server = createServer((socket) => {
      socket.on('error', () => socket.destroy())
      socket.once('data', () => socket.end(text))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    closing.push(() => new Promise((resolve) => void server.close(() => resolve())))
    const address = server.address()
    const port = typeof address === 'object' ? address?.port : 0
    expect(await failureOf(fetchUpstream(new URL(`http://127.0.0.1:${port}`))(call()))).toEqual([
      'unreachable',
      'unknown',
    ])
  })

  test('an aborted call ends the connection', async () => {
    const ending = new AbortController()
    let ended = false
    const { url } = await service((request) => {
      request.socket.on('close', () => (ended = true))
      ending.abort()
    })
    expect(await failureOf(fetchUpstream(url)(call({ signal: ending.signal })))).toEqual(['timed-out', 'unknown'])
    await expect.poll(() => ended).toBe(true)
  })

  test('a body that is cancelled, or breaks off, takes its connection along', async () => {
    const ended: string[] = []
    const { url } = await service((request, response) => {
      request.socket.on('close', () => ended.push(request.url ?? ''))
      response.writeHead(200, { 'content-length': '100000' })
      response.write('x'.repeat(1_000))
      if (request.url === '/broken') setTimeout(() => request.socket.destroy(), 20)
    })
    const reader = (await fetchUpstream(url)(call({ target: '/cancelled' }))).body?.getReader()
    await reader?.read()
    await reader?.cancel()
    await expect((await fetchUpstream(url)(call({ target: '/broken' }))).text()).rejects.toThrow('aborted')
    await expect.poll(() => ended.toSorted()).toEqual(['/broken', '/cancelled'])
  })
})

describe('a certificate that is not trusted is named, in the answer and in one line: nothing was sent', () => {
  /** An https service with this certificate, and the requests that it received. */
  async function secureService(options: ServerOptions) {
    const requests: unknown[] = []
    const server = createTlsServer(options, (request, response) => (requests.push(request), response.end()))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    closing.push(() => new Promise((resolve) => void server.close(() => resolve())))
    const { port } = server.address() as AddressInfo
    return { url: new URL(`https://127.0.0.1:${port}`), requests, renew: server.setSecureContext.bind(server) }
  }
  const { cert, key, authority } = fromAuthority()
  const odd = fromAuthority(false)

  test.each([
    ['self-signed', selfSigned(), /is self-signed.+NODE_EXTRA_CA_CERTS/],
    ['expired', selfSigned('expired'), /has expired/],
    ['not-yet-valid', selfSigned('not-yet-valid'), /is not valid yet/],
    ['unknown-authority', { cert, key }, /from an unknown authority.+NODE_EXTRA_CA_CERTS/],
    ['unknown-authority', { cert: Buffer.concat([cert, authority]), key }, /from an unknown authority/],
    ['untrusted', { cert: Buffer.concat([odd.cert, odd.authority]), key: odd.key }, /doesn’t trust/],
  ])('%s (%#)', async (certificate, options, sentence) => {
    const { url, requests } = await secureService(options)
    const warnings: string[] = []
    const upstream = fetchUpstream(url, limits.connect, (warning) => warnings.push(warning))
    for (let time = 0; time < 2; time += 1) {
      const error: unknown = await upstream(call({ method: 'DELETE' })).catch((thrown: unknown) => thrown)
      expect(getProblem(error)).toEqual({ kind: 'unreachable', sent: 'not-sent', certificate })
    }
    expect(warnings).toEqual([expect.stringMatching(sentence)])
    expect(requests).toEqual([])
  })

  test('another reason is another line', async () => {
    const { url, renew } = await secureService(selfSigned())
    const warnings: string[] = []
    const upstream = fetchUpstream(url, limits.connect, (warning) => warnings.push(warning))
    await upstream(call()).catch(() => undefined)
    renew(selfSigned('expired'))
    await upstream(call()).catch(() => undefined)
    expect(warnings).toEqual([expect.stringContaining('self-signed'), expect.stringContaining('has expired')])
  })

  test('another failure of TLS is no fault of the certificate, and no line', async () => {
    const { port } = await service((_request, response) => response.end())
    const warnings: string[] = []
    const upstream = fetchUpstream(new URL(`https://127.0.0.1:${port}`), limits.connect, (text) => warnings.push(text))
    const error: unknown = await upstream(call()).catch((thrown: unknown) => thrown)
    expect(getProblem(error)).toEqual({ kind: 'unreachable', sent: 'not-sent' })
    expect(warnings).toEqual([])
  })
})

test('a service in this process gets a whole Request', async () => {
  const body = new TextEncoder().encode('{}')
  const upstream = inProcessUpstream(
    async (request) => new Response(`${request.method} ${request.url} ${await request.text()}`),
  )
  const answer = await upstream(call({ method: 'PUT', target: '/_/token?a=b', body }))
  expect(await answer.text()).toBe('PUT http://embedded.invalid/_/token?a=b {}')
})

test('a service in this process gets no call that had ended before it was sent', async () => {
  let calls = 0
  const upstream = inProcessUpstream(async () => ((calls += 1), new Response()))
  await expect(upstream(call({ method: 'DELETE', signal: AbortSignal.abort() }))).rejects.toThrow('aborted')
  expect(calls).toBe(0)
})

test('a call of the console server itself that gets no response fails: it is no response with a status', async () => {
  const { fetch } = serviceConnection(() => Promise.reject(noResponseError('unreachable', 'unknown')), limits)
  expect(await failureOf(fetch('http://service.invalid/_/user', { method: 'POST' }))).toEqual([
    'unreachable',
    'unknown',
  ])
})
