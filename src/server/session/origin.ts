import { pageHeader } from '#api/console-server.ts'
import type { ErrorResponse } from '#server/error-responses.ts'

/** What a request is for: the page, another file, or a call. */
export type RequestKind = 'page' | 'file' | 'call'

/**
 * Why the origin of a request is refused; undefined: it is accepted. Browsers report the site themselves. Another port
 * of this machine is `same-site`, and refused. `none` is a person (a typed address, a bookmark) and opens files, never
 * a call. A link on another site opens the page, which holds nothing personal. An `Origin` must be this one. A call
 * without `Sec-Fetch-Site` must have the header that no form and no other site can set.
 */
export function refusedOrigin(request: Request, kind: RequestKind): ErrorResponse | undefined {
  const refusal: ErrorResponse = { status: 403, error: 'cross-site' }
  if (kind === 'page' && isFollowedLink(request)) return undefined
  const origin = request.headers.get('origin')
  if (origin !== null && origin !== new URL(request.url).origin) return refusal
  const site = request.headers.get('sec-fetch-site')
  if (site === 'same-origin') return undefined
  if (site !== null) return site === 'none' && kind !== 'call' && isNavigation(request) ? undefined : refusal
  return kind !== 'call' || request.headers.get(pageHeader)?.startsWith('/') === true ? undefined : refusal
}

/** A whole tab navigates here from another site: not a frame, not a submitted form. */
function isFollowedLink(request: Request): boolean {
  const { headers, method } = request
  const isOtherSite = ['cross-site', 'same-site'].includes(headers.get('sec-fetch-site') ?? '')
  return isOtherSite && method === 'GET' && isNavigation(request) && headers.get('sec-fetch-dest') === 'document'
}

function isNavigation(request: Request): boolean {
  return request.headers.get('sec-fetch-mode') === 'navigate'
}
