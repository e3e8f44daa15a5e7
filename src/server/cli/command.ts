import { parseArgs } from 'node:util'
import { parsePastedAccessToken } from '#api/credentials.ts'
import type { ResourceName } from '#api/problem.ts'
import { SettingsError, type Env } from '#server/secret-files.ts'
import { secretSettings, settingNames, usage } from '#server/settings.ts'

/** What to do, with the environment as the arguments change it. */
export type CliCommand = { env: Env } & (
  | { is: 'serve' | 'demo' | 'help' | 'version' }
  | { is: 'check'; json: string | undefined }
  | { is: 'export'; resource: ResourceName; format: 'csv' | 'json' }
)

const exportable: readonly ResourceName[] = ['tokens', 'users']

/** `QUERY_SERVICE_URL` → `query-service-url`. */
const flagOf = (name: string) => name.toLowerCase().replaceAll('_', '-')

/** The files of secrets have flags, the secrets have none. */
const secretFiles = [...secretSettings, 'QUERY_BEARER'].map((name) => `${name}_FILE`)

const flaggedNames: readonly string[] = [
  ...settingNames.filter((name) => !secretSettings.some((secret) => secret === name)),
  ...secretFiles,
]

const options = {
  ...Object.fromEntries(flaggedNames.map((name) => [flagOf(name), { type: 'string' } as const])),
  json: { type: 'string' },
  format: { type: 'string' },
  help: { type: 'boolean' },
  version: { type: 'boolean' },
} as const

/**
 * The command in arguments. A flag counts more than its environment variable.
 * @throws {SettingsError} in one sentence that quotes no argument, because that may be a secret.
 */
export function commandFrom(args: readonly string[], env: Env): CliCommand {
  const secret = /^--?(bearer|token|query-bearer|password|admin-password|session-key|session-store)(?!-file)\b/i
  if (args.some((arg) => secret.test(arg))) {
    throw new SettingsError(
      'A secret is never an argument, because other users of this machine can read those. Use the environment, a file or standard input.',
    )
  }
  const { values, positionals } = parseCommandLine(args)
  const flags = Object.fromEntries(flaggedNames.flatMap((name) => flagValue(values, flagOf(name), name)))
  const mergedEnv = { ...env, ...flags }
  if (values.help) return { is: 'help', env: mergedEnv }
  if (values.version) return { is: 'version', env: mergedEnv }
  const [name = 'serve', ...rest] = positionals
  const { json, format = 'csv' } = values
  if (name === 'export') {
    const resource = exportable.find((candidate) => candidate === rest[0])
    if (resource === undefined || rest.length > 1)
      throw new SettingsError('Name what to export: query-admin export tokens, or query-admin export users.')
    if (format !== 'csv' && format !== 'json') throw new SettingsError('--format must be csv or json.')
    return { is: 'export', resource, format, env: mergedEnv }
  }
  if (rest.length > 0) throw new SettingsError(wrongUsage)
  if (name === 'check') {
    if (json === '') throw new SettingsError('--json needs the name of a file.')
    return { is: 'check', json, env: mergedEnv }
  }
  if (name !== 'serve' && name !== 'demo') throw new SettingsError(wrongUsage)
  return { is: name, env: mergedEnv }
}

function flagValue(values: object, flag: string, name: string): [string, string][] {
  const value: unknown = Object.entries(values).find(([key]) => key === flag)?.[1]
  return typeof value === 'string' ? [[name, value]] : []
}

const wrongUsage = 'Unknown command or option, or one without its value. Try query-admin --help.'

function parseCommandLine(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true })
  } catch {
    throw new SettingsError(wrongUsage) // Node's message quotes the argument
  }
}

/**
 * The access token from the environment, a file or standard input.
 * @throws {SettingsError} in one sentence, if there is none or it is invalid.
 */
export function bearerFrom(text: string): string {
  const pasted = parsePastedAccessToken(text)
  if ('bearer' in pasted) return pasted.bearer
  const messages = {
    empty: 'No access token: set QUERY_BEARER or QUERY_BEARER_FILE, or write it to standard input.',
    'blank-inside': 'The access token contains a space.',
    'not-ascii': 'The access token contains an invalid character.',
  }
  throw new SettingsError(messages[pasted.bad])
}

/** What `--help` prints. */
export const help =
  () => `query-admin [serve]                 serves the console for the Query service at --query-service-url
query-admin demo                    serves the console with a demo service inside
query-admin check                   prints what the lists of a service show about it; --json FILE keeps it
query-admin export tokens|users     writes the list to standard output, without secrets; --format csv|json
query-admin --help | --version

Each setting is a flag or an environment variable. Secrets are never flags: ${secretSettings.join(', ')}, and the
access token that check and export need (QUERY_BEARER), come from the environment, or from a file that a flag such as
--session-key-file names, or a variable such as SESSION_KEY_FILE. The file - is standard input, where the access token
is read if nothing else names it.

A session needs https, or a browser on this machine: set TLS_CERT and TLS_KEY, or put a TLS proxy in front and set
ALLOW_PLAIN_HTTP=behind-proxy.

${usage((name) => (flaggedNames.includes(name) ? `--${flagOf(name)}` : name))}`
