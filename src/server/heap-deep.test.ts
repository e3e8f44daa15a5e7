import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { pageHeader } from '#api/console-server.ts'
import { ofSession } from './testing/sockets.ts'
import { addressOf, startBuilt } from './testing/start.ts'
import { sample, swarm } from '#api/testing/full-length.ts'

// The built console server with a heap of 256 MB, attacked from outside.
const rounds = sample(1, 60)
const rowBytes = sample(2, 256) * 1024 * 1024
const ofPage = { [pageHeader]: '/', 'content-type': 'application/json' }

async function smallServer(env: Record<string, string>) {
  const dir = mkdtempSync(join(tmpdir(), 'query-admin-heap-'))
  onTestFinished(() => rmSync(dir, { recursive: true })) // after the server has ended: last in, first out
  const host = startBuilt(
    ['serve'],
    { env: { ...process.env, DATA_DIR: dir, PORT: '0', ...env } },
    '--max-old-space-size=256',
  )
  const { child } = host
  const { port } = new URL(await addressOf(host))
  beginPeak(child.pid) // building, which the first start may do, is not meant
  return {
    port: Number(port),
    isAlive: () => child.exitCode === null && child.signalCode === null,
    most: () => peak(child.pid),
  }
}

function beginPeak(pid: number | undefined): void {
  try {
    writeFileSync(`/proc/${pid}/clear_refs`, '5')
  } catch {
    // not Linux
  }
}

/** The most memory that a process had since then, in MB; 0 where the system does not say. */
function peak(pid: number | undefined): number {
  try {
    return Math.round(Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024)
  } catch {
    return 0
  }
}

/** All of `text` at once, then the end of the socket, whatever was answered. */
function shout(port: number, text: string): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => undefined)
    socket.on('close', () => resolve())
    socket.pause()
    socket.write(text, () => setTimeout(() => socket.resetAndDestroy(), 30))
  })
}

test('pipelined requests whose sockets die leave nothing behind', async () => {
  const { port, isAlive, most } = await smallServer({})
  const page = await (await fetch(`http://127.0.0.1:${port}/`)).text()
  const script = /src="\.(\/assets\/[^"]+\.js)"/.exec(page)?.[1] ?? '/'
  const requests = ['/nope', script].map((path) => `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`.repeat(1_300))
  for (let round = 0; round < rounds; round += 1) {
    await swarm(22, 22, (index) => shout(port, requests[index % 2] ?? ''))
    expect(isAlive()).toBe(true)
  }
  expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(200)
  console.log(`heap: ${rounds} rounds of 22 sockets with 1,300 pipelined requests each, at most ${most()} MB in all`)
})

test('a list of unreadable rows without end takes no memory', async () => {
  const zeros = '0,'.repeat(32_768)
  const service = createServer((request, response) => {
    request.resume()
    if (request.method === 'POST') return void response.end('"a-bearer-of-the-service"')
    if (!isOpen) return void response.end('[]')
    response.write('[')
    let sentBytes = 0
    const more = () => {
      while (sentBytes < rowBytes && !response.destroyed) {
        sentBytes += zeros.length
        if (!response.write(zeros)) return void response.once('drain', more)
      }
      response.end('0]')
    }
    more()
  })
  let isOpen = false
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    service.closeAllConnections()
    service.close()
  })
  const { port, isAlive, most } = await smallServer({
    QUERY_SERVICE_URL: `http://127.0.0.1:${(service.address() as AddressInfo).port}`,
  })
  const origin = `http://127.0.0.1:${port}`
  const way = JSON.stringify({ by: 'bearer', bearer: 'a-bearer-of-the-service' })
  const signedIn = await fetch(`${origin}/console-session`, { method: 'POST', headers: ofPage, body: way })
  expect(signedIn.status).toBe(201)
  isOpen = true
  const headers = { ...ofPage, ...(await ofSession(signedIn)) }
  const ask = { method: 'POST', headers, body: '{"names":["a"]}' }
  const answers = await Promise.all([1, 2, 3, 4, 5, 6].map(() => fetch(`${origin}/console-rows/_/token`, ask)))
  expect(answers.map(({ status }) => status)).toEqual([502, 502, 502, 502, 502, 502])
  const list = await fetch(`${origin}/_/token`, { headers })
  let read = 0
  await list.body
    ?.pipeTo(new WritableStream({ write: (chunk) => void (read += chunk.byteLength) }))
    .catch(() => undefined)
  expect(read).toBeGreaterThan(rowBytes)
  expect(isAlive()).toBe(true)
  console.log(`heap: ${rowBytes / 2 ** 20} MB of zeros in each of 7 lists, at most ${most()} MB in all`)
})
