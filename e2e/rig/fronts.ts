import { readFile } from 'node:fs/promises'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { staticHeaders } from '#host/samples/sample.ts'
import { openNginx } from './nginx.ts'
import { start } from './processes.ts'

/**
 * What serves the page: our console server, or another web server that serves its files and forwards `/_/`, which is a
 * real nginx or `openFiles` below.
 */
export type FrontName = 'host' | 'nginx' | 'files'

/** The mode in which the page then runs. */
export type Mode = 'host' | 'tab'

/** What is between the browser and the service. */
export interface Front {
  /** Where the console is, ending in `/`. */
  origin: string
  stop: () => Promise<void>
}

/** Our console server. */
export interface Host extends Front {
  /** Restarts it at the same address, without its sessions. `killed`: nothing that it does ends in order. */
  restart: (how?: { killed: boolean }) => Promise<void>
}

/** Starts the built console server in front of `service`; `env` as in OPERATING.md. */
export async function openHost(service: string, env: Record<string, string> = {}): Promise<Host> {
  const started = (port: string) =>
    start({ env: { PORT: port, QUERY_SERVICE_URL: service, ...env }, ready: /Query Admin +\S+\/\n/ })
  let host: Awaited<ReturnType<typeof start>> | undefined = await started('0')
  const origin = /https?:\/\/[^/]+\//.exec(host.output())?.[0] ?? ''
  const stop = async () => {
    const running = host
    host = undefined
    await running?.stop()
  }
  return {
    origin,
    stop,
    async restart(how) {
      if (how?.killed === true) await host?.kill()
      else await stop()
      host = await started(new URL(origin).port)
    },
  }
}

/** Starts a plain web server: it serves the build's files and forwards `/_/` unchanged. */
export async function openFiles(service: string): Promise<Front> {
  const dist = join(import.meta.dirname, '..', '..', 'dist')
  const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' }
  const server = createServer((incoming, outgoing) => {
    const { url = '', method, headers } = incoming
    const head = Object.fromEntries(staticHeaders)
    if (url.startsWith('/_/')) {
      const { authorization, 'content-type': type, accept, cookie } = headers
      const named = Object.entries({ authorization, 'content-type': type, accept, cookie }).filter(([, value]) => value)
      const passed = request(service + url, { method, headers: Object.fromEntries(named) }, (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, { ...answer.headers, ...head, 'cache-control': 'no-store' })
        answer.on('error', () => outgoing.destroy()).pipe(outgoing)
      })
      passed.on('error', () => outgoing.headersSent || outgoing.writeHead(502, head).end())
      return void incoming.pipe(passed)
    }
    const path = url === '/' ? '/index.html' : new URL(url, 'http://files.test').pathname
    readFile(join(dist, path)).then(
      (file) => outgoing.writeHead(200, { ...head, 'content-type': types[extname(path)] ?? 'image/svg+xml' }).end(file),
      () => outgoing.writeHead(404, head).end(),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** Starts one of them; undefined: nginx is not installed. */
export async function openFront(name: FrontName, service: string): Promise<Front | undefined> {
  if (name === 'host') return openHost(service)
  return name === 'files' ? openFiles(service) : openNginx(service)
}
