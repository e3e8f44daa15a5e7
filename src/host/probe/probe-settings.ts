import { parseArgs } from 'node:util'
import { pastedBearer } from '#contract/session.ts'
import { isPlainAbroad, serviceUrl, SettingsError, type Env } from '#host/settings.ts'

/** The settings of `npm run probe`. */
export interface ProbeSettings {
  /** Base address, ending in `/`. */
  origin: string
  write: boolean
  /** The file for the findings as JSON. */
  json: string | undefined
  help: boolean
}

/** What `--help` prints. */
export const usage = `npm run probe -- --service URL [--write] [--json FILE]

Finds out what a Query service does where its documentation is silent.

  --service URL   the address of the service, with its path prefix if it has one
  --write         creates, changes and deletes throw-away tokens and users (query-admin-probe-…);
                  without it only reads are sent
  --json FILE     also writes the findings to FILE

The access token of an admin comes from QUERY_BEARER, or else from standard input. Plain http to another
machine is refused unless ALLOW_PLAIN_SERVICE=1.
Exit codes: 0 done; 1 not a Query service, or throw-away rows are left; 2 wrong usage; 130 interrupted.`

const options = {
  service: { type: 'string' },
  write: { type: 'boolean', default: false },
  json: { type: 'string' },
  help: { type: 'boolean', default: false },
} as const

/**
 * The settings in command-line arguments.
 * @throws {SettingsError} in one sentence that quotes no argument, because that may be a secret.
 */
export function probeSettings(args: readonly string[], env: Env): ProbeSettings {
  if (args.some((arg) => /^--?(bearer|token|password)\b/i.test(arg))) {
    throw new SettingsError(
      'The access token is never an argument, because other users of this machine can read those. Set QUERY_BEARER, or write it to standard input.',
    )
  }
  const { service, write, json, help } = parsed(args)
  if (help) return { origin: '', write, json, help }
  if (service === undefined) throw new SettingsError('Name the service: --service URL.')
  const url = serviceUrl(service)
  if (url === undefined) {
    throw new SettingsError('--service must be an http or https address without credentials, query or fragment.')
  }
  if (isPlainAbroad(url) && env.ALLOW_PLAIN_SERVICE !== '1') {
    throw new SettingsError(
      '--service is plain http to another machine, which exposes every credential: use https or set ALLOW_PLAIN_SERVICE=1.',
    )
  }
  if (json === '') throw new SettingsError('--json needs the name of a file.')
  return { origin: url.href.replace(/\/*$/, '/'), write, json, help }
}

/**
 * The access token from the environment or standard input.
 * @throws {SettingsError} in one sentence, if there is none or it is invalid.
 */
export function bearerFrom(text: string): string {
  const pasted = pastedBearer(text)
  if ('bearer' in pasted) return pasted.bearer
  const why = {
    empty: 'No access token: set QUERY_BEARER, or write it to standard input.',
    'blank-inside': 'The access token contains a space.',
    'not-ascii': 'The access token contains an invalid character.',
  }
  throw new SettingsError(why[pasted.bad])
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options }).values
  } catch {
    // Node's message quotes the argument.
    throw new SettingsError('Unknown argument or missing value. Options: --service URL, --write, --json FILE.')
  }
}
