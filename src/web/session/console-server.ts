import type * as z from 'zod/mini'
import {
  protocolHeader,
  protocolVersion,
  ServerMarker,
  markerPath,
  problemFromServer,
  ServerSessionResponse,
  sessionPath,
  ServerSessions,
  sessionsPath,
  pageHeaders,
  sessionHeader,
  type ServerSession,
  type OtherConsole,
} from '#api/console-server.ts'
import type { FindOptions, FindResult } from '#api/client/find-token.ts'
import type { Fetch } from '#api/client/request.ts'
import { SignInRejectionBody, type SignInRejection } from '#api/client/sign-in.ts'
import { requireProblem, ServiceError, type Problem } from '#api/problem.ts'
import type { ApiClient } from '#api/api-client.ts'
import type { SignInRequest } from '#api/credentials.ts'
import { parseJson } from '#api/wire.ts'
import type { Store } from '#web/ui/store.ts'
import { createConsoleServerFetch, type ProxyProblem } from './console-server-fetch.ts'
import { monitorSession, type SessionState } from './session-state.ts'
import { findTokenOnServer } from './server-find.ts'
import { createSessionTimer, type MissingSession, type SessionTimer, type SignOutReason } from './session-timer.ts'

/** The service, as the page shows it before and after signing in. */
export interface ServiceInfo {
  /** Without credentials. */
  address: string
  /** Host name and port, or *Demo service*. */
  host: string
  /** What admins call it, such as *Production*; undefined: nothing. */
  label?: string | undefined
  /** The label, if there is one, and the host: what dialogs and the tab's title call it. */
  name: string
  color?: string | undefined
  example: boolean
}

/** What the page's side of the console server needs from outside. */
export interface ConsoleServerDependencies {
  fetch: Fetch
  /** The page's own address, ending in `/`. */
  origin: string
  /** Milliseconds since 1970. */
  now: () => number
  /** Storage of this browser for this origin. Nothing in it gives access by itself. */
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
  /** A server in front may have asked for its own sign-in. */
  onProxySignIn?: () => void
}

/** The page's side of the console server. That has the access token; the page has a cookie, and the proof for it. */
export interface ConsoleServer {
  place: ServiceInfo
  /** How long a session lasts without activity, and at most, in milliseconds. */
  limits: ServerMarker['sessions']
  /** Resumes the session of this browser; undefined when there is none. */
  resume(signal: AbortSignal): Promise<SignInResult | undefined>
  /** @throws aborts and programming errors only; a refusal is a result. */
  signIn(way: SignInRequest, signal: AbortSignal): Promise<SignInResult>
  /** `left-on-console-server`: the console server could not be reached and still has the session. */
  signOut(): Promise<SignedOut>
  /** Another window has signed out, or says so. Forgets the session if that is true; undefined: it is not. */
  followSignOut(): Promise<SignedOut | undefined>
}

type SignedOut = 'ended' | 'left-on-console-server'

/** The outcome of signing in, or of resuming a session. */
export type SignInResult = { signed: SignedInSession } | { refused: SignInFailure }

/**
 * Why nobody is signed in. `session-replaced`: the cookie belongs to another sign-in. `session-elsewhere`: another console
 * server answers, which doesn't know the session. `session-not-kept`: the browser did not send its cookie.
 */
export type SignInFailure = SignInRejection | { why: 'session-not-kept' | 'session-elsewhere' | 'session-replaced' }

