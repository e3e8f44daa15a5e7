import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { nginxSample } from '#host/samples/nginx.ts'
import { sampleSettings } from '#host/samples/sample.ts'
import { freePort, installed, listens } from './installed.ts'

/** An nginx that serves the build with the configuration of `npm run sample -- nginx`. */
export interface Nginx {
  /** Where the console is, ending in `/`. */
  origin: string
  /** Stops it. @throws {Error} when it wrote to stderr or its exit code is not 0. */
  stop: () => Promise<void>
}

/** Why there is no nginx to test with; undefined: there is one. */
export function withoutNginx(): string | undefined {
  return installed('nginx') ? undefined : 'nginx is not installed: apt-get install nginx-light'
}

/** Starts nginx in front of `service`, on a free port and in its own directory; undefined: not installed. */
export async function openNginx(service: string): Promise<Nginx | undefined> {
  const nginx = installed('nginx')
  if (nginx === undefined) return undefined
  const prefix = await mkdtemp(join(tmpdir(), 'query-admin-nginx-'))
  const port = await freePort()
  const root = join(import.meta.dirname, '..', '..', 'dist')
  const args = ['--service', service, '--root', root, '--listen', String(port), '--prefix', prefix]
  const file = join(prefix, 'nginx.conf')
  await writeFile(file, nginxSample(sampleSettings(['nginx', ...args]).sample))
  // Started by root, its workers run as `nobody`, which cannot read root's directories.
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
