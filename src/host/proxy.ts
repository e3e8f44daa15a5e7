import * as z from 'zod/mini'
import { secretFrom } from '#contract/answers.ts'
import { forwarded, hostRowsPath, serviceDateHeader } from '#contract/console-host.ts'
import { withoutSecrets } from '#contract/markup-problem.ts'
import { serviceTextIn, ServiceError, unreadableAs, type ResourceName } from '#contract/problem.ts'
import { refuseMarkup } from '#contract/transport.ts'
import { failureResponse, jsonResponse, refuse } from './refusals.ts'
import type { Limits } from './limits.ts'
import { BrokenOff, parsedBody, readAll } from './body-streams.ts'
import { createSlots } from './slots.ts'
import { splitTarget } from './request-checks.ts'
import { redactedList, redactedRows } from './redacted-list.ts'
import type { Session } from '#host/session/sessions.ts'
import { type Call, noResponse, type Upstream } from './upstream.ts'

/** The methods of a forwarded path; undefined: it is not forwarded. */
export function forwardedMethods(path: string): readonly string[] | undefined {
  if (path.startsWith(rowsPath)) return parts.has(path.slice(rowsPath.length)) ? ['POST'] : undefined
  return forwarded.find((call) => call.path === path)?.methods
}

/** The body of a read of single rows. */
const WantedRows = z.object({ names: z.array(z.string()).check(z.maxLength(1000)) })

const rowsPath = `/${hostRowsPath}`.slice(0, -1)
const parts: ReadonlyMap<string, ResourceName> = new Map([
  ['/_/token', 'tokens'],
  ['/_/user', 'users'],
])

/** The request to the service for one request of the page. */
interface ServiceRequest {
  method: string
  target: string
  body: Uint8Array<ArrayBuffer> | undefined
  list?: { part: ResourceName; names: ReadonlySet<string> | undefined }
}

/**
 * Answers the calls at `/_/` and the reads of single rows, with the session's access token. The handler lets the calls
 * of the contract through and no others. What passes in either direction is named, not filtered. `target`: path and
 * query before anything normalized them. `signal` ends a running call, even after its response has begun.
 */
export function createProxy(upstream: Upstream, limits: Limits) {
  const slots = createSlots(limits.lists)
  return async (request: Request, target: string, session: Session, signal: AbortSignal): Promise<Response> => {
    const serviceRequest = await serviceRequestOf(request, target, limits)
    if (serviceRequest instanceof Response) return serviceRequest
    const { method, list, body } = serviceRequest
    const leave = list && (await slots.take(session.fingerprintKey, signal).catch(() => undefined))
    if (list && leave === undefined) return failureResponse(noResponse('timed-out', 'not-sent').problem)
    let isGoingOn = false
    const ending = new AbortController()
    const timer = setTimeout(() => ending.abort(), list ? limits.firstByte : limits.answer)
    const stop = () => ending.abort()
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop)
    const over = () => {
      signal.removeEventListener('abort', stop) // a session outlives its calls by hours
      leave?.()
    }
    const headers: Record<string, string> = {
      accept: 'application/json',
      'accept-encoding': 'identity',
      authorization: `Bearer ${session.bearer}`,
    }
    if (body) Object.assign(headers, { 'content-type': 'application/json', 'content-length': String(body.byteLength) })
    try {
      const call: Call = { method, target: serviceRequest.target, headers, body, signal: ending.signal }
      const response = await upstream(call)
      const onList = () => {
        clearTimeout(timer)
        isGoingOn = true
        return over
      }
      return await responseForPage(response, serviceRequest, session, limits, ending.signal, onList)
    } catch (error) {
      const isOver = ending.signal.aborted || isLate(error)
      const failure = isOver ? noResponse('timed-out', 'unknown') : noResponse('unreachable', 'unknown')
      const { problem } = error instanceof ServiceError ? error : failure
      return failureResponse(withoutSecrets(problem, secretsOf(session, body)))
    } finally {
      clearTimeout(timer)
      if (!isGoingOn) over()
    }
  }
}

/** A list that was too slow before any of it was passed on. */
function isLate(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'TimeoutError'
}

