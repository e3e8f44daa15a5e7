import type { AddressInfo, Server } from 'node:net'
import { Server as TlsServer } from 'node:tls'
import { filesIn } from './files.ts'
import { createHandler, sitePaths } from './handler.ts'
import { limits } from './limits.ts'
import type { Log } from './log.ts'
import { createHostServer } from './server.ts'
import { openRuntime } from './bootstrap.ts'
import { SettingsError } from './secret-files.ts'
import { hostNames, trustsFrom, type Settings } from './settings.ts'
import { ciphers, identityFrom } from './tls.ts'

/**
 * Serves the console until a signal stops it. `pages`: the directory of the page's files.
 * @throws {SettingsError} if it cannot start with these settings.
 */
export async function serve(settings: Settings, log: Log, pages: string): Promise<void> {
  const identity = identityFrom(settings, log.warn)
  const runtime = await openRuntime(settings, { isTerminal: process.stdout.isTTY, note: log.note, warn: log.warn })
  const files = filesIn(pages)
  const handler = createHandler({ files, ...runtime.parts })
  const { server, close } = createHostServer({
    handler,
    allowed: { methodsOf: sitePaths(files), hosts: hostNames(settings) },
    limits,
    ...(identity ? { identity } : {}),
    isProxied: runtime.parts.isProxied,
    hsts: settings.HSTS_SECONDS,
    trusts: trustsFrom(settings),
    ...(log.request && { log: log.request }),
    ...(runtime.metrics && { count: runtime.metrics.request }),
    note: log.note,
  })

  await listening(server, settings.PORT, settings.HOST)
  const metrics = runtime.metrics?.server()
  if (metrics) await listening(metrics, settings.METRICS_PORT ?? 0, settings.METRICS_HOST, 'METRICS_')
  process.stdout.on('error', () => undefined) // the reader of our output is gone; the server goes on
  server.on('error', () => undefined) // a failed accept (too many open files) must not end the process

  // A certificate is renewed while the console server runs.
  process.on('SIGHUP', () => {
    try {
      const renewed = identityFrom(settings, log.warn)
      if (renewed && server instanceof TlsServer)
        server.setSecureContext({ ...renewed, ciphers, minVersion: 'TLSv1.2' })
    } catch (error) {
      if (!(error instanceof SettingsError)) throw error
      log.warn(`${error.message} The former certificate stays.`)
    }
  })
  const stop = async () => {
    handler.close()
    await close()
    runtime.close()
    metrics?.close()
    process.exit(0)
  }
  onStopSignal(() => void stop())

  const addressOf = (listener: Server) => {
    const { address, port } = listener.address() as AddressInfo
    return `${address.includes(':') ? `[${address}]` : address}:${port}`
  }
  // Last: whoever reads this may send a signal at once.
  log.tell([
    `Query Admin  ${identity ? 'https' : 'http'}://${addressOf(server)}/`,
    ...(metrics ? [`Metrics  http://${addressOf(metrics)}/metrics`] : []),
    ...runtime.lines,
  ])
  for (const warning of runtime.warnings) log.warn(warning)
}

/** `prefix`: of the two settings that it is about. */
function listening(server: Server, port: number, host: string, prefix = ''): Promise<void> {
  return new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const message = {
        EADDRINUSE: `${prefix}PORT ${port} at ${host} is in use by another program.`,
        EACCES: `This user is not allowed to listen on ${prefix}PORT ${port}.`,
        EADDRNOTAVAIL: `${prefix}HOST is not an address of this machine.`,
        ENOTFOUND: `${prefix}HOST is not an address of this machine.`,
      }[error.code ?? '']
      reject(message === undefined ? error : new SettingsError(message))
    })
    server.listen(port, host, resolve)
  })
}

/**
 * Calls `stop` at the first SIGTERM or SIGINT. A later one ends the process at once, with 1; npm passes one on that the
 * terminal has sent already.
 */
function onStopSignal(stop: () => void): void {
  let stoppedAt: number | undefined
  const onSignal = () => {
    if (stoppedAt !== undefined && Date.now() - stoppedAt > 500) process.exit(1)
    if (stoppedAt !== undefined) return
    stoppedAt = Date.now()
    stop()
  }
  process.on('SIGTERM', onSignal)
  process.on('SIGINT', onSignal)
}
