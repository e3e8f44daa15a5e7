import { connect, type Socket } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { sample } from '#api/testing/full-length.ts'
import { emptyService, endlessService, hostAround, rawCall, sendRaw, smallSite, statuses } from './testing/sockets.ts'
import { trialSite } from './testing/trial-site.ts'
import { createHandler, sitePaths } from './handler.ts'
import { limits } from './limits.ts'
import { inProcessUpstream } from './upstream.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

const unfinished = `${rawCall('PUT', '/_/token', 'Content-Length: 900')}\r\n{`
const crossOriginCall = rawCall('PUT', '/_/token', 'Content-Length: 900', 'Origin: https://evil.example')
const stranger = rawCall('PUT', '/_/token', 'Content-Length: 900', 'Cookie: none')
const healthy = `${rawCall('GET', '/_/user', 'Connection: close')}\r\n`

function hold(port: number, text: string): Promise<Socket> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text, () => resolve(socket)))
    socket.on('error', () => undefined).resume()
    closing.push(() => socket.destroy())
  })
}

describe('unfinished requests keep nobody out', () => {
  test.each([
    ['of one address', { socketsOfAddress: sample(40, limits.socketsOfAddress) }, {}],
    ['of all, behind a proxy', { sockets: sample(60, limits.sockets) }, { isProxied: true }],
  ])('all places %s are held by requests whose body does not come', async (_, changed, parts) => {
    const host = await hostAround(emptyService, changed, parts)
    closing.push(host.close)
    const { sockets, socketsOfAddress }: { sockets?: number; socketsOfAddress?: number } = changed
    const places = sockets ?? socketsOfAddress ?? 0
    for (let index = 0; index < places; index += 1) await hold(host.port, unfinished)
    await expect.poll(() => host.unanswered()).toBe(places)
    for (let index = 0; index < 5; index += 1) expect(statuses(await sendRaw(host.port, healthy))).toEqual(['200'])
  })

  test('nor do files that are not read', async () => {
    const call = `${rawCall('GET', '/large.txt', 'Cookie: none')}\r\n`
    const large = { type: 'text/plain', cacheControl: 'no-cache', etag: 'large', encoded: [] }
    const files = new Map([...smallSite, ['/large.txt', { ...large, bytes: new Uint8Array(32 * 1024 * 1024) }]])
    const handler = createHandler({ files, ...trialSite(emptyService) })
    const allowed = { methodsOf: sitePaths(files), hosts: new Set(['127.0.0.1']) }
    const host = await hostAround(emptyService, { socketsOfAddress: 10 }, { handler, allowed })
    closing.push(host.close)
    for (let index = 0; index < 10; index += 1) (await hold(host.port, call)).pause()
    await expect.poll(() => host.unanswered()).toBe(10)
    expect(statuses(await sendRaw(host.port, healthy))).toEqual(['200'])
  })

  test('the oldest of them goes first, and a call that is carried out never', async () => {
    let answer = () => undefined as void
    const isDone = new Promise<void>((resolve) => (answer = resolve))
    const slow = inProcessUpstream(async () => {
      await isDone
      return new Response(null, { status: 200 })
    })
    const host = await hostAround(slow, { socketsOfAddress: 3 })
    closing.push(host.close)
    const call = sendRaw(
      host.port,
      `${rawCall('PUT', '/_/token', 'Content-Length: 2', 'Connection: close')}\r\n{}`,
      5_000,
    )
    await expect.poll(() => host.unanswered()).toBe(1)
    const [first, second] = [await hold(host.port, unfinished), await hold(host.port, unfinished)]
    await expect.poll(() => host.unanswered()).toBe(3)
    await hold(host.port, unfinished)
    await expect.poll(() => [first.destroyed, second.destroyed]).toEqual([true, false])
    answer()
    expect(statuses(await call)).toEqual(['200'])
  })

  test('a connection that is slower than others to send its request is not the first to go', async () => {
    const host = await hostAround(emptyService, { socketsOfAddress: 4 })
    closing.push(host.close)
    for (let index = 0; index < 3; index += 1) await hold(host.port, unfinished)
    await expect.poll(() => host.unanswered()).toBe(3)
    const slow = await hold(host.port, healthy.slice(0, 20))
    for (let index = 0; index < 3; index += 1) await hold(host.port, unfinished)
    let received = ''
    slow.on('data', (chunk) => (received += String(chunk)))
    slow.write(healthy.slice(20))
    await expect.poll(() => statuses(received)).toEqual(['200'])
  })

  test('a list that still arrives in a session is never broken off for a new connection', async () => {
    const host = await hostAround(endlessService(), { socketsOfAddress: 3 })
    closing.push(host.close)
    const reader = await hold(host.port, `${rawCall('GET', '/_/token')}\r\n`)
    await expect.poll(() => reader.bytesRead).toBeGreaterThan(100_000)
    reader.pause()
    const others: Socket[] = []
    for (let index = 0; index < 6; index += 1) others.push(await hold(host.port, unfinished))
    await expect.poll(() => others.filter(({ destroyed }) => destroyed).length).toBe(4)
    expect(reader.destroyed).toBe(false)
    const before = reader.bytesRead
    reader.resume()
    await expect.poll(() => reader.bytesRead).toBeGreaterThan(before + 10_000_000)
  })
})

test.each([
  ['a foreign origin', crossOriginCall, '403'],
  ['no session', stranger, '401'],
])('%s is refused before the body', async (_, head, status) => {
  const host = await hostAround(emptyService)
  closing.push(host.close)
  expect(statuses(await sendRaw(host.port, `${head}\r\n{`, 3_000))).toEqual([status])
})
