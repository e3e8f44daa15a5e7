import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { finished } from 'node:stream/promises'
import { TLSSocket } from 'node:tls'
import { isOpenedPlainly, type Refusal, refuse } from './refusals.ts'
import type { Handler } from './handler.ts'
import { securityHeaders, transportSecurity } from './headers.ts'
import type { Limits } from './limits.ts'
import { headerPairs } from './request-checks.ts'
import type { Note } from './log.ts'

/** The result of a request, for the log. */
export type Outcome = { status: number; bytes: number }

/** What an exchange needs beside the request. `refusal`: the result of the raw checks. */
export type Exchange = {
  handler: Handler
  refusal: Refusal | undefined
  limits: Pick<Limits, 'body' | 'upload' | 'idle'>
  /** A trusted TLS proxy stands in front: browsers use https. */
  isProxied: boolean
  /** The client's address. */
  address: string
  note: Note
}

/** Handles one request of Node's server up to its last byte. */
export async function exchange(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { handler, refusal: rawRefusal, limits, isProxied, address: client, note }: Exchange,
): Promise<Outcome> {
  const gone = new AbortController()
  outgoing.once('close', () => {
    if (!outgoing.writableFinished) gone.abort()
  })
  outgoing.on('error', () => outgoing.destroy())
  incoming.on('error', () => outgoing.destroy())

  const isPlain = !isSecure(incoming.socket) && isOpenedPlainly(incoming.headers)
  const refusal = rawRefusal ?? (isPlain ? needsHttps : undefined)
  if (refusal?.error === 'unknown-host') note({ event: 'host-refused', address: client })
  if (lastAnswers.has(incoming.socket)) return { status: 0, bytes: 0 }
  // In older HTTP versions a response without a length ends with its connection, whatever was asked for.
  if (incoming.httpVersion !== '1.1') {
    lastAnswers.add(incoming.socket)
    outgoing.shouldKeepAlive = false
  }
  // Node ends the connection of a client that expects 100-continue and does not get it.
  if (incoming.headers.expect !== undefined && (refusal || hasNoBody(incoming))) lastAnswers.add(incoming.socket)
  const isTls = isProxied || isSecure(incoming.socket)
  const respond = async (response: Response, isBroken = false) => {
    const { 'content-length': length, 'transfer-encoding': coding } = incoming.headers
    const isUnread = !incoming.complete && (length ?? coding) !== undefined
    if (isUnread || isBroken) {
      lastAnswers.add(incoming.socket)
      response.headers.set('connection', 'close')
    }
    const before = isUnread ? () => readOn(incoming) : undefined
    return { status: response.status, bytes: await send(outgoing, response, { idle: limits.idle, isTls, before }) }
  }
  const refused = (why: Refusal) => respond(refuse(why, incoming.headers.accept), [400, 431].includes(why.status))
  if (refusal) return refused(refusal)
  let unreadable: Exclude<ReadBody, Uint8Array> | undefined
  // Read when it is asked for: what can be refused without the body is refused before it.
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const read = await readBody(incoming, outgoing, limits)
        if (typeof read === 'string') {
          unreadable = read
          return controller.error(new Error(read))
        }
        controller.enqueue(read)
        controller.close()
      },
    },
    { highWaterMark: 0 },
  )
  const scheme = isTls ? 'https' : 'http'
  const response = await answer(handler, () => {
    const headers = new Headers(headerPairs(incoming.rawHeaders))
    const target = incoming.url ?? '/'
    const address = `${scheme}://${incoming.headers.host}${target}`
    const init = { method: incoming.method ?? 'GET', headers, signal: gone.signal }
    const request = new Request(address, hasNoBody(incoming) ? init : { ...init, body, duplex: 'half' })
    requestOf.set(outgoing, request)
    return [request, target, client]
  })
  if (unreadable === 'gone') return { status: 0, bytes: 0 }
  return unreadable === undefined ? respond(response) : refused(unreadableBody[unreadable])
}

type ReadBody = Uint8Array<ArrayBuffer> | 'too-large' | 'too-slow' | 'gone'

const unreadableBody = {
  'too-large': { status: 413, error: 'body-too-large' },
  'too-slow': { status: 408, error: 'too-slow' },
} as const satisfies Record<string, Refusal>

/** Keeps the Request alive as long as its response: only then does it signal that the client has gone. */
const requestOf = new WeakMap<ServerResponse, Request>()

