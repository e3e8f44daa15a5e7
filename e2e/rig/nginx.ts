import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { nginxSample } from '#host/samples/nginx.ts'
import { sampleSettings } from '#host/samples/sample.ts'
import { freePort, installed, listens } from './installed.ts'

/** An nginx that serves the build as `npm run sample -- nginx` says. */
export interface Nginx {
  /** Where the console is, ending in `/`. */
  origin: string
  /** Ends it. @throws when it wrote anything that is not expected of it, or did not end with 0. */
  stop: () => Promise<void>
}

/** Why there is no nginx to test with, or undefined when there is one. */
export function withoutNginx(): string | undefined {
  return installed('nginx') ? undefined : 'nginx is not installed: apt-get install nginx-light'
}

/** Starts nginx before `service`, on a free port and with a directory of its own; undefined where there is none. */
export async function openNginx(service: string): Promise<Nginx | undefined> {
  const nginx = installed('nginx')
  if (nginx === undefined) return undefined
  const prefix = await mkdtemp(join(tmpdir(), 'query-admin-nginx-'))
  const port = await freePort()
  const root = join(import.meta.dirname, '..', '..', 'dist')
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
