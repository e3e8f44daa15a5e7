import { connect } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { emptyService, hostAround, rawCall, sendRaw, smallSite, statuses } from '#host/testing/sockets.ts'
import { createHandler, sitePaths } from './handler.ts'
import { functionUpstream } from './upstream.ts'
import { trialSite } from '#host/testing/trial-site.ts'

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

const bytes = new Uint8Array(30_000_000)
const files = new Map([
  ...smallSite,
  ['/large.bin', { bytes, type: 'text/plain', cacheControl: '', etag: '', encoded: [] }],
])
const large = 'GET /large.bin HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n'
const lost = 'GET /nope HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n'

function hostWithLargeFile() {
  const parts = { handler: createHandler({ files, ...trialSite(emptyService) }) }
  return host(emptyService, {}, { ...parts, allowed: { methodsOf: sitePaths(files), hosts: new Set(['127.0.0.1']) } })
}

test('requests behind a response that nobody reads are released with their socket', async () => {
  const { port, unanswered, log } = await hostWithLargeFile()
  for (let round = 1; round <= 5; round += 1) {
    await breakOff(port, large + lost.repeat(3) + large.repeat(4), () => unanswered() === 8)
    await expect.poll(unanswered).toBe(0)
    await expect.poll(() => log.length).toBe(8 * round)
  }
})

test('a call to the service that waits behind another answer ends with its socket', async () => {
  let requests = 0
  let ended = 0
  const service = functionUpstream(async ({ signal }) => {
    requests += 1
    signal.addEventListener('abort', () => (ended += 1), { once: true })
    return new Promise<Response>(() => undefined)
  })
  const { port, unanswered } = await host(service)
  await breakOff(port, `${rawCall('GET', '/_/token/value?name=a')}\r\n`.repeat(8), () => requests === 8)
  await expect.poll(() => [ended, unanswered()]).toEqual([8, 0])
})

test('a socket has at most 8 unanswered requests: with the ninth it is closed, and nothing more is carried out', async () => {
  let requests = 0
  const service = functionUpstream(async () => {
    requests += 1
    return new Promise<Response>(() => undefined)
  })
  const { port, unanswered } = await host(service)
  expect(await sendRaw(port, `${rawCall('GET', '/_/token/value?name=a')}\r\n`.repeat(1_000), 5_000)).toBe('')
  await expect.poll(unanswered).toBe(0)
  expect(requests).toBeLessThanOrEqual(8)
})

test('eight at once are answered in their order', async () => {
  const { port } = await host(emptyService)
  const value = `${rawCall('GET', '/_/token/value?name=a')}\r\n`
  const last = 'GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n'
  const received = await sendRaw(port, value.repeat(3) + lost.repeat(4) + last, 3_000)
  expect(statuses(received)).toEqual(['200', '200', '200', '404', '404', '404', '404', '200'])
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
  const service = functionUpstream(async () => {
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