/** An accepted sign-in. */
export interface SignedInSession {
  service: ApiClient
  /** Whether the session lasts, whoever ends it: the service, the console server or a time limit. */
  state: Pick<Store<SessionState>, 'get' | 'subscribe'>
  /** The session is over, by a sign-out in another window. */
  end: (by: SignOutReason) => void
  /** Ends the session for this page, whatever becomes of it: another one begins here, or nobody is signed in. */
  leave: () => void
  /** Unknown after signing in with an access token. */
  email: string | undefined
  /** The same for each session of a person, and no secret. */
  identity: string
  /** When the session began, in milliseconds since 1970 by the page's clock. */
  since: number
  /** Whether the same person was signed in on this page before. */
  isSamePerson: boolean
  /** Finds the token that a value belongs to. */
  findToken: (finding: FindOptions) => Promise<FindResult>
  timer: SessionTimer
  /** Reports the account's new email, which a reload then knows. */
  renamed: (email: string) => void
  /** The consoles of other services. */
  consoles: readonly OtherConsole[]
  /** Where to go after signing out, if the console server names an address. */
  signOutUrl: string | undefined
  activeSessions: ActiveSessions
  /** What a server in front of the console server answers in its place. */
  inFront: Pick<Store<ProxyProblem | undefined>, 'get' | 'subscribe'>
}

/** One session of this person on the console server. Times are milliseconds since 1970 by the page's clock. */
export interface ActiveSession {
  since: number
  usedAt: number
  /** `Chrome on Linux`. */
  browser: string
  /** Whether it is the session of this page. */
  isThis: boolean
}

/** This person's sessions on the console server. @throws {ServiceError} when the server does not answer. */
export interface ActiveSessions {
  read: (signal: AbortSignal) => Promise<ActiveSession[]>
  /** Ends all of them, including this one. */
  end: () => Promise<void>
}

/** The storage key of the session's proof, see `proofHeader`. Other windows hear of its changes. */
export const proofStorageKey = (origin: string) => `query-admin proof ${origin}`

/**
 * The storage key for the proof of a session whose sign-out did not reach the console server. The next load ends that
 * session before anything else.
 */
export const pendingSignOutStorageKey = (origin: string) => `query-admin signed out ${origin}`

/** How long the console server may take for a call, in milliseconds. A sign-in also waits for the service. */
const patience = { open: 10_000, sign: 15_000, other: 5_000 }

/** A call to the console server: about this page's session, unless `by` is the proof of another one. */
interface Call {
  to?: string
  by?: string | undefined
  through?: Fetch
  body?: object | undefined
  signal?: AbortSignal | undefined
  after?: number
}

/**
 * Why the console can't be opened. `problem`: the console server does not answer, or another server does in its place.
 * `other-version`: it is of another version than this page. `no-storage`: the browser blocks storage for this page.
 */
export type StartupError = { why: 'problem'; problem: Problem } | { why: 'other-version' | 'no-storage' }

