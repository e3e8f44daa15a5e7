import { homedir } from 'node:os'
import { join } from 'node:path'
import * as z from 'zod'
import { serviceColors, type OtherConsole } from '#api/console-server.ts'
import { trustIn, type Trusts } from './client-address.ts'
import { bounds } from './limits.ts'
import { type Env, readSecret, SettingsError } from './secret-files.ts'

/** A setting: how its text is read, what that must be, what counts without it, and what it means. */
interface SettingDefinition {
  schema: z.ZodType<unknown, string>
  /** Completes *PORT must be …*; absent: any text will do. */
  must?: string
  /** The text that counts if there is none. */
  otherwise?: string
  /** What happens if there is none, in words. */
  without?: string
  /** Its meaning, for `--help` and the documents. */
  words: string
  /** It is no flag, but `…_FILE` may name a file that holds it. */
  isSecret?: true
}

const oneOf = new Intl.ListFormat('en-GB', { type: 'disjunction' })
const text = z.string()
const splitList = (separator: RegExp) => text.transform((given) => given.split(separator).filter((word) => word !== ''))

const port = {
  schema: text
    .regex(/^\d{1,5}$/)
    .transform(Number)
    .pipe(z.number().max(65_535)),
  must: 'be a whole number from 0 (any free port) to 65535',
}
const address = {
  schema: text.regex(/^[\w.:-]+$/),
  must: 'be an address or a name of this machine, such as 127.0.0.1',
  otherwise: '127.0.0.1',
}
const duration = (min: number, max: number) => ({
  schema: text
    .regex(/^\d{1,4}(\.\d{1,6})?$/)
    .transform(Number)
    .pipe(z.number().min(min).max(max)),
  must: `be a number from ${min} to ${max}`,
})
const exactly = <Word extends string>(word: Word) => ({ schema: z.literal(word), must: `be “${word}”, or be left out` })

const publicHost = /^([a-z0-9]([a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:.]+\])(:\d{1,5})?$/

