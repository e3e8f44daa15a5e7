import type * as z from 'zod/mini'
import {
  hostProblem,
  HostSessionAnswer,
  hostSessionPath,
  HostSessions,
  hostSessionsPath,
  pageHeaders,
  sessionHeader,
  type HostMarker,
  type HostSession,
} from '#contract/console-host.ts'
import { ServiceError, type Problem } from '#contract/problem.ts'
import { jsonIn } from '#contract/wire.ts'
import type { Fetch } from '#contract/client/request.ts'
import type {
  BackendWorld,
  Signed,
  SignedInPlaces,
  SignInBackend,
  SignInFailure,
  SignInOutcome,
} from './sign-in-backend.ts'
import type { Place } from './place.ts'
import { consoleServerFetch } from './console-server-fetch.ts'
import { createSessionTimer, type NoSession, type SignedOutBy } from './session-timer.ts'
import { signedBy, watchSession } from './session-state.ts'

const findCode = () => import('./host-find.ts')

/** The storage key of the session's proof, see `proofHeader`. */
export const proofAt = (origin: string) => `query-admin proof ${origin}`

/**
 * The storage key for the proof of a session whose sign-out did not reach the console server. The next load ends that
 * session before anything else.
 */
export const signedOutAt = (origin: string) => `query-admin signed out ${origin}`

/** How long the console server may take for a call, in milliseconds. A sign-in also waits for the service. */
const patience = { sign: 15_000, other: 5_000 }

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** A call about a session: this page's, unless `by` is the proof of another one. */
interface Call {
  to?: string
  by?: string | undefined
  through?: Fetch
  body?: object | undefined
  signal?: AbortSignal | undefined
  after?: number
}

/**
 * With a console server: it has the bearer. The page has a cookie that no script can read, and the proof for it.
 * `initial`: what the console server said of the session of this proof when the page opened.
 */
