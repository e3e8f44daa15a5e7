import { createHash } from 'node:crypto'
import {
  type ServerMarker,
  type ServerSession,
  type ServerSessionResponse,
  type ServerSessions,
  ServerSessionUpdate,
  type OtherConsole,
  pageHeader,
  proofHeader,
  sessionHeader,
} from '#api/console-server.ts'
import { SignInRequest } from '#api/credentials.ts'
import { isTransient } from '#api/problem.ts'
import { signInWith, type SignInRejection } from '#api/client/sign-in.ts'
import { jsonResponse, errorResponse } from '#server/error-responses.ts'
import type { Limits } from '#server/limits.ts'
import { readJson } from '#server/json-body.ts'
import type { LogSecurityEvent } from '#server/log.ts'
import { isLoopback } from '#server/settings.ts'
import { StoreUnreachable, type SessionLookup, type LiveSession, type Sessions } from './sessions.ts'
import type { SignInRateLimit } from './sign-in-rate-limit.ts'
import { serviceConnection, type Upstream } from '#server/upstream.ts'

/** What the session routes need. */
export interface SessionParts {
  upstream: Upstream
  limits: Limits
  sessions: Sessions
  signInLimit: SignInRateLimit
  /** Sent to signed-in pages only. */
  otherConsoles: readonly OtherConsole[]
  /** Where the page goes after signing out. */
  signOutUrl: string | undefined
  /** A proxy in front ends TLS. */
  isProxied: boolean
  note: LogSecurityEvent
  /** Resolves after so many milliseconds. */
  pause: (ms: number) => Promise<void>
}

/** Signs in and out, keeps sessions alive, and finds the session of a request. */
export function createSessionRoutes(parts: SessionParts) {
  const { upstream, limits, sessions, signInLimit, otherConsoles, signOutUrl, isProxied, note, pause } = parts
  /** Sessions that end by signing out: the log does not report their end again. */
  const signedOutSessions = new WeakSet<AbortController>()
  const connection = serviceConnection(upstream, limits)
  const cookieOf = (request: Request) => sessionCookie(request, isProxied)
  const presentedCredentials = (request: Request) => ({
    ids: cookieOf(request).ids(),
    proof: request.headers.get(proofHeader),
  })
  const hasBothHalves = (request: Request) => request.headers.has(proofHeader) && cookieOf(request).ids().length > 0
  const find = (request: Request) => sessions.find(presentedCredentials(request))
  const viewOf = (session: LiveSession): ServerSession => ({
    ...sessions.publicView(session),
    consoles: [...otherConsoles],
    ...(signOutUrl !== undefined && { signOutUrl }),
  })
  const sessionBody = (lookup: SessionLookup, request: Request): ServerSessionResponse => ({
    session: typeof lookup === 'object' ? viewOf(lookup.session) : null,
    ...(lookup === 'other' && { other: true }),
    ...(lookup === 'none' && hasBothHalves(request) && { unknown: true }),
  })
  const sessionResponse = (lookup: SessionLookup, request: Request) => jsonResponse(sessionBody(lookup, request))

  async function signIn(request: Request, client: string): Promise<Response> {
    const credentials = await readJson(request, SignInRequest)
    if (credentials === undefined) return errorResponse({ status: 400, error: 'bad-request' })
    const attempt = await signInLimit.begin(client)
    if ('retryAfter' in attempt) {
      note({ event: 'sign-in-limited', address: client })
      return rejectedResponse({ why: 'too-many-tries', retryAfter: attempt.retryAfter })
    }
    const minimumDelay = pause(limits.refusal)
    let isWrong = false
    try {
      // Continues when the client goes away: the service checks the guess anyway.
      const outcome = await signInWith(connection, credentials, AbortSignal.timeout(limits.answer))
      if ('refused' in outcome) {
        if (!outcome.isUnjudged && isGuess(outcome.refused)) {
          isWrong = true
          note({ event: 'sign-in-refused', address: client })
          await minimumDelay
        }
        return rejectedResponse(outcome.refused)
      }
      if (request.signal.aborted) return errorResponse({ status: 400, error: 'bad-request' }) // nobody receives this
      const email = credentials.by === 'password' ? credentials.email : undefined
      const browser = browserName(request.headers.get('user-agent'))
      const opened = await sessions.begin(outcome.bearer, email, presentedCredentials(request), browser)
      if (opened === undefined) return rejectedResponse({ why: 'host-is-full' })
      const { id, proof, session } = opened
      noteSignedIn(session, client)
      const body: ServerSessionResponse = { session: viewOf(session), proof }
      return jsonResponse(body, 201, { 'set-cookie': cookieOf(request).setCookie(id) })
    } catch (error) {
      if (error instanceof StoreUnreachable) throw error
      return rejectedResponse({ why: 'problem', problem: { kind: 'timed-out', after: limits.answer, sent: 'unknown' } })
    } finally {
      // A store that is lost meanwhile keeps it counted until its time is over.
      if (!isWrong) await attempt.giveBack().catch(() => undefined)
    }
  }

  function noteSignedIn({ logId: session, abortController }: LiveSession, address: string): void {
    note({ event: 'signed-in', address, session })
    abortController.signal.addEventListener('abort', () => {
      if (!signedOutSessions.has(abortController)) note({ event: 'session-ended', session })
    })
  }

  function noteSignedOut({ logId: session, abortController }: LiveSession, address: string): void {
    signedOutSessions.add(abortController)
    note({ event: 'signed-out', address, session })
  }

  return {
    /** The marker that a page reads when it opens; with a proof, also whose session that is. */
    async addSessionToMarker(request: Request, marker: ServerMarker): Promise<ServerMarker> {
      if (!request.headers.has(proofHeader)) return marker
      return { ...marker, session: sessionBody(await find(request), request) }
    },

    /** The session of a request, or the response that there is none. */
    async sessionFor(request: Request): Promise<LiveSession | Response> {
      const lookup = await find(request)
      if (typeof lookup === 'object') return lookup.session
      const refusal = errorResponse({ status: 401, error: 'signed-out' })
      refusal.headers.set(sessionHeader, lookup)
      return refusal
    },

    /** `client`: the client's address. */
    async sessionResponse(request: Request, client: string): Promise<Response> {
      if (request.method === 'POST') return signIn(request, client)
      const lookup = await find(request)
      if (request.method === 'GET') return sessionResponse(lookup, request)
      if (request.method === 'DELETE') {
        if (typeof lookup === 'object') {
          noteSignedOut(lookup.session, client)
          await sessions.end(lookup.session)
        }
        // The cookie of another sign-in stays.
        return signedOutResponse(lookup === 'other' ? undefined : cookieOf(request).clearCookie())
      }
      if (typeof lookup !== 'object') return sessionResponse(lookup, request)
      const update = await readJson(request, ServerSessionUpdate)
      if (update === undefined) return errorResponse({ status: 400, error: 'bad-request' })
      const session = await sessions.touch(lookup.session, update.email)
      return sessionResponse(session === undefined ? 'none' : { session }, request)
    },

    /** Lists all sessions of this session's person, or ends them. */
    async handleSessions(request: Request, client: string, ownSession: LiveSession): Promise<Response> {
      const { person } = ownSession
      if (request.method === 'DELETE') {
        noteSignedOut(ownSession, client)
        await sessions.endAll(person)
        return signedOutResponse(cookieOf(request).clearCookie())
      }
      const body: ServerSessions = {
        sessions: (await sessions.listByPerson(person)).map((session) => {
          const { age, idle } = sessions.publicView(session)
          const isThis = session.logId === ownSession.logId
          return { age, unused: idle.limit - idle.left, browser: session.browser, isThis }
        }),
      }
      return jsonResponse(body)
    },
  }
}

