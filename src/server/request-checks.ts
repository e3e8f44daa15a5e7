import type { ErrorResponse } from './error-responses.ts'
import { limits } from './limits.ts'

/** The parts of Node's own request that are checked before a framework makes a URL of it. */
export type RawRequest = { method?: string | undefined; url?: string | undefined; rawHeaders: readonly string[] }

/** The paths with their methods, and the host names that are accepted. */
export type AllowedRequests = {
  methodsOf: (path: string) => readonly string[] | undefined
  /** In lower case. An entry without a port accepts any port: only the name matters for DNS rebinding. */
  hosts: ReadonlySet<string>
}

/**
 * Why a request is refused; undefined: it is accepted. The target is compared as it was sent: `/a/../_/token`,
 * `/%5f/token`, `//_/token` and `http://server/_/token` are not `/_/token`, whatever a URL parser makes of them.
 */
export function checkRequest(raw: RawRequest, allowed: AllowedRequests): ErrorResponse | undefined {
  if (raw.rawHeaders.length > 2 * limits.headerLines) return { status: 431, error: 'headers-too-large' }
  const headers = collectHeaders(raw.rawHeaders)
  if (healthPaths.includes(raw.url ?? '')) {
    const isReading = raw.method === 'GET' || raw.method === 'HEAD'
    return isReading ? checkFraming(raw.method, headers) : healthMethodError
  }
  const host = headers.get('host')
  if (host === undefined) return { status: 421, error: 'no-host' }
  if (host.length !== 1 || !isAcceptedHost(host[0] ?? '', allowed.hosts)) return { status: 421, error: 'unknown-host' }

  const [path, query] = splitTarget(raw.url ?? '')
  if (!path.startsWith('/')) return { status: 400, error: 'bad-request' }
  const methods = allowed.methodsOf(path)
  if (!methods) return { status: 404, error: 'not-found' }
  if (!methods.includes(raw.method ?? '')) return { status: 405, error: 'method-not-allowed', allow: methods }
  if (!queryCharacters.test(query)) return { status: 400, error: 'bad-request' }
  return checkFraming(raw.method, headers)
}

/** Asked by whatever watches the console server, under any Host. */
export const healthPaths: readonly string[] = ['/healthz', '/readyz']

const healthMethodError: ErrorResponse = { status: 405, error: 'method-not-allowed', allow: ['GET', 'HEAD'] }

/** Splits a target at its first `?`. The second part keeps the question mark, so that nothing is lost. */
export function splitTarget(target: string): [path: string, query: string] {
  const queryStart = target.indexOf('?')
  return queryStart === -1 ? [target, ''] : [target.slice(0, queryStart), target.slice(queryStart)]
}

/** The path for the log. Only existing paths are written: a mistyped one may be anything, even a secret. */
export function loggablePath(raw: RawRequest, allowed: AllowedRequests): string {
  const [path] = splitTarget(raw.url ?? '')
  return allowed.methodsOf(path) || healthPaths.includes(path) ? path : '(other)'
}

/**
 * The characters of RFC 3986: anything a URL parser would rewrite is refused, so that a query is forwarded verbatim.
 */
const queryCharacters = /^(\?[\w\-.~!$&'()*+,;=:@/?%]*)?$/

/** Headers that must not be repeated: two readers could see two different requests. */
const singleHeaders = [
  'authorization',
  'content-length',
  'content-type',
  'origin',
  'sec-fetch-site',
  'transfer-encoding',
]

function checkFraming(method: string | undefined, headers: ReadonlyMap<string, string[]>): ErrorResponse | undefined {
  const badRequest: ErrorResponse = { status: 400, error: 'bad-request' }
  if (headers.has('upgrade') || singleHeaders.some((name) => (headers.get(name)?.length ?? 0) > 1)) return badRequest
  const coding = headers.get('transfer-encoding')?.[0]
  const length = headers.get('content-length')?.[0]
  if (coding !== undefined && (length !== undefined || coding.toLowerCase() !== 'chunked')) return badRequest
  if (length !== undefined && !/^\d+$/.test(length)) return badRequest
  if ((method === 'GET' || method === 'HEAD') && (coding !== undefined || Number(length ?? 0) > 0)) return badRequest
  if (Number(length ?? 0) > limits.body) return { status: 413, error: 'body-too-large' }
  // A form on another site can never send JSON.
  const hasBody = coding !== undefined || Number(length ?? 0) > 0
  return hasBody && !json.test(headers.get('content-type')?.[0] ?? '') ? { status: 415, error: 'not-json' } : undefined
}

const json = /^application\/json\s*(;|$)/i

function collectHeaders(rawHeaders: readonly string[]): Map<string, string[]> {
  const headers = new Map<string, string[]>()
  for (const [rawName, value] of headerPairs(rawHeaders)) {
    const name = rawName.toLowerCase()
    headers.set(name, [...(headers.get(name) ?? []), value])
  }
  return headers
}

const hostShape = /^([a-z0-9.-]+|\[[0-9a-f:.]+\])(:\d{1,5})?$/

function isAcceptedHost(header: string, hosts: ReadonlySet<string>): boolean {
  const host = header.toLowerCase()
  const name = hostShape.exec(host)?.[1]
  return name !== undefined && (hosts.has(name) || hosts.has(host))
}

/** Node's raw headers as pairs, in the order and the case in which they were sent. */
export function headerPairs(rawHeaders: readonly string[]): [name: string, value: string][] {
  return rawHeaders.flatMap((name, index) => (index % 2 === 0 ? [[name, rawHeaders[index + 1] ?? '']] : []))
}