export function createHostBackend(
  world: BackendWorld,
  place: Place,
  sessions: HostMarker['sessions'],
  initial?: { proof: string; answer: HostSessionAnswer },
): SignInBackend {
  const { origin, now, local, windows } = world
  const { fetch, inFront } = consoleServerFetch(world.fetch)
  const url = new URL(hostSessionPath, origin).href
  const keptAt = proofAt(origin)
  const leftAt = signedOutAt(origin)
  /** The proof of this page's session: only of one that the console server confirmed. */
  let proof: string | undefined
  let last: string | undefined
  let first = initial

  /**
   * Makes one call about the session. Only a 204 means that a DELETE ended something.
   * @throws {ServiceError} when there is no readable answer.
   */
  const call = async (method: Method, { to = url, by = proof, through = fetch, ...request }: Call = {}) => {
    const { body, signal, after = patience.other } = request
    const late = AbortSignal.timeout(after)
    const headers = {
      accept: 'application/json',
      'content-type': 'application/json',
      ...pageHeaders(origin, by),
    }
    try {
      const answer = await through(to, {
        method,
        headers,
        body: body === undefined ? null : JSON.stringify(body),
        cache: 'no-store',
        signal: signal === undefined ? late : AbortSignal.any([signal, late]),
      })
      const { status } = answer
      if (answer.headers.has(sessionHeader))
        throw new ServiceError({ kind: 'signed-out', status: 401, serviceText: '', by: 'console-server' })
      const text = answer.ok && method === 'DELETE' ? '' : await answer.text()
      const problem = hostProblem(answer, text, true)
      if (problem !== undefined) throw new ServiceError(problem)
      const json = jsonIn(text)
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
  /** The session of this proof. PUT extends it. */
  const session = async (
    method: 'GET' | 'PUT',
    by: string | undefined,
    { signal, email }: { signal?: AbortSignal; email?: string } = {},
  ): Promise<HostSession | NoSession> => {
    const body = method === 'PUT' ? { email } : undefined
    const json = await call(method, { body, signal, by })
    if (method === 'PUT') windows.tell('input')
    return sessionIn(read(HostSessionAnswer, json))
  }
  /** The session of this proof, when a page opens or hears of another sign-in. */
  const resumed = async (storedProof: string, signal: AbortSignal) => {
    const { proof: firstProof, answer } = first ?? {}
    first = undefined
    return firstProof === storedProof && answer !== undefined
      ? sessionIn(answer)
      : session('GET', storedProof, { signal })
  }

  /** Ends the session of a sign-out that did not reach the console server. */
  const settle = async () => {
    const left = local.getItem(leftAt)
    if (left === null) return
    await call('DELETE', { by: left })
    if (local.getItem(leftAt) === left) local.removeItem(leftAt)
  }

  /** Forgets the proof of this page's session, and returns it. */
  const forget = () => {
    const ended = proof
    proof = undefined
    if (local.getItem(keptAt) === ended) local.removeItem(keptAt)
    return ended
  }

  const signed = (from: HostSession, mine: string): SignInOutcome => {
    const { identity, email, consoles = [] } = from
    const endedNow = (answer: Response) => {
      const by = endedBy(answer)
      return by?.by === 'host' ? timer.why() : by
    }
    const watched = watchSession({ fetch, now, to: { origin, hosted: { proof: mine } }, endedBy: endedNow })
    const findToken: Signed['findToken'] = async (finding) =>
      (await findCode()).findAtHost({ fetch: watched.fetch, origin, proof: mine }, finding)
    const isSamePerson = identity === last
    last = identity
    const everywhere = { through: watched.fetch, to: new URL(hostSessionsPath, origin).href, by: mine }
    const places: SignedInPlaces = {
      async read(asking) {
        const json = await call('GET', { ...everywhere, signal: asking })
        const at = now()
        return read(HostSessions, json).sessions.map(({ age, unused, ...place }) => {
          return { since: at - age, usedAt: at - unused, ...place }
        })
      },
      end: async () => void (await call('DELETE', everywhere)),
    }
    const timer = createSessionTimer({
      from,
      now,
      ask: (method) => session(method, mine),
      onSignedOut: watched.end,
    })
    watched.state.subscribe(() => watched.state.get().is === 'over' && timer.stop())
    return {
      signed: {
        ...signedBy(watched, { findToken }),
        leave() {
          watched.leave()
          timer.stop()
        },
        email,
        identity,
        since: now() - from.age,
        isSamePerson,
        kept: 'host',
        consoles,
        timer,
        places,
        inFront,
        renamed: (email) => void session('PUT', mine, { email }).catch(() => undefined),
      },
    }
  }

  return {
    place,
    keeps: { where: 'host', ...sessions },
    async resume(signal) {
      try {
        // What ends a session comes before what was said of it.
        if (local.getItem(leftAt) !== null) first = undefined
        await settle()
        const storedProof = local.getItem(keptAt)
        if (storedProof === null) return undefined
        const hostSession = await resumed(storedProof, signal)
        if (typeof hostSession === 'object') {
          proof = storedProof
          return signed(hostSession, storedProof)
        }
        // Another tab may have signed in meanwhile. Its proof may not be in the storage of this one yet.
        if (storedProof !== proof && local.getItem(keptAt) === storedProof) local.removeItem(keptAt)
        return hostSession === 'other' ? { refused: { why: 'session-replaced' } } : undefined
      } catch (error) {
        return { refused: refusalOf(error) }
      }
    },
    async signIn(way, _keep, signal) {
      try {
        await settle()
        // Load this before sending: it is needed to read the answer.
        const { Refused } = await import('#contract/client/sign-in.ts').catch(() => {
          throw new ServiceError(unreachable)
        })
        const json = await call('POST', { body: way, signal, after: patience.sign })
        const refused = Refused.safeParse(json)
        if (refused.success) return { refused: refused.data.refused }
        const newProof = read(HostSessionAnswer, json).proof ?? ''
        const hostSession = await session('GET', newProof, { signal })
        if (typeof hostSession !== 'object')
          return { refused: { why: hostSession === 'unknown' ? 'session-elsewhere' : 'session-not-kept' } }
        proof = newProof
        local.setItem(keptAt, newProof)
        return signed(hostSession, newProof)
      } catch (error) {
        return { refused: refusalOf(error) }
      }
    },
    async signOut() {
      const ended = forget()
      last = undefined
      // Stored before the call: if this page dies, the next one ends the session.
      if (ended !== undefined) local.setItem(leftAt, ended)
      try {
        await settle()
        return 'ended'
      } catch {
        return 'left-at-host'
      } finally {
        windows.tell('signed-out') // after the call, because the other windows then ask the console server
      }
    },
    async followSignOut() {
      const mine = proof
      if (mine === undefined) return undefined
      // The other window signed out, and could not reach the console server.
      const isLeft = () => local.getItem(leftAt) === mine
      const isOver = isLeft() || (await session('GET', mine).then((answer) => typeof answer !== 'object', isLeft))
      if (!isOver || proof !== mine) return undefined
      forget()
      return isLeft() ? 'left-at-host' : 'ended'
    },
  }
}

function endedBy({ status, headers }: Response): SignedOutBy | undefined {
  const ended = status === 401 ? headers.get(sessionHeader) : null
  return ended === null ? undefined : { by: ended === 'other' ? 'replaced' : 'host' }
}

const sessionIn = ({ session, other, unknown }: HostSessionAnswer): HostSession | NoSession =>
  session ?? (other === true ? 'other' : unknown === true ? 'unknown' : 'none')

const unreachable: Problem = { kind: 'unreachable', sent: 'unknown', by: 'console-server' }

function refusalOf(error: unknown): SignInFailure {
  if (error instanceof ServiceError) return { why: 'problem', problem: error.problem }
  throw error
}

function read<T>(schema: z.ZodMiniType<T>, json: unknown): T {
  const parsed = schema.safeParse(json)
  if (parsed.success) return parsed.data
  throw new ServiceError({ kind: 'unreadable', status: 200, received: { form: 'json' }, bytes: 0, at: ['the session'] })
}
