import { hostMarkerPath, hostSessionPath, pageHeader, pageHeaderValue, proofHeader } from '#contract/console-host.ts'
import { mostListBytes, type ListAnswer, type ListReader } from '#contract/list/protocol.ts'
import type { Fetch } from '#contract/transport.ts'
import { proofAt, signedOutAt } from './host-marks.ts'

/** What of the world the first requests need. */
interface World {
  fetch: Fetch
  lists: ListReader
  /** The page's own address, ending in `/`. */
  origin: string
  local: Pick<Storage, 'getItem'>
  /** Whether the list of tokens is what is shown first. */
  showsTokens: boolean
}

/**
 * Begins what a page asks for first, before the code that asks is there: the host's mark and, where a proof says that
 * somebody is signed in, the session and the list, all at once. Whoever asks for one of them gets the answer that is
 * under way, once.
 */
export function askAhead({ fetch, lists, origin, local, showsTokens }: World): {
  fetch: Fetch
  lists: ListReader
} {
  const begun = new Map<string, Promise<Response>>()
  let list: { proof: string; answer: Promise<ListAnswer>; ending: AbortController } | undefined

  const begin = (path: string, credentials: RequestCredentials, more: Record<string, string> = {}) => {
    const url = new URL(path, origin).href
    const headers = { accept: 'application/json', [pageHeader]: pageHeaderValue, ...more }
    const answer = fetch(url, { headers, cache: 'no-store', credentials, redirect: 'error' })
    answer.catch(() => undefined) // told to whoever asks for it
    begun.set(url, answer)
  }
  begin(hostMarkerPath, 'omit')
  const proof = local.getItem(proofAt(origin))
  if (proof !== null && local.getItem(signedOutAt(origin)) === null) {
    begin(hostSessionPath, 'same-origin', { [proofHeader]: proof })
    if (showsTokens) {
      const ending = new AbortController()
      const headers = { accept: 'application/json', [pageHeader]: pageHeaderValue, [proofHeader]: proof }
      const of = {
        part: 'tokens',
        hosted: true,
        bearer: undefined,
        names: undefined,
        key: '',
        cap: mostListBytes,
      } as const
      const answer = lists.ask(`${origin}_/token`, { method: 'GET', headers, signal: ending.signal }, of)
      answer.catch(() => undefined)
      list = { proof, answer, ending }
    }
  }

  return {
    fetch(url, init) {
      const answer = begun.get(url)
      begun.delete(url)
      // What was begun is only the first thing: after a write to the same address it would be an old answer.
      return answer === undefined || (init.method ?? 'GET') !== 'GET' ? fetch(url, init) : until(init.signal, answer)
    },
    lists: {
      ask(url, init, of) {
        const first = list
        list = undefined
        const isIt =
          url === `${origin}_/token` &&
          of.names === undefined &&
          new Headers(init.headers).get(proofHeader) === first?.proof
        if (first === undefined || !isIt) {
          first?.ending.abort()
          return lists.ask(url, init, of)
        }
        init.signal?.addEventListener('abort', () => first.ending.abort(init.signal?.reason), { once: true })
        return until(init.signal, first.answer)
      },
    },
  }
}

/** The same, or the signal's reason, whichever comes first. */
function until<T>(signal: AbortSignal | null | undefined, promise: Promise<T>): Promise<T> {
  if (signal == null) return promise
  return new Promise((resolve, reject) => {
    if (signal.aborted) reject(signal.reason as Error)
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
    promise.then(resolve, reject)
  })
}
