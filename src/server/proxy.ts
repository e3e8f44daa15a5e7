import * as z from 'zod/mini'
import { rejectHtml, parseSecretBody } from '#api/client/response-body.ts'
import { sendRequest, type StreamedResponse } from '#api/client/request.ts'
import { forwardedCalls, readRowsPath, serviceDateHeader } from '#api/console-server.ts'
import { createRowReader } from '#api/list/redact.ts'
import { ServiceError, invalidResponseError, type ResourceName } from '#api/problem.ts'
import { parseErrorMessage, redactProblem } from '#api/service-text.ts'
import { problemResponse, jsonResponse, errorResponse } from './error-responses.ts'
import type { Limits } from './limits.ts'
import { parsedBody } from './json-body.ts'
import { createKeyedSemaphore } from './keyed-semaphore.ts'
import { splitTarget } from './request-checks.ts'
import { redactedList, redactedRows } from './redacted-list.ts'
import type { LiveSession } from './session/sessions.ts'
import { noResponseError, serviceConnection, type Upstream } from './upstream.ts'

/** The methods of a forwarded path; undefined: it is not forwarded. */
export function forwardedMethods(path: string): readonly string[] | undefined {
  if (path.startsWith(rowsPath)) return listPaths.has(path.slice(rowsPath.length)) ? ['POST'] : undefined
  return forwardedCalls.find((call) => call.path === path)?.methods
}

/** The body of a read of single rows. */
const WantedRows = z.object({ names: z.array(z.string()).check(z.maxLength(1000)) })

const rowsPath = `/${readRowsPath}`.slice(0, -1)
const listPaths: ReadonlyMap<string, ResourceName> = new Map([
  ['/_/token', 'tokens'],
  ['/_/user', 'users'],
])

/** The request to the service for one request of the page. */
interface ServiceRequest {
  method: string
  target: string
  body: Uint8Array<ArrayBuffer> | undefined
  list?: { resource: ResourceName; names: ReadonlySet<string> | undefined }
}

/**
 * Answers the calls at `/_/` and the reads of single rows, with the session's access token. The handler lets the
 * documented calls through and no others. What passes in either direction is named, not filtered. `target`: path and
 * query before anything normalized them. `signal` ends a running call, even after its response has begun.
 */
export function createProxy(upstream: Upstream, limits: Limits) {
  const semaphore = createKeyedSemaphore(limits.lists)
  const { fetch, origin } = serviceConnection(upstream, limits)

  return async (request: Request, target: string, session: LiveSession, signal: AbortSignal): Promise<Response> => {
    const serviceRequest = await serviceRequestOf(request, target)
    if (serviceRequest === undefined) return errorResponse({ status: 400, error: 'bad-request' })
    const { method, list, body } = serviceRequest
    const release = list && (await semaphore.acquire(session.fingerprintKey, signal).catch(() => undefined))
    let answer: StreamedResponse | undefined
    let isStreaming = false
    const end = () => {
      answer?.end()
      release?.()
    }
    try {
      if (signal.aborted) throw noResponseError('timed-out', 'not-sent')
      const headers = {
        accept: 'application/json',
        authorization: `Bearer ${session.bearer}`,
        ...(body && { 'content-type': 'application/json' }),
      }
      const init = { method, headers, body: body ?? null, signal }
      const timeouts = list ? { first: limits.firstByte, stall: limits.pace } : { first: limits.answer }
      answer = await sendRequest(fetch, origin + serviceRequest.target.slice(1), init, timeouts)
      const { response } = answer
      requireUsable(response)
      if (!list || !response.ok) return await responseForPage(answer, serviceRequest, session, limits)
      const { resource, names } = list
      const { bearer, fingerprintKey: key } = session
      const options = {
        resource,
        reader: createRowReader({ resource, bearer, key }),
        cap: limits.listBytes,
      }
      isStreaming = names === undefined
      const rows = await (names === undefined
        ? redactedList(answer, options, end)
        : redactedRows(answer, options, names, limits.unreadableRows))
      const type = { 'content-type': 'application/json' }
      return new Response(rows, { status: response.status, headers: { ...type, ...responseHeaders(response) } })
    } catch (error) {
      const failure = noResponseError(signal.aborted ? 'timed-out' : 'unreachable', 'unknown')
      const { problem } = error instanceof ServiceError ? error : failure
      return problemResponse(redactProblem(problem, secretsOf(session, body)))
    } finally {
      if (!isStreaming) end()
    }
  }
}

async function serviceRequestOf(request: Request, target: string): Promise<ServiceRequest | undefined> {
  const [path, query] = splitTarget(target)
  const { method } = request
  const body = method === 'GET' ? undefined : new Uint8Array(await request.arrayBuffer())
  if (!path.startsWith(rowsPath)) {
    const resource = listPaths.get(path)
    return method === 'GET' && resource
      ? { method, target, body, list: { resource, names: undefined } }
      : { method, target, body }
  }
  const list = path.slice(rowsPath.length)
  const names = parsedBody(body, WantedRows)?.names
  const resource = listPaths.get(list)
  if (names === undefined || resource === undefined) return undefined
  return { method: 'GET', target: list + query, body: undefined, list: { resource, names: new Set(names) } }
}

/**
 * The response to a call other than a list.
 * @throws {ServiceError} if the response is not as expected: not one byte of it is passed on then.
 */
async function responseForPage(
  answer: StreamedResponse,
  { method, body }: ServiceRequest,
  session: LiveSession,
  { answerBytes }: Limits,
): Promise<Response> {
  const { response } = answer
  const { status } = response
  const headers = responseHeaders(response)
  if (!response.ok) {
    // The status counts even if the body is unreadable.
    const text = await answer.text(answerBytes).catch(() => '')
    const serviceText = parseErrorMessage(text, secretsOf(session, body))
    // Under our own status: a browser would act on the original one and send the request again.
    if (resentByBrowsers.has(status)) throw new ServiceError({ kind: 'refused', status, serviceText })
    return jsonResponse({ error: serviceText }, status, headers)
  }
  const text = await answer.text(answerBytes)
  if (method === 'GET') return jsonResponse({ value: parseSecretBody(status, text) ?? null }, status, headers)
  rejectHtml(text, status)
  return new Response(null, { status, headers })
}

/** Proxy authentication, and the statuses on which Chromium sends a request again by itself, even a write. */
const resentByBrowsers: ReadonlySet<number> = new Set([407, 408, 421, 425])

const Passwords = z.object({ password: z.optional(z.string()), new_password: z.optional(z.string()) })

/** The access token and the passwords of a request, which nothing that is passed on may repeat. */
function secretsOf({ bearer }: LiveSession, body: Uint8Array | undefined): string[] {
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

/** @throws {ServiceError} for a response whose body is not read. */
function requireUsable({ status, headers, body }: Response): void {
  const isRedirect = status >= 300 && status < 400
  const coding = headers.get('content-encoding')?.trim().toLowerCase() ?? ''
  if (!isRedirect && (coding === '' || coding === 'identity')) return
  body?.cancel().catch(() => undefined)
  throw invalidResponseError('text', status, 0, isRedirect ? 'a redirect' : 'a compressed body')
}
