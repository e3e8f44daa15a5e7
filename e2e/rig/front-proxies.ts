import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { selfSigned } from '#host/testing/certificate.ts'
import { freePort, installed, listens } from './installed.ts'

/** The proxies that our samples put in front of console servers. */
export const frontProxies = ['nginx', 'apache', 'haproxy', 'caddy'] as const
export type FrontProxyName = (typeof frontProxies)[number]

/** A proxy with TLS in front of console servers. */
export interface FrontProxy {
  port: number
  /** The console at it. */
  origin: string
  stop: () => Promise<void>
}

interface Place {
  port: number
  dir: string
  /** The sample, with its files and addresses. */
  sample: string
}

interface Program {
  program: string
  file: string
  /** Its second console server, beside the first. */
  second: RegExp
  config: (place: Place) => string
  command: (dir: string, file: string) => string[]
}

const isRoot = process.getuid?.() === 0
const apacheModules =
  'mpm_event authn_core authz_core alias headers socache_shmcb ssl http2 proxy proxy_http proxy_balancer lbmethod_byrequests slotmem_shm'

const programs: Record<FrontProxyName, Program> = {
  nginx: {
    program: 'nginx',
    file: 'nginx.conf',
    second: /# More.*?(server 127\.0\.0\.1:4174;)/,
    config: ({
      dir,
      sample,
    }) => `${isRoot ? 'user root;' : ''} daemon off; pid "${dir}/nginx.pid"; error_log stderr crit; events {}
http { access_log off; gzip on; gzip_types *; ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
      .map((what) => `${what}_temp_path "${dir}/${what}";`)
      .join(' ')}
${sample} }`,
    command: (dir, file) => ['-e', 'stderr', '-p', dir, '-c', file],
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
    command: (dir, file) => ['-d', dir, '-f', file, '-D', 'FOREGROUND'],
  },
  haproxy: {
    program: 'haproxy',
    file: 'haproxy.cfg',
    second: /# More.*?(server second .*)/,
    config: ({ sample }) => `global\n  log stdout format raw local0 emerg\n${sample}`,
    command: (_, file) => ['-db', '-f', file],
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
    command: (_, file) => ['run', '--adapter', 'caddyfile', '--config', file],
  },
}

/** Why there is no such proxy to test with; undefined: there is one. */
export function withoutFrontProxy(name: FrontProxyName): string | undefined {
  const { program } = programs[name]
  return installed(program) ? undefined : `${program} is not installed`
}

/** Starts it with its sample and a certificate of its own, in front of one console server or two. */
export async function openFrontProxy(name: FrontProxyName, consoles: readonly [string, string?]): Promise<FrontProxy> {
  const { program, file, second, config, command } = programs[name]
  const dir = await mkdtemp(join(tmpdir(), `query-admin-${name}-`))
  const port = await freePort()
  const { cert, key } = selfSigned()
  await writeFile(join(dir, 'certificate.pem'), cert)
  await writeFile(join(dir, 'key.pem'), key)
  await writeFile(join(dir, 'certificate-and-key.pem'), Buffer.concat([cert, key]))
  const [first, other] = consoles.map((origin) => origin && new URL(origin).host)
  const read = readFileSync(join(import.meta.dirname, '..', '..', 'src', 'host', 'samples', 'proxy', file), 'utf8')
  const sample = (other === undefined ? read : read.replace(second, '$1'))
    .replaceAll('127.0.0.1:4173', first ?? '')
    .replaceAll('127.0.0.1:4174', other ?? '')
    .replaceAll('/etc/query-admin', dir)
    .replaceAll('https://admin.example.org', `https://127.0.0.1:${port}, https://[::1]:${port}`)
    .replaceAll('admin.example.org', '127.0.0.1')
    .replaceAll(/(:|\s)443\b/g, `$1${port}`)
  const path = join(dir, file)
  await writeFile(path, config({ port, dir, sample }))
  const child = spawn(installed(program) ?? program, command(dir, path), {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, HOME: dir },
  })
  let wrong = ''
  child.stderr.on('data', (chunk: Buffer) => (wrong += chunk.toString()))
  const ended = new Promise((resolve) => child.once('exit', resolve))
  while (!(await listens(port))) {
    if (child.exitCode !== null) throw new Error(`${name} ended with ${child.exitCode}: ${wrong}`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return {
    port,
    origin: `https://127.0.0.1:${port}/query/`,
    async stop() {
      child.kill('SIGTERM')
      const late = setTimeout(() => child.kill('SIGKILL'), 5_000)
      await ended
      clearTimeout(late)
      await rm(dir, { recursive: true, force: true })
    },
  }
}
