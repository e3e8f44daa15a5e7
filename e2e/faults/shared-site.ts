import { createServer as createTlsServer } from 'node:https'
import { createServer, type AddressInfo, type Server } from 'node:net'
import { join } from 'node:path'
import { filesIn } from '#server/files.ts'
import { createHandler, sitePaths } from '#server/handler.ts'
import { limits as real, type Limits } from '#server/limits.ts'
import { createHostServer } from '#server/server.ts'
import { openRuntime } from '#server/bootstrap.ts'
import { settingsFrom } from '#server/settings.ts'
import { isDeep } from '#api/testing/full-length.ts'
import { selfSigned } from '#server/testing/certificate.ts'
import { fetchUpstream, type Upstream } from '#server/upstream.ts'
import { openFaultProxy } from '#e2e/rig/fault-proxy.ts'
import { test as base, type SharedSite } from '#e2e/rig/fixture.ts'

/** A broken connection from the console server to the service. */
export type BrokenConnection = 'unknown host name' | 'untrusted certificate' | 'hanging TLS handshake'

/** The console server's limits: its own in a deep run, else short ones that a test can wait for. */
export const limits: Limits = isDeep()
  ? real
  : { ...real, connect: 1_500, answer: 2_500, firstByte: 2_000, pace: 1_500, listBytes: 4 * 1024 * 1024 }

let broken: BrokenConnection | undefined

/** Sends the console server of this worker to a broken connection; undefined: back to the service. */
export function breakConnection(how: BrokenConnection | undefined): void {
  broken = how
}

/** Tests whose console server runs in this process: they choose its limits and its connection to the service. */
export const test = base.extend<object, { sharedSite: SharedSite }>({
  sharedSite: [
    // eslint-disable-next-line no-empty-pattern -- Playwright reads what a fixture needs from this pattern
    async ({}, provide) => {
      const proxy = await openFaultProxy()
      const [distrusted, mute] = [createTlsServer(selfSigned()), createServer()]
      const at = (port: number) => fetchUpstream(new URL(`https://127.0.0.1:${port}`), limits.connect)
      const upstreams: Record<BrokenConnection, Upstream> = {
        'unknown host name': fetchUpstream(new URL('http://query-service.invalid'), limits.connect),
        'untrusted certificate': at(await listening(distrusted)),
        'hanging TLS handshake': at(await listening(mute)),
      }
      const toService = fetchUpstream(new URL(proxy.url), limits.connect)
      const upstream: Upstream = (call) => (broken === undefined ? toService : upstreams[broken])(call)
      const opened = await openRuntime(settingsFrom({ QUERY_SERVICE_URL: proxy.url }), {
        isTerminal: false,
        note: () => undefined,
        warn: () => undefined,
      })
      const files = filesIn(join(import.meta.dirname, '..', '..', 'dist'))
      const { server, close } = createHostServer({
        handler: createHandler({ files, ...opened.parts, limits, upstream }),
        allowed: { methodsOf: sitePaths(files), hosts: new Set(['127.0.0.1']) },
        limits,
      })
      const port = await listening(server)
      await provide({ proxy, front: { origin: `http://127.0.0.1:${port}/`, stop: async () => undefined } })
      for (const other of [distrusted, mute]) other.close()
      opened.close()
      await Promise.all([close(), proxy.close()])
    },
    { scope: 'worker' },
  ],
})

function listening(server: Pick<Server, 'listen' | 'address'>): Promise<number> {
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port)))
}
