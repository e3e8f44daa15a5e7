import { request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { parseListStream } from '#api/list/list-stream.ts'
import { receiveResponse } from '#api/testing/streams.ts'
import {
  emptyService,
  endlessService,
  hostAround,
  longerThanTests,
  ofPage,
  rawCall,
  sendRaw,
  serviceAt,
  statuses,
} from './testing/sockets.ts'
import { fetchUpstream, inProcessUpstream } from './upstream.ts'

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

async function host(...parts: Parameters<typeof hostAround>) {
  const made = await hostAround(...parts)
  closing.push(made.close)
  return made
}

describe('time', () => {
  test('a client that never finishes its headers, or its body, gets a response and is cut off', async () => {
    const { port } = await host(emptyService, { headers: 200, upload: 300 })
    const [headers, body] = await Promise.all([
      sendRaw(port, 'GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: ', 3_000),
      sendRaw(port, `${rawCall('PUT', '/_/token', 'Content-Length: 9')}\r\n{`, 3_000),
    ])
    expect([statuses(headers), statuses(body)]).toEqual([['408'], ['408']])
  })

  test('a list reaches the client while the service is still writing it', async () => {
    let finish = () => {}
    const service = await serviceAt((_request, response) => {
      response.write('{"data":[{"name":"a"},')
      finish = () => response.end('{"name":"b"}]}')
    })
    closing.push(service.close)
    const { origin } = await host(fetchUpstream(service.url))
    const answer = await fetch(`${origin}/_/token`, { headers: ofPage })
    const rows: unknown[] = []
    for await (const piece of parseListStream(await receiveResponse(answer), 'tokens', 1e6)) {
      rows.push(...piece.rows)
      finish()
    }
    expect(rows).toEqual([{ name: 'a' }, { name: 'b' }])
  })

  test('a list that breaks off at the service breaks off at the client: it is never taken for a whole one', async () => {
    const service = await serviceAt((request, response) => {
      response.write('{"data":[{"email":"a","name":"a"},')
      if (request.url === '/_/token') setTimeout(() => response.destroy(), 30)
    })
    closing.push(service.close)
    const { origin } = await host(fetchUpstream(service.url), { pace: 100 })
    await expect(fetch(`${origin}/_/token`, { headers: ofPage }).then((answer) => answer.text())).rejects.toThrow(
      'terminated',
    )
    await expect(fetch(`${origin}/_/user`, { headers: ofPage }).then((answer) => answer.text())).rejects.toThrow(
      'terminated',
    )
  })

  test('a client that goes away ends its request at the service', async () => {
    const requests: (string | undefined)[] = []
    const ended: (string | undefined)[] = []
    const service = await serviceAt((request, response) => {
      requests.push(request.url)
      request.socket.on('close', () => ended.push(request.url))
      if (request.url === '/_/token') response.write('{"data":[{"name":"a"},')
    })
    closing.push(service.close)
    const { origin } = await host(fetchUpstream(service.url))
    for (const path of ['/_/token', '/_/token/value?name=a']) {
      const going = new AbortController()
      const fetching = fetch(origin + path, { headers: ofPage, signal: going.signal }).catch(() => undefined)
      await expect.poll(() => requests).toContain(path)
      going.abort()
      await (await fetching)?.text().catch(() => undefined)
    }
    await expect.poll(() => ended).toEqual(['/_/token', '/_/token/value?name=a'])
  })

  test('a client that does not read is not read for', async () => {
    let made = 0
    const endless = endlessService(() => (made += 1))
    const { port } = await host(endless, { idle: 400 })
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => undefined)
    socket.pause()
    socket.write(`${rawCall('GET', '/_/token')}\r\n`)
    await new Promise((resolve) => setTimeout(resolve, 300))
    const madeBefore = made
    expect(madeBefore).toBeLessThan(400)
    await expect.poll(() => made).toBeLessThanOrEqual(madeBefore + 2)
    socket.destroy()
  })
})

describe('the end', () => {
  test('what is in flight finishes, and nothing new begins', async () => {
    const service = await serviceAt((_request, response) => setTimeout(() => response.end('done'), 150))
    closing.push(service.close)
    const { origin, close, unanswered } = await hostAround(fetchUpstream(service.url), { drain: longerThanTests })
    const reading = fetch(`${origin}/_/token/value?name=a`, { headers: ofPage }).then((answer) => answer.text())
    await expect.poll(unanswered, { interval: 5 }).toBe(1)
    const closed = close()
    await expect(fetch(`${origin}/`)).rejects.toThrow('fetch failed')
    expect(await reading).toBe('{"value":"done"}')
    await closed
  })

  test('what does not finish is cut off', async () => {
    const { origin, close } = await hostAround(
      inProcessUpstream(() => new Promise(() => undefined)),
      { drain: 100 },
    )
    const valueOutcome = fetch(`${origin}/_/token`, { headers: ofPage }).then(
      () => 'answered',
      () => 'cut off',
    )
    await new Promise((resolve) => setTimeout(resolve, 50))
    await close()
    expect(await valueOutcome).toBe('cut off')
  })
})

test('a line of the log has no query, no header and no body', async () => {
  const { origin, log } = await host(emptyService)
  await fetch(`${origin}/_/token/value?name=geheim`, { headers: { ...ofPage, authorization: 'Bearer geheim' } })
  await fetch(`${origin}/geheim`)
  await expect.poll(() => log).toHaveLength(2)
  const lines = log.map((line) => JSON.parse(line) as Record<string, unknown>)
  expect(lines.map(({ method, path, status, bytes }) => [method, path, status, bytes])).toEqual([
    ['GET', '/_/token/value', 200, 14],
    ['GET', '(other)', 404, 21],
  ])
  expect(Object.keys(lines[0] ?? {})).toEqual(['time', 'method', 'path', 'status', 'ms', 'bytes', 'id'])
  expect(log.join()).not.toContain('geheim')
})

test('a HEAD has the head of its GET and no body', async () => {
  const { port, origin } = await host(emptyService)
  const length = await new Promise((resolve) => {
    httpRequest({ port, host: '127.0.0.1', path: '/', method: 'HEAD' }, (answer) => {
      resolve(answer.headers['content-length'])
      answer.resume()
    }).end()
  })
  expect(length).toBe(String((await (await fetch(origin)).text()).length))
})
