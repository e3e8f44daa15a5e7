import { hostMarkerPath, pageHeader, pageHeaderValue } from '#contract/console-host.ts'
import type { Door, DoorWorld } from './sign-in-backend.ts'
import { createHostDoor } from './host-backend.ts'
import { markerIn } from './host-marks.ts'

/** How long our own host may take to show itself, in milliseconds. */
const showing = 2000

/** Finds out where the page stands, by our own host's mark; no credential is sent to find out. */
export async function findDoor(world: DoorWorld): Promise<Door> {
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
      return createHostDoor(world, { address, name, example: service.example, through: 'host' }, sessions)
    }
  } catch {
    // Whatever came, or did not: it is not our host.
  }
  const { createTabDoor } = await import('./tab-backend.ts')
  return createTabDoor(world)
}
