import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerOptions, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { type ErrorResponse, rawErrorResponse } from './error-responses.ts'
import { clientAddress, type Trusts } from './client-address.ts'
import { createConnections } from './connections.ts'
import { handleRequest, lingerMs, noResponseStats, type ResponseStats } from './handle-request.ts'
import type { Handler } from './handler.ts'
import { fixedHeaders } from './headers.ts'
import type { Limits } from './limits.ts'
import { type AllowedRequests, healthPaths, loggablePath, checkRequest } from './request-checks.ts'
import type { LogSecurityEvent } from './log.ts'
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
  /** For how many seconds browsers shall use https alone. */
  hsts?: number | undefined
  /** Which proxies may name the client. */
  trusts?: Trusts
  /** Gets one line of JSON per request, without a line break. */
  log?: (line: string) => void
  /** Counts each request; see `Metrics`. */
  count?: (method: string, route: string, status: number) => void
  note?: LogSecurityEvent
}

/**
 * Node's server around a handler, with the raw request checks before it and every limit on sockets. A connection carries
 * one request at a time. It is not listening yet.
 */
export function createHostServer(parts: ServerParts) {
  const { handler, allowed, limits, identity, isProxied = false, trusts = () => isProxied } = parts
  const { log, count, note = () => undefined } = parts
  const headers = fixedHeaders(isProxied || identity !== undefined ? parts.hsts : undefined)
  const connections = createConnections(limits, isProxied)
  let closing = false

  async function serve(incoming: IncomingMessage, outgoing: ServerResponse, refusal = checkRequest(incoming, allowed)) {
    const began = performance.now()
    const { socket } = incoming
    if (!socket.writable) return // it could not be answered
    if (connections.pendingOn(socket)) return refuseOn(socket, { status: 400, error: 'bad-request' }, incoming)
    if (!connections.begin(outgoing)) return
    if (closing) outgoing.shouldKeepAlive = false
    outgoing.once('close', () => closing && socket.destroySoon())
    const address = addressOf(incoming)
    const options = { handler, refusal, limits, isProxied, headers, address, note }
    const outcome = await handleRequest(incoming, outgoing, options).catch(() => {
      outgoing.destroy() // a header that Node will not write, for example: it costs one connection, never the process
      return noResponseStats
    })
    logRequest(incoming, outcome, performance.now() - began)
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
  function logRequest(incoming: IncomingMessage | undefined, { status, bytes }: ResponseStats, ms: number) {
    const method = incoming?.method ?? '(none)'
    const path = incoming ? loggablePath(incoming, allowed) : '(other)'
    count?.(method, path, status)
    const time = new Date().toISOString()
    log?.(JSON.stringify({ time, method, path, status, ms: Math.round(ms), bytes, id: randomBytes(8).toString('hex') }))
  }

  /** Responses after which their connection carries out nothing more. */
  const last = new WeakSet<ServerResponse>()

  /** Refuses what cannot be read as a request of ours, or does not wait for an answer. The connection ends with it. */
  function refuseOn(socket: Duplex, refusal: ErrorResponse, incoming?: IncomingMessage) {
    if (!socket.writable) return // the rest of what was refused
    const pending = connections.pendingOn(socket as Socket)
    if (pending === undefined || !(pending.req.complete || pending.headersSent)) {
      const text = rawErrorResponse(refusal, headers)
      endRaw(socket, text)
      const bytes = Buffer.byteLength(text.slice(text.indexOf('\r\n\r\n') + 4))
      if (pending === undefined) logRequest(incoming, { status: refusal.status, bytes }, 0)
      return
    }
    if (incoming) logRequest(incoming, noResponseStats, 0)
    if (!pending.req.complete) return // it is answered without its body, and its connection ends
    // The request before it is carried out and gets its answer, unless more and more follow it.
    if (last.has(pending) && incoming) socket.destroy()
    if (last.has(pending)) return
    last.add(pending)
    pending.once('close', () => endRaw(socket, ''))
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
    // After a failed TLS handshake nothing can be written to that connection.
    if (/^(ERR_SSL|ERR_TLS|ECONNRESET|EPROTO)/.test(error.code ?? '')) socket.destroy()
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

function unreadable(code: string | undefined): ErrorResponse {
  if (code === 'HPE_HEADER_OVERFLOW') return { status: 431, error: 'headers-too-large' }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return { status: 408, error: 'too-slow' }
  return { status: 400, error: 'bad-request' }
}

/** Writes the last text on this socket and reads for a moment longer, so that it arrives. */
function endRaw(socket: Duplex, text: string): void {
  const end = () => socket.destroy()
  const timer = setTimeout(end, lingerMs)
  socket.once('close', () => clearTimeout(timer))
  socket.on('error', end)
  socket.on('end', end)
  socket.end(text)
  socket.resume()
}