/** Asks the console server about itself and this browser's session. @throws aborts only. */
export async function openConsoleServer(
  dependencies: ConsoleServerDependencies,
  opening: AbortSignal,
): Promise<ConsoleServer | StartupError> {
  const { origin, now, storage } = dependencies
  const { fetch, inFront } = createConsoleServerFetch(dependencies.fetch, dependencies.onProxySignIn)
  const keptAt = proofStorageKey(origin)
  const leftAt = pendingSignOutStorageKey(origin)
  /** The proof of this page's session: only of one that the console server confirmed. */
  let proof: string | undefined
  let lastPerson: string | undefined

  /** Makes one call. Only a 204 means that a DELETE ended something. @throws {ServiceError} without a readable answer. */
  const call = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', request: Call = {}) => {
    const { to = sessionPath, by = proof, through = fetch, body, signal, after = patience.other } = request
    const late = AbortSignal.timeout(after)
    try {
      const answer = await through(new URL(to, origin).href, {
        method,
        headers: { accept: 'application/json', 'content-type': 'application/json', ...pageHeaders(origin, by) },
        body: body === undefined ? null : JSON.stringify(body),
        cache: 'no-store',
        signal: signal === undefined ? late : AbortSignal.any([signal, late]),
      })
      const { status } = answer
      if (answer.headers.has(sessionHeader))
        throw new ServiceError({ kind: 'signed-out', status: 401, serviceText: '', by: 'console-server' })
      const text = answer.ok && method === 'DELETE' ? '' : await answer.text()
      const problem = problemFromServer(answer, text)
      if (problem !== undefined) throw new ServiceError(problem)
      const json = parseJson(text)
      const isRefusal = typeof json === 'object' && json !== null && 'refused' in json
      if (!answer.ok && !isRefusal)
        throw new ServiceError({ kind: 'refused', status, serviceText: '', by: 'console-server' })
      if (method === 'DELETE' ? status !== 204 : json === undefined) throw new ServiceError(unreachable)
      return json
    } catch (error) {
      signal?.throwIfAborted()
      if (error instanceof ServiceError) throw error
      throw new ServiceError(
        late.aborted ? { kind: 'timed-out', after, sent: 'unknown', by: 'console-server' } : unreachable,
      )
    }
  }

  const session = async (method: 'GET' | 'PUT', by: string | undefined, options: Pick<Call, 'signal' | 'body'> = {}) =>
    sessionIn(read(ServerSessionResponse, await call(method, { by, ...options })))

  /** Ends the session of a sign-out that did not reach the console server. */
  const settle = async () => {
    const leftProof = storage.getItem(leftAt)
    if (leftProof === null) return
    await call('DELETE', { by: leftProof })
    if (storage.getItem(leftAt) === leftProof) storage.removeItem(leftAt)
  }

  const forget = (ended: string | undefined) => {
    if (proof === ended) proof = undefined
    if (storage.getItem(keptAt) === ended) storage.removeItem(keptAt)
  }

  const signed = (from: ServerSession, mine: string): SignInResult => {
    const { identity, email, consoles = [], signOutUrl } = from
    const endedNow = (answer: Response) => {
      const by = endedBy(answer)
      return by?.by === 'console-server' ? timer.endReason() : by
    }
    const watched = monitorSession({ fetch, now, origin, proof: mine, endReasonOf: endedNow })
    const timer = createSessionTimer({
      initialSession: from,
      now,
      fetchSession: (method) => session(method, mine, method === 'PUT' ? { body: {} } : {}),
      onSignedOut: watched.end,
    })
    watched.state.subscribe(() => watched.state.get().status === 'ended' && timer.stop())
    const everywhere = { through: watched.fetch, to: sessionsPath, by: mine }
    const isSamePerson = identity === lastPerson
    lastPerson = identity
    proof = mine
    return {
      signed: {
        service: watched.service,
        state: watched.state,
        end: watched.end,
        leave() {
          watched.leave()
          timer.stop()
        },
        email,
        identity,
        since: now() - from.age,
        isSamePerson,
        consoles,
        signOutUrl,
        timer,
        findToken: watched.checking(async (finding: FindOptions) =>
          findTokenOnServer({ fetch: watched.fetch, origin, proof: mine }, finding),
        ),
        activeSessions: {
          async read(asking) {
            const { sessions } = read(ServerSessions, await call('GET', { ...everywhere, signal: asking }))
            const readAt = now()
            return sessions.map(({ age, unused, ...place }) => ({
              since: readAt - age,
              usedAt: readAt - unused,
              ...place,
            }))
          },
          end: async () => void (await call('DELETE', everywhere)),
        },
        inFront,
        renamed: (email) => void session('PUT', mine, { body: { email } }).catch(() => undefined),
      },
    }
  }

  const stored = storage.getItem(keptAt) ?? undefined
  const protocol: { version: string | null } = { version: null }
  const through: Fetch = async (...request) => {
    const answer = await fetch(...request)
    protocol.version = answer.headers.get(protocolHeader)
    return answer
  }
  const marker = await call('GET', { to: markerPath, by: stored, through, signal: opening, after: patience.open })
    .then((json) => read(ServerMarker, json, markerPath))
    .catch(requireProblem)
  if (protocol.version !== null && protocol.version !== protocolVersion) return { why: 'other-version' }
  if ('kind' in marker) return { why: 'problem', problem: marker }
  /** What the console server said of the session of the stored proof when the page opened. */
  let first = marker.session && sessionIn(marker.session)

  return {
    place: placeOf(marker.service, origin),
    limits: marker.sessions,
    async resume(signal) {
      try {
        // What ends a session comes before what was said of it.
        const isLeft = storage.getItem(leftAt) !== null
        await settle()
        const kept = storage.getItem(keptAt)
        if (kept === null) return undefined
        const found = kept === stored && !isLeft && first !== undefined ? first : await session('GET', kept, { signal })
        first = undefined
        if (typeof found === 'object') return signed(found, kept)
        // Another window may have signed in meanwhile. Its proof may not be in the storage of this one yet.
        if (kept !== proof && storage.getItem(keptAt) === kept) storage.removeItem(keptAt)
        return found === 'other' ? { refused: { why: 'session-replaced' } } : undefined
      } catch (error) {
        return { refused: refusalOf(error) }
      }
    },
    async signIn(way, signal) {
      try {
        await settle()
        const json = await call('POST', { body: way, signal, after: patience.sign })
        const refused = SignInRejectionBody.safeParse(json)
        if (refused.success) return { refused: refused.data.refused }
        const mine = read(ServerSessionResponse, json).proof ?? ''
        const found = await session('GET', mine, { signal })
        if (typeof found !== 'object')
          return { refused: { why: found === 'unknown' ? 'session-elsewhere' : 'session-not-kept' } }
        storage.setItem(keptAt, mine)
        return signed(found, mine)
      } catch (error) {
        return { refused: refusalOf(error) }
      }
    },
    async signOut() {
      const ended = proof
      lastPerson = undefined
      // Stored before the call: if this page dies, the next one ends the session.
      if (ended !== undefined) storage.setItem(leftAt, ended)
      try {
        await settle()
        return 'ended'
      } catch {
        return 'left-on-console-server'
      } finally {
        forget(ended) // after the call: the other windows hear of it, and ask the console server
      }
    },
    async followSignOut() {
      const mine = proof
      if (mine === undefined) return undefined
      // The other window signed out, and could not reach the console server.
      const isLeft = () => storage.getItem(leftAt) === mine
      const isOver = isLeft() || (await session('GET', mine).then((answer) => typeof answer !== 'object', isLeft))
      if (!isOver || proof !== mine) return undefined
      forget(mine)
      return isLeft() ? 'left-on-console-server' : 'ended'
    },
  }
}

