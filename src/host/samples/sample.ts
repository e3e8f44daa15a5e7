import { isAbsolute, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { forwarded, hostHeader, sentHeader } from '#contract/console-host.ts'
import { securityHeaders } from '#host/headers.ts'
import { serviceUrl, SettingsError } from '#host/settings.ts'

/** The values of a sample configuration. */
export type Sample = {
  service: URL
  /** Absolute paths of the built files, and of the web server's own files. */
  root: string
  prefix: string
  port: number
  /** The certificate authorities for the service. */
  authorities: string
}

/** What `--help` prints. */
export const usage = `npm run sample -- nginx|caddy --service URL --root DIR --listen PORT [--prefix DIR] [--ca FILE]

Prints a configuration that serves the built page from --root and passes its calls on to --service,
with the same headers that the console server sends.

  --service URL   the Query service: http or https, with its path prefix if it has one
  --root DIR      the built files (dist)
  --listen PORT   on 127.0.0.1; add TLS before other machines use it
  --prefix DIR    nginx: directory of its PID file and its temporary files (the current directory)
  --ca FILE       nginx: certificate authorities for an https service (/etc/ssl/certs/ca-certificates.crt)`

/** The calls that another web server forwards: those of the console server, and sign-in by password. */
export const passedOnHere = [...forwarded, { path: '/_/user/token/value', methods: ['POST'] }] as const

/** Every header of the console server except the one by which the page recognizes it. */
export const staticHeaders = securityHeaders.filter(([name]) => name !== hostHeader)

/** Headers of a service that must not reach the page: those that we set, and those with an effect. */
export const withheld: readonly string[] = securityHeaders
  .map(([name]): string => name)
  .concat(sentHeader)
  .concat(
    'strict-transport-security cache-control expires pragma set-cookie www-authenticate'.split(' '),
    'access-control-allow-origin access-control-allow-credentials access-control-expose-headers'.split(' '),
    'access-control-allow-headers access-control-allow-methods access-control-max-age'.split(' '),
    'clear-site-data refresh link location alt-svc nel report-to reporting-endpoints'.split(' '),
    'content-security-policy-report-only service-worker-allowed sourcemap x-powered-by'.split(' '),
  )

/**
 * The sample that the command-line arguments ask for.
 * @throws {SettingsError} in one sentence.
 */
export function sampleSettings(args: readonly string[]): { server: 'nginx' | 'caddy'; sample: Sample } {
  const { positionals, values } = parsed(args)
  const [server] = positionals
  if ((server !== 'nginx' && server !== 'caddy') || positionals.length !== 1) {
    throw new SettingsError('Name the web server: nginx or caddy.')
  }
  const { service, root, listen, prefix = '.', ca = '/etc/ssl/certs/ca-certificates.crt' } = values
  const port = /^\d{1,5}$/.test(listen ?? '') ? Number(listen) : 0
  if (port < 1 || port > 65_535) throw new SettingsError('--listen must be a port, from 1 to 65535.')
  if (root === undefined) throw new SettingsError('Name the directory of the built files: --root DIR.')
  const sample = { service: quotableUrl(service), port, root: path('--root', root) }
  return { server, sample: { ...sample, prefix: path('--prefix', prefix), authorities: path('--ca', ca) } }
}

function quotableUrl(text = ''): URL {
  const url = serviceUrl(text)
  // A configuration would have to quote other characters.
  if (url && /^[\w.~/%:[\]-]+$/.test(url.href)) return url
  throw new SettingsError(
    '--service must be a plain http or https address without credentials, query or fragment, such as https://query.example.org.',
  )
}

function path(option: string, given: string): string {
  if (/["'`\\${}*\n\r]/.test(given)) throw new SettingsError(`${option} has a character that needs quoting.`)
  return isAbsolute(given) ? given : resolve(given)
}

const options = {
  service: { type: 'string' },
  root: { type: 'string' },
  listen: { type: 'string' },
  prefix: { type: 'string' },
  ca: { type: 'string' },
} as const

function parsed(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true })
  } catch {
    throw new SettingsError('Unknown argument or missing value.')
  }
}
