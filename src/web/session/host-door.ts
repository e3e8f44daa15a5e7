import { connect } from '#contract/client.ts'
import {
  HostSessionAnswer,
  hostMarkerPath,
  hostSessionPath,
  pageHeader,
  pageHeaderValue,
  sessionHeader,
  type HostMarker,
  type HostSession,
} from '#contract/console-host.ts'
import { ServiceError, type Problem } from '#contract/problem.ts'
import type { SignInRefusal } from '#contract/sign-in-refusal.ts'
import type { Shape } from '#contract/shape.ts'
import type { Place } from '#web/service/console.tsx'
import type { Door, DoorWorld, Knocked, Probe } from './door.ts'
import { signedOutAt } from './host-marks.ts'
import { createStaying } from './staying.ts'
import { watching } from './watching.ts'

/** How long the host may take over a call of its own, in milliseconds; a sign-in asks the service. */
const patience = { sign: 15_000, other: 5_000 }

/** Our own host: it has the bearer, and the page a cookie that no script can read. */
export function createHostDoor(world: DoorWorld, place: Place, sessions: HostMarker['sessions']): Door {
  const { fetch, lists, origin, now, local, windows, onSignedOut } = world
  const url = new URL(hostSessionPath, origin).href
  const leftAt = signedOutAt(origin)
  let last: Pick<HostSession, 'identity' | 'email'> | undefined

  /** One call about the session. @throws {ServiceError} where there is no answer that can be read. */
  const call = async (method: string, after: number, body?: object, signal?: AbortSignal): Promise<unknown> => {
    const late = AbortSignal.timeout(after)
    const headers = { accept: 'application/json', 'content-type': 'application/json', [pageHeader]: pageHeaderValue }
    try {
      const answer = await fetch(url, {
        method,
        headers,
        body: body === undefined ? null : JSON.stringify(body),
        cache: 'no-store',
        redirect: 'error',
        signal: signal === undefined ? late : AbortSignal.any([signal, late]),
      })
      return answer.status === 204 ? undefined : await answer.json()
    } catch {
      signal?.throwIfAborted()
      throw new ServiceError(late.aborted ? { kind: 'timed-out', after, sent: 'unknown' } : unreachable)
    }
  }
  const session = async (method: 'GET' | 'PUT', signal?: AbortSignal): Promise<HostSession | null> => {
    const said = await call(method, patience.other, method === 'PUT' ? {} : undefined, signal)
    if (method === 'PUT') windows.tell('input')
    return read(HostSessionAnswer, said).session
  }

  /** What the last sign-out could not do comes before anything else. */
  const settle = async () => {
    if (local.getItem(leftAt) === null) return
    await call('DELETE', patience.other)
    local.removeItem(leftAt)
  }

  const signed = (from: HostSession): Knocked => {
    const { identity, email } = from
    const watched = watching({ fetch, lists }, ({ headers }, status) =>
      onSignedOut(headers.has(sessionHeader) ? { by: 'host' } : { by: 'service', status }),
    )
    const probe: Probe = async (options) =>
      (await import('./host-probe.ts')).probeAtHost({ fetch: watched.fetch, origin, identity }, options)
    // A host that was started anew gives everybody another identity, but checks an e-mail as before.
    const again = identity === last?.identity || (email !== undefined && email === last?.email)
    last = { identity, email }
    const staying = createStaying({ from, now, ask: session, onSignedOut })
    const service = connect({ ...watched, origin, hosted: { identity } })
    return { signed: { service, probe, email, since: now() - from.age, again, kept: 'host', staying } }
  }

  return {
    place,
    keeps: { where: 'host', ...sessions },
    async resume(signal) {
      try {
        await settle()
        const found = await session('GET', signal)
        return found === null ? undefined : signed(found)
      } catch (error) {
        return { refused: refusalOf(error) }
      }
    },
    async signIn(way, _keep, signal) {
      try {
        await settle()
        // Before anything is sent: what reads the answer must be here.
        const { Refused } = await import('#contract/sign-in-refusal.ts').catch(() => {
          throw new ServiceError({ kind: 'unreachable', sent: 'not-sent' })
        })
        const said = await call('POST', patience.sign, way, signal)
        const refused = Refused.safeParse(said)
        if (refused.success) return { refused: refused.data.refused }
        read(HostSessionAnswer, said)
        const kept = await session('GET', signal)
        if (kept === null) return { refused: { why: 'session-not-kept' } }
        windows.tell('signed-in')
        return signed(kept)
      } catch (error) {
        return { refused: refusalOf(error) }
      }
    },
    async signOut(where) {
      last = undefined
      if (where === 'here') {
        windows.tell('signed-out')
        // Before the call: whatever becomes of this page, the next one ends the session.
        local.setItem(leftAt, '1')
      }
      try {
        // The other window ends the session; whether there is a host to load the page from is all that is left to know.
        if (where === 'here') await settle()
        else await fetch(new URL(hostMarkerPath, origin).href, beingThere())
        return 'ended'
      } catch {
        return 'left-at-host'
      }
    },
  }
}

/** Asks for the host's mark and sends nothing along. */
function beingThere(): RequestInit {
  const headers = { [pageHeader]: pageHeaderValue }
  return { headers, cache: 'no-store', credentials: 'omit', signal: AbortSignal.timeout(patience.other) }
}

const unreachable: Problem = { kind: 'unreachable', sent: 'unknown' }

function refusalOf(error: unknown): SignInRefusal {
  if (error instanceof ServiceError) return { why: 'problem', problem: error.problem }
  throw error
}

function read<T>(schema: Shape<T>, said: unknown): T {
  const parsed = schema.safeParse(said)
  if (parsed.success) return parsed.data
  throw new ServiceError({ kind: 'unreadable', status: 200, received: { form: 'json' }, bytes: 0, at: ['the session'] })
}