async function serviceRequestOf(request: Request, target: string, limits: Limits): Promise<ServiceRequest | Response> {
  const [path, query] = splitTarget(target)
  const { method } = request
  const body = method === 'GET' ? undefined : await readAll(request.body, limits.body)
  if (!body && method !== 'GET') return refuse({ status: 413, error: 'body-too-large' })
  if (!path.startsWith(rowsPath)) {
    const part = parts.get(path)
    if (method !== 'GET' || part === undefined) return { method, target, body }
    return { method, target, body, list: { part, names: undefined } }
  }
  const list = path.slice(rowsPath.length)
  const names = parsedBody(body, WantedRows)?.names
  const part = parts.get(list)
  if (names === undefined || part === undefined) return refuse({ status: 400, error: 'bad-request' })
  return { method: 'GET', target: list + query, body: undefined, list: { part, names: new Set(names) } }
}

/**
 * `onList` is called if a list follows; the function it returns is called at the end of that list.
 * @throws {ServiceError} if the response is not as expected: not one byte of it is passed on then.
 */
async function responseForPage(
  response: Response,
  { method, list, body }: ServiceRequest,
  session: Session,
  limits: Limits,
  signal: AbortSignal,
  onList: () => () => void,
): Promise<Response> {
  const { status } = response
  const wrong = unusableIn(response)
  if (wrong !== undefined) {
    response.body?.cancel().catch(() => undefined)
    throw unreadableAs('text', status, 0, wrong)
  }
  const headers = responseHeaders(response)
  if (list && response.ok) {
    const { part, names } = list
    const reading = { part, session, limits, onEnd: onList() }
    const rows = await (names === undefined ? redactedList(response, reading) : redactedRows(response, reading, names))
    return new Response(rows, { status, headers: { 'content-type': 'application/json', ...headers } })
  }
  if (!response.ok) {
    // The status counts even if the body is unreadable.
    const bytes = await readAll(response.body, limits.answerBytes, signal).catch(() => undefined)
    const text = new TextDecoder().decode(bytes)
    const serviceText = serviceTextIn(text, secretsOf(session, body))
    // Under our own status: a browser would act on the original one and send the request again.
    if (resentByBrowsers.has(status)) throw new ServiceError({ kind: 'refused', status, serviceText })
    return jsonResponse({ error: serviceText }, status, headers)
  }
  const bytes = await readAll(response.body, limits.answerBytes, signal).catch((error: unknown) => {
    if (!(error instanceof BrokenOff) || signal.aborted) throw error
    throw unreadableAs('broken-off', status, error.bytes, 'the body')
  })
  if (!bytes) throw new ServiceError({ kind: 'too-large', cap: limits.answerBytes })
  const text = new TextDecoder().decode(bytes)
  if (method === 'GET') return jsonResponse({ value: secretFrom(status, text) ?? null }, status, headers)
  refuseMarkup(text, status)
  return new Response(null, { status, headers })
}

/** Proxy authentication, and the statuses on which Chromium sends a request again by itself, even a write. */
const resentByBrowsers: ReadonlySet<number> = new Set([407, 408, 421, 425])

const Passwords = z.object({ password: z.optional(z.string()), new_password: z.optional(z.string()) })

/** The access token and the passwords of a request, which nothing that is passed on may repeat. */
function secretsOf({ bearer }: Session, body: Uint8Array | undefined): string[] {
  const { password, new_password } = parsedBody(body, Passwords) ?? {}
  return [bearer, password, new_password].filter((secret) => secret !== undefined)
}

/** The date format of RFC 9110. */
const httpDate = /^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/

/** The response headers for the page: digits and dates, no cookie of the service and no browser prompt. */
function responseHeaders({ headers }: Response): Record<string, string> {
  const wait = headers.get('retry-after')
  const date = headers.get('date')
  return {
    'cache-control': 'no-store',
    ...(wait !== null && (/^\d{1,9}$/.test(wait) || httpDate.test(wait)) && { 'retry-after': wait }),
    ...(date !== null && httpDate.test(date) && { [serviceDateHeader]: date }),
  }
}

/** What is wrong with a response whose body is not read; undefined: nothing. */
function unusableIn(response: Response): string | undefined {
  if (response.status >= 300 && response.status < 400) return 'a redirect'
  const coding = response.headers.get('content-encoding')?.trim().toLowerCase() ?? ''
  return coding === '' || coding === 'identity' ? undefined : 'a compressed body'
}
