import { setTimeout } from 'node:timers/promises'
import type { Site } from './handler.ts'
import { limits } from './limits.ts'
import type { Note } from './log.ts'
import { openService, type Service } from './service.ts'
import { createMemoryStore, createSessions } from '#host/session/sessions.ts'
import type { Settings } from './settings.ts'
import { createSignInLimit } from '#host/session/sign-in-limit.ts'

/** Everything that outlives a request: the service, who is signed in, who tried too often. */
export interface OpenSite {
  service: Service
  parts: Omit<Site, 'files'>
  close: () => Promise<void>
}

/** How often expired sessions, and the bearers in them, are forgotten, in milliseconds. */
const forgetting = 15_000

/** Where it is opened. */
export interface Surroundings {
  /** What is printed goes to a person and is kept by nobody. */
  isTerminal: boolean
  note: Note
}

/** @throws {SettingsError} when the embedded service does not take its settings. */
export async function openSite(settings: Settings, { isTerminal, note }: Surroundings): Promise<OpenSite> {
  const service = await openService(settings, isTerminal)
  const store = createMemoryStore(Date.now)
  const timer = setInterval(store.forgetOld, forgetting).unref()
  const sessionLimits = {
    idle: settings.SESSION_IDLE_MINUTES * 60_000,
    absolute: settings.SESSION_HOURS * 3_600_000,
    most: limits.sessions,
    each: limits.sessionsOfPerson,
  }
  return {
    service,
    parts: {
      upstream: service.upstream,
      serviceAddress: service.address,
      limits,
      sessions: createSessions(store, sessionLimits, Date.now, service.address),
      signInLimit: createSignInLimit(Date.now, limits),
      isBehindProxy: settings.ALLOW_PLAIN_HTTP !== undefined,
      note,
      pause: (ms) => setTimeout(ms),
    },
    async close() {
      clearInterval(timer)
      await service.close()
    },
  }
}
