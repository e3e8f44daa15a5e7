import { plainPath } from './requests.ts'
import type { Service } from './service.ts'

/** Wrong sign-ins that are allowed per minute. */
const guesses = 10
const minute = 60_000

const own: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', '[::1]'])

/**
 * What `npm run reference` puts in front of the service, because any page in a browser on this machine can reach it. It
 * answers to this machine's own names, reads JSON only, which no other site can send without a preflight, and limits
 * guesses. `now`: milliseconds.
 */
export function createGate(service: Service, now: () => number): Service {
  let wrong: number[] = []
  let pending = 0
  return async (request) => {
    if (!own.has(new URL(request.url).hostname)) return refused(421, 'This service answers to 127.0.0.1 and localhost.')
    const { headers } = request
    const hasBody = Number(headers.get('content-length') ?? 0) > 0 || headers.has('transfer-encoding')
    if (hasBody && !/^application\/json\s*(;|$)/i.test(headers.get('content-type') ?? '')) {
      return refused(415, 'The body must be JSON: send content-type: application/json.')
    }
    if (request.method !== 'POST' || plainPath(request) !== '/_/user/token/value') return service(request)
    wrong = wrong.filter((at) => at > now() - minute)
    if (wrong.length + pending >= guesses) {
      const wait = Math.ceil(((wrong[0] ?? now()) + minute - now()) / 1_000)
      return refused(429, 'Too many wrong passwords.', { 'retry-after': String(wait) })
    }
    pending += 1
    try {
      const answer = await service(request)
      if (!answer.ok) wrong.push(now())
      return answer
    } finally {
      pending -= 1
    }
  }
}

function refused(status: number, error: string, headers: Record<string, string> = {}): Response {
  return Response.json({ error }, { status, headers })
}