/** Only `cache`: `cookies` and `storage` would also clear those of other ports, and what the page keeps of the service. */
function signedOutResponse(cookie: string | undefined): Response {
  const headers = new Headers({ 'cache-control': 'no-store', 'clear-site-data': '"cache"' })
  if (cookie !== undefined) headers.set('set-cookie', cookie)
  return new Response(null, { status: 204, headers })
}

const rejectionStatuses: Record<SignInRejection['why'], number> = {
  'bearer-refused': 401,
  'password-refused': 401,
  'not-an-admin': 403,
  'no-password-sign-in': 501,
  problem: 502,
  'too-many-tries': 429,
  'host-is-full': 503,
}

/** Whether the service may have checked a credential and found it wrong, however it answers then. */
function isGuess(refusal: SignInRejection): boolean {
  return refusal.why !== 'problem' || !isTransient(refusal.problem)
}

function rejectedResponse(refusal: SignInRejection): Response {
  const wait = refusal.why === 'too-many-tries' ? { 'retry-after': String(refusal.retryAfter) } : {}
  return jsonResponse({ refused: refusal }, rejectionStatuses[refusal.why], wait)
}

/**
 * The only cookie: the id of a session. Over TLS and from other machines it has the prefix that binds it to this host
 * and to https. On plain http at a loopback name its name has the port, because cookies go to every port of a host. A prefix
 * in the page's path, which only the page knows, is in the name too.
 */
function sessionCookie(request: Request, isProxied: boolean) {
  const { protocol, hostname, port } = new URL(request.url)
  const isSecure = isProxied || protocol === 'https:' || !isLoopback(hostname)
  const path = request.headers.get(pageHeader) ?? '/'
  const ownPath = path === '/' ? '' : `-${createHash('sha256').update(path).digest('hex').slice(0, 8)}`
  const name = `${isSecure ? '__Host-query-admin' : `query-admin-${port || '80'}`}${ownPath}`
  const attributes = `; Path=/; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`
  return {
    /** The ids in the request. Another port of this host name can add cookies with the same name. */
    ids: (): string[] =>
      (request.headers.get('cookie') ?? '')
        .split(/;\s*/)
        .filter((cookie) => cookie.startsWith(`${name}=`))
        .map((cookie) => cookie.slice(name.length + 1))
        .filter((id) => /^[\w-]{43}$/.test(id)),
    /** For `Set-Cookie`. It has no age: it ends with the browser, and the session ends here. */
    setCookie: (id: string) => `${name}=${id}${attributes}`,
    /** For `Set-Cookie`: removes it. */
    clearCookie: () => `${name}=${attributes}; Max-Age=0`,
  }
}

/** What names a browser in its `User-Agent`, the more special first: most of them also name Chrome and Safari. */
const browsers = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/(Firefox|FxiOS)\//, 'Firefox'],
  [/(Chrome|CriOS)\//, 'Chrome'],
  [/Safari\//, 'Safari'],
] as const

const systems = [
  [/Android/, 'Android'],
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/CrOS/, 'ChromeOS'],
  [/Windows/, 'Windows'],
  [/Macintosh/, 'macOS'],
  [/Linux/, 'Linux'],
] as const

/** `Chrome on Linux`, made of the names above only: nothing of a `User-Agent` is stored or shown. */
export function browserName(userAgent: string | null): string {
  const findName = (names: typeof browsers | typeof systems) =>
    names.find(([pattern]) => pattern.test(userAgent ?? ''))?.[1]
  const system = findName(systems)
  return `${findName(browsers) ?? 'Unknown browser'}${system === undefined ? '' : ` on ${system}`}`
}
