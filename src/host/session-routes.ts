import {
  type HostSessionAnswer,
  hostSessionPath,
  type HostSessions,
  hostSessionsPath,
  proofHeader,
  sessionHeader,
} from '#contract/console-host.ts'
import { SignInWay } from '#contract/session.ts'
import type { SignInRefusal } from '#contract/sign-in-refusal.ts'
import { signInBy } from '#contract/signing-in.ts'
import { refuse } from './answers.ts'
import { jsonIn } from './json-in.ts'
import type { Limits } from './limits.ts'
import { whole } from './pace.ts'
import { serviceConnection } from './service-fetch.ts'
import { sessionCookie } from './session-cookie.ts'
import type { Found, Session, Sessions } from './sessions.ts'
import type { SignInLimit } from './sign-in-limit.ts'
import type { Upstream } from './upstream.ts'

/** Where the page signs in and out. */
export const sessionPath = hostSessionPath.slice(1)
/** What is asked there. */
export const sessionMethods = ['GET', 'POST', 'PUT', 'DELETE'] as const

/** Where the page asks for all sessions of its person. */
export const sessionsPath = hostSessionsPath.slice(1)
/** What is asked there. */
export const sessionsMethods = ['GET', 'DELETE'] as const

/** What the routes of a session need. */
export interface SessionParts {
  upstream: Upstream
  limits: Limits
  sessions: Sessions
  signInLimit: SignInLimit
  /** A proxy on another machine or port ends TLS before this host. */
  isBehindProxy: boolean
}

/** A request, and the address of whoever made it. */
export interface Asking {
  request: Request
  client: string
}

/** Signing in and out, staying, and whose session a request belongs to. */
export function createSessionRoutes({ upstream, limits, sessions, signInLimit, isBehindProxy }: SessionParts) {
  const connection = serviceConnection(upstream, limits)
  const cookieOf = (request: Request) => sessionCookie(request, isBehindProxy)
  const find = (request: Request) => sessions.find(cookieOf(request).ids(), request.headers.get(proofHeader))
  const answer = (found: Found) => {
    const isThere = typeof found === 'object'
    return said({
      session: isThere ? sessions.told(found.session) : null,
      ...(found === 'other' && { other: true }),
    } satisfies HostSessionAnswer)
  }

  async function signIn({ request, client }: Asking): Promise<Response> {
    const body = await whole(request.body, limits.body)
    if (!body) return refuse({ status: 413, error: 'body-too-large' })
    const way = jsonIn(body, SignInWay)
    if (way === undefined) return refuse({ status: 400, error: 'bad-request' })
    const attempt = signInLimit.begin(client)
    if ('retryAfter' in attempt) return refused({ why: 'too-many-tries', retryAfter: attempt.retryAfter })
    try {
      const outcome = await signInBy(
        connection,
        way,
        AbortSignal.any([request.signal, AbortSignal.timeout(limits.answer)]),
      )
      if ('refused' in outcome) {
        if (outcome.refused.why === 'problem' || outcome.refused.why === 'no-password-sign-in') attempt.cancelled()
        else attempt.failed()
        return refused(outcome.refused)
      }
      attempt.succeeded()
      const former = await find(request)
      if (typeof former === 'object') await sessions.end(former.id)
      const begun = await sessions.begin(outcome.bearer, way.by === 'password' ? way.email : undefined)
      if (begun === undefined) return refused({ why: 'host-is-full' })
      const { id, proof, session } = begun
      const told: HostSessionAnswer = { session: sessions.told(session), proof }
      return said(told, 201, cookieOf(request).given(id))
    } catch {
      attempt.cancelled()
      return refused({ why: 'problem', problem: { kind: 'timed-out', after: limits.answer, sent: 'unknown' } })
    }
  }

  return {
    /** The session of a request, or the answer that there is none. */
    async sessionFor(request: Request): Promise<Session | Response> {
      const found = await find(request)
      if (typeof found === 'object') return found.session
      return refuse({ status: 401, error: 'signed-out' }, { [sessionHeader]: found })
    },

    async answer(asking: Asking): Promise<Response> {
      const { request } = asking
      if (request.method === 'POST') return signIn(asking)
      const found = await find(request)
      if (request.method === 'GET') return answer(found)
      if (request.method === 'DELETE') {
        if (typeof found === 'object') await sessions.end(found.id)
        // That of another sign-in is theirs.
        return signedOut(found === 'other' ? undefined : cookieOf(request).taken())
      }
      if (typeof found !== 'object') return answer(found)
      const session = await sessions.touch(found.id)
      return answer(session === undefined ? 'none' : { ...found, session })
    },

    /** Where the person of this session is signed in, or the end of all of that. */
    async everywhere(request: Request, { identity }: Session): Promise<Response> {
      if (request.method === 'DELETE') {
        await sessions.endAll(identity)
        return signedOut(cookieOf(request).taken())
      }
      const all = (await sessions.of(identity)).map((session) => sessions.told(session))
      const told: HostSessions = {
        sessions: all.map(({ age, idle }) => ({ age, unused: idle.limit - idle.left })),
      }
      return said(told)
    },
  }
}

/** `cache` alone: `cookies` and `storage` would take those of other ports, and what the page has learned. */
function signedOut(cookie: string | undefined): Response {
  const headers = new Headers({ 'cache-control': 'no-store', 'clear-site-data': '"cache"' })
  if (cookie !== undefined) headers.set('set-cookie', cookie)
  return new Response(null, { status: 204, headers })
}

const statuses: Record<SignInRefusal['why'], number> = {
  'bearer-refused': 401,
  'password-refused': 401,
  'not-an-admin': 403,
  'no-password-sign-in': 501,
  problem: 502,
  'too-many-tries': 429,
  'host-is-full': 503,
  // the page's own findings
  'session-not-kept': 500,
  'session-replaced': 500,
}

function refused(refusal: SignInRefusal): Response {
  const response = said({ refused: refusal }, statuses[refusal.why])
  if (refusal.why === 'too-many-tries') response.headers.set('retry-after', String(refusal.retryAfter))
  return response
}

function said(body: object, status = 200, cookie?: string): Response {
  const text = JSON.stringify(body)
  const headers = new Headers({
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(text)),
    'cache-control': 'no-store',
  })
  if (cookie !== undefined) headers.set('set-cookie', cookie)
  return new Response(text, { status, headers })
}
