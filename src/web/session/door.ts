import { connect } from '#contract/client.ts'
import { hostHeader, hostHeaderValue, HostMarker, hostMarkerPath } from '#contract/console-host.ts'
import type { ProbeOptions, ProbeReport } from '#contract/probe.ts'
import { problemOf, type Problem } from '#contract/problem.ts'
import type { Service } from '#contract/service.ts'
import type { Fetch } from '#contract/transport.ts'
import type { Place } from '#web/service/console.tsx'

/** How an admin shows who they are. */
export type Way = { by: 'bearer'; bearer: string } | { by: 'password'; email: string; password: string }

/** A way in that was accepted. The credential itself stays behind the service. */
export interface Signed {
  service: Service
  email: string | undefined
  /** Finds out what the service does where its documentation is silent; its code is fetched when it is asked for. */
  probe: Probe
}

/** A probe with the credential already in it. */
export type Probe = (options: ProbeOptions) => Promise<ProbeReport>

/** Why nobody came in. */
export type Refusal =
  | { why: 'bearer-refused'; status: number }
  | { why: 'password-refused' }
  | { why: 'not-an-admin' }
  | { why: 'no-password-sign-in' }
  | { why: 'problem'; problem: Problem }

/** The one door between credentials and the page: where a bearer lives is its business alone. */
export interface Door {
  /** Where this page's service is; asks our own host only, and sends no credential to find out. */
  place(): Promise<Place>
  /** Checks by a real call before it lets in. @throws what is no Problem: aborts and faults of our own. */
  signIn(way: Way, signal: AbortSignal): Promise<{ signed: Signed } | { refused: Refusal }>
}

/**
 * `origin` is the page's own address, ending in `/`. `onSignedOut` is told of every answer that no longer accepts the
 * bearer, with its status.
 */
export function createDoor(fetch: Fetch, origin: string, onSignedOut: (status: number) => void): Door {
  return {
    async place() {
      const own = { address: `${origin}_/`, name: new URL(origin).host, example: false, through: 'page' } as const
      try {
        const answer = await fetch(new URL(hostMarkerPath, origin).href, {
          cache: 'no-store',
          signal: AbortSignal.timeout(2000),
        })
        if (!answer.ok || answer.headers.get(hostHeader) !== hostHeaderValue) return own
        const { service } = HostMarker.parse(await answer.json())
        if (service.example) return { ...own, name: 'Example service', example: true, through: 'host' }
        return { address: service.address, name: new URL(service.address).host, example: false, through: 'host' }
      } catch {
        return own
      }
    },

    async signIn(way, signal) {
      let bearer: string
      try {
        bearer = way.by === 'bearer' ? way.bearer : await connect({ fetch, origin }).signIn(way, { signal })
      } catch (error) {
        return { refused: withoutBearer(error) }
      }
      let inside = false
      const watched: Fetch = async (url, init) => {
        const answer = await fetch(url, init)
        if (inside && (answer.status === 401 || answer.status === 403)) onSignedOut(answer.status)
        return answer
      }
      const service = connect({ fetch: watched, origin, bearer })
      try {
        await service.check({ signal })
      } catch (error) {
        const problem = problemOf(error)
        if (problem === undefined) throw error
        if (problem.kind !== 'signed-out') return { refused: { why: 'problem', problem } }
        return way.by === 'password'
          ? { refused: { why: 'not-an-admin' } }
          : { refused: { why: 'bearer-refused', status: problem.status } }
      }
      inside = true
      // Probes meet refused bearers on purpose, so nothing watches them.
      const probe: Probe = async (options) =>
        (await import('#contract/probe.ts')).probe({ fetch, origin, bearer }, options)
      return { signed: { service, probe, email: way.by === 'password' ? way.email : undefined } }
    },
  }
}

function withoutBearer(error: unknown): Refusal {
  const problem = problemOf(error)
  if (problem === undefined) throw error
  if (problem.kind === 'refused') return { why: 'password-refused' }
  return problem.kind === 'switched-off' ? { why: 'no-password-sign-in' } : { why: 'problem', problem }
}
