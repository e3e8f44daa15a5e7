import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@redis/client'
import { freePort, listens } from './ports.ts'

/** The program that keeps sessions in these tests, if one is installed. */
export const storeProgram = ['redis-server', 'valkey-server'].find(
  (program) => spawnSync(program, ['--version']).status === 0,
)

/** Redis or Valkey at a free port of this machine, with its data in a directory of its own. */
export async function openSessionStore(...moreFlags: string[]) {
  const directory = mkdtempSync(join(tmpdir(), 'query-admin-store-'))
  const port = await freePort()
  const start = async () => {
    const flags = ['--port', `${port}`, '--bind', '127.0.0.1', '--dir', directory, '--appendonly', 'yes', '--save', '']
    const server = spawn(storeProgram ?? '', [...flags, '--appendfsync', 'always', ...moreFlags], { stdio: 'ignore' })
    while (!(await listens(port))) await new Promise((resolve) => setTimeout(resolve, 20))
    return server
  }
  let server = await start()
  const stop = async (signal: NodeJS.Signals) => {
    const ended = new Promise((resolve) => server.once('exit', resolve))
    server.kill(signal)
    await ended
  }
  const url = `redis://127.0.0.1:${port}`
  return {
    url,
    port,
    /** Runs a command as its operator does. */
    async command(...words: string[]) {
      const client = await createClient({ url }).connect()
      await client.sendCommand(words).finally(() => client.destroy())
    },
    directory,
    /** Ends the program; its data stays. */
    stop: () => stop('SIGTERM'),
    kill: () => stop('SIGKILL'),
    start: async () => void (server = await start()),
    /** It takes calls, and answers none of them until it is resumed. */
    pause: () => Promise.resolve(void server.kill('SIGSTOP')),
    resume: () => Promise.resolve(void server.kill('SIGCONT')),
    /** Kills it and starts it without its data. */
    async empty() {
      await stop('SIGKILL')
      rmSync(join(directory, 'appendonlydir'), { recursive: true, force: true })
      server = await start()
    },
    async close() {
      if (server.exitCode === null && server.signalCode === null) await stop('SIGKILL')
      rmSync(directory, { recursive: true, force: true })
    },
  }
}
