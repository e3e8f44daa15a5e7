import { accessSync, constants, mkdirSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import type { Site } from './handler.ts'
import { limits } from './limits.ts'
import type { Note } from './log.ts'
import { createMemoryStore, createSessions } from '#host/session/sessions.ts'
import { SettingsError, type Settings } from './settings.ts'
import { createSignInLimit } from '#host/session/sign-in-limit.ts'
import { fetchUpstream, functionUpstream, type Upstream } from './upstream.ts'

/** Everything that outlives a request: the service, who is signed in, who tried too often. */
export interface OpenSite {
  service: Service
  parts: Omit<Site, 'files'>
  close: () => Promise<void>
}

/** How often expired sessions, and the bearers in them, are forgotten, in milliseconds. */
const forgetting = 15_000

/** Where it is opened. */
export interface SiteOptions {
  /** What is printed goes to a person and is kept by nobody. */
  isTerminal: boolean
  note: Note
}

/** @throws {SettingsError} when the embedded service does not take its settings. */
export async function openSite(settings: Settings, { isTerminal, note }: SiteOptions): Promise<OpenSite> {
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

/** The service the host stands in front of. */
export type Service = {
  upstream: Upstream
  /** Its address; undefined for the embedded example. */
  address: string | undefined
  /** What the person who starts the host should read: where the service is, or how to sign in to the example. */
  lines: readonly string[]
  warnings: readonly string[]
  close: () => Promise<void>
}

/**
 * The server that the settings name, or the embedded reference service where they name none. `isTerminal`: what is
 * printed goes to a person and is kept by nobody.
 * @throws {SettingsError} when the embedded one does not take its settings.
 */
export async function openService(settings: Settings, isTerminal: boolean): Promise<Service> {
  const url = settings.QUERY_SERVICE_URL
  if (url) {
    const address = url.href.replace(/\/$/, '')
    return {
      upstream: fetchUpstream(url),
      address,
      lines: [`Service  ${address}`],
      warnings: [],
      close: async () => undefined,
    }
  }
  return openExample(settings, isTerminal)
}

async function openExample(settings: Settings, isTerminal: boolean): Promise<Service> {
  // Loaded only when it is used: with a server of its own, a host needs neither SQLite nor argon2.
  const [{ openReference }, { parseReadings }] = await Promise.all([
    import('#reference/embedded.ts'),
    import('#reference/readings.ts'),
  ])
  const readings = withSetting('READINGS', () => parseReadings(settings.READINGS))
  withSetting('DATA_DIR', () => usableDir(settings.DATA_DIR))
  const { DATA_DIR: dir, ADMIN_EMAIL: adminEmail, ADMIN_PASSWORD: adminPassword } = settings
  const reference = await openReference({ dir, readings, adminEmail, adminPassword }).catch((fault: unknown) =>
    withSetting('DATA_DIR', () => {
      throw fault
    }),
  )
  const { lines, file } = reference.signIn
  return {
    upstream: functionUpstream((request) => reference.fetch(request)),
    address: undefined,
    lines: [
      `Service  demo, its data is in ${settings.DATA_DIR}`,
      ...(isTerminal ? lines : [`Sign-in details  ${file}`]),
    ],
    warnings: reference.warnings,
    close: async () => reference.close(),
  }
}

function usableDir(dir: string): void {
  try {
    mkdirSync(dir, { recursive: true, mode: 0o700 })
    accessSync(dir, constants.W_OK | constants.X_OK)
  } catch {
    throw new Error('the demo service cannot write to this directory.')
  }
}

/** What our own code says against a setting, as a sentence that names it. */
function withSetting<T>(setting: string, read: () => T): T {
  try {
    return read()
  } catch (fault) {
    throw new SettingsError(`${setting}: ${fault instanceof Error ? fault.message : 'cannot be used.'}`)
  }
}
