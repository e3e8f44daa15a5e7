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

/** How long the console server may take to answer, in milliseconds. */
const markerTimeout = 2000

/** Finds out whether a console server serves the page, by requesting its marker. Sends no credential. */
export async function findBackend(world: BackendWorld): Promise<SignInBackend> {
  const { fetch, origin } = world
  try {
    const signal = AbortSignal.timeout(markerTimeout)
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
    // Any failure means that there is no console server.
  }
  const { createTabBackend } = await import('./tab-backend.ts')
  return createTabBackend(world)
}

/** The console server's marker; undefined: something else answered. */
async function markerIn(answer: Pick<Response, 'ok' | 'headers' | 'json'>): Promise<HostMarker | undefined> {
  if (!answer.ok || answer.headers.get(hostHeader) !== hostHeaderValue) return undefined
  return HostMarker.safeParse(await answer.json()).data
}
