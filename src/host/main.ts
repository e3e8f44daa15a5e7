import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { filesIn } from './files.ts'
import { createHandler, sitePaths } from './handler.ts'
import { limits } from './limits.ts'
import { createLog } from './log.ts'
import { createHostServer } from './server.ts'
import { openSite } from './site.ts'
import { onStopSignal } from './stop-signal.ts'
import { hostNames, settingsFrom, SettingsError, usage } from './settings.ts'
import { identityFrom } from './tls.ts'

// The console server as a process. Its built file is in .build/server, the page's files in dist.
const dist = join(import.meta.dirname, '..', '..', 'dist')

const log = createLog(process.env.LOG === 'json' ? 'json' : undefined, {
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
  now: () => new Date(),
})

try {
  if (process.argv.includes('--help')) console.log(usage())
  else await start()
} catch (error) {
  if (!(error instanceof SettingsError)) throw error
  log.fail(error.message)
  process.exit(2)
}

async function start(): Promise<void> {
  const settings = settingsFrom(process.env)
  const identity = identityFrom(settings, log.warn)
  const site = await openSite(settings, { isTerminal: process.stdout.isTTY, note: log.note, warn: log.warn })
  const files = filesIn(dist)
  const handler = createHandler({ files, ...site.parts })
  const { server, close } = createHostServer({
    handler,
    allowed: { methodsOf: sitePaths(files), hosts: hostNames(settings) },
    limits,
    ...(identity ? { identity } : {}),
    isProxied: site.parts.isProxied,
    ...(log.request && { log: log.request }),
    note: log.note,
  })

  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(listeningError(error, settings)))
    server.listen(settings.PORT, settings.HOST, resolve)
  })
  process.stdout.on('error', () => undefined) // the reader of our output is gone; the server goes on
  server.on('error', () => undefined) // a failed accept (too many open files) must not end the process
  const { port } = server.address() as AddressInfo
  const host = settings.HOST.includes(':') ? `[${settings.HOST}]` : settings.HOST
  log.tell([`Query Admin  ${identity ? 'https' : 'http'}://${host}:${port}/`, ...site.lines])
  for (const warning of site.warnings) log.warn(warning)

  const stop = async () => {
    await Promise.all([close(), handler.close()])
    site.close()
    process.exit(0)
  }
  onStopSignal(() => void stop(), 1)
}

function listeningError(error: NodeJS.ErrnoException, { HOST, PORT }: { HOST: string; PORT: number }): Error {
  if (error.code === 'EADDRINUSE') return new SettingsError(`PORT ${PORT} at ${HOST} is in use by another program.`)
  if (error.code === 'EACCES') return new SettingsError(`This user is not allowed to listen on PORT ${PORT}.`)
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND') {
    return new SettingsError('HOST is not an address of this machine.')
  }
  return error
}
