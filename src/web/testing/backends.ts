import { onTestFinished } from 'vitest'
import { parseReadings } from '#reference/readings.ts'
import { openTrial } from '#reference/testing/trial.ts'
import { fakeNetwork } from './fake-network.ts'
import { findBackend } from '#web/session/find-backend.ts'
import type { BackendWorld } from '#web/session/sign-in-backend.ts'
import type { Windows } from '#web/session/windows.ts'

/** The address of the page in these tests. */
export const origin = 'http://console.test/admin/'

/** A sign-in backend with a service of its own. There is no console server unless the fake network adds one. */
export async function backendOf(readings = 'documented') {
  const trial = await openTrial(parseReadings(readings))
  onTestFinished(() => trial.close())
  // The service is at the root, the page below a prefix.
  const network = fakeNetwork((request) => trial.fetch(new Request(request.url.replace('/admin/', '/'), request)))
  const told: Parameters<Windows['tell']>[] = []
  const world = { fetch: network.fetch, origin, now: Date.now, local: localStorage, tab: sessionStorage }
  const search = (changed: Partial<BackendWorld> = {}) =>
    findBackend({
      ...world,
      windows: { tell: (...said) => void told.push(said) },
      ...changed,
    })
  const find = async () => {
    const found = await search()
    if ('why' in found) throw new Error(found.why)
    return found
  }
  const backend = await find()
  network.requests.length = 0
  const { signal } = new AbortController()
  const signIn = (way: Parameters<typeof backend.signIn>[0], keep = false) => backend.signIn(way, keep, signal)
  return {
    trial,
    network,
    backend,
    search,
    find,
    signal,
    told,
    signIn,
    right: { by: 'password' as const, ...trial.admin },
  }
}
