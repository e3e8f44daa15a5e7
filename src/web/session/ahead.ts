import {
  HostSessionAnswer,
  hostHeader,
  hostHeaderValue,
  hostMarkerPath,
  hostSessionPath,
  identityHeader,
  pageHeader,
  pageHeaderValue,
} from '#contract/console-host.ts'
import { mostListBytes, type ListAnswer, type ListReader } from '#contract/list-reader.ts'
import type { Fetch } from '#contract/transport.ts'
import { markerIn, signedOutAt } from './host-marks.ts'

/** What of the world the first requests need. */
interface World {
  fetch: Fetch
  lists: ListReader
  /** The page's own address, ending in `/`. */
  origin: string
  local: Pick<Storage, 'getItem'>
  /** Whether the list of tokens is what is shown first. */
  showsTokens: boolean
  /** What our host has said of a path in the page itself. */
  told: (path: string) => string | undefined
}

/**
 * Begins what a page that is signed in at our host asks for first, before the code that asks is there: the host's mark,
 * the session (both may stand in the page itself), the list. Whoever asks for one of them gets the answer that is under
 * way, once; each is asked for only where the one before it allows it, and nothing is asked twice.
 */
export function askAhead({ fetch, lists, origin, local, showsTokens, told }: World): {
  fetch: Fetch
  lists: ListReader
} {
  const begun = new Map<string, Promise<Response>>()
  const asked = new Set<string>()
  let list: { identity: string; answer: Promise<ListAnswer>; ending: AbortController } | undefined

  const begin = async (path: string, credentials: RequestCredentials): Promise<Said | undefined> => {
    const url = new URL(path, origin).href
    if (asked.has(url)) return undefined
    const said = told(path)
    if (said !== undefined) {
      const answer = new Response(said, { headers: { [hostHeader]: hostHeaderValue } })
      begun.set(url, Promise.resolve(answer))
      // Not from its body, which is read in tasks: they wait behind the page's own script.
      return { ok: answer.ok, headers: answer.headers, json: async () => JSON.parse(said) as unknown }
    }
    const headers = { accept: 'application/json', [pageHeader]: pageHeaderValue }
    const answer = fetch(url, { headers, cache: 'no-store', credentials, redirect: 'error' })
    begun.set(url, answer)
    return (await answer).clone()
  }
  const go = async () => {
    const mark = await begin(hostMarkerPath, 'omit')
    if (mark === undefined || (await markerIn(mark)) === undefined || local.getItem(signedOutAt(origin)) !== null)
      return
    const said = await begin(hostSessionPath, 'same-origin')
    const { data } = HostSessionAnswer.safeParse(await said?.json())
    if (data?.session == null || !showsTokens) return
    const { identity } = data.session
    const ending = new AbortController()
    const headers = { accept: 'application/json', [pageHeader]: pageHeaderValue, [identityHeader]: identity }
    const of = {
      part: 'tokens',
      hosted: true,
      bearer: undefined,
      names: undefined,
      key: '',
      cap: mostListBytes,
    } as const
    const answer = lists.ask(`${origin}_/token`, { method: 'GET', headers, signal: ending.signal }, of)
    answer.catch(() => undefined) // told to whoever asks for it
    list = { identity, answer, ending }
  }
  go().catch(() => undefined)

  return {
    fetch(url, init) {
      asked.add(url)
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
          new Headers(init.headers).get(identityHeader) === first?.identity
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

type Said = Parameters<typeof markerIn>[0]

/** The same, or the signal's reason, whichever comes first. */
function until<T>(signal: AbortSignal | null | undefined, promise: Promise<T>): Promise<T> {
  if (signal == null) return promise
  return new Promise((resolve, reject) => {
    if (signal.aborted) reject(signal.reason as Error)
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
    promise.then(resolve, reject)
  })
}
