import {
  HostMarker,
  hostHeader,
  hostHeaderValue,
  hostMarkerPath,
  pageHeader,
  pageHeaderValue,
} from '#contract/console-host.ts'
import type { SignInBackend, BackendWorld } from './sign-in-backend.ts'
import { createHostBackend } from './host-backend.ts'

/** How long our own host may take to show itself, in milliseconds. */
const showing = 2000

/** Finds out where the page stands, by our own host's mark; no credential is sent to find out. */
export async function findBackend(world: BackendWorld): Promise<SignInBackend> {
  const { fetch, origin } = world
  try {
    const signal = AbortSignal.timeout(showing)
    const headers = { [pageHeader]: pageHeaderValue }
    const init: RequestInit = { headers, cache: 'no-store', credentials: 'omit', signal }
    const answer = await fetch(new URL(hostMarkerPath, origin).href, init)
    const marker = await markerIn(answer)
    if (marker !== undefined) {
      const { service, sessions } = marker
      const name = service.example ? 'Demo service' : new URL(service.address).host
      const address = service.example ? `${origin}_/` : service.address
      return createHostBackend(world, { address, name, example: service.example, through: 'host' }, sessions)
    }
  } catch {
    // Whatever came, or did not: it is not our host.
  }
  const { createTabBackend } = await import('./tab-backend.ts')
  return createTabBackend(world)
}

/** What our own host says of itself; undefined: whatever answered, it is not that. */
async function markerIn(answer: Pick<Response, 'ok' | 'headers' | 'json'>): Promise<HostMarker | undefined> {
  if (!answer.ok || answer.headers.get(hostHeader) !== hostHeaderValue) return undefined
  return HostMarker.safeParse(await answer.json()).data
}
