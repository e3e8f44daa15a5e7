import type { Fetch } from '#contract/transport.ts'
import { openListThread } from '#web/list/list-thread.ts'
import { routeOf } from './route.ts'
import { askAhead } from '#web/session/prefetch.ts'

// A script of its own that runs while the page's is still being fetched: the first requests are under way by then.

const ask: Fetch = (url, init) => fetch(url, init)

/** The page's own address, ending in `/`. */
export const origin = new URL('./', document.baseURI).href

/** The ways to the host or the service, the first requests on them begun. */
export const ways = askAhead({
  fetch: ask,
  lists: openListThread(ask),
  origin,
  local: localStorage,
  showsTokens: routeOf(location.hash).page === 'tokens',
})
