import { findToken, FindRequest, type FindLine } from '#api/client/find-token.ts'
import { getProblem, type Problem } from '#api/problem.ts'
import { redactProblem } from '#api/service-text.ts'
import { readJson } from '#server/json-body.ts'
import { jsonLines } from './json-lines.ts'
import type { Limits } from '#server/limits.ts'
import { errorResponse } from '#server/error-responses.ts'
import type { LiveSession } from '#server/session/sessions.ts'
import { createKeyedSemaphore } from '#server/keyed-semaphore.ts'
import { serviceConnection, type Upstream } from '#server/upstream.ts'

const unreachable: Problem = { kind: 'unreachable', sent: 'unknown' }
const signedOut: Problem = { kind: 'signed-out', status: 401, serviceText: '', by: 'console-server' }

/**
 * Finds the token that a value belongs to here, so that no value reaches the page; one search at a time per session. The
 * response is in lines. It ends when the reader goes away, and with the session.
 */
export function createFindRoute(upstream: Upstream, limits: Limits) {
  const slots = createKeyedSemaphore(1)
  const connection = serviceConnection(upstream, limits)

  return async (request: Request, session: LiveSession, ending: AbortSignal): Promise<Response> => {
    const { bearer, fingerprintKey } = session
    const wanted = await readJson(request, FindRequest)
    if (wanted === undefined) return errorResponse({ status: 400, error: 'bad-request' })
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
          return { problem: redactProblem(getProblem(error) ?? unreachable, [bearer, wanted.value]) }
        } finally {
          leave?.()
        }
      },
    )
  }
}
