import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { nginxSample } from '#host/sample-nginx.ts'
import { sampleSettings } from '#host/sample.ts'

/** An nginx that serves the build as `npm run sample -- nginx` says. */
export interface Nginx {
  /** Where the console is, ending in `/`. */
  origin: string
  /** Ends it. @throws when it wrote anything that is not expected of it, or did not end with 0. */
  stop: () => Promise<void>
}

/** Why there is no nginx to test with, or undefined when there is one. */
export function withoutNginx(): string | undefined {
  return program() ? undefined : 'nginx is not installed: apt-get install nginx-light'
}

/** Starts nginx before `service`, on a free port and with a directory of its own; undefined where there is none. */
export async function openNginx(service: string): Promise<Nginx | undefined> {
  const nginx = program()
  if (nginx === undefined) return undefined
  const prefix = await mkdtemp(join(tmpdir(), 'query-admin-nginx-'))
  const port = await freePort()
  const root = join(import.meta.dirname, '..', 'dist')
  const args = ['--service', service, '--root', root, '--listen', String(port), '--prefix', prefix]
  const file = join(prefix, 'nginx.conf')
  await writeFile(file, nginxSample(sampleSettings(['nginx', ...args]).sample))
  // As root its workers would be nobody, who cannot read a directory that is only root's.
  const asRoot = process.getuid?.() === 0 ? 'user root; ' : ''
  const child = spawn(nginx, ['-e', 'stderr', '-p', prefix, '-c', file, '-g', `${asRoot}daemon off;`], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let wrong = ''
  child.stderr.on('data', (chunk: Buffer) => (wrong += chunk.toString()))
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  while (!(await listens(port))) {
    if (child.exitCode !== null) throw new Error(`nginx ended with ${child.exitCode}: ${wrong}`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return {
    origin: `http://127.0.0.1:${port}/`,
    async stop() {
      child.kill('SIGTERM')
      const code = await ended
      await rm(prefix, { recursive: true })
      if (code !== 0 || wrong !== '') throw new Error(`nginx ended with ${code}: ${wrong}`)
    },
  }
}

/** Debian puts it where an ordinary user's PATH does not look. */
function program(): string | undefined {
  const dirs = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin']
  return dirs.map((dir) => join(dir, 'nginx')).find((path) => existsSync(path))
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy()
      resolve(true)
    })
    socket.on('error', () => resolve(false))
  })
}
