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
  close: () => Promise<void>
}

/**
 * The server that the settings name, or the embedded reference service where they name none.
 * @throws {SettingsError} when the embedded one does not take its settings.
 */
export async function openService(settings: Settings): Promise<Service> {
  const url = settings.QUERY_SERVICE_URL
  if (url) {
    const address = url.href.replace(/\/$/, '')
    return { upstream: fetchUpstream(url), address, lines: [`Service  ${address}`], close: async () => undefined }
  }
  return openExample(settings)
}

async function openExample(settings: Settings): Promise<Service> {
  // Loaded only when it is used: with a server of its own, a host needs neither SQLite nor argon2.
  const [{ openReference }, { parseReadings }] = await Promise.all([
    import('#reference/embedded.ts'),
    import('#reference/readings.ts'),
  ])
  const readings = said('READINGS', () => parseReadings(settings.READINGS))
  said('DATA_DIR', () => usableDir(settings.DATA_DIR))
  const reference = await openReference({
    dir: settings.DATA_DIR,
    readings,
    ...(settings.ADMIN_EMAIL === undefined ? {} : { adminEmail: settings.ADMIN_EMAIL }),
    ...(settings.ADMIN_PASSWORD === undefined ? {} : { adminPassword: settings.ADMIN_PASSWORD }),
  })
  const { email, password } = reference.admin
  return {
    upstream: functionUpstream((request) => reference.fetch(request)),
    address: undefined,
    lines: [
      `Service  the embedded example, data in ${settings.DATA_DIR}`,
      `E-mail   ${email}`,
      `Password ${password ?? '(changed since it was made)'}`,
      `Bearer   ${reference.bearer}`,
    ],
    close: async () => reference.close(),
  }
}

function usableDir(dir: string): void {
  try {
    mkdirSync(dir, { recursive: true, mode: 0o700 })
    accessSync(dir, constants.W_OK | constants.X_OK)
  } catch {
    throw new Error('the example service cannot write in this directory.')
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
