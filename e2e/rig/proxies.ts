import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { installed } from './installed.ts'
import { openWebServer, type WebServer } from './web-server.ts'

/** The web servers for which OPERATING.md shows how to put them in front of the console server. */
export const proxies = ['nginx', 'apache'] as const
export type ProxyName = (typeof proxies)[number]

const programs = { nginx: 'nginx', apache: 'apache2' } as const

/** Why there is no such web server to test with; undefined: there is one. */
export function withoutProxy(name: ProxyName): string | undefined {
  return installed(programs[name]) ? undefined : `${name} is not installed`
}

/** OPERATING.md's lines for it: the console at `/admin/`, the console server at port 4173. */
export function documentedLines(name: ProxyName): string {
  const text = readFileSync(join(import.meta.dirname, '..', '..', '.github', 'OPERATING.md'), 'utf8')
  const lines = new RegExp(`\`\`\`${name}\\n(.*?)\`\`\``, 's').exec(text)?.[1]
  if (lines === undefined) throw new Error(`OPERATING.md has no lines for ${name}.`)
  return lines
}

/** Starts it in front of the console server at `origin`, with these lines. */
export async function openProxy(name: ProxyName, lines: string, origin: string): Promise<WebServer> {
  const own = lines.replaceAll('http://127.0.0.1:4173', new URL(origin).origin)
  const opened = await openWebServer(programs[name], (at) => (name === 'nginx' ? nginx(own, at) : apache(own, at)))
  if (opened === undefined) throw new Error(withoutProxy(name))
  return opened
}

/** A file with one account, in a form that both take. */
export async function passwordFile() {
  const dir = await mkdtemp(join(tmpdir(), 'query-admin-staff-'))
  await chmod(dir, 0o755) // started by root, Apache reads it as another user
  const file = join(dir, 'passwords')
  await writeFile(file, `staff:{SHA}${createHash('sha1').update('let me in').digest('base64')}\n`)
  return { file, username: 'staff', password: 'let me in', forget: () => rm(dir, { recursive: true }) }
}

interface Place {
  port: number
  dir: string
}

function nginx(lines: string, { port, dir }: Place): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (what) => `${what}_temp_path "${dir}/${what}";`,
  )
  return `pid "${dir}/nginx.pid"; error_log stderr crit; events {}
http { access_log off; ${temporary.join(' ')} server { listen 127.0.0.1:${port};
${lines} } }`
}

function apache(lines: string, { port, dir }: Place): string {
  const modules = [
    'mpm_event',
    'authn_core',
    'authn_file',
    'authz_core',
    'authz_user',
    'auth_basic',
    'alias',
    'proxy',
    'proxy_http',
  ]
  const asRoot = process.getuid?.() === 0 ? 'User nobody\nGroup nogroup\n' : ''
  return `${modules.map((module) => `LoadModule ${module}_module /usr/lib/apache2/modules/mod_${module}.so\n`).join('')}${asRoot}
PidFile "${dir}/apache.pid"
DefaultRuntimeDir "${dir}"
ErrorLog /dev/null
ServerName 127.0.0.1
Listen 127.0.0.1:${port}
${lines}`
}
