import { connect, type Socket } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { isDeep, sample, swarm } from '#api/testing/full-length.ts'
import { hostAround, rawCall, sendRaw, statuses } from './testing/sockets.ts'
import { limits } from './limits.ts'
import { inProcessUpstream } from './upstream.ts'

const count = sample(100, 1_500)
/** At full size with the limits of production, else with short ones. */
const patience = sample(400, limits.idle)
const within = isDeep() ? {} : { headers: 400, upload: 400, idle: 400, keepAlive: 400 }

const chunk = new Uint8Array(64 * 1024)
/** Without end, made as it is read. */
const endless = () => new ReadableStream({ pull: (to) => to.enqueue(chunk) }, { highWaterMark: 0 })
const timers: NodeJS.Timeout[] = []
afterAll(() => timers.forEach((timer) => clearInterval(timer)))

/** One way of holding on to a socket: what is sent at once, and whether a byte follows now and then. */
const ways: [what: string, text: string, drips: boolean, reads: boolean][] = [
  ['silent', '', false, true],
  ['half of a head', 'GET / HTTP/1.1\r\nHost: 127', false, true],
  ['a head byte by byte', 'GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: ', true, true],
  ['half of a body', `${rawCall('PUT', '/_/token', 'Content-Length: 900')}\r\n{`, false, true],
  ['a body byte by byte', `${rawCall('PUT', '/_/token', 'Content-Length: 900')}\r\n{`, true, true],
  ['an answer that is not read', `${rawCall('GET', '/_/token')}\r\n`, false, false],
  ['a whole request, and nothing more', 'GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n', false, true],
]

function hold(port: number, index: number): Promise<Socket> {
  const [, text, drips, reads] = ways[index % ways.length] ?? ['', '', false, true]
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(text)
      resolve(socket)
    })
    socket.on('error', () => undefined)
    if (reads) socket.resume()
    else socket.pause()
    const drip = drips ? setInterval(() => socket.writable && socket.write('x'), patience / 20) : undefined
    if (drip) timers.push(drip)
    socket.on('close', () => clearInterval(drip))
  })
}

test('slow sockets are all let go, and meanwhile everybody else is served', { timeout: 120_000 }, async () => {
  const service = inProcessUpstream(async ({ url }) => new Response(url.includes('user') ? '{"data":[]}' : endless()))
  const host = await hostAround(service, { socketsOfAddress: limits.sockets, ...within })
  const open = () => new Promise<number>((resolve) => host.server.getConnections((_, count) => resolve(count)))
  let accepted = 0
  host.server.on('connection', () => (accepted += 1))
  const began = performance.now()
  const sockets: Socket[] = []
  // No more at once than the system queues: what it drops is not even held.
  await swarm(count, 50, async (index) => void sockets.push(await hold(host.port, index)))
  await expect.poll(() => accepted, { timeout: 20_000 }).toBe(count)

  const times: number[] = []
  const healthy = `${rawCall('GET', '/_/user', 'Connection: close')}\r\n`
  let remaining = await open()
  while (remaining > 0 && performance.now() - began < 3 * patience + 10_000) {
    const sentAt = performance.now()
    expect(statuses(await sendRaw(host.port, healthy, 10_000))).toEqual(['200'])
    times.push(performance.now() - sentAt)
    await new Promise((resolve) => setTimeout(resolve, 20))
    remaining = await open()
  }
  const took = performance.now() - began
  for (const socket of sockets) socket.destroy()
  await host.close()
  const p99 = times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? Infinity
  console.log(
    `slow sockets: ${count} in ${ways.length} ways, ${remaining} left after ${(took / 1_000).toFixed(1)} s; ` +
      `${times.length} healthy calls meanwhile, p99 ${p99.toFixed(0)} ms`,
  )
  expect(remaining).toBe(0)
  expect(times.length).toBeGreaterThan(5)
  if (isDeep()) expect(p99).toBeLessThan(100)
})
