import { spawn } from 'node:child_process'
import { join } from 'node:path'

const built = join(import.meta.dirname, '..', '..', '.build', 'server')

/** A program of the build that is running. */
export interface Running {
  /** Everything it printed so far. */
  said: () => string
  /** Ends it as an operator would. @throws when it wrote to stderr or did not end with 0. */
  stop: () => Promise<void>
}

/** As `npm start` has it: lists stream through a host and leave garbage only, which is to be looked for early. */
const flags = ['--max-semi-space-size=4']

/**
 * Starts `.build/server/<what>.js` with nothing of this process's environment but the path, and waits until it has
 * printed a line that `ready` matches.
 */
export async function start(
  what: 'host' | 'reference',
  { args = [], env = {}, ready }: { args?: readonly string[]; env?: Record<string, string>; ready: RegExp },
): Promise<Running> {
  const child = spawn(process.execPath, [...flags, join(built, `${what}.js`), ...args], {
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
    void ended.then((code) => reject(new Error(`${what} ended with ${code}: ${wrong}`)))
  })
  return {
    said: () => out,
    async stop() {
      child.kill('SIGTERM')
      const late = setTimeout(() => child.kill('SIGKILL'), 15_000)
      const code = await ended
      clearTimeout(late)
      // Now and then the signal itself ends it, not the handler: seen on a busy machine, not explained.
      const isEnded = code === 0 || code === 'SIGTERM'
      if (!isEnded || wrong !== '') throw new Error(`${what} ended with ${code}: ${wrong}`)
    },
  }
}
