import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { ServerSessionResponse, pageHeader, proofHeader } from '#api/console-server.ts'
import type { Files } from '#server/files.ts'
import { createHandler, sitePaths } from '#server/handler.ts'
import { type Limits, limits as real } from '#server/limits.ts'
import { createHostServer, type ServerParts } from '#server/server.ts'
import { inProcessUpstream, type Upstream } from '#server/upstream.ts'
import { trialCookie, trialSite } from './trial-site.ts'

/** A page of one line and one script, like a build. */
export const smallSite: Files = new Map([
  ['/', textFile('<!doctype html><head><title>page</title></head>', 'text/html; charset=utf-8')],
  ['/assets/main-1a2b3c4d.js', textFile('export {}', 'text/javascript; charset=utf-8')],
])

/** Longer than a test may take, in milliseconds: whatever waits for it fails its test. */
export const longerThanTests = 2_000_000

/** The headers of every call of the page. */
export const ofPage = { [pageHeader]: '/', cookie: trialCookie }

/** The headers of every call in the session that this sign-in started. */
export async function ofSession(signedIn: Response): Promise<Record<string, string>> {
  const cookie = signedIn.headers.get('set-cookie')?.split(';')[0] ?? ''
  const { proof = '' } = ServerSessionResponse.parse(await signedIn.json())
  return { [pageHeader]: '/', [proofHeader]: proof, cookie }
}

/** The head of a call of the page as raw text, up to its last header. */
export function rawCall(method: string, path: string, ...more: string[]): string {
  const body = method === 'GET' ? [] : ['Content-Type: application/json']
  const cookieHeaders = more.some((line) => line.startsWith('Cookie:')) ? [] : [`Cookie: ${trialCookie}`]
  const lines = ['Host: 127.0.0.1', `${pageHeader}: /`, ...cookieHeaders, ...body, ...more]
  return `${method} ${path} HTTP/1.1\r\n${lines.map((line) => `${line}\r\n`).join('')}`
}

/** A service that answers everything with an empty list. */
export const emptyService: Upstream = inProcessUpstream(async () => Response.json({ data: [] }))

/** A service whose lists never end; `onChunk` is called for every 64 kB. */
export function endlessService(onChunk: () => void = () => undefined): Upstream {
  const row = new TextEncoder().encode(`{"name":"${'x'.repeat(1000)}"},`.repeat(64))
  return inProcessUpstream(async ({ signal }) => {
    let before = '['
    const pull = (to: ReadableStreamDefaultController<Uint8Array>) => {
      onChunk()
      if (before !== '') to.enqueue(new TextEncoder().encode(before))
      before = ''
      to.enqueue(row)
    }
    const start = (to: ReadableStreamDefaultController<Uint8Array>) =>
      signal.addEventListener('abort', () => to.error(new Error('the connection was cut')))
    return new Response(new ReadableStream({ start, pull }))
  })
}

/** A console server on a free port of this machine, and its log. */
export async function hostAround(upstream: Upstream, changed: Partial<Limits> = {}, parts: Partial<ServerParts> = {}) {
  const limits = { ...real, drain: 300, ...changed }
  const log: string[] = []
  const { server, close, unanswered } = createHostServer({
    handler: createHandler({ files: smallSite, ...trialSite(upstream, limits) }),
    allowed: { methodsOf: sitePaths(smallSite), hosts: new Set(['127.0.0.1']) },
    limits,
    log: (line) => log.push(line),
    ...parts,
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { port, origin: `${parts.identity ? 'https' : 'http'}://127.0.0.1:${port}`, close, log, server, unanswered }
}

/** A plain server as the service. `close` ends all its connections. */
export async function serviceAt(listener: RequestListener) {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return { port, url: new URL(`http://127.0.0.1:${port}`), close }
}

/** Sends raw text and resolves to all that is received until the other side closes or `ms` pass, after its first byte if that has a longer limit. */
export function sendRaw(port: number, text: string, ms = 10_000, firstByteMs = ms): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    let received = ''
    let timer = setTimeout(() => socket.destroy(), firstByteMs)
    socket.on('data', (chunk) => (received += chunk.toString('latin1')))
    if (firstByteMs > ms)
      socket.once('data', () => {
        clearTimeout(timer)
        timer = setTimeout(() => socket.destroy(), ms)
      })
    socket.on('error', () => socket.destroy())
    socket.on('close', () => {
      clearTimeout(timer)
      resolve(received)
    })
    socket.write(text, 'latin1')
  })
}

/** The status of every response in a raw text. */
export function statuses(text: string): string[] {
  return [...text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map((match) => match[1] ?? '')
}

function textFile(text: string, type: string) {
  return { bytes: new TextEncoder().encode(text), type, cacheControl: 'no-cache', etag: 'etag', encoded: [] }
}
