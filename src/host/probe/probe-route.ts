import * as z from 'zod/mini'
import { ProbePart, type ProbeLine } from '#contract/probe/report.ts'
import { problemOf } from '#contract/problem.ts'
import { refuse } from '#host/refusals.ts'
import type { Limits } from '#host/limits.ts'
import { readJson } from '#host/body-streams.ts'
import type { Session } from '#host/session/sessions.ts'
import { serviceConnection, type Upstream } from '#host/upstream.ts'

/** The body of a request for a probe. */
const ProbeRequest = z.object({ write: z.boolean(), only: z.optional(ProbePart) })

/**
 * Runs the compatibility checks here, where the access token is; one at a time per person. POST starts them and answers
 * in lines as they run. DELETE stops them; the lines continue until the clean-up is done. They also stop when the
 * reader goes away.
 */
export function createProbeRoute(upstream: Upstream, limits: Limits) {
  const running = new Map<string, AbortController>()

  return async (request: Request, session: Session, signal: AbortSignal): Promise<Response> => {
    const { identity, bearer } = session
    if (request.method === 'DELETE') {
      running.get(identity)?.abort()
      return new Response(null, { status: 204, headers: { 'cache-control': 'no-store' } })
    }
    const asked = await readJson(request, ProbeRequest, limits.body)
    if (asked === undefined) return refuse({ status: 400, error: 'bad-request' })
    if (running.has(identity)) return refuse({ status: 409, error: 'probing' })
    const stop = new AbortController()
    running.set(identity, stop)
    const end = () => stop.abort()
    if (signal.aborted) end()
    signal.addEventListener('abort', end)

    const { readable, writable } = new TextEncoderStream()
    const writer = writable.getWriter()
    const write = (line: ProbeLine) => writer.write(`${JSON.stringify(line)}\n`).catch(() => stop.abort())
    const work = async () => {
      const { probe } = await import('#contract/probe/probe.ts')
      const report = await probe(
        { ...serviceConnection(upstream, limits), bearer },
        { ...asked, signal: stop.signal, onStep: (step) => void write({ step }) },
      )
      await write({ report })
    }
    work()
      .catch((error: unknown) => write({ problem: problemOf(error) ?? { kind: 'unreachable', sent: 'unknown' } }))
      .finally(() => {
        signal.removeEventListener('abort', end)
        running.delete(identity)
        writer.close().catch(() => undefined)
      })
    const headers = { 'content-type': 'application/x-ndjson', 'cache-control': 'no-store' }
    return new Response(readable, { headers })
  }
}
