import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { selfSigned } from '#server/testing/certificate.ts'
import { installed } from './installed.ts'
import { openWebServer, type WebServer, type WebServerName } from './web-server.ts'

/** The proxies that our samples put in front of console servers. */
export const frontProxies = ['nginx', 'apache', 'haproxy', 'caddy'] as const
export type FrontProxyName = (typeof frontProxies)[number]

interface Place {
  port: number
  dir: string
  /** The sample, with its files and addresses. */
  sample: string
}

interface Program {
  program: WebServerName
  file: string
  /** Its second console server, beside the first. */
  second: RegExp
  config: (place: Place) => string
}

const isRoot = process.getuid?.() === 0
const apacheModules =
  'mpm_event authn_core authz_core alias headers socache_shmcb ssl http2 proxy proxy_http proxy_balancer lbmethod_byrequests slotmem_shm'

const programs: Record<FrontProxyName, Program> = {
  nginx: {
    program: 'nginx',
    file: 'nginx.conf',
    second: /# More.*?(server 127\.0\.0\.1:4174;)/,
    config: ({ dir, sample }) => `pid "${dir}/nginx.pid"; error_log stderr crit; events {}
http { access_log off; gzip on; gzip_types *; ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
      .map((what) => `${what}_temp_path "${dir}/${what}";`)
      .join(' ')}
${sample} }`,
  },
  apache: {
    program: 'apache2',
    file: 'apache.conf',
    second: /# More.*?(BalancerMember .*)/,
    config: ({ dir, sample }) => `${apacheModules
      .split(' ')
      .map((name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`)
      .join('\n')}
${isRoot ? 'User nobody\nGroup nogroup\n' : ''}PidFile "${dir}/apache.pid"
DefaultRuntimeDir "${dir}"
ErrorLog /dev/null
ServerName 127.0.0.1
${sample}`,
  },
  haproxy: {
    program: 'haproxy',
    file: 'haproxy.cfg',
    second: /# More.*?(server second .*)/,
    config: ({ sample }) => `global\n  log stdout format raw local0 emerg\n${sample}`,
  },
  caddy: {
    program: 'caddy',
    file: 'Caddyfile',
    second: /# More.*?(reverse_proxy .*)\n.*/,
    config: ({ dir, sample }) => `{
  admin off
  auto_https disable_redirects
  storage file_system "${dir}"
  log {
    output discard
  }
}
${sample.replace('handle_path', 'encode gzip\n  handle_path')}`,
  },
}

/** Why there is no such proxy to test with; undefined: there is one. */
export function withoutFrontProxy(name: FrontProxyName): string | undefined {
  const { program } = programs[name]
  return installed(program) ? undefined : `${program} is not installed`
}

/**
 * Starts it with its sample and a certificate of its own, in front of one console server or two. `origin`: the console
 * at it.
 */
export async function openFrontProxy(name: FrontProxyName, consoles: readonly [string, string?]): Promise<WebServer> {
  const { program, file, second, config } = programs[name]
  const { cert, key } = selfSigned()
  const [first, other] = consoles.map((origin) => origin && new URL(origin).host)
  const read = readFileSync(
    join(import.meta.dirname, '..', '..', 'src', 'server', 'deploy-examples', 'proxy', file),
    'utf8',
  )
  const sampleAt = ({ port, dir }: { port: number; dir: string }) =>
    (other === undefined ? read : read.replace(second, '$1'))
      .replaceAll('127.0.0.1:4173', first ?? '')
      .replaceAll('127.0.0.1:4174', other ?? '')
      .replaceAll('/etc/query-admin', dir)
      .replaceAll('https://admin.example.org', `https://127.0.0.1:${port}, https://[::1]:${port}`)
      .replaceAll('admin.example.org', '127.0.0.1')
      .replaceAll(/(:|\s)443\b/g, `$1${port}`)
  const certificates = {
    'certificate.pem': cert,
    'key.pem': key,
    'certificate-and-key.pem': Buffer.concat([cert, key]),
  }
  const opened = await openWebServer(program, (at) => config({ ...at, sample: sampleAt(at) }), certificates)
  if (opened === undefined) throw new Error(withoutFrontProxy(name))
  return { ...opened, origin: `https://127.0.0.1:${opened.port}/query/` }
}
