import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Refusal, refuse } from './answers.ts'
import type { Handler } from './handler.ts'
import type { Limits } from './limits.ts'

/** How one request ended, for the log. */
export type Outcome = { status: number; bytes: number }

/** One request of Node's from its arrival to its last byte. `refusal` is what the raw checks said of it. */
export async function exchange(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  handler: Handler,
  refusal: Refusal | undefined,
  limits: Limits,
): Promise<Outcome> {
  const gone = new AbortController()
  outgoing.once('close', () => {
    if (!outgoing.writableFinished) gone.abort()
  })
  outgoing.on('error', () => outgoing.destroy())
  incoming.on('error', () => outgoing.destroy())

  if (refusal) return refuseOn(incoming, outgoing, refusal)
  const body = await bodyOf(incoming, outgoing, limits.body)
  if (body === 'too-large') return refuseOn(incoming, outgoing, { status: 413, error: 'body-too-large' })
  if (body === 'gone') return { status: 0, bytes: 0 }
  const response = await answer(incoming, handler, body, gone.signal)
  return { status: response.status, bytes: await send(outgoing, response) }
}

async function answer(
  incoming: IncomingMessage,
  handler: Handler,
  body: Uint8Array<ArrayBuffer> | undefined,
  signal: AbortSignal,
): Promise<Response> {
  const target = incoming.url ?? '/'
  try {
    const headers = new Headers()
    for (let at = 0; at + 1 < incoming.rawHeaders.length; at += 2) {
      headers.append(incoming.rawHeaders[at] ?? '', incoming.rawHeaders[at + 1] ?? '')
    }
    const address = `http://${incoming.headers.host}${target}`
    const request = new Request(address, { method: incoming.method ?? 'GET', headers, body: body ?? null, signal })
    return await handler(request, { target, client: incoming.socket.remoteAddress ?? '' })
  } catch {
    return refuse({ status: 400, error: 'bad-request' })
  }
}

/** The body, held whole: what is passed on has one length and no chunks, and half a body is not passed on. */
async function bodyOf(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  cap: number,
): Promise<Uint8Array<ArrayBuffer> | undefined | 'too-large' | 'gone'> {
  if (incoming.method === 'GET' || incoming.method === 'HEAD') return undefined
  if (incoming.headers.expect !== undefined) outgoing.writeContinue()
  const chunks: Buffer[] = []
  let size = 0
  return new Promise((resolve) => {
    incoming.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size > cap) resolve('too-large')
      else chunks.push(chunk)
    })
    incoming.on('end', () => resolve(new Uint8Array(Buffer.concat(chunks))))
    incoming.on('close', () => resolve('gone'))
  })
}

/** How long a refused client may go on sending. Closing with unread bytes would reset the answer away under it. */
const lingering = 500

async function refuseOn(incoming: IncomingMessage, outgoing: ServerResponse, refusal: Refusal): Promise<Outcome> {
  const response = refuse(refusal)
  const bytes = new Uint8Array(await response.arrayBuffer())
  const unread = !incoming.complete && (incoming.headers['content-length'] ?? incoming.headers['transfer-encoding'])
  if (unread || refusal.status === 400) response.headers.set('connection', 'close')
  head(outgoing, response)
  if (incoming.method !== 'HEAD') outgoing.write(bytes)
  if (unread) {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, lingering)
      const done = () => {
        clearTimeout(timer)
        resolve()
      }
      incoming.once('end', done)
      incoming.once('close', done)
      incoming.resume()
    })
  }
  outgoing.end()
  return { status: refusal.status, bytes: bytes.byteLength }
}

/** Writes the answer as its reader takes it; a stream that fails takes the connection with it. */
async function send(outgoing: ServerResponse, response: Response): Promise<number> {
  if (!response.body) {
    if (response.status >= 200 && response.status !== 204 && response.status !== 304 && outgoing.req.method !== 'HEAD')
      response.headers.set('content-length', '0')
    head(outgoing, response)
    outgoing.end()
    return 0
  }
  const reader = response.body.getReader()
  const stop = () => void reader.cancel().catch(() => undefined)
  outgoing.once('close', stop)
  let sent = 0
  try {
    head(outgoing, response)
    outgoing.flushHeaders()
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      sent += next.value.byteLength
      if (!outgoing.write(next.value)) await drained(outgoing)
      if (outgoing.destroyed) break
    }
    outgoing.end()
  } catch {
    outgoing.destroy()
  }
  outgoing.off('close', stop)
  if (outgoing.destroyed) stop()
  return sent
}

function head(outgoing: ServerResponse, response: Response): void {
  outgoing.writeHead(response.status, [...response.headers].flat())
}

function drained(outgoing: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      outgoing.off('drain', done)
      outgoing.off('close', done)
      resolve()
    }
    outgoing.on('drain', done)
    outgoing.on('close', done)
    if (outgoing.destroyed) done()
  })
}
