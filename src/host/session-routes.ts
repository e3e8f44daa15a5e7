import { type HostSessionAnswer, hostSessionPath, identityHeader, sessionHeader } from '#contract/console-host.ts'
import { SignInWay } from '#contract/session.ts'
import type { SignInRefusal } from '#contract/sign-in-refusal.ts'
import { signInBy } from '#contract/signing-in.ts'
import { refuse } from './answers.ts'
import { jsonIn } from './json-in.ts'
import type { Limits } from './limits.ts'
import { whole } from './pace.ts'
import { serviceConnection } from './service-fetch.ts'
import { sessionCookie } from './session-cookie.ts'
import type { Session, Sessions } from './sessions.ts'
import type { SignInLimit } from './sign-in-limit.ts'
import type { Upstream } from './upstream.ts'

/** Where the page signs in and out. */
export const sessionPath = hostSessionPath.slice(1)
/** What is asked there. */
export const sessionMethods = ['GET', 'POST', 'PUT', 'DELETE'] as const

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
  const sessionOf = async (request: Request) => {
    const id = cookieOf(request).id()
    return id === undefined ? undefined : sessions.find(id)
  }
  const answerOf = (session: Session | undefined): HostSessionAnswer => ({
    session: session ? sessions.told(session) : null,
  })
  const answer = (session: Session | undefined, status = 200, cookie?: string) =>
    said(answerOf(session), status, cookie)

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
      const cookie = cookieOf(request)
      const former = cookie.id()
      if (former !== undefined) await sessions.end(former)
      const begun = await sessions.begin(outcome.bearer, way.by === 'password' ? way.email : undefined)
      if (begun === undefined) return refused({ why: 'host-is-full' })
      return answer(begun.session, 201, cookie.given(begun.id))
    } catch {
      attempt.cancelled()
      return refused({ why: 'problem', problem: { kind: 'timed-out', after: limits.answer, sent: 'unknown' } })
    }
  }

  return {
    /** The session of a request, or the answer that there is none. Another person's counts as none. */
    async sessionFor(request: Request): Promise<Session | Response> {
      const session = await sessionOf(request)
      const believed = request.headers.get(identityHeader)
      if (session !== undefined && (believed === null || believed === session.identity)) return session
      return refuse({ status: 401, error: 'signed-out' }, { [sessionHeader]: session === undefined ? 'none' : 'other' })
    },

    /** What GET would answer; undefined where nobody is signed in. */
    async told(request: Request): Promise<HostSessionAnswer | undefined> {
      const session = await sessionOf(request)
      return session && answerOf(session)
    },

    async answer(asking: Asking): Promise<Response> {
      const { request } = asking
      const cookie = cookieOf(request)
      const id = cookie.id()
      switch (request.method) {
        case 'GET':
          return answer(await sessionOf(request))
        case 'POST':
          return signIn(asking)
        case 'PUT':
          return answer(id === undefined ? undefined : await sessions.touch(id))
        default:
          if (id !== undefined) await sessions.end(id)
          return new Response(null, {
            status: 204,
            headers: { 'cache-control': 'no-store', 'set-cookie': cookie.taken() },
          })
      }
    },
  }
}

const statuses: Record<SignInRefusal['why'], number> = {
  'bearer-refused': 401,
  'password-refused': 401,
  'not-an-admin': 403,
  'no-password-sign-in': 501,
  problem: 502,
  'too-many-tries': 429,
  'host-is-full': 503,
  'session-not-kept': 500, // the page's own finding
}

function refused(refusal: SignInRefusal): Response {
  const response = said({ refused: refusal }, statuses[refusal.why])
  if (refusal.why === 'too-many-tries') response.headers.set('retry-after', String(refusal.retryAfter))
  return response
}

function said(body: object, status: number, cookie?: string): Response {
  const text = JSON.stringify(body)
  const headers = new Headers({
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(text)),
    'cache-control': 'no-store',
  })
  if (cookie !== undefined) headers.set('set-cookie', cookie)
  return new Response(text, { status, headers })
}