function placeOf({ address, example, name: label, color }: ServerMarker['service'], origin: string): ServiceInfo {
  const host = example ? 'Demo service' : URL.canParse(address) ? new URL(address).host : address
  const name = label === undefined ? host : `${label} · ${host}`
  return { address: example ? `${origin}_/` : address, host, label, name, color, example }
}

function endedBy({ status, headers }: Response): SignOutReason | undefined {
  const ended = status === 401 ? headers.get(sessionHeader) : null
  return ended === null ? undefined : { by: ended === 'other' ? 'replaced' : 'console-server' }
}

const sessionIn = ({ session, other, unknown }: ServerSessionResponse): ServerSession | MissingSession =>
  session ?? (other === true ? 'other' : unknown === true ? 'unknown' : 'none')

const unreachable: Problem = { kind: 'unreachable', sent: 'unknown', by: 'console-server' }

function refusalOf(error: unknown): SignInFailure {
  if (error instanceof ServiceError) return { why: 'problem', problem: error.problem }
  throw error
}

/** `place`: what cannot be read. */
function read<T>(schema: z.ZodMiniType<T>, json: unknown, place = 'the session'): T {
  const parsed = schema.safeParse(json)
  if (parsed.success) return parsed.data
  throw new ServiceError({ kind: 'unreadable', status: 200, received: { form: 'json' }, bytes: 0, at: [place] })
}
