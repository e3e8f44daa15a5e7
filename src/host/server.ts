import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerOptions, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { type Refusal, refuseRaw } from './refusals.ts'
import { clientAddress, type Trusts } from './client-address.ts'
import { createConnections } from './connections.ts'
import { lastAnswers, exchange, isSecure, lingering, type Outcome } from './exchange.ts'
import type { Handler } from './handler.ts'
import type { Limits } from './limits.ts'
import { type AllowedRequests, healthPaths, loggablePath, refusalOf } from './request-checks.ts'
import type { Note } from './log.ts'
import { ciphers, type Identity } from './tls.ts'

/** What a server needs. */
export type ServerParts = {
  handler: Handler
  allowed: AllowedRequests
  limits: Limits
  /** With it the server speaks TLS only. */
  identity?: Identity
  /** A TLS proxy stands in front. */
  isProxied?: boolean
  /** Which proxies may name the client. */
  trusts?: Trusts
  /** Gets one line of JSON per request, without a line break. */
  log?: (line: string) => void
  /** Is told of each request; see `Metrics`. */
  count?: (method: string, route: string, status: number) => void
  note?: Note
}

/**
 * Node's server around a handler, with the raw request checks before it and every limit on sockets. It is not listening
 * yet.
 */
export function createHostServer(parts: ServerParts) {
  const { handler, allowed, limits, identity, isProxied = false, trusts = () => isProxied } = parts
  const { log, count, note = () => undefined } = parts
  const connections = createConnections(limits, isProxied)
  let closing = false

  async function serve(incoming: IncomingMessage, outgoing: ServerResponse, refusal = refusalOf(incoming, allowed)) {
    const began = performance.now()
    const { socket } = incoming
    if (socket.destroyed) return
    if (!connections.addPending(outgoing)) {
      socket.destroy()
      logRequest(incoming, { status: 0, bytes: 0 }, 0)
      return
    }
    if (closing) outgoing.shouldKeepAlive = false
    outgoing.once('close', () => closing && socket.destroySoon())
    const address = addressOf(incoming)
    const options = { handler, refusal, limits, isProxied, address, note }
    const { status, bytes } = await exchange(incoming, outgoing, options).catch(() => {
      outgoing.destroy() // a header that Node will not write, for example: it costs one connection, never the process
      return { status: 0, bytes: 0 }
    })
    logRequest(incoming, { status, bytes }, performance.now() - began)
  }

  let isAddressUnknown = false
  function addressOf(incoming: IncomingMessage): string {
    const address = clientAddress(incoming, trusts)
    // Whoever watches our health is the proxy itself.
    if (address === undefined && !isAddressUnknown && !healthPaths.includes(incoming.url ?? '')) {
      isAddressUnknown = true
      note({ event: 'address-unknown' })
    }
    return address ?? incoming.socket.remoteAddress ?? ''
  }

  /** A line holds only words of ours and of the parser: a known method, an existing path. */
  function logRequest(incoming: IncomingMessage | undefined, { status, bytes }: Outcome, ms: number) {
    const method = incoming?.method ?? '(none)'
    const path = incoming ? loggablePath(incoming, allowed) : '(other)'
    count?.(method, path, status)
    const time = new Date().toISOString()
    log?.(JSON.stringify({ time, method, path, status, ms: Math.round(ms), bytes, id: randomBytes(8).toString('hex') }))
  }

  /** Refuses what cannot be read as a request of ours; the connection ends with it. */
  function refuseOn(socket: Duplex, refusal: Refusal, incoming?: IncomingMessage) {
    if (lastAnswers.has(socket)) return // the rest of a refused request
    const open = connections.pending(socket as Socket)
    const last = open.findLast((outgoing) => outgoing.req.complete)
    if (!socket.writable) socket.destroy()
    // Complete requests before it are running: they get their own responses, then the connection ends.
    else if (last) {
      lastAnswers.add(socket)
      last.once('close', () => endRaw(socket, ''))
    }
    // A response that has begun cannot be followed by another one: the client would read it as part of the first.
    else if (open.some((outgoing) => outgoing.headersSent)) socket.destroy()
    else {
      const text = refuseRaw(refusal, isProxied || isSecure(socket))
      const bytes = Buffer.byteLength(text.slice(text.indexOf('\r\n\r\n') + 4))
      endRaw(socket, text)
      if (open.length > 0) return // its request has its own log line
      return logRequest(incoming, { status: refusal.status, bytes }, 0)
    }
    if (incoming) logRequest(incoming, { status: 0, bytes: 0 }, 0)
  }

  const options: ServerOptions = {
    headersTimeout: limits.headers,
    requestTimeout: limits.headers + limits.upload, // the upload has its own time limit
    keepAliveTimeout: limits.keepAlive,
    connectionsCheckingInterval: Math.min(1_000, limits.headers / 2),
    maxHeaderSize: limits.headerBytes,
    requireHostHeader: false, // we refuse those ourselves, with all headers
    insecureHTTPParser: false,
  }
  const server = identity
    ? createTlsServer({ ...options, ...identity, ciphers, minVersion: 'TLSv1.2', handshakeTimeout: limits.headers })
    : createServer(options)
  server.on('connection', connections.admit)
  server.maxHeadersCount = 0 // Node drops what is beyond a limit, and its parser still obeys it: we count them
  server.setTimeout(limits.idle)
  server.on('request', (incoming, outgoing) => void serve(incoming, outgoing))
  server.on('checkContinue', (incoming, outgoing) => void serve(incoming, outgoing))
  server.on('checkExpectation', (incoming, outgoing) => {
    void serve(incoming, outgoing, { status: 417, error: 'expectation' })
  })
  server.on('upgrade', (incoming, socket) => refuseOn(socket, { status: 400, error: 'bad-request' }, incoming))
  server.on('connect', (incoming, socket) =>
    refuseOn(socket, { status: 405, error: 'method-not-allowed', allow: ['GET'] }, incoming),
  )
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    if (isOfTls(error.code)) socket.destroy()
    else refuseOn(socket, unreadable(error.code))
  })

  return {
    server,
    /** Stops accepting connections, lets requests finish, and cuts off the rest after `limits.drain`. */
    close: () =>
      new Promise<void>((resolve) => {
        closing = true
        // All of them: Node's own list lacks those in a TLS handshake.
        const timer = setTimeout(() => connections.all().forEach((socket) => socket.destroy()), limits.drain)
        server.close(() => {
          clearTimeout(timer)
          resolve()
        })
        for (const outgoing of connections.pending()) outgoing.shouldKeepAlive = false
        server.closeIdleConnections()
        // Browsers keep a spare connection without any request.
        for (const socket of connections.all()) if (socket.bytesRead === 0) socket.destroy()
      }),
    /** The number of requests whose response has not ended. */
    unanswered: () => connections.pending().length,
  }
}

function unreadable(code: string | undefined): Refusal {
  if (code === 'HPE_HEADER_OVERFLOW') return { status: 431, error: 'headers-too-large' }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return { status: 408, error: 'too-slow' }
  return { status: 400, error: 'bad-request' }
}

/** A failed TLS handshake: nothing can be written to that connection. */
function isOfTls(code: string | undefined): boolean {
  return code !== undefined && /^(ERR_SSL|ERR_TLS|ECONNRESET|EPROTO)/.test(code)
}

/** Writes the last text on this socket and reads for a moment longer, so that it arrives. */
function endRaw(socket: Duplex, text: string): void {
  const end = () => socket.destroy()
  const timer = setTimeout(end, lingering)
  lastAnswers.add(socket)
  socket.once('close', () => clearTimeout(timer))
  socket.on('error', end)
  socket.on('end', end)
  socket.end(text)
  socket.resume()
}
