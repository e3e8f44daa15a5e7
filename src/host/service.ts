import { accessSync, constants, mkdirSync } from 'node:fs'
import { SettingsError, type Settings } from './settings.ts'
import { fetchUpstream, functionUpstream, type Upstream } from './upstream.ts'

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
  const readings = said('READINGS', () => parseReadings(settings.READINGS))
  said('DATA_DIR', () => usableDir(settings.DATA_DIR))
  const { DATA_DIR: dir, ADMIN_EMAIL: adminEmail, ADMIN_PASSWORD: adminPassword } = settings
  const reference = await openReference({ dir, readings, adminEmail, adminPassword }).catch((fault: unknown) =>
    said('DATA_DIR', () => {
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
function said<T>(setting: string, read: () => T): T {
  try {
    return read()
  } catch (fault) {
    throw new SettingsError(`${setting}: ${fault instanceof Error ? fault.message : 'cannot be used.'}`)
  }
}