/** A character that the address of a store takes for its own, such as # or /, must be percent-encoded in a password. */
const storeAddress = /^rediss?:\/\/([^\s:@/?#]*(:[^\s:@/?#]*)?@)?([\w.-]+|\[[\da-f:.]+\])(:\d{1,5})?(\/\d{0,4})?$/i

/** All settings. The environment, the flags, `--help` and the table in the documents are made from it. */
const table = {
  PORT: { ...port, otherwise: '4173', words: 'Port to listen on; `0`: any free one.' },
  HOST: {
    ...address,
    words: 'Address to listen on. One that other machines can reach needs `TLS_CERT`, or a TLS proxy in front.',
  },
  PUBLIC_HOSTS: {
    schema: splitList(/[\s,]+/).pipe(z.array(z.string().toLowerCase().regex(publicHost))),
    must: 'be a list of host names, each with or without a port, such as “admin.example.org”',
    otherwise: '',
    words: 'Other host names to accept, such as `admin.example.org`; any other name gets 421.',
  },
  QUERY_SERVICE_URL: {
    schema: text.transform((given) => serviceUrl(given)).pipe(z.instanceof(URL)),
    must: 'be an http or https address without credentials, query or fragment',
    without: 'the demo service',
    words: 'Address of the Query service, http or https, with its path if it has one.',
  },
  SERVICE_NAME: {
    schema: text.regex(/^(?! )\P{C}{1,40}(?<! )$/u),
    must: 'be 1 to 40 characters without line breaks',
    words: 'What admins call this service, such as `Production`: in the header, the tab and before deletions.',
  },
  SERVICE_COLOR: {
    schema: z.enum(serviceColors),
    must: `be ${oneOf.format(serviceColors)}`,
    words: `Its colour: ${oneOf.format(serviceColors.map((color) => `\`${color}\``))}.`,
  },
  OTHER_CONSOLES: {
    schema: splitList(/\s+/).transform((entries, context) => {
      const consoles = entries.flatMap((entry) => otherConsole(entry) ?? [])
      if (consoles.length < entries.length) context.addIssue('')
      return consoles
    }),
    must: 'be a list such as “Staging=https://staging.example.org”, each at https and without credentials',
    otherwise: '',
    words: 'Consoles of other services for the account menu: `Staging=https://staging.example.org …`.',
  },
  SIGN_OUT_URL: {
    schema: text.refine(isSignOutUrl),
    must: 'be a path of this host, such as “/oauth2/sign_out”, or an https address without credentials',
    words: 'Where the page goes after signing out: the sign-out page of a proxy that signs in (`/oauth2/sign_out`).',
  },
  TLS_CERT: {
    schema: text,
    words: 'File with the certificate as PEM, its own one first. The console server then speaks only https.',
  },
  TLS_KEY: { schema: text, words: 'File with its private key as PEM, without a passphrase. Nobody else may write it.' },
  HSTS_SECONDS: {
    schema: text
      .regex(/^\d{1,9}$/)
      .transform(Number)
      .pipe(z.number().max(63_072_000)),
    must: 'be a whole number from 0 to 63072000 (two years)',
    words: 'For so long browsers use only https for this host name, at every port; `0` takes it back.',
  },
  ALLOW_PLAIN_HTTP: {
    ...exactly('behind-proxy'),
    words: '`behind-proxy`: a TLS proxy in front passes `Host` on (nginx: `$http_host`).',
  },
  TRUSTED_PROXIES: {
    schema: splitList(/[\s,]+/)
      .transform((proxies) => trustIn(proxies))
      .pipe(z.custom<Trusts>((trusts) => trusts !== undefined)),
    must: 'be a list of addresses or networks, such as “10.0.0.7 fd00::/8”',
    otherwise: '127.0.0.0/8 ::1',
    words: 'Proxies (`10.0.0.7 fd00::/8`) whose last entry of `X-Forwarded-For` is the client.',
  },
  ALLOW_PLAIN_SERVICE: {
    ...exactly('1'),
    words: '`1`: `QUERY_SERVICE_URL` and `SESSION_STORE` may be unencrypted to another machine.',
  },
  SESSION_IDLE_MINUTES: {
    ...duration(0.05, 1_440),
    otherwise: '15',
    words: 'A session ends after so many minutes of inactivity; 0.05 to 1440.',
  },
  SESSION_HOURS: {
    ...duration(0.001, 24),
    otherwise: '8',
    words: 'A session ends after so many hours at the latest; up to 24.',
  },
  SESSION_STORE: {
    schema: text.regex(storeAddress).refine((given) => URL.canParse(given) && isPercentEncoded(given)),
    must: 'be redis:// or rediss://, the host of Redis or Valkey, and before it a password with # / ? : @ percent-encoded (%23 for #)',
    without: 'memory',
    isSecret: true,
    words: 'Redis or Valkey without cluster mode (`redis://…`, `rediss://…`) for several console servers.',
  },
  SESSION_KEY: {
    schema: text.transform((given) => parseKey(given.trim())).pipe(z.instanceof(Buffer)),
    must: 'be 32 random bytes as base64 or hex (openssl rand -base64 32)',
    isSecret: true,
    words: '32 random bytes that encrypt what is in `SESSION_STORE`: `openssl rand -base64 32`.',
  },
  METRICS_PORT: { ...port, words: 'Port for Prometheus, at `/metrics`, without names.' },
  METRICS_HOST: { ...address, words: 'Address for `METRICS_PORT`.' },
  LOG: { ...exactly('json'), words: '`json`: every line is JSON, one per request and per security event.' },
  DATA_DIR: {
    schema: text,
    without: 'of this user',
    words: 'Demo: folder of its store and sign-in details, in `$XDG_DATA_HOME` or `~/.local/share`.',
  },
  READINGS: {
    schema: text,
    otherwise: 'documented',
    words: 'Demo: how it answers: `documented`, `bare`, `query-server`.',
  },
  ADMIN_EMAIL: { schema: text, without: '`admin@example.test`', words: 'Demo: email of its first admin.' },
  ADMIN_PASSWORD: { schema: text, without: 'random', isSecret: true, words: 'Demo: password of that admin.' },
} satisfies Record<string, SettingDefinition>

