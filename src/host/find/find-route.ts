import { findToken, FindRequest, type FindLine } from '#contract/client/find-token.ts'
import { problemOf, type Problem } from '#contract/problem.ts'
import { withoutSecrets } from '#contract/service-text.ts'
import { readJson } from '#host/json-body.ts'
import { jsonLines } from './json-lines.ts'
import type { Limits } from '#host/limits.ts'
import { refuse } from '#host/refusals.ts'
import type { LiveSession } from '#host/session/sessions.ts'
import { createSlots } from '#host/slots.ts'
import { serviceConnection, type Upstream } from '#host/upstream.ts'

const unreachable: Problem = { kind: 'unreachable', sent: 'unknown' }
const signedOut: Problem = { kind: 'signed-out', status: 401, serviceText: '', by: 'console-server' }

/**
 * Finds the token that a value belongs to here, so that no value reaches the page; one search at a time per session. The
 * response is in lines. It ends when the reader goes away, and with the session.
 */
export function createFindRoute(upstream: Upstream, limits: Limits) {
  const slots = createSlots(1)
  const connection = serviceConnection(upstream, limits)

  return async (request: Request, session: LiveSession, ending: AbortSignal): Promise<Response> => {
    const { bearer, fingerprintKey } = session
    const wanted = await readJson(request, FindRequest)
    if (wanted === undefined) return refuse({ status: 400, error: 'bad-request' })
    const gone = new AbortController()
    const signal = AbortSignal.any([ending, gone.signal])
    return jsonLines<FindLine>(
      limits,
      () => gone.abort(),
      async (write) => {
        let leave: (() => void) | undefined
        try {
          leave = await slots.take(fingerprintKey, signal)
          return { result: await findToken({ ...connection, bearer }, { ...wanted, signal, onProgress: write }) }
        } catch (error) {
          if (session.ending.signal.aborted) return { problem: signedOut }
          return { problem: withoutSecrets(problemOf(error) ?? unreachable, [bearer, wanted.value]) }
        } finally {
          leave?.()
        }
      },
    )
  }
}
