import type { Site } from '#server/handler.ts'
import { type Limits, limits as real } from '#server/limits.ts'
import { createMemoryStore, createSessions, type LiveSession } from '#server/session/sessions.ts'
import type { Upstream } from '#server/upstream.ts'

/** The session of a test's calls, unless they name another. */
export const trialSession: LiveSession = {
  key: 'trial',
  bearer: 'the-bearer-of-the-session',
  email: undefined,
  browser: 'Chrome on Linux',
  identity: 'somebody',
  person: 'somebody',
  former: undefined,
  proofDigest: '',
  fingerprintKey: '0123456789abcdef',
  logId: '0123456789abcdef',
  since: 0,
  lastInput: 0,
  abortController: new AbortController(),
}

const id = 's'.repeat(43)

/** Its cookie, as behind a proxy, where the name is the same at every port. */
export const trialCookie = `__Host-query-admin=${id}`

/** The cookie of a session with this access token, a word of at most 40 letters and digits. */
export function cookieOf(bearer: string): string {
  return `__Host-query-admin=${bearer.padEnd(43, '_')}`
}

/** Everything that a handler needs around a service; one session exists and never ends. */
export function trialSite(upstream: Upstream, changed: Partial<Limits> = {}): Omit<Site, 'files'> {
  const store = createMemoryStore(Date.now)
  const sessions = createSessions(
    store,
    { idle: 900_000, absolute: 28_800_000, maxSessions: 3, maxPerPerson: 10 },
    Date.now,
  )
  return {
    upstream,
    serviceAddress: undefined,
    serviceLabel: {},
    otherConsoles: [],
    signOutUrl: undefined,
    limits: { ...real, ...changed },
    sessions: {
      ...sessions,
      find: async (presented) => ownSession(presented.ids[0] ?? '') ?? sessions.find(presented),
    },
    signInLimit: { begin: async () => ({ giveBack: async () => undefined }) },
    storeFault: () => undefined,
    isProxied: true,
    note: () => undefined,
    pause: async () => undefined,
  }
}

/** Proofs are not checked here; sessions from a sign-in test them. */
function ownSession(presented: string): { session: LiveSession } | undefined {
  if (presented === id) return { session: trialSession }
  const bearer = /^([a-z0-9]+)_+$/.exec(presented)?.[1]
  return bearer === undefined ? undefined : { session: { ...trialSession, key: presented, bearer } }
}
