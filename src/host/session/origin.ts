import { pageHeader, pageHeaderValue } from '#contract/console-host.ts'
import type { Refusal } from '#host/refusals.ts'

/** What a request asks for: the page, another of its files, or a call. */
export type RequestKind = 'page' | 'file' | 'call'

/**
 * Why a request may not come from where it comes from, or undefined when it may. A browser says it itself; another
 * port of this machine is `same-site` there, and refused. `none` is a person (an address typed, a bookmark) and opens
 * the page's files, never a call; a link of another site opens the page, which says nothing of anybody. What names an
 * origin must name this one, and what says nothing of its site must carry, for a call, the header that no form and no
 * foreign page can set.
 */
export function refusedOrigin(request: Request, asked: RequestKind): Refusal | undefined {
  const refusal: Refusal = { status: 403, error: 'cross-site' }
  if (asked === 'page' && isFollowedLink(request)) return undefined
  const origin = request.headers.get('origin')
  if (origin !== null && origin !== new URL(request.url).origin) return refusal
  const site = request.headers.get('sec-fetch-site')
  if (site === 'same-origin') return undefined
  if (site !== null) return site === 'none' && asked !== 'call' && isNavigation(request) ? undefined : refusal
  return asked !== 'call' || request.headers.get(pageHeader) === pageHeaderValue ? undefined : refusal
}

/** A whole tab goes to the page from another site: no frame, no form that is sent. */
function isFollowedLink(request: Request): boolean {
  const { headers, method } = request
  const isForeign = ['cross-site', 'same-site'].includes(headers.get('sec-fetch-site') ?? '')
  return isForeign && method === 'GET' && isNavigation(request) && headers.get('sec-fetch-dest') === 'document'
}

function isNavigation(request: Request): boolean {
  return request.headers.get('sec-fetch-mode') === 'navigate'
}
