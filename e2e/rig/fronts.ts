import { readFile } from 'node:fs/promises'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { staticHeaders } from '#host/samples/sample.ts'
import { openNginx } from './nginx.ts'
import { start } from './processes.ts'

/**
 * What serves the page: our host, or another web server that serves its files and forwards `/_/`: a real nginx, or the
 * few lines below, which need nothing.
 */
export type FrontName = 'host' | 'nginx' | 'files'

/** Where the page finds itself before each of them. */
export type Mode = 'host' | 'tab'

/** What stands between the browser and the service. */
export interface Front {
  /** Where the console is, ending in `/`. */
  origin: string
  stop: () => Promise<void>
}

/** Our host, which can go away and come back at the same address, knowing nobody then. */
export interface Host extends Front {
  restart: () => Promise<void>
}

/** The built host before `service`; `env` as in the README. */
export async function openHost(service: string, env: Record<string, string> = {}): Promise<Host> {
  const started = (port: string) =>
    start('host', { env: { PORT: port, QUERY_SERVICE_URL: service, ...env }, ready: /Query Admin +\S+\/\n/ })
  let host: Awaited<ReturnType<typeof start>> | undefined = await started('0')
  const origin = /https?:\/\/[^/]+\//.exec(host.said())?.[0] ?? ''
  const stop = async () => {
    const running = host
    host = undefined
    await running?.stop()
  }
  return {
    origin,
    stop,
    async restart() {
      await stop()
      host = await started(new URL(origin).port)
    },
  }
}

/** A web server that knows nothing of this console: the build's files, and `/_/` forwarded as it comes. */
export async function openFiles(service: string): Promise<Front> {
  const dist = join(import.meta.dirname, '..', '..', 'dist')
  const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' }
  const server = createServer((asked, answer) => {
    const { url = '', method, headers } = asked
    const head = Object.fromEntries(staticHeaders)
    if (url.startsWith('/_/')) {
      const { authorization, 'content-type': type, accept } = headers
      const named = Object.entries({ authorization, 'content-type': type, accept }).filter(([, value]) => value)
      const passed = request(service + url, { method, headers: Object.fromEntries(named) }, (said) => {
        answer.writeHead(said.statusCode ?? 502, { ...said.headers, ...head, 'cache-control': 'no-store' })
        said.on('error', () => answer.destroy()).pipe(answer)
      })
      passed.on('error', () => answer.headersSent || answer.writeHead(502, head).end())
      return void asked.pipe(passed)
    }
    const path = url === '/' ? '/index.html' : new URL(url, 'http://files.test').pathname
    readFile(join(dist, path)).then(
      (file) => answer.writeHead(200, { ...head, 'content-type': types[extname(path)] ?? 'image/svg+xml' }).end(file),
      () => answer.writeHead(404, head).end(),
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

/** Opens one of them; undefined where there is no nginx. */
export async function openFront(name: FrontName, service: string): Promise<Front | undefined> {
  if (name === 'host') return openHost(service)
  return name === 'files' ? openFiles(service) : openNginx(service)
}
