import { spawn } from 'node:child_process'
import { join } from 'node:path'

const built = join(import.meta.dirname, '..', '..', '.build', 'server')

/** A running program of the build. */
export interface Running {
  /** Everything that it has printed. */
  output: () => string
  pid: number
  /** Stops it with SIGTERM. @throws {Error} when it wrote to stderr or its exit code is not 0. */
  stop: () => Promise<void>
  /** Kills it: nothing that it does can end in order. */
  kill: () => Promise<void>
}

/** As in `npm start`: lists stream through the console server as short-lived garbage, so it is collected early. */
const flags = ['--max-semi-space-size=4']

/**
 * Starts the console server of the build, or of `program`, with nothing of this process's environment but PATH; without
 * an address of a service it has the demo inside. Resolves when its output matches `ready`.
 */
export function start({
  program = join(built, 'query-admin.js'),
  args = [],
  env = {},
  ready,
}: {
  program?: string
  args?: readonly string[]
  env?: Record<string, string>
  ready: RegExp
}): Promise<Running> {
  const command = env['QUERY_SERVICE_URL'] ? 'serve' : 'demo'
  return startCommand({ command: [process.execPath, ...flags, program, command, ...args], env, ready })
}

/** The same with a whole command. `folder`: where it runs. */
export async function startCommand({
  command: [file = '', ...args],
  folder,
  env,
  ready,
}: {
  command: readonly string[]
  folder?: string
  env: Record<string, string>
  ready: RegExp
}): Promise<Running> {
  const child = spawn(file, args, {
    cwd: folder,
    env: { PATH: process.env['PATH'] ?? '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let out = ''
  let wrong = ''
  const ended = new Promise<number | NodeJS.Signals | null>((resolve) =>
    child.once('exit', (code, signal) => resolve(code ?? signal)),
  )
  child.stderr.on('data', (chunk: Buffer) => (wrong += chunk.toString()))
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      out += chunk.toString()
      if (ready.test(out)) resolve()
    })
    void ended.then((code) => reject(new Error(`The console server ended with ${code}: ${wrong}`)))
  })
  return {
    output: () => out,
    pid: child.pid ?? 0,
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
    async stop() {
      child.kill('SIGTERM')
      const late = setTimeout(() => child.kill('SIGKILL'), 15_000)
      const code = await ended
      clearTimeout(late)
      // On a busy machine the signal sometimes ends it before its handler runs. The cause is unknown.
      const isEnded = code === 0 || code === 'SIGTERM'
      wrong = wrong.replaceAll(/^The session store .*\n/gm, '') // a test stops it
      if (!isEnded || wrong !== '') throw new Error(`The console server ended with ${code}: ${wrong}`)
    },
  }
}
