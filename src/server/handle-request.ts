import type { IncomingMessage, ServerResponse } from 'node:http'
import { finished, pipeline } from 'node:stream/promises'
import { TLSSocket } from 'node:tls'
import { isPlainHttpNavigation, type ErrorResponse, errorResponse } from './error-responses.ts'
import type { Handler } from './handler.ts'
import type { FixedHeaders } from './headers.ts'
import type { Limits } from './limits.ts'
import { headerPairs } from './request-checks.ts'
import type { LogSecurityEvent } from './log.ts'

/** The result of a request, for the log. */
export type ResponseStats = { status: number; bytes: number }

/** What handling a request needs beside it. `refusal`: the result of the raw checks. */
export type RequestContext = {
  handler: Handler
  refusal: ErrorResponse | undefined
  limits: Pick<Limits, 'body' | 'upload' | 'idle'>
  /** A trusted TLS proxy stands in front: browsers use https. */
  isProxied: boolean
  /** The headers of every response. */
  headers: FixedHeaders
  /** The client's address. */
  address: string
  note: LogSecurityEvent
}

/** Handles one request of Node's server up to its last byte. */
export async function handleRequest(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { handler, refusal: rawRefusal, limits, isProxied, headers: fixedHeaders, address: client, note }: RequestContext,
): Promise<ResponseStats> {
  const { socket, headers, rawHeaders, url: target = '/', method = 'GET' } = incoming
  const disconnected = new AbortController()
  outgoing.once('close', () => {
    if (!outgoing.writableFinished) disconnected.abort()
  })
  outgoing.on('error', () => outgoing.destroy())
  incoming.on('error', () => outgoing.destroy())

  const isSecure = socket instanceof TLSSocket
  const isPlain = !isSecure && isPlainHttpNavigation(headers)
  const refusal = rawRefusal ?? (isPlain ? needsHttps : undefined)
  if (refusal?.error === 'unknown-host' || refusal?.error === 'no-host')
    note({ event: 'host-refused', address: client })
  // In older HTTP versions a response without a length ends with its connection, whatever was asked for.
  if (incoming.httpVersion !== '1.1') outgoing.shouldKeepAlive = false
  const hasNoBody = method === 'GET' || method === 'HEAD'
  let unreadable: ErrorResponse | 'gone' | undefined
  /** Read when it is asked for: what can be refused without the body is refused before it. */
  async function* body() {
    const bytes = await readBody(incoming, outgoing, limits)
    if (!(bytes instanceof Uint8Array)) {
      unreadable = bytes
      throw new Error('unreadable')
    }
    yield bytes
  }
  const runHandler = async () => {
    const address = `${isProxied || isSecure ? 'https' : 'http'}://${headers.host}${target}`
    const init = { method, headers: new Headers(headerPairs(rawHeaders)), signal: disconnected.signal }
    const withBody = { ...init, body: ReadableStream.from(body()), duplex: 'half' as const }
    const request = new Request(address, hasNoBody ? init : withBody)
    requestOf.set(outgoing, request)
    return handler(request, target, client)
  }
  const handlerResponse = refusal
    ? errorResponse(refusal, headers.accept)
    : await runHandler().catch(() => errorResponse({ status: 400, error: 'bad-request' }))
  if (unreadable === 'gone' || !socket.writable) return noResponseStats
  const response = unreadable ? errorResponse(unreadable) : handlerResponse

  const isUnread = !incoming.complete && (headers['content-length'] ?? headers['transfer-encoding']) !== undefined
  if (isUnread || (refusal && [400, 431].includes(refusal.status))) response.headers.set('connection', 'close')
  if (!response.body && response.status !== 204 && response.status !== 304 && method !== 'HEAD')
    response.headers.set('content-length', '0')
  for (const [name, value] of fixedHeaders) response.headers.set(name, value)
  outgoing.writeHead(response.status, [...response.headers].flat())
  const bytes = await send(outgoing, response.body, limits.idle, isUnread ? () => drainRequest(incoming) : undefined)
  return { status: response.status, bytes }
}

/** The connection ended before there was a response. */
export const noResponseStats: ResponseStats = { status: 0, bytes: 0 }

/** Keeps the Request alive as long as its response: only then does it signal that the client has gone. */
const requestOf = new WeakMap<ServerResponse, Request>()

const needsHttps: ErrorResponse = { status: 426, error: 'needs-https' }

/** Reads the whole body: a forwarded request has a length and no chunks, and an incomplete body is not forwarded. */
function readBody(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { body: cap, upload }: Pick<Limits, 'body' | 'upload'>,
): Promise<Uint8Array<ArrayBuffer> | ErrorResponse | 'gone'> {
  if (incoming.destroyed) return Promise.resolve('gone')
  if (incoming.headers.expect !== undefined) outgoing.writeContinue()
  const chunks: Buffer[] = []
  let size = 0
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve({ status: 408, error: 'too-slow' }), upload)
    incoming.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size > cap) resolve({ status: 413, error: 'body-too-large' })
      else chunks.push(chunk)
    })
    incoming.on('end', () => resolve(new Uint8Array(Buffer.concat(chunks))))
    incoming.on('close', () => {
      clearTimeout(timer)
      resolve('gone')
    })
  })
}

/**
 * How long a refused client may go on sending, in milliseconds. Closing with unread bytes would reset the connection
 * before the response arrives.
 */
export const lingerMs = 500

async function drainRequest(incoming: IncomingMessage): Promise<void> {
  incoming.resume()
  await finished(incoming, { signal: AbortSignal.timeout(lingerMs) }).catch(() => undefined)
}

/** The bytes written at once: a client must read as much in `idle` milliseconds, or it is cut off. */
const maxBytesAtOnce = 64 * 1024

/**
 * Writes the body as the client reads it; a failing stream ends the connection. `beforeEnd`: what must happen before
 * the response ends.
 */
async function send(
  outgoing: ServerResponse,
  body: Response['body'],
  idle: number,
  beforeEnd: (() => Promise<void>) | undefined,
): Promise<number> {
  let sentBytes = 0
  const timer = setTimeout(() => outgoing.destroy(), idle)
  const splitChunks = async function* (chunks: AsyncIterable<Uint8Array>) {
    for await (const chunk of chunks) {
      for (let offset = 0; offset < chunk.byteLength; offset += maxBytesAtOnce) {
        const part = chunk.subarray(offset, offset + maxBytesAtOnce)
        sentBytes += part.byteLength
        timer.refresh()
        yield part
      }
    }
    await beforeEnd?.()
  }
  outgoing.flushHeaders()
  await pipeline(body ?? ReadableStream.from([]), splitChunks, outgoing).catch(() => undefined)
  body?.cancel().catch(() => undefined) // nothing reads it if the client had gone before
  clearTimeout(timer)
  return sentBytes
}
