import { proofStorageKey } from '#web/session/console-server.ts'
import { origin } from './console.tsx'
import { ours } from './console-server.ts'
import type { FakeNetwork } from './fake-network.ts'

const lasting = { left: 900_000, limit: 900_000 }

/**
 * Makes a console server serve the page, with nobody signed in. `session`: what it says of one when the page opens.
 * `label`: the name and colour of its service.
 */
export function hostAt(network: FakeNetwork, session?: object, label: object = {}): void {
  const marker = {
    host: 'query-admin',
    service: { address: 'https://query.acme.test/', example: false, ...label },
    sessions: { idle: 900_000, absolute: 28_800_000 },
    ...(session !== undefined && { session }),
  }
  network.always(ours)
  network.interceptAll('GET', '/console-host.json', { status: 200, body: JSON.stringify(marker) })
}

/** What a console server says of a session. */
export const someone = { session: { identity: 'ann', age: 0, idle: lasting, absolute: lasting } }

/**
 * Makes a console server serve the page, with somebody signed in until the returned function is called, which returns a
 * function that accepts another sign-in, of the same person or as `session` says. `first`: what it says when the page opens.
 */
export function signedInAt(
  network: FakeNetwork,
  first: object = someone,
  label: object = {},
): () => (session?: object) => void {
  hostAt(network, first, label)
  localStorage.setItem(proofStorageKey(origin), 'p1')
  const respondWith = (session: object) =>
    network.interceptAll('GET', '/console-session', { status: 200, body: JSON.stringify(session) })
  const end = respondWith(someone)
  // One read after a refusal: the session lasts.
  network.interceptAll('POST', '/console-rows/_/token', { status: 200, body: '{"data":[]}' })
  const sessions = [
    { age: 3_600_000, unused: 0, browser: 'Firefox on macOS', isThis: true },
    { age: 7_200_000, unused: 300_000, browser: 'Chrome on Linux', isThis: false },
  ]
  network.interceptAll('GET', '/console-sessions', { status: 200, body: JSON.stringify({ sessions }) })
  return () => {
    end()
    const begin = respondWith({ session: null })
    return (session = someone.session) => {
      begin()
      respondWith({ session })
      const body = JSON.stringify({ session, proof: 'p2' })
      network.interceptNext('POST', '/console-session', { status: 200, body })
    }
  }
}

/** Another window has signed out: it tells by the storage that both share. */
export function signsOutElsewhere(): void {
  localStorage.removeItem(proofStorageKey(origin))
  window.dispatchEvent(new StorageEvent('storage', { key: proofStorageKey(origin), newValue: null }))
}
