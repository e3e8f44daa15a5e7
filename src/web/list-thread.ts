import { createDistantLists } from '#contract/distant-lists.ts'
import type { ListReader } from '#contract/list-reader.ts'
import type { Fetch } from '#contract/transport.ts'
import address from './list-worker.ts?worker&url'

/** How long a worker may take to start, in milliseconds; then the page reads by itself. */
const starting = 5000

/** Reads lists in a thread of its own, or, where the browser or a policy allows none, in slices on the page's. */
export function openListThread(fetch: Fetch): ListReader {
  // In a moment: to begin a thread takes longer than to begin the requests that come before the list.
  const thread = Promise.resolve().then(begin)
  const instead = thread
    .then(({ runs }) => runs)
    .then(
      () => undefined,
      async () => (await import('#contract/local-lists.ts')).createLocalLists(fetch),
    )
  return {
    async ask(...asked) {
      // Before the thread is known to run: it finds this when it begins, and the page is busy with its own script then.
      const answer = thread.then(({ lists }) => lists.ask(...asked))
      answer.catch(() => undefined) // told below
      const local = await instead
      return local === undefined ? answer : local.ask(...asked)
    },
  }
}

/** `runs` rejects where the thread does not start. */
function begin(): { lists: ListReader; runs: Promise<unknown> } {
  const worker = new Worker(trusted(address) as string, { type: 'module' })
  const runs = new Promise<unknown>((resolve, reject) => {
    worker.addEventListener('message', resolve, { once: true })
    worker.addEventListener('error', reject, { once: true })
    setTimeout(reject, starting)
  }).catch((error: unknown) => {
    worker.terminate()
    throw error
  })
  return { lists: createDistantLists(worker), runs }
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
