import { connect } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { emptyService, hostAround, rawCall, sendRaw, statuses } from './testing/sockets.ts'
import { inProcessUpstream } from './upstream.ts'

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

async function host(...parts: Parameters<typeof hostAround>) {
  const made = await hostAround(...parts)
  closing.push(made.close)
  return made
}

/** Sends all of `text`, reads nothing, and breaks off as soon as `isEnough`. */
async function breakOff(port: number, text: string, isEnough: () => boolean): Promise<void> {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => undefined)
  socket.pause()
  socket.write(text)
  await expect.poll(isEnough, { interval: 2 }).toBe(true)
  socket.resetAndDestroy()
}

const lost = 'GET /nope HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n'
const value = `${rawCall('GET', '/_/token/value?name=a')}\r\n`

test('a request that does not wait for the answer before it is not carried out, and ends the connection', async () => {
  let requests = 0
  const service = inProcessUpstream(async () => {
    requests += 1
    await new Promise((resolve) => setTimeout(resolve, 50))
    return Response.json({ data: [] })
  })
  const { port, unanswered, log } = await host(service)
  expect(statuses(await sendRaw(port, value + value, 5_000))).toEqual(['200'])
  expect([requests, unanswered()]).toEqual([1, 0])
  await expect.poll(() => log.map((line) => (JSON.parse(line) as { status: number }).status)).toEqual([0, 200])
})

test('a client that sends more and more of them is cut off, and its call to the service ends', async () => {
  let [requests, ended] = [0, 0]
  const service = inProcessUpstream(async ({ signal }) => {
    requests += 1
    signal.addEventListener('abort', () => (ended += 1), { once: true })
    return new Promise<Response>(() => undefined)
  })
  const { port, unanswered } = await host(service)
  expect(await sendRaw(port, value.repeat(1_000), 5_000)).toBe('')
  await expect.poll(() => [requests, ended, unanswered()]).toEqual([1, 1, 0])
})

test('a client that waits for each answer has as many as it likes on one connection', async () => {
  const { port } = await host(emptyService)
  const socket = connect(port, '127.0.0.1')
  for (let times = 1; times <= 30; times += 1) {
    const answer = new Promise<string>((resolve) => socket.once('data', (chunk) => resolve(chunk.toString('latin1'))))
    socket.write(times % 2 === 0 ? value : lost)
    expect(statuses(await answer)).toEqual([times % 2 === 0 ? '200' : '404'])
  }
  socket.destroy()
})

test.each([
  [
    'an upgrade after HTTP/1.0',
    'GET / HTTP/1.0\r\nHost: 127.0.0.1\r\nConnection: keep-alive\r\n\r\n',
    'GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n',
  ],
  [
    'an upgrade after a refused request',
    'GET /?" HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n',
    'GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n',
  ],
  [
    'a CONNECT after HTTP/1.0',
    'GET / HTTP/1.0\r\nHost: 127.0.0.1\r\nConnection: keep-alive\r\n\r\n',
    'CONNECT a:1 HTTP/1.1\r\nHost: a:1\r\n\r\n',
  ],
])('%s, reset at once, ends its own connection and no other', async (_, first, second) => {
  const { port } = await host(emptyService)
  const errors: unknown[] = []
  const onError = (error: unknown) => errors.push(error)
  process.on('uncaughtException', onError)
  for (let round = 0; round < 20; round += 1) {
    await breakOff(port, first + second, () => true)
    expect(statuses(await sendRaw(port, lost.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n')))).toEqual(['404'])
  }
  process.off('uncaughtException', onError)
  expect(errors).toEqual([])
})

test.each([
  ['an upgrade', 'GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n'],
  ['a CONNECT', 'CONNECT a:1 HTTP/1.1\r\nHost: a:1\r\n\r\n'],
  ['something that is no request', 'no request\r\n\r\n'],
])('a write gets its own response, though %s follows on its connection', async (_, behind) => {
  let answer = () => undefined as void
  const isDone = new Promise<void>((resolve) => (answer = resolve))
  const service = inProcessUpstream(async () => {
    await isDone
    return new Response(null, { status: 200 })
  })
  const { port, unanswered, log } = await host(service)
  const write = `${rawCall('PUT', '/_/token', 'Content-Length: 2')}\r\n{}`
  const received = sendRaw(port, write + behind + lost, 10_000)
  await expect.poll(unanswered).toBe(1)
  answer()
  expect(statuses(await received)).toEqual(['200'])
  await expect.poll(() => log.filter((line) => line.includes('"PUT"'))).toHaveLength(1)
})
