import { pageHeader, pageHeaderValue } from '#contract/console-host.ts'
import type { Refusal } from './answers.ts'

/**
 * Why a request may not come from where it comes from, or undefined when it may. A browser says it itself; another
 * port of this machine is `same-site` there, and refused. `none` is a person (an address typed, a bookmark) and opens
 * the page, never a call. What sends no such header must not come from another origin, and for a call it must carry
 * the header that no form and no foreign page can set. `isFile`: one of the page's own files is asked for.
 */
export function refusedOrigin(request: Request, isFile: boolean): Refusal | undefined {
  const refusal: Refusal = { status: 403, error: 'cross-site' }
  const site = request.headers.get('sec-fetch-site')
  if (site === 'same-origin') return undefined
  if (site !== null) return site === 'none' && isFile && isNavigation(request) ? undefined : refusal
  const origin = request.headers.get('origin')
  if (origin !== null && origin !== new URL(request.url).origin) return refusal
  return isFile || request.headers.get(pageHeader) === pageHeaderValue ? undefined : refusal
}

function isNavigation(request: Request): boolean {
  return request.headers.get('sec-fetch-mode') === 'navigate'
}
