import {
  hostHeader,
  hostHeaderValue,
  HostMarker,
  hostMarkerPath,
  hostProblem,
  pageHeaders,
} from '#contract/console-host.ts'
import { jsonIn } from '#contract/wire.ts'
import type { SignInBackend, BackendWorld } from './sign-in-backend.ts'
import { createHostBackend, proofAt } from './host-backend.ts'

/** How long an answer may take, in milliseconds. */
export const markerTimeout = 10_000

/** Stands in `index.html`, which many static servers answer with at every address. */
const pageMark = '<meta name="application-name" content="Query Admin"'

/**
 * Why it is unknown how the page is served. `answered`: with an error, by the console server (`isOurs`) or by a server
 * in front of it. `no-store`: the console server can't reach its sessions. `other-page`: with something else than
 * expected. `no-code`: the code of tab mode could not be loaded. `no-storage`: the browser blocks it for this page.
 */
export type Unopened =
  | {
      why: 'no-answer' | 'late' | 'redirected' | 'other-page' | 'other-version' | 'no-store' | 'no-code' | 'no-storage'
    }
  | { why: 'answered'; status: number; isOurs: boolean }

/**
 * Finds out whether a console server serves the page, by requesting its marker. Only an answer decides: in tab mode the
 * page asks for an access token, so a failure must never lead there.
 */
export async function findBackend(world: BackendWorld): Promise<SignInBackend | Unopened> {
  const proof = world.local.getItem(proofAt(world.origin)) ?? undefined
  const marker = await requestMarker(world, proof)
  if (marker !== 'none') {
    if ('why' in marker) return marker
    const { service, sessions, session } = marker
    const firstAnswer = proof === undefined || session === undefined ? undefined : { proof, answer: session }
    const { example, name: label, color } = service
    const host = example ? 'Demo service' : new URL(service.address).host
    const name = label === undefined ? host : `${label} · ${host}`
    const address = example ? `${world.origin}_/` : service.address
    const place = { address, host, label, name, color, example, through: 'host' } as const
    return createHostBackend(world, place, sessions, firstAnswer)
  }
  const code = await import('./tab-backend.ts').catch(() => undefined)
  return code === undefined ? { why: 'no-code' } : code.createTabBackend(world)
}

/** The console server's marker; `none`: another web server serves the page; or why neither is known. */
async function requestMarker(
  { fetch, origin }: BackendWorld,
  proof: string | undefined,
): Promise<HostMarker | 'none' | Unopened> {
  const signal = AbortSignal.timeout(markerTimeout)
  const headers = pageHeaders(origin, proof)
  try {
    // A server in front may want its own cookie or basic authentication.
    const init: RequestInit = { headers, cache: 'no-store', credentials: 'same-origin', redirect: 'manual', signal }
    const answer = await fetch(new URL(hostMarkerPath, origin).href, init)
    const { status } = answer
    const version = answer.headers.get(hostHeader)
    if (version === null && [404, 405, 410].includes(status)) return 'none'
    if (answer.type === 'opaqueredirect' || (status >= 300 && status < 400)) return { why: 'redirected' }
    if (version !== null && version !== hostHeaderValue) return { why: 'other-version' }
    const text = await answer.text()
    const problem = hostProblem(answer, text, version !== null)
    if (problem?.kind === 'unreachable' && problem.by === 'session-store') return { why: 'no-store' }
    if (!answer.ok) return { why: 'answered', status, isOurs: version !== null }
    if (version === null) return text.includes(pageMark) ? 'none' : { why: 'other-page' }
    const marker = HostMarker.safeParse(jsonIn(text)).data
    return marker !== undefined && URL.canParse(marker.service.address) ? marker : { why: 'other-page' }
  } catch {
    return { why: signal.aborted ? 'late' : 'no-answer' }
  }
}
