import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect, createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The program that keeps sessions in these tests, if one is installed. */
export const storeProgram = ['redis-server', 'valkey-server'].find(
  (program) => spawnSync(program, ['--version']).status === 0,
)

/** Redis or Valkey at a free port of this machine, with its data in a directory of its own. */
export async function openStore() {
  const directory = mkdtempSync(join(tmpdir(), 'query-admin-store-'))
  const port = await freePort()
  const start = async () => {
    const flags = ['--port', `${port}`, '--bind', '127.0.0.1', '--dir', directory, '--appendonly', 'yes', '--save', '']
    const server = spawn(storeProgram ?? '', [...flags, '--appendfsync', 'always'], { stdio: 'ignore' })
    await answering(port)
    return server
  }
  let server = await start()
  const stop = async (signal: NodeJS.Signals) => {
    const ended = new Promise((resolve) => server.once('exit', resolve))
    server.kill(signal)
    await ended
  }
  return {
    url: `redis://127.0.0.1:${port}`,
    directory,
    /** Ends the program; its data stays. */
    stop: () => stop('SIGTERM'),
    kill: () => stop('SIGKILL'),
    start: async () => void (server = await start()),
    async close() {
      if (server.exitCode === null && server.signalCode === null) await stop('SIGKILL')
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

async function answering(port: number): Promise<void> {
  for (;;) {
    const isOpen = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1')
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
      socket.once('connect', () => socket.destroy())
    })
    if (isOpen) return
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