/** The name of a setting. */
export type SettingName = keyof typeof table

type Values = {
  [Name in SettingName]:
    | z.output<(typeof table)[Name]['schema']>
    | ((typeof table)[Name] extends { otherwise: string } ? never : undefined)
}

/** The settings, checked. */
export interface Settings extends Values {
  /** The environment names a proxy, which other programs would use. */
  hasProxy: boolean
  /** Where the demo keeps its store without `DATA_DIR`. @throws {SettingsError} if this user has no home. */
  defaultDir: () => string
  /** What the start says about settings that are not used. */
  warnings: readonly string[]
}

const rows = Object.entries(table) as [SettingName, SettingDefinition][]

/** All settings. */
export const settingNames = rows.map(([name]) => name)

/** Settings that are secret: each can be in a file, which `…_FILE` names. */
export const secretSettings = rows.flatMap(([name, { isSecret }]) => (isSecret ? [name] : []))

/**
 * The settings in `env`; an empty variable counts as not set.
 * @throws {SettingsError} on the first setting that cannot be used.
 */
export function settingsFrom(env: Env): Settings {
  const warnings: string[] = []
  const read = ([name, { schema, must, otherwise, isSecret }]: [SettingName, SettingDefinition]) => {
    let given = (isSecret ? readSecret(env, name) : env[name]) || otherwise
    if (name === 'METRICS_PORT' && given?.startsWith('tcp://')) {
      warnings.push('METRICS_PORT is not used: Kubernetes has set it for a Service called metrics. Set it to a number.')
      given = undefined
    }
    if (given === undefined) return undefined
    const value = schema.safeParse(given)
    if (!value.success) throw new SettingsError(`${name} must ${must}.`)
    return value.data
  }
  const values = Object.fromEntries(rows.map((row) => [row[0], read(row)])) as Values
  if (values.QUERY_SERVICE_URL && /\/_(\/|$)/.test(values.QUERY_SERVICE_URL.pathname))
    warnings.push('QUERY_SERVICE_URL has the part /_, which the console adds to it: leave out /_ and what follows it.')
  const conflict = findConflict(values)
  if (conflict !== undefined) throw new SettingsError(conflict)
  const hasProxy = Object.entries(env).some(([name, value]) => value && /^(https?|all)_proxy$/i.test(name))
  return { ...values, hasProxy, warnings, defaultDir: () => defaultDir(env) }
}

/** Why settings cannot be used together, in one sentence. */
function findConflict(values: Values): string | undefined {
  const { TLS_CERT, TLS_KEY, HOST, ALLOW_PLAIN_HTTP, QUERY_SERVICE_URL: url, ALLOW_PLAIN_SERVICE } = values
  const { SESSION_STORE: store, SESSION_KEY } = values
  if (TLS_CERT !== undefined && TLS_KEY === undefined) return 'TLS_CERT needs TLS_KEY beside it.'
  if (TLS_CERT === undefined && TLS_KEY !== undefined) return 'TLS_KEY needs TLS_CERT beside it.'
  if (!isLoopback(HOST) && TLS_CERT === undefined && !ALLOW_PLAIN_HTTP) {
    return 'HOST is reachable from other machines, where plain http exposes every credential: set TLS_CERT and TLS_KEY, or put a TLS proxy in front and set ALLOW_PLAIN_HTTP=behind-proxy.'
  }
  if (url && isPlainAbroad(url) && !ALLOW_PLAIN_SERVICE) {
    return 'QUERY_SERVICE_URL is plain http to another machine, which exposes every credential: use https or set ALLOW_PLAIN_SERVICE=1.'
  }
  if (store === undefined) return undefined
  if (SESSION_KEY === undefined) return 'SESSION_STORE needs SESSION_KEY beside it.'
  if (isPlainAbroad(new URL(store)) && !ALLOW_PLAIN_SERVICE) {
    return 'SESSION_STORE is plain redis to another machine, which exposes who signs in: use rediss or set ALLOW_PLAIN_SERVICE=1.'
  }
  return undefined
}

