import { createListClient } from '#contract/list/list-client.ts'
import type { Channel, ListReader, FromWorker, ToWorker } from '#contract/list/protocol.ts'
import type { Fetch } from '#contract/transport.ts'
// oxlint-disable-next-line import/default -- Vite’s
import address from './list-worker.ts?worker&url'

/** Reads lists in a worker, or, where the browser or a policy allows none or its script cannot be had, here. */
export function openListThread(fetch: Fetch): ListReader {
  const here: ListReader = {
    request: async (...asked) =>
      (await import('#contract/list/read-list.ts')).createListReader(fetch).request(...asked),
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
  const there = createListClient(line)
  return { request: (...asked) => Promise.race([there.request(...asked), failed.then(() => here.request(...asked))]) }
}

interface TrustedTypes {
  createPolicy: (
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ) => {
    createScriptURL: (url: string) => unknown
  }
}

/** The one address that the page's policy lets a worker have, as browsers with Trusted Types want to see it. */
function trusted(url: string): unknown {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }
  const createScriptURL = (asked: string) => {
    if (asked !== address) throw new TypeError(asked)
    return asked
  }
  return trustedTypes?.createPolicy('worker', { createScriptURL }).createScriptURL(url) ?? url
}
