import { accessSync, constants, mkdirSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import type { Site } from './handler.ts'
import { limits } from './limits.ts'
import type { LogSecurityEvent } from './log.ts'
import type { Metrics } from './metrics.ts'
import { encryptionKey } from './session/encryption.ts'
import { createMemoryStore, createSessions } from './session/sessions.ts'
import { connectStore, createSharedCounters, createSharedStore } from './session/shared-store.ts'
import { SettingsError } from './secret-files.ts'
import { noProxyIsUsed, type Settings } from './settings.ts'
import { createCounterMemory, createSignInRateLimit } from './session/sign-in-rate-limit.ts'
import { fetchUpstream, inProcessUpstream, type Upstream } from './upstream.ts'

/** Everything that outlives a request: the service, the sessions, the sign-in limits. */
export type Runtime = Awaited<ReturnType<typeof openRuntime>>

/** How often expired sessions, and the access tokens in them, are removed, in milliseconds. */
const expiryCheckMs = 15_000

/**
 * Opens the service that the settings name, or else the demo service, and everything around it. `isTerminal`: output
 * goes to a person and is not stored.
 * @throws {SettingsError} if the demo service does not accept its settings.
 */
export async function openRuntime(settings: Settings, { isTerminal, note, warn }: Outputs) {
  const serviceUrl = settings.QUERY_SERVICE_URL
  const { upstream, address, lines, warnings, close } = serviceUrl
    ? openRemote(serviceUrl, settings, warn)
    : await openDemo(settings, isTerminal)
  const sessionLimits = {
    idle: settings.SESSION_IDLE_MINUTES * 60_000,
    absolute: settings.SESSION_HOURS * 3_600_000,
    maxSessions: settings.SESSION_STORE === undefined ? limits.sessions : limits.storedSessions,
    maxPerPerson: limits.sessionsOfPerson,
  }
  const metrics = settings.METRICS_PORT === undefined ? undefined : await openMetrics(() => sessions.count())
  const stores = await openStores(settings, address ?? '', metrics, warn)
  const sessions = createSessions(stores.sessions, sessionLimits, Date.now, address)
  const timer = setInterval(() => void sessions.removeExpired(), expiryCheckMs).unref()
  const parts: Omit<Site, 'files'> = {
    upstream: metrics?.measured(upstream) ?? upstream,
    serviceAddress: address,
    serviceLabel: { name: settings.SERVICE_NAME, color: settings.SERVICE_COLOR },
    otherConsoles: settings.OTHER_CONSOLES,
    signOutUrl: settings.SIGN_OUT_URL,
    limits,
    sessions,
    signInLimit: createSignInRateLimit(stores.counters, Date.now, limits),
    isProxied: settings.ALLOW_PLAIN_HTTP !== undefined,
    note(event) {
      metrics?.event(event)
      note(event)
    },
    pause: (ms) => setTimeout(ms),
    storeFault: stores.fault,
  }
  return {
    parts,
    metrics,
    lines,
    warnings: [...settings.warnings, ...warnings],
    close() {
      clearInterval(timer)
      stores.close()
      close()
    },
  }
}

async function openMetrics(sessions: () => Promise<number>): Promise<Metrics> {
  const { createMetrics } = await import('./metrics.ts')
  return createMetrics(sessions)
}

/** Where sessions and wrong passwords are kept: in memory, or in a store that several console servers share. */
async function openStores(
  { SESSION_STORE: store, SESSION_KEY: secret }: Settings,
  service: string,
  metrics: Metrics | undefined,
  warn: Outputs['warn'],
) {
  if (store === undefined || secret === undefined) {
    const close = () => undefined
    return { sessions: createMemoryStore(Date.now), counters: createCounterMemory(Date.now), fault: close, close }
  }
  const { run, fault, close } = await importOptional('SESSION_STORE', '@redis/client', () => connectStore(store, warn))
  const key = encryptionKey(secret, service)
  const measured = metrics?.measuredStore(run) ?? run
  return { sessions: createSharedStore(measured, key), counters: createSharedCounters(measured, key), fault, close }
}

interface Outputs {
  isTerminal: boolean
  note: LogSecurityEvent
  /** Logs a sentence about something to fix. */
  warn: (sentence: string) => void
}

/** The service behind the console server. */
interface Service {
  upstream: Upstream
  /** Its address; undefined for the demo service. */
  address: string | undefined
  /** Lines for the person who starts the console server: where the service is, or how to sign in to the demo. */
  lines: readonly string[]
  warnings: readonly string[]
  close: () => void
}

function openRemote(url: URL, { hasProxy }: Settings, warn: Outputs['warn']): Service {
  const address = url.href.replace(/\/$/, '')
  const lines = [`Service  ${address}`, ...(hasProxy ? [noProxyIsUsed] : [])]
  return { upstream: fetchUpstream(url, limits.connect, warn), address, lines, warnings: [], close: () => undefined }
}

async function openDemo(settings: Settings, isTerminal: boolean): Promise<Service> {
  // Loaded only on use: with another service, the console server needs neither SQLite nor argon2.
  const [{ openReference }, { parseReadings }] = await importOptional('The demo', demoParts, () =>
    Promise.all([import('#reference-service/embedded.ts'), import('#reference-service/readings.ts')]),
  )
  const { READINGS, DATA_DIR: dir = settings.defaultDir(), ADMIN_EMAIL: adminEmail, ADMIN_PASSWORD } = settings
  const readings = parseSetting(() => parseReadings(READINGS))
  const reference = await withDir(() => {
    requireWritable(dir)
    return openReference({ dir, readings, adminEmail, adminPassword: ADMIN_PASSWORD })
  })
  const { lines, file } = reference.signIn
  return {
    upstream: inProcessUpstream((request) => reference.fetch(request)),
    address: undefined,
    lines: [`Service  demo, its data is in ${dir}`, ...(isTerminal ? lines : [`Sign-in details  ${file}`])],
    warnings: reference.warnings,
    close: () => reference.close(),
  }
}

/** What the demo service is made of: optional parts of the package, because a console for a real service needs none. */
const demoParts = 'libsql @node-rs/argon2 jose hono'

/** Loads code that needs optional packages. */
async function importOptional<T>(feature: string, packages: string, load: () => Promise<T>): Promise<T> {
  try {
    return await load()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error
    throw new SettingsError(`${feature} needs packages that are not installed: npm install ${packages}`)
  }
}

function requireWritable(dir: string): void {
  try {
    mkdirSync(dir, { recursive: true, mode: 0o700 })
    accessSync(dir, constants.W_OK | constants.X_OK)
  } catch {
    throw new Error('the demo service cannot write to this directory.')
  }
}

/** The demo's own message would quote the setting. */
function parseSetting<T>(read: () => T): T {
  try {
    return read()
  } catch {
    throw new SettingsError('READINGS must be documented, bare or query-server, and after it any name=choice,….')
  }
}

async function withDir<T>(open: () => T | Promise<T>): Promise<T> {
  try {
    return await open()
  } catch (fault) {
    throw new SettingsError(`DATA_DIR: ${fault instanceof Error ? fault.message : 'cannot be used.'}`)
  }
}
