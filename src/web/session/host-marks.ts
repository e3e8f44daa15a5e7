import { hostHeader, hostHeaderValue, HostMarker } from '#contract/console-host.ts'

/** What our own host says of itself; undefined: whatever answered, it is not that. */
export async function markerIn(answer: Pick<Response, 'ok' | 'headers' | 'json'>): Promise<HostMarker | undefined> {
  if (!answer.ok || answer.headers.get(hostHeader) !== hostHeaderValue) return undefined
  return HostMarker.safeParse(await answer.json()).data
}

/** Where the proof of the session at `origin` stands, see `proofHeader`. */
export const proofAt = (origin: string) => `query-admin proof ${origin}`

/**
 * Where the proof stands of a session at `origin` that was signed out of and whose host could not be told: the next load
 * tells it first of all.
 */
export const signedOutAt = (origin: string) => `query-admin signed out ${origin}`
