import type { Fetch } from '#contract/transport.ts'
import { openListThread } from './list-thread.ts'
import { routeOf } from './route.ts'
import { askAhead } from './session/ahead.ts'

// A script of its own that runs while the page's is still being fetched: the first requests are under way by then.

const ask: Fetch = (url, init) => fetch(url, init)

/** The page's own address, ending in `/`. */
export const origin = new URL('./', document.baseURI).href

/** What our host has said in the page, taken out of it: whose session it was must not stand there after it. */
const told = new Map(
  [...document.querySelectorAll<HTMLMetaElement>('meta[name^="./"]')].map((meta) => {
    meta.remove()
    return [meta.name, meta.content]
  }),
)

/** The ways to the host or the service, the first requests on them begun. */
export const ways = askAhead({
  fetch: ask,
  lists: openListThread(ask),
  origin,
  local: localStorage,
  showsTokens: routeOf(location.hash).page === 'tokens',
  told: (path) => told.get(path),
})
