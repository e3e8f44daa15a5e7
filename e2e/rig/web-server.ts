import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort, listens } from '#server/testing/ports.ts'
import { installed } from './installed.ts'

/** A web server that others make, with a configuration of ours. */
export interface WebServer {
  port: number
  /** Where it listens, ending in `/`. */
  origin: string
  /** What it wrote to stderr. */
  log: () => string
  /** Stops it. @throws {Error} when its exit code is not that of a stop, or when one that has nothing to say wrote. */
  stop: () => Promise<void>
}

/** Its configuration, for a port of this machine and a directory of its own. */
export type ConfigOf = (at: { port: number; dir: string }) => string

// Started by root, nginx's workers run as `nobody`, which cannot read root's directories.
const asRoot = process.getuid?.() === 0 ? 'user root; ' : ''

/** How each is started, the exit code of its stop (null: it ends by the signal), and whether it writes to stderr only what is wrong. */
const programs = {
  nginx: {
    args: (dir: string, file: string) => ['-e', 'stderr', '-p', dir, '-c', file, '-g', `${asRoot}daemon off;`],
    code: 0,
    isQuiet: true,
  },
  apache2: {
    args: (dir: string, file: string) => ['-d', dir, '-f', file, '-D', 'FOREGROUND'],
    code: 0,
    isQuiet: true,
  },
  haproxy: { args: (_: string, file: string) => ['-db', '-f', file], code: null, isQuiet: false },
  caddy: {
    args: (_: string, file: string) => ['run', '--adapter', 'caddyfile', '--config', file],
    code: 0,
    isQuiet: false,
  },
}

export type WebServerName = keyof typeof programs

/** Starts one on a free port and in its own directory, with these `files` in it; undefined: it is not installed. */
export async function openWebServer(
  name: WebServerName,
  configOf: ConfigOf,
  files: Readonly<Record<string, Buffer>> = {},
): Promise<WebServer | undefined> {
  const program = installed(name)
  if (program === undefined) return undefined
  const { args, code, isQuiet } = programs[name]
  const dir = await mkdtemp(join(tmpdir(), `query-admin-${name}-`))
  const port = await freePort()
  const file = join(dir, `${name}.conf`)
  await writeFile(file, configOf({ port, dir }))
  for (const [own, bytes] of Object.entries(files)) await writeFile(join(dir, own), bytes)
  const env = { PATH: process.env['PATH'] ?? '', HOME: dir }
  const child = spawn(program, args(dir, file), { env, stdio: ['ignore', 'ignore', 'pipe'] })
  let log = ''
  child.stderr.on('data', (chunk: Buffer) => (log += chunk.toString()))
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  while (!(await listens(port))) {
    if (child.exitCode !== null) throw new Error(`${name} ended with ${child.exitCode}: ${log}`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return {
    port,
    origin: `http://127.0.0.1:${port}/`,
    log: () => log,
    async stop() {
      child.kill('SIGTERM')
      const exit = await ended
      await rm(dir, { recursive: true })
      if (exit !== code || (isQuiet && log !== '')) throw new Error(`${name} ended with ${exit}: ${log}`)
    },
  }
}
