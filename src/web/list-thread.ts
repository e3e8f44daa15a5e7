import { createDistantLists } from '#contract/distant-lists.ts'
import type { FromReader, Line, ToReader } from '#contract/list-messages.ts'
import type { ListReader } from '#contract/list-reader.ts'
import type { Fetch } from '#contract/transport.ts'
import address from './list-worker.ts?worker&url'

/** How long a worker may take to start, in milliseconds; then the page reads by itself. */
const starting = 5000

/** Reads lists in a thread of its own, or, where the browser or a policy allows none, in slices on the page's. */
export function openListThread(fetch: Fetch): ListReader {
  const { line, runs } = openWorker()
  const lists = createDistantLists(line)
  const instead = runs.then(
    () => undefined,
    async () => (await import('#contract/local-lists.ts')).createLocalLists(fetch),
  )
  return {
    async ask(...asked) {
      // Before the thread is known to run: the page is busy with its own script then.
      const answer = lists.ask(...asked)
      answer.catch(() => undefined) // told below
      const local = await instead
      return local === undefined ? answer : local.ask(...asked)
    },
  }
}

/**
 * A worker, begun once, by the first message to it or in a moment. That message is its name: a browser keeps others back
 * until the page's thread has heard that the worker runs, which is busy then. `runs` rejects where it does not.
 */
function openWorker(): { line: Line<ToReader, FromReader>; runs: Promise<unknown> } {
  let isBegun = false
  let begin: (name: string) => void = () => undefined
  const begun = new Promise<string>((resolve) => {
    begin = (name) => {
      isBegun = true
      resolve(name)
    }
  }).then((name) => new Worker(trusted(address) as string, { type: 'module', name }))
  setTimeout(() => begin(''))
  const line: Line<ToReader, FromReader> = {
    postMessage(said, transfer) {
      // A name stays as long as the worker: no bearer may be in it.
      if (!isBegun && 'ask' in said && said.ask.of.hosted) return begin(JSON.stringify(said))
      begin('')
      begun.then((worker) => worker.postMessage(said, transfer)).catch(() => undefined)
    },
    addEventListener: (kind, hear) =>
      void begun.then((worker) => worker.addEventListener(kind, hear)).catch(() => undefined),
  }
  return { line, runs: begun.then(running) }
}

/** Resolves with the first message of a worker; one that does not start is ended. */
function running(worker: Worker): Promise<unknown> {
  return new Promise<unknown>((resolve, reject) => {
    worker.addEventListener('message', resolve, { once: true })
    worker.addEventListener('error', reject, { once: true })
    setTimeout(reject, starting)
  }).catch((error: unknown) => {
    worker.terminate()
    throw error
  })
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
