import type { Listen, StoreClient } from './shared-store.ts'

/** How long one call may take, and connecting, in milliseconds. */
const patience = 1_000

/** How long until it is tried again, in milliseconds. */
const pause = 250

/**
 * Connects to Redis or Valkey and stays connected: while it is lost, calls reject at once, and it is tried again until
 * `close`. `url`: `redis://` or `rediss://`. Resolves whether or not it could be reached.
 */
export async function connectStore(url: string): Promise<{ client: StoreClient; listen: Listen; close: () => void }> {
  const { createClient } = await import('@redis/client')
  const options = {
    url,
    disableOfflineQueue: true,
    commandOptions: { timeout: patience },
    pingInterval: 10_000,
    socket: { connectTimeout: patience, reconnectStrategy: pause },
  } as const
  const client = createClient(options)
  const listener = createClient(options)
  for (const each of [client, listener]) each.on('error', () => undefined) // each call reports it
  const first = client.connect().catch(() => undefined)
  await Promise.race([first, new Promise((resolve) => setTimeout(resolve, patience))])
  return {
    client,
    listen(channel, onMessage) {
      let isFirst = true
      listener.on('ready', () => {
        if (!isFirst) onMessage(undefined)
        isFirst = false
      })
      listener
        .connect()
        .then(() => listener.subscribe(channel, onMessage))
        .catch(() => undefined)
    },
    close() {
      client.destroy()
      listener.destroy()
    },
  }
}
