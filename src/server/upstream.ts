import http from 'node:http'
import https from 'node:https'
import { TLSSocket } from 'node:tls'
import { certificateErrorMessages, type CertificateFault, ServiceError } from '#api/problem.ts'
import type { Connection } from '#api/client/client.ts'
import { headerPairs } from './request-checks.ts'
import { limits, type Limits } from './limits.ts'

/**
 * One call to the service. `target`: path and query as the client wrote them, relative to the service's base address.
 */
export type UpstreamRequest = {
  method: string
  target: string
  headers: Record<string, string>
  body: Uint8Array<ArrayBuffer> | undefined
  /** Aborted when the client has gone or a time limit has passed. */
  signal: AbortSignal
}

/**
 * Sends calls to the service. Redirects are not followed.
 * @throws {ServiceError} what is known of a failed call. The client takes anything else for `unreachable`, so that no
 *   library message gets out: those quote addresses and input.
 */
export type Upstream = (call: UpstreamRequest) => Promise<Response>

/** Node's codes; any other one is `untrusted`. */
const certificateFaults: ReadonlyMap<string | undefined, CertificateFault> = new Map([
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'self-signed'],
  ['SELF_SIGNED_CERT_IN_CHAIN', 'unknown-authority'],
  ['UNABLE_TO_GET_ISSUER_CERT', 'unknown-authority'],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'unknown-authority'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'unknown-authority'],
  ['CERT_HAS_EXPIRED', 'expired'],
  ['CERT_NOT_YET_VALID', 'not-yet-valid'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'other-name'],
])

/** There is no response. `not-sent`: not one byte of the request was written. */
export function noResponseError(
  kind: 'unreachable' | 'timed-out',
  delivery: 'not-sent' | 'unknown',
  certificate?: CertificateFault,
): ServiceError {
  return new ServiceError(
    kind === 'timed-out'
      ? { kind, after: 0, sent: delivery }
      : { kind, sent: delivery, ...(certificate && { certificate }) },
  )
}

/** A service in this process, such as the demo service. It uses our clock, so its date is added here. */
export function inProcessUpstream(fetch: (request: Request) => Promise<Response>): Upstream {
  return async ({ method, target, headers, body, signal }) => {
    signal.throwIfAborted()
    const init = { method, headers, signal, body: body ?? null }
    const response = await fetch(new Request(`http://embedded.invalid${target}`, init))
    if (!response.headers.has('date')) response.headers.set('date', new Date().toUTCString())
    return response
  }
}

/**
 * A service at an http or https address, whose path prefix is kept. Each call has a connection of its own: on a kept
 * one nobody could tell a request that was never read from one that was carried out. `warn` gets one sentence when the
 * certificate is not trusted, again only after a response or for another reason.
 */
export function fetchUpstream(
  base: URL,
  connectTimeoutMs = limits.connect,
  warn: (sentence: string) => void = () => undefined,
): Upstream {
  const isSecure = base.protocol === 'https:'
  // 250 ms, Node's own, is too short for the second address of a far server.
  const options = { keepAlive: false, autoSelectFamilyAttemptTimeout: Math.ceil(connectTimeoutMs / 2) }
  const agent = isSecure ? new https.Agent(options) : new http.Agent(options)
  const prefix = base.pathname.replace(/\/+$/, '')
  let lastWarning: CertificateFault | undefined

  return ({ method, target, headers, body, signal }) =>
    new Promise((resolve, reject) => {
      let delivery: 'not-sent' | 'unknown' = 'not-sent'
      const request = (isSecure ? https : http).request({
        agent,
        hostname: base.hostname.replace(/^\[|\]$/g, ''),
        port: base.port || (isSecure ? 443 : 80),
        path: prefix + target,
        method,
        headers,
      })
      const connecting = setTimeout(() => fail('timed-out'), connectTimeoutMs)
      function fail(kind: 'unreachable' | 'timed-out', certificate?: CertificateFault) {
        clearTimeout(connecting)
        reject(noResponseError(kind, delivery, certificate)) // has no effect after a response
        request.destroy()
      }
      request.on('socket', (socket) => {
        socket.once(isSecure ? 'secureConnect' : 'connect', () => {
          clearTimeout(connecting)
          delivery = 'unknown'
        })
      })
      request.on('response', (incoming) => {
        lastWarning = undefined
        try {
          resolve(responseFrom(incoming))
        } catch {
          fail('unreachable') // a status such as 999, which a Response cannot have
        }
      })
      request.on('error', ({ code }: NodeJS.ErrnoException) => {
        const isDistrusted = request.socket instanceof TLSSocket && request.socket.authorizationError
        const certificate = isDistrusted ? (certificateFaults.get(code) ?? 'untrusted') : undefined
        if (certificate !== undefined && certificate !== lastWarning) warn(certificateErrorMessages[certificate])
        lastWarning = certificate ?? lastWarning
        fail('unreachable', certificate)
      })
      request.on('close', () => fail('unreachable')) // a response to an Upgrade that nobody requested ends without an error
      if (signal.aborted) fail('timed-out')
      else signal.addEventListener('abort', () => fail('timed-out'), { once: true })
      request.end(body)
    })
}

function responseFrom(incoming: http.IncomingMessage): Response {
  const status = incoming.statusCode ?? 0
  const headers = new Headers(headerPairs(incoming.rawHeaders))
  if (status === 204 || status === 205 || status === 304) {
    if (status === 205) incoming.destroy() // the parser takes a body here, which may never end
    else incoming.resume()
    return new Response(null, { status, headers })
  }
  return new Response(streamOf(incoming), { status, headers })
}

/** Pulled, never pushed. Node 20's `Readable.toWeb` throws out of reach if a cancelled stream still delivers. */
function streamOf(incoming: http.IncomingMessage): ReadableStream<Uint8Array> {
  const chunks = incoming.iterator({ destroyOnReturn: true })
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const next = (await chunks.next()) as IteratorResult<Buffer, undefined>
        if (next.done) controller.close()
        else controller.enqueue(next.value)
      },
      cancel() {
        incoming.destroy()
      },
    },
    { highWaterMark: 0 },
  )
}

/** The service as the client in `api/` sends to it. Path and query go through to the letter. */
export function serviceConnection(upstream: Upstream, limits: Limits): Connection {
  const origin = 'http://service.invalid/'
  return {
    origin,
    limits: { call: limits.answer, first: limits.firstByte, stall: limits.pace },
    async fetch(url, { method = 'GET', headers: givenHeaders, body: givenBody, signal }) {
      const body = givenBody ? new Uint8Array(await new Response(givenBody).arrayBuffer()) : undefined
      const headers = Object.fromEntries(new Headers(givenHeaders))
      headers['accept-encoding'] = 'identity'
      if (body) headers['content-length'] = String(body.byteLength)
      const target = url.slice(origin.length - 1)
      return upstream({ method, target, headers, body, signal: signal ?? new AbortController().signal })
    },
  }
}
