import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort, installed, listens } from './installed.ts'

/** A web server that others make, with a configuration of ours. */
export interface WebServer {
  /** Where it listens, ending in `/`. */
  origin: string
  /** Stops it. @throws {Error} when it wrote to stderr or its exit code is not 0. */
  stop: () => Promise<void>
}

/** Its configuration, for a port of this machine and a directory of its own. */
export type ConfigOf = (at: { port: number; dir: string }) => string

// Started by root, nginx's workers run as `nobody`, which cannot read root's directories.
const asRoot = process.getuid?.() === 0 ? 'user root; ' : ''

const commands = {
  nginx: (dir: string, file: string) => ['-e', 'stderr', '-p', dir, '-c', file, '-g', `${asRoot}daemon off;`],
  apache2: (dir: string, file: string) => ['-d', dir, '-f', file, '-D', 'FOREGROUND'],
}

/** Starts nginx or Apache on a free port and in its own directory; undefined: it is not installed. */
export async function openWebServer(name: keyof typeof commands, configOf: ConfigOf): Promise<WebServer | undefined> {
  const program = installed(name)
  if (program === undefined) return undefined
  const dir = await mkdtemp(join(tmpdir(), `query-admin-${name}-`))
  const port = await freePort()
  const file = join(dir, `${name}.conf`)
  await writeFile(file, configOf({ port, dir }))
  const child = spawn(program, commands[name](dir, file), { stdio: ['ignore', 'ignore', 'pipe'] })
  let wrong = ''
  child.stderr.on('data', (chunk: Buffer) => (wrong += chunk.toString()))
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  while (!(await listens(port))) {
    if (child.exitCode !== null) throw new Error(`${name} ended with ${child.exitCode}: ${wrong}`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return {
    origin: `http://127.0.0.1:${port}/`,
    async stop() {
      child.kill('SIGTERM')
      const code = await ended
      await rm(dir, { recursive: true })
      if (code !== 0 || wrong !== '') throw new Error(`${name} ended with ${code}: ${wrong}`)
    },
  }
}