const needsHttps: Refusal = { status: 426, error: 'needs-https' }

/** Whether this connection uses TLS. */
export function isSecure(socket: Duplex): boolean {
  return socket instanceof TLSSocket
}

async function answer(handler: Handler, args: () => Parameters<Handler>): Promise<Response> {
  try {
    return await handler(...args())
  } catch {
    return refuse({ status: 400, error: 'bad-request' })
  }
}

/** Reads the whole body: a forwarded request has a length and no chunks, and an incomplete body is not forwarded. */
async function readBody(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { body: cap, upload }: Pick<Limits, 'body' | 'upload'>,
): Promise<ReadBody> {
  if (incoming.destroyed) return 'gone'
  if (incoming.headers.expect !== undefined) outgoing.writeContinue()
  const chunks: Buffer[] = []
  let size = 0
  let timer: NodeJS.Timeout | undefined
  try {
    return await new Promise((resolve) => {
      timer = setTimeout(() => resolve('too-slow'), upload)
      incoming.on('data', (chunk: Buffer) => {
        size += chunk.length
        if (size > cap) resolve('too-large')
        else chunks.push(chunk)
      })
      incoming.on('end', () => resolve(new Uint8Array(Buffer.concat(chunks))))
      incoming.on('close', () => resolve('gone'))
    })
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Connections that end with the current response. A request that follows on one would get no response, so it is not
 * carried out.
 */
export const lastAnswers = new WeakSet<Duplex>()

function hasNoBody({ method }: IncomingMessage): boolean {
  return method === 'GET' || method === 'HEAD'
}

/**
 * How long a refused client may go on sending, in milliseconds. Closing with unread bytes would reset the connection
 * before the response arrives.
 */
export const lingering = 500

async function readOn(incoming: IncomingMessage): Promise<void> {
  incoming.resume()
  await finished(incoming, { signal: AbortSignal.timeout(lingering) }).catch(() => undefined)
}

/** The bytes written at once: a client must read as much in `idle` milliseconds, or it is cut off. */
const portion = 64 * 1024

interface Sending {
  idle: number
  isTls: boolean
  /** What must happen before the response ends. */
  before: (() => Promise<void>) | undefined
}

/** Writes the response as the client reads it; a failing stream ends the connection. */
async function send(outgoing: ServerResponse, response: Response, { idle, isTls, before }: Sending): Promise<number> {
  if (!response.body) {
    if (response.status >= 200 && response.status !== 204 && response.status !== 304 && outgoing.req.method !== 'HEAD')
      response.headers.set('content-length', '0')
    head(outgoing, response, isTls)
    if (before) outgoing.flushHeaders()
    await before?.()
    outgoing.end()
    return 0
  }
  const reader = response.body.getReader()
  const stop = () => void reader.cancel().catch(() => undefined)
  outgoing.once('close', stop)
  let sent = 0
  try {
    head(outgoing, response, isTls)
    outgoing.flushHeaders()
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      for (let at = 0; at < next.value.byteLength && !outgoing.destroyed; at += portion) {
        const part = next.value.subarray(at, at + portion)
        sent += part.byteLength
        if (!outgoing.write(part)) await waitForEvent(outgoing, 'drain', idle)
      }
      if (outgoing.destroyed) break
    }
    await before?.()
    outgoing.end()
    if (!outgoing.writableFinished) await waitForEvent(outgoing, 'finish', idle)
  } catch {
    outgoing.destroy()
  }
  outgoing.off('close', stop)
  if (outgoing.destroyed) stop()
  return sent
}

/** Writes the head of a response, with what every response has. `isTls`: browsers use https, through a proxy or not. */
function head(outgoing: ServerResponse, response: Response, isTls: boolean): void {
  for (const [name, value] of securityHeaders) response.headers.set(name, value)
  if (isTls) response.headers.set(...transportSecurity)
  outgoing.writeHead(response.status, [...response.headers].flat())
}

/** Resolves at the event, or at the end of the connection, which is forced after `ms` milliseconds. */
function waitForEvent(outgoing: ServerResponse, event: 'drain' | 'finish', ms: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => outgoing.destroy(), ms)
    const done = () => {
      clearTimeout(timer)
      outgoing.off(event, done)
      outgoing.off('close', done)
      resolve()
    }
    outgoing.on(event, done)
    outgoing.on('close', done)
    if (outgoing.destroyed) done()
  })
}
