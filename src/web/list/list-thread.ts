import { createListClient } from '#contract/list/list-client.ts'
import type { Channel, ListReader, FromWorker, ToWorker } from '#contract/list/protocol.ts'
import type { Fetch } from '#contract/transport.ts'
// oxlint-disable-next-line import/default -- Vite’s
import address from './list-worker.ts?worker&url'

/** Reads lists in a worker. If that is not allowed, or its script cannot be loaded, reads them on this thread. */
export function openListThread(fetch: Fetch): ListReader {
  const here: ListReader = {
    request: async (...args) => (await import('#contract/list/read-list.ts')).createListReader(fetch).request(...args),
  }
  let worker: Worker
  try {
    worker = new Worker(trusted(address) as string, { type: 'module' })
  } catch {
    return here
  }
  const failed = new Promise<void>((resolve) => {
    worker.addEventListener('error', () => {
      worker.terminate()
      resolve()
    })
  })
  const line: Channel<ToWorker, FromWorker> = worker
  const inWorker = createListClient(line)
  return { request: (...args) => Promise.race([inWorker.request(...args), failed.then(() => here.request(...args))]) }
}

interface TrustedTypes {
  createPolicy: (
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ) => {
    createScriptURL: (url: string) => unknown
  }
}

/**
 * Makes the worker's address trusted, which browsers with Trusted Types require. The policy allows no other address.
 */
function trusted(url: string): unknown {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }
  const createScriptURL = (requested: string) => {
    if (requested !== address) throw new TypeError(requested)
    return requested
  }
  return trustedTypes?.createPolicy('worker', { createScriptURL }).createScriptURL(url) ?? url
}