function defaultDir({ XDG_DATA_HOME }: Env): string {
  try {
    return join(XDG_DATA_HOME || join(homedir(), '.local', 'share'), 'query-admin', 'reference')
  } catch {
    throw new SettingsError('DATA_DIR must name a folder for the demo: this user has no home.') // and is not in /etc/passwd
  }
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
  const ownNames = [
    'localhost',
    '127.0.0.1',
    '[::1]',
    settings.HOST.includes(':') ? `[${settings.HOST}]` : settings.HOST,
  ]
  return new Set([...ownNames.map((name) => name.toLowerCase()), ...settings.PUBLIC_HOSTS])
}

function otherConsole(entry: string): OtherConsole | undefined {
  const [, name, given = ''] = /^([^=\p{C}]{1,40})=(https:.+)$/u.exec(entry) ?? []
  const url = name === undefined ? undefined : serviceUrl(given)
  return name !== undefined && url?.protocol === 'https:' ? { name, address: url.href } : undefined
}

function isSignOutUrl(given: string): boolean {
  if (given.startsWith('/')) return /^\/(?![/\\])[\x21-\x7e]*$/.test(given)
  if (!URL.canParse(given)) return false
  const { protocol, username, password } = new URL(given)
  return protocol === 'https:' && username === '' && password === ''
}

function parseKey(given: string): Buffer | undefined {
  if (/^[0-9a-f]{64}$/i.test(given)) return Buffer.from(given, 'hex')
  return /^[\w+/-]{43}=?$/.test(given) ? Buffer.from(given, 'base64') : undefined
}

function isPercentEncoded(given: string): boolean {
  try {
    return decodeURIComponent(given) !== ''
  } catch {
    return false
  }
}

/** The address of a service; undefined unless it is http or https, without credentials, query and fragment. */
function serviceUrl(given: string): URL | undefined {
  if (!URL.canParse(given)) return undefined
  const url = new URL(given)
  const isPlain = url.username === '' && url.password === '' && url.search === '' && url.hash === ''
  return isPlain && (url.protocol === 'http:' || url.protocol === 'https:') ? url : undefined
}

/** Whether plain http or redis to this address would leave this machine. */
function isPlainAbroad({ protocol, hostname }: URL): boolean {
  return (protocol === 'http:' || protocol === 'redis:') && !isLoopback(hostname)
}

/** For the start, if a proxy is set, and for `--help`. */
export const noProxyIsUsed =
  'HTTPS_PROXY and NO_PROXY are not used: the console server connects to the service directly.'

/** The settings for a document: name, what counts without it, meaning. */
export function settingCells(): [name: string, without: string, meaning: string][] {
  return rows.map(([name, { otherwise, without, words: meaning }]) => [
    `\`${name}\``,
    otherwise ? `\`${otherwise}\`` : (without ?? 'none'),
    meaning,
  ])
}

/** The settings and the limits for `--help`. `formatName`: how a setting is given. */
export function usage(formatName: (name: SettingName) => string): string {
  const limits = Object.entries(bounds).map(([name, { max, unit, description }]) => [
    name,
    `${max.toLocaleString('en')}${unit === '' ? '' : ` ${unit}`} ${description}`,
  ])
  const settings = rows.map(([name, { otherwise, words: meaning }]) => [
    formatName(name),
    `${meaning}${otherwise ? ` [${otherwise}]` : ''}`.replaceAll('`', ''),
  ])
  return ['Settings:', ...columns(settings), '', noProxyIsUsed, '', 'Limits:', ...columns(limits)].join('\n')
}

function columns(lines: readonly (readonly string[])[]): string[] {
  const width = Math.max(...lines.map(([name = '']) => name.length))
  return lines.map(([name = '', meaning]) => `  ${name.padEnd(width)}  ${meaning}`)
}
