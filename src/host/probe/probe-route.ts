import { setTimeout } from 'node:timers/promises'
import * as z from 'zod/mini'
import { ProbePart, type ProbeLine } from '#contract/probe/report.ts'
import { withoutSecrets } from '#contract/markup-problem.ts'
import { problemOf, type Problem } from '#contract/problem.ts'
import { refuse } from '#host/refusals.ts'
import { jsonLines } from '#host/json-lines.ts'
import type { Limits } from '#host/limits.ts'
import { readJson } from '#host/body-streams.ts'
import type { LiveSession } from '#host/session/sessions.ts'
import { serviceConnection, type Upstream } from '#host/upstream.ts'

/** The body of a request for a probe. */
const ProbeRequest = z.object({ write: z.boolean(), only: z.optional(ProbePart) })

const unreachable: Problem = { kind: 'unreachable', sent: 'unknown' }

/** A run of the checks. `ended` resolves to its last line, after the clean-up. */
interface Run {
  stop: AbortController
  ended: Promise<ProbeLine>
}

/**
 * Runs the compatibility checks here, where the access token is; one at a time per person. POST starts them and answers
 * in lines as they run. DELETE stops them; the lines continue until the clean-up is done. They also stop when the
 * reader goes away.
 */
export function createProbeRoute(upstream: Upstream, limits: Limits) {
  const running = new Map<string, Run>()
  let isClosing = false

  return {
    async answer(request: Request, session: LiveSession, signal: AbortSignal): Promise<Response> {
      const { person, bearer } = session
      if (request.method === 'DELETE') {
        running.get(person)?.stop.abort()
        return new Response(null, { status: 204, headers: { 'cache-control': 'no-store' } })
      }
      const probeRequest = await readJson(request, ProbeRequest)
      if (probeRequest === undefined) return refuse({ status: 400, error: 'bad-request' })
      if (running.has(person)) return refuse({ status: 409, error: 'probing' })
      const stop = new AbortController()
      const end = () => stop.abort()
      if (signal.aborted || isClosing) end()
      signal.addEventListener('abort', end)

      return jsonLines<ProbeLine>(limits, end, (write) => {
        const probing = async (): Promise<ProbeLine> => {
          const { probe } = await import('#contract/probe/probe.ts')
          const report = await probe(
            { ...serviceConnection(upstream, limits), bearer },
            { ...probeRequest, signal: stop.signal, onStep: (step) => write({ step }) },
          )
          return { report }
        }
        const ended = probing()
          .catch((error: unknown): ProbeLine => ({
            problem: withoutSecrets(problemOf(error) ?? unreachable, [bearer]),
          }))
          .finally(() => {
            signal.removeEventListener('abort', end)
            running.delete(person)
          })
        running.set(person, { stop, ended })
        return ended
      })
    },

    /** Stops all checks, and waits `limits.cleanUp` at most until they have deleted what they created. */
    async close(): Promise<void> {
      isClosing = true
      const runs = [...running.values()]
      for (const { stop } of runs) stop.abort()
      const atMost = setTimeout(limits.cleanUp, undefined, { ref: false })
      await Promise.race([Promise.all(runs.map(({ ended }) => ended)), atMost])
    },
  }
}
