import { forwarded, sentHeader, serviceDateHeader } from '#contract/console-host.ts'
import { refuse } from './answers.ts'
import type { Limits } from './limits.ts'
import { paced, whole } from './pace.ts'
import { splitTarget } from './raw.ts'
import { type Call, type Sent, type Upstream, UpstreamFailure } from './upstream.ts'

/** The methods of a path that is forwarded to the service; undefined: it is not forwarded. */
export function forwardedMethods(path: string): readonly string[] | undefined {
  return forwarded.find((call) => call.path === path)?.methods
}

/**
 * What stands at `/_/`: passes on the calls of the contract and no others. What goes to the service and what comes
 * back is named here, not filtered. `target` is the request's path and query before anything normalised it.
 */
export function createProxy(upstream: Upstream, limits: Limits) {
  return async (request: Request, target: string): Promise<Response> => {
    const [path] = splitTarget(target)
    const methods = forwardedMethods(path)
    if (!methods) return refuse({ status: 404, error: 'not-found' })
    const { method } = request
    if (!methods.includes(method)) return refuse({ status: 405, error: 'method-not-allowed', allow: methods })
    const body = method === 'GET' ? undefined : await whole(request.body, limits.body)
    if (!body && method !== 'GET') return refuse({ status: 413, error: 'body-too-large' })

    const isList = method === 'GET' && (path === '/_/token' || path === '/_/user')
    const ending = new AbortController()
    const timer = setTimeout(() => ending.abort(), isList ? limits.firstByte : limits.answer)
    if (request.signal.aborted) ending.abort()
    request.signal.addEventListener('abort', () => ending.abort(), { once: true })
    try {
      const call = { method, target, headers: requestHeaders(request, body), body, signal: ending.signal }
      return await ask(upstream, call, isList, limits)
    } finally {
      clearTimeout(timer)
    }
  }
}

async function ask(upstream: Upstream, call: Call, isList: boolean, limits: Limits): Promise<Response> {
  let said: Response
  try {
    said = await upstream(call)
  } catch (error) {
    return error instanceof UpstreamFailure ? failed(error.kind, error.sent) : failed('unreachable', 'unknown')
  }
  const wrong = unwanted(said)
  if (wrong) {
    drop(said)
    return failed(wrong, 'unknown')
  }
  const { status } = said
  const headers = responseHeaders(said)
  if (!said.body) return new Response(null, { status, headers })
  if (isList) {
    const length = said.headers.get('content-length')
    if (length !== null && /^\d+$/.test(length)) headers.set('content-length', length)
    return new Response(paced(said.body, limits), { status, headers })
  }
  try {
    const bytes = await whole(said.body, limits.answerBytes, call.signal)
    if (!bytes) return failed('too-large', 'unknown')
    headers.set('content-length', String(bytes.byteLength))
    return new Response(bytes, { status, headers })
  } catch {
    return failed(call.signal.aborted ? 'timed-out' : 'unreachable', 'unknown')
  }
}

/** Credentials and the form of the body. Cookies, addresses of the client and anything hop-by-hop are not among them. */
const passedOn = ['authorization', 'content-type', 'accept'] as const

function requestHeaders(request: Request, body: Uint8Array | undefined): Record<string, string> {
  const dropped = (request.headers.get('connection') ?? '').toLowerCase().split(/[\s,]+/)
  const headers: Record<string, string> = { 'accept-encoding': 'identity' }
  for (const name of passedOn) {
    const value = request.headers.get(name)
    if (value !== null && !dropped.includes(name)) headers[name] = value
  }
  if (body) headers['content-length'] = String(body.byteLength)
  return headers
}

/** What the page may know of the service's head. No cookie of its, and no prompt of the browser's (WWW-Authenticate). */
const passedBack = ['content-type', 'retry-after'] as const

function responseHeaders(said: Response): Headers {
  const headers = new Headers({ 'cache-control': 'no-store' })
  for (const name of passedBack) {
    const value = said.headers.get(name)
    if (value !== null) headers.set(name, value)
  }
  const date = said.headers.get('date')
  if (date !== null) headers.set(serviceDateHeader, date)
  return headers
}

function unwanted(said: Response): 'redirected' | 'encoded' | undefined {
  if (said.status >= 300 && said.status < 400 && said.status !== 304) return 'redirected'
  const coding = said.headers.get('content-encoding')?.trim().toLowerCase() ?? ''
  return coding === '' || coding === 'identity' ? undefined : 'encoded'
}

function failed(error: UpstreamFailure['kind'] | 'redirected' | 'encoded' | 'too-large', sent: Sent): Response {
  return refuse({ status: error === 'timed-out' ? 504 : 502, error }, { [sentHeader]: sent })
}

function drop(said: Response): void {
  said.body?.cancel().catch(() => undefined)
}
