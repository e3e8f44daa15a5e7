import { createServer as createTlsServer } from 'node:https'
import { createServer, type AddressInfo, type Server } from 'node:net'
import { join } from 'node:path'
import { filesIn } from '#host/files.ts'
import { createHandler, sitePaths } from '#host/handler.ts'
import { limits as real, type Limits } from '#host/limits.ts'
import { createHostServer } from '#host/server.ts'
import { openSite } from '#host/site.ts'
import { settingsFrom } from '#host/settings.ts'
import { isDeep } from '#contract/testing/deep.ts'
import { selfSigned } from '#host/testing/certificate.ts'
import { fetchUpstream, type Upstream } from '#host/upstream.ts'
import { openWire } from '#e2e/rig/faulty-service.ts'
import { test as base, type Site } from '#e2e/rig/world.ts'

/** Where the host looks for the service instead of at the wire. */
export type Way = 'a name that nobody knows' | 'a certificate that nobody trusts' | 'a handshake that never ends'

/** The host's limits here: its own in a deep run, else short ones, so that a test need not wait for them. */
export const limits: Limits = isDeep()
  ? real
  : { ...real, connect: 1_500, answer: 2_500, firstByte: 2_000, pace: 1_500, listBytes: 4 * 1024 * 1024 }

let astray: Way | undefined

/** From now on the host looks there; undefined: at the wire. The host of this worker, which runs in this process. */
export function look(way: Way | undefined): void {
  astray = way
}

/** Tests whose host runs in this process, so that its limits and the way to its service are theirs to choose. */
export const test = base.extend<object, { site: Site }>({
  site: [
    // eslint-disable-next-line no-empty-pattern -- Playwright reads what a fixture needs from this pattern
    async ({}, provide) => {
      const wire = await openWire()
      const [distrusted, mute] = [createTlsServer(selfSigned()), createServer()]
      const at = (port: number) => fetchUpstream(new URL(`https://127.0.0.1:${port}`), limits.connect)
      const ways: Record<Way, Upstream> = {
        'a name that nobody knows': fetchUpstream(new URL('http://query-service.invalid'), limits.connect),
        'a certificate that nobody trusts': at(await listening(distrusted)),
        'a handshake that never ends': at(await listening(mute)),
      }
      const straight = fetchUpstream(new URL(wire.url), limits.connect)
      const upstream: Upstream = (call) => (astray === undefined ? straight : ways[astray])(call)
      const opened = await openSite(settingsFrom({ QUERY_SERVICE_URL: wire.url }), {
        isTerminal: false,
        note: () => undefined,
      })
      const files = filesIn(join(import.meta.dirname, '..', '..', 'dist'))
      const { server, close } = createHostServer({
        handler: createHandler({ files, ...opened.parts, limits, upstream }),
        allowed: { methodsOf: sitePaths(files), hosts: new Set(['127.0.0.1']) },
        limits,
      })
      const port = await listening(server)
      await provide({ wire, front: { origin: `http://127.0.0.1:${port}/`, stop: async () => undefined } })
      for (const other of [distrusted, mute]) other.close()
      await Promise.all([close(), opened.close(), wire.close()])
    },
    { scope: 'worker' },
  ],
})

function listening(server: Pick<Server, 'listen' | 'address'>): Promise<number> {
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port)))
}
