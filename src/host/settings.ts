import { readFileSync, realpathSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import * as z from 'zod'
import { serviceColors, type OtherConsole } from '#contract/console-host.ts'
import { trustIn, type Trusts } from './client-address.ts'
import { bounds } from './limits.ts'

/** The settings from the environment, checked. `hasProxy`: it names a proxy, which other programs would use. */
export type Settings = z.output<typeof Environment> & { hasProxy: boolean }

/** The name of a documented setting. XDG_DATA_HOME belongs to the system. */
export type SettingName = Exclude<keyof z.input<typeof Environment>, 'XDG_DATA_HOME'>

/** The environment variables of a process. */
export type Env = Readonly<Record<string, string | undefined>>

/** A setting that cannot be used. The message is one sentence that names the setting and never quotes its value. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError'
}

/**
 * The settings in `env`; an empty variable counts as not set.
 * @throws {SettingsError} on the first setting that cannot be used.
 */
export function settingsFrom(env: Env): Settings {
  const given = Object.entries({ ...env, ...secretsFrom(env) })
  const variables = Object.fromEntries(given.filter(([, value]) => value !== undefined && value !== ''))
  const read = Environment.safeParse(variables)
  const hasProxy = Object.keys(variables).some((name) => /^(https?|all)_proxy$/i.test(name))
  if (read.success) return { ...read.data, hasProxy }
  throw new SettingsError(read.error.issues[0]?.message ?? 'The settings cannot be read.')
}

/** Settings that are secret: each can be in a file, which `…_FILE` names. */
export const secretSettings = ['ADMIN_PASSWORD', 'SESSION_KEY', 'SESSION_STORE'] as const

function secretsFrom(env: Env): Env {
  return Object.fromEntries(secretSettings.map((name) => [name, secretFrom(env, name)]))
}

/**
 * A secret from its variable, or else from the file that `…_FILE` names; `-` is standard input.
 * @throws {SettingsError} if that cannot be read, or if others may write it.
 */
export function secretFrom(env: Env, name: string): string | undefined {
  const [given, file] = [env[name], env[`${name}_FILE`]]
  if (given || !file) return given
  try {
    if (file !== '-') refuseOthers(`${name}_FILE`, file)
    return readFileSync(file === '-' ? 0 : file, 'utf8').replace(/\r?\n$/, '')
  } catch (error) {
    throw error instanceof SettingsError ? error : new SettingsError(`${name}_FILE names a file that cannot be read.`)
  }
}

/**
 * Refuses a file that others than root and this user may write or replace. `setting` names it. Returns its mode.
 * @throws {SettingsError} with what to do about it.
 */
export function refuseOthers(setting: string, file: string): number {
  const found = statSync(file)
  const { mode, uid } = found
  if (process.platform === 'win32') return 0 // Windows has no such modes
  const isOthers = (owner: number) => owner !== 0 && owner !== process.getuid?.()
  const refused = (what: string) => new SettingsError(`${setting} names a file ${what}.`)
  if ((mode & 0o022) !== 0) throw refused('that others may write: run chmod go-w on it')
  // A pipe is in no folder.
  const places = found.isFile() ? [dirname(file), dirname(realpathSync(file))] : []
  const folders = places.map((folder) => statSync(folder))
  // Whoever owns a folder may replace what is in it.
  if ([uid, ...folders.map((folder) => folder.uid)].some(isOthers)) {
    throw refused('of another user, or in the folder of one: give both to root, or to whoever runs the console')
  }
  // In a folder with the sticky bit, as /tmp, nobody may replace a file of others.
  if (folders.some((folder) => (folder.mode & 0o022) !== 0 && (folder.mode & 0o1000) === 0)) {
    throw refused('in a folder that others may write: run chmod go-w on that folder')
  }
  return mode
}

/** Which proxies may name the client: those of the settings, if there is one in front at all. */
export function trustsFrom({ ALLOW_PLAIN_HTTP, TRUSTED_PROXIES }: Settings): Trusts {
  return ALLOW_PLAIN_HTTP === undefined ? () => false : TRUSTED_PROXIES
}

/** Whether a name or address means this machine only. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host)
}

/** The names accepted in a Host header: this machine's own, the one listened on, and the public ones. */
export function hostNames(settings: Settings): ReadonlySet<string> {
  const own = ['localhost', '127.0.0.1', '[::1]', settings.HOST.includes(':') ? `[${settings.HOST}]` : settings.HOST]
  return new Set([...own.map((name) => name.toLowerCase()), ...settings.PUBLIC_HOSTS])
}

const portNamed = (name: string) =>
  z
    .string()
    .refine((text) => /^\d{1,5}$/.test(text) && Number(text) <= 65_535, {
      error: `${name} must be a whole number from 0 (any free port) to 65535.`,
    })
    .transform(Number)

const addressNamed = (name: string) =>
  z
    .string()
    .regex(/^[\w.:-]+$/, { error: `${name} must be an address or a name of this machine, such as 127.0.0.1.` })
    .default('127.0.0.1')

const serviceSentence = 'QUERY_SERVICE_URL must be an http or https address without credentials, query or fragment.'

const ServiceUrl = z
  .string()
  .refine((text) => serviceUrl(text) !== undefined, { error: serviceSentence })
  .transform((text) => new URL(text))

const publicHost = /^([a-z0-9]([a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:.]+\])(:\d{1,5})?$/

const PublicHosts = z
  .string()
  .transform((text) =>
    text
      .toLowerCase()
      .split(/[\s,]+/)
      .filter((name) => name !== ''),
  )
  .refine((names) => names.every((name) => publicHost.test(name)), {
    error: 'PUBLIC_HOSTS must be a list of host names, each with or without a port, such as "admin.example.org".',
  })

const OtherConsoles = z
  .string()
  .transform((text) => text.split(/\s+/).filter((entry) => entry !== ''))
  .refine((entries) => entries.every((entry) => otherConsole(entry) !== undefined), {
    error:
      'OTHER_CONSOLES must be a list such as "Staging=https://staging.example.org", each at https and without credentials.',
  })
  .transform((entries) => entries.flatMap((entry) => otherConsole(entry) ?? []))

function otherConsole(entry: string): OtherConsole | undefined {
  const [, name, address = ''] = /^([^=\p{C}]{1,40})=(https:.+)$/u.exec(entry) ?? []
  const url = name === undefined ? undefined : serviceUrl(address)
  return name !== undefined && url?.protocol === 'https:' ? { name, address: url.href } : undefined
}

function positive(most: number, least: number, error: string) {
  return z
    .string()
    .refine((text) => /^\d{1,4}(\.\d{1,6})?$/.test(text) && Number(text) >= least && Number(text) <= most, { error })
    .transform(Number)
}

const TrustedProxies = z.string().transform((text, context): Trusts => {
  const trusts = trustIn(text.split(/[\s,]+/).filter((proxy) => proxy !== ''))
  if (trusts !== undefined) return trusts
  context.addIssue('TRUSTED_PROXIES must be a list of addresses or networks, such as "10.0.0.7 fd00::/8".')
  return z.NEVER
})

const keySentence =
  'SESSION_KEY must be 32 random bytes as base64 or hex (openssl rand -base64 32); after it, the former key may follow.'

const SessionKeys = z
  .string()
  .transform((text) => text.split(/[\s,]+/).filter((key) => key !== ''))
  .refine((keys) => keys.length >= 1 && keys.length <= 2 && keys.every((key) => keyBytes(key).length === 32), {
    error: keySentence,
  })
  .transform((keys) => keys.map(keyBytes))

function keyBytes(text: string): Buffer {
  if (/^[0-9a-f]{64}$/i.test(text)) return Buffer.from(text, 'hex')
  return /^[\w+/-]{43}=?$/.test(text) ? Buffer.from(text, 'base64') : Buffer.alloc(0)
}

const SessionStore = z.string().refine(
  (text) => {
    const url = URL.canParse(text) ? new URL(text) : undefined
    return url !== undefined && ['redis:', 'rediss:'].includes(url.protocol) && url.hostname !== ''
  },
  { error: 'SESSION_STORE must be an address of Redis or Valkey: redis://… or rediss://….' },
)

const oneOf = new Intl.ListFormat('en-GB', { type: 'disjunction' })

const Environment = z
  .object({
    PORT: portNamed('PORT').default(4173),
    HOST: addressNamed('HOST'),
    PUBLIC_HOSTS: PublicHosts.default([]),
    QUERY_SERVICE_URL: ServiceUrl.optional(),
    SERVICE_NAME: z
      .string()
      .regex(/^(?! )\P{C}{1,40}(?<! )$/u, { error: 'SERVICE_NAME must be 1 to 40 characters without line breaks.' })
      .optional(),
    SERVICE_COLOR: z.enum(serviceColors, { error: `SERVICE_COLOR must be ${oneOf.format(serviceColors)}.` }).optional(),
    OTHER_CONSOLES: OtherConsoles.default([]),
    ALLOW_PLAIN_HTTP: z.literal('behind-proxy', { error: 'ALLOW_PLAIN_HTTP can only be "behind-proxy".' }).optional(),
    ALLOW_PLAIN_SERVICE: z.literal('1', { error: 'ALLOW_PLAIN_SERVICE can only be "1".' }).optional(),
    TRUSTED_PROXIES: TrustedProxies.default(() => TrustedProxies.parse('127.0.0.0/8 ::1')),
    TLS_CERT: z.string().optional(),
    TLS_KEY: z.string().optional(),
    SESSION_IDLE_MINUTES: positive(1_440, 0.05, 'SESSION_IDLE_MINUTES must be a number from 0.05 to 1440.').default(15),
    SESSION_HOURS: positive(24, 0.001, 'SESSION_HOURS must be a number above 0 and up to 24.').default(8),
    SESSION_STORE: SessionStore.optional(),
    SESSION_KEY: SessionKeys.optional(),
    DATA_DIR: z.string().optional(),
    XDG_DATA_HOME: z.string().optional(),
    READINGS: z.string().default('documented'),
    ADMIN_EMAIL: z.string().optional(),
    ADMIN_PASSWORD: z.string().optional(),
    METRICS_PORT: portNamed('METRICS_PORT').optional(),
    METRICS_HOST: addressNamed('METRICS_HOST'),
    LOG: z.literal('json', { error: 'LOG can only be "json".' }).optional(),
  })
  .superRefine((settings, context) => {
    const refuse = (message: string) => context.addIssue({ code: 'custom', message })
    const hasTls = settings.TLS_CERT !== undefined && settings.TLS_KEY !== undefined
    if (!hasTls && settings.TLS_CERT !== undefined) refuse('TLS_CERT needs TLS_KEY beside it.')
    if (!hasTls && settings.TLS_KEY !== undefined) refuse('TLS_KEY needs TLS_CERT beside it.')
    if (!isLoopback(settings.HOST) && !hasTls && !settings.ALLOW_PLAIN_HTTP) {
      refuse(
        'HOST is reachable from other machines, where plain http exposes every credential: set TLS_CERT and TLS_KEY, or put a TLS proxy in front and set ALLOW_PLAIN_HTTP=behind-proxy.',
      )
    }
    const url = settings.QUERY_SERVICE_URL
    if (url && isPlainAbroad(url) && !settings.ALLOW_PLAIN_SERVICE) {
      refuse(
        'QUERY_SERVICE_URL is plain http to another machine, which exposes every credential: use https or set ALLOW_PLAIN_SERVICE=1.',
      )
    }
  })
  .superRefine((settings, context) => {
    const refuse = (message: string) => context.addIssue({ code: 'custom', message })
    const { SESSION_STORE: store, SESSION_KEY: keys, ALLOW_PLAIN_SERVICE } = settings
    if (store !== undefined && keys === undefined) refuse('SESSION_STORE needs SESSION_KEY beside it.')
    if (store !== undefined && isPlainAbroad(new URL(store)) && !ALLOW_PLAIN_SERVICE) {
      refuse(
        'SESSION_STORE is plain redis to another machine, which exposes who signs in: use rediss or set ALLOW_PLAIN_SERVICE=1.',
      )
    }
  })
  .transform(({ XDG_DATA_HOME, DATA_DIR, ...settings }) => ({
    ...settings,
    DATA_DIR: DATA_DIR ?? join(XDG_DATA_HOME ?? join(homedir(), '.local', 'share'), 'query-admin', 'reference'),
  }))

/** The address of a service; undefined unless it is http or https, without credentials, query and fragment. */
export function serviceUrl(text: string): URL | undefined {
  if (!URL.canParse(text)) return undefined
  const url = new URL(text)
  const plain = url.username === '' && url.password === '' && url.search === '' && url.hash === ''
  return plain && (url.protocol === 'http:' || url.protocol === 'https:') ? url : undefined
}

/** Whether plain http or redis to this address would leave this machine. */
export function isPlainAbroad({ protocol, hostname }: URL): boolean {
  return (protocol === 'http:' || protocol === 'redis:') && !isLoopback(hostname)
}

/** The meaning of each setting, for `--help`. */
export const meanings: Record<SettingName, string> = {
  PORT: 'port to listen on (4173; 0: any free one)',
  HOST: 'address to listen on (127.0.0.1); others need TLS_CERT and TLS_KEY, or a TLS proxy in front',
  PUBLIC_HOSTS: 'additional host names that are accepted, such as admin.example.org',
  QUERY_SERVICE_URL: 'address of the Query service, http or https (the built-in demo)',
  SERVICE_NAME: 'what admins call this service, such as Production; shown in the header, the tab and before deletions',
  SERVICE_COLOR: `its colour: ${oneOf.format(serviceColors)}`,
  OTHER_CONSOLES: 'consoles of other services, for the account menu: "Staging=https://staging.example.org …"',
  TLS_CERT: 'file with the certificate as PEM; with TLS_KEY the console server speaks https',
  TLS_KEY: 'file with the private key as PEM; only its owner may read it',
  ALLOW_PLAIN_HTTP:
    '"behind-proxy": a TLS proxy in front passes Host on (nginx: $http_host) and appends to X-Forwarded-For',
  TRUSTED_PROXIES: 'with ALLOW_PLAIN_HTTP: addresses or networks whose X-Forwarded-For counts (this machine)',
  ALLOW_PLAIN_SERVICE: '"1": QUERY_SERVICE_URL and SESSION_STORE may be unencrypted to another machine',
  SESSION_IDLE_MINUTES: 'a session ends after so many minutes of inactivity (15)',
  SESSION_HOURS: 'a session ends after so many hours at the latest (8)',
  SESSION_STORE: 'address of Redis or Valkey (redis://… or rediss://…) for several console servers; else memory',
  SESSION_KEY: '32 random bytes that encrypt what is in SESSION_STORE; after a space, the former ones',
  METRICS_PORT: 'port for Prometheus, at /metrics; without it there are none',
  METRICS_HOST: 'address for METRICS_PORT (127.0.0.1)',
  LOG: '"json": every line as JSON, one per request and per security event',
  DATA_DIR: 'demo service: directory of its store and sign-in details',
  READINGS: 'demo service: how it answers; documented, bare or query-server',
  ADMIN_EMAIL: 'demo service: email of the admin that the first start creates',
  ADMIN_PASSWORD: 'demo service: password of that admin (random)',
}

/** For the start, if a proxy is set, and for `--help`. */
export const noProxyIsUsed =
  'HTTPS_PROXY and NO_PROXY are not used: the console server connects to the service directly.'

/** The settings with their meanings, and the limits, for `--help`. `shown`: how a setting is given. */
export function usage(shown: (name: SettingName) => string): string {
  const limits = Object.entries(bounds).map(([name, { most, unit, what }]) => [
    name,
    `${most.toLocaleString('en')}${unit === '' ? '' : ` ${unit}`} ${what}`,
  ])
  const settings = settingNames.map((name) => [shown(name), meanings[name]])
  return ['Settings:', ...columns(settings), '', noProxyIsUsed, '', 'Limits:', ...columns(limits)].join('\n')
}

/** All settings. */
export const settingNames = Object.keys(meanings) as SettingName[]

function columns(rows: readonly (readonly string[])[]): string[] {
  const width = Math.max(...rows.map(([name = '']) => name.length))
  return rows.map(([name = '', text]) => `  ${name.padEnd(width)}  ${text}`)
}
