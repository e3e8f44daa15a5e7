import { connect } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import {
  emptyService,
  endlessService,
  hostAround,
  longerThanTests,
  rawCall,
  sendRaw,
  statuses,
} from './testing/sockets.ts'
import { limits } from './limits.ts'
import { inProcessUpstream } from './upstream.ts'

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

async function host(...parts: Parameters<typeof hostAround>) {
  const made = await hostAround(...parts)
  closing.push(made.close)
  const sockets = () => new Promise<number>((resolve) => made.server.getConnections((_, count) => resolve(count)))
  return { ...made, sockets }
}

/** Sends `head` and then a byte each 20 ms, reading nothing unless told to; how long the console server put up with it. */
function drip(port: number, head: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(head))
    const timer = setInterval(() => !socket.connecting && socket.writable && socket.write('x'), 20)
    let received = ''
    socket.on('data', (chunk: Buffer) => (received += chunk.toString('latin1')))
    socket.on('error', () => undefined)
    socket.on('close', () => {
      clearInterval(timer)
      resolve(received)
    })
  })
}

test('what holds in production: headers 5 s, body 10 s, connect 2 s, calls 12 s, lists 10 s and then 8 kB in 5 s', () => {
  expect(limits).toMatchObject({ headers: 5_000, upload: 10_000, connect: 2_000, answer: 12_000, sockets: 2_000 })
  expect(limits).toMatchObject({ firstByte: 10_000, pace: 5_000, paceBytes: 8_192, body: 65_536 })
})

describe('a client that takes its time', () => {
  test('with its headers has as long as they may take, however often it sends a byte', async () => {
    const { port } = await host(emptyService, { headers: 200 })
    const received = await drip(port, 'GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: ')
    expect(statuses(received)).toEqual(['408'])
  })

  test('and sends the rest after the refusal is no longer read', async () => {
    let carriedOut = 0
    const service = inProcessUpstream(async () => {
      carriedOut += 1
      return Response.json({})
    })
    const { port } = await host(service, { headers: 150 })
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => undefined)
    const received = await new Promise<string>((resolve) =>
      socket.once('data', (chunk: Buffer) => resolve(String(chunk))),
    )
    socket.write(`${rawCall('GET', '/_/token')}\r\n`)
    await new Promise((resolve) => socket.once('close', resolve))
    expect([statuses(received), carriedOut]).toEqual([['408'], 0])
  })

  test('with its body has as long as that may take, counted from the end of its headers', async () => {
    const { port } = await host(emptyService, { headers: longerThanTests, upload: 200 })
    const received = await drip(port, `${rawCall('PUT', '/_/token', 'Content-Length: 900')}\r\n`)
    expect(statuses(received)).toEqual(['408'])
    expect(received).toContain('{"error":"too-slow"}')
  })

  test('and says nothing at all is let go', async () => {
    const { port, sockets } = await host(emptyService, { headers: 200 })
    await sendRaw(port, '', 2_000)
    await expect.poll(sockets).toBe(0)
  })

  test('between two requests is let go', async () => {
    const { port, sockets } = await host(emptyService, { keepAlive: 100 })
    expect(statuses(await sendRaw(port, 'GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n', 3_000))).toEqual(['200'])
    await expect.poll(sockets).toBe(0)
  })

  test('with reading is let go, also while it reads a little now and then', async () => {
    const { port, sockets } = await host(endlessService(), { idle: 300 })
    const socket = connect(port, '127.0.0.1').on('error', () => undefined)
    socket.write(`${rawCall('GET', '/_/token')}\r\n`)
    socket.pause()
    const sip = setInterval(() => socket.read(1), 50)
    await expect.poll(sockets).toBe(1)
    await expect.poll(sockets, { timeout: 3_000 }).toBe(0)
    clearInterval(sip)
    socket.destroy()
  })
})

describe('sockets', () => {
  const ask = (port: number) => sendRaw(port, 'GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n')
  const opened = async (port: number, count: number, text = '') => {
    const open = Array.from({ length: count }, () => connect(port, '127.0.0.1', () => undefined))
    for (const socket of open) socket.on('error', () => undefined).resume()
    await Promise.all(open.map((socket) => new Promise((resolve) => socket.once('connect', resolve))))
    for (const socket of open) socket.write(text)
    return open
  }

  test.each([
    ['in all', { sockets: 5 }, {}],
    ['from one address', { socketsOfAddress: 5 }, {}],
    ['in all, behind a proxy', { sockets: 5, socketsOfAddress: 1 }, { isProxied: true }],
  ])('beyond the limit %s the longest quiet one makes room', async (_, limit, parts) => {
    const { port, sockets } = await host(emptyService, limit, parts)
    const open = await opened(port, 5)
    await expect.poll(sockets).toBe(5)
    const closed: number[] = []
    open.forEach((socket, index) => socket.on('close', () => closed.push(index)))
    for (let time = 0; time < 3; time += 1) expect(statuses(await ask(port))).toEqual(['200'])
    await expect.poll(() => closed).toEqual([0])
  })

  test('many idle ones keep nobody out', async () => {
    const { port } = await host(emptyService, { sockets: 40, socketsOfAddress: 20 })
    await opened(port, 60)
    expect(statuses(await ask(port))).toEqual(['200'])
  })

  test('with a pending response are not closed for others: those are closed without a response until there is room', async () => {
    const never = inProcessUpstream(() => new Promise(() => undefined))
    const { port, unanswered } = await host(never, { sockets: 5 })
    const open = await opened(port, 5, `${rawCall('GET', '/_/token/value?name=a')}\r\n`)
    await expect.poll(unanswered).toBe(5)
    expect(await ask(port)).toBe('')
    for (const socket of open) socket.destroy()
    await expect.poll(async () => statuses(await ask(port))).toEqual(['200'])
  })

  test('of a client that breaks off are destroyed: in its headers, its body, the answer', async () => {
    const endless = inProcessUpstream(
      async () => new Response(new ReadableStream({ pull: (to) => to.enqueue(new Uint8Array(9_000)) })),
    )
    const { port, sockets } = await host(endless)
    const heads = [
      'GET / HTTP/1.1\r\nHost',
      `${rawCall('PUT', '/_/token', 'Content-Length: 9')}\r\n{`,
      `${rawCall('GET', '/_/token')}\r\n`,
    ]
    const broken = heads.map((text) => {
      const socket = connect(port, '127.0.0.1', () => socket.write(text))
      return socket.on('error', () => undefined)
    })
    await expect.poll(sockets).toBe(3)
    await new Promise((resolve) => setTimeout(resolve, 50))
    for (const socket of broken) socket.resetAndDestroy()
    await expect.poll(sockets).toBe(0)
  })
})
