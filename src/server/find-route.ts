import { findToken, FindRequest, type FindLine } from '#api/client/find-token.ts'
import { getProblem, type Problem } from '#api/problem.ts'
import { redactProblem } from '#api/service-text.ts'
import { readJson } from '#server/json-body.ts'
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
  const semaphore = createKeyedSemaphore(1)
  const connection = serviceConnection(upstream, limits)

  return async (request: Request, session: LiveSession, sessionSignal: AbortSignal): Promise<Response> => {
    const { bearer, fingerprintKey } = session
    const findRequest = await readJson(request, FindRequest)
    if (findRequest === undefined) return errorResponse({ status: 400, error: 'bad-request' })
    const readerGone = new AbortController()
    const signal = AbortSignal.any([sessionSignal, readerGone.signal])
    return jsonLines<FindLine>(
      limits,
      () => readerGone.abort(),
      async (write) => {
        let release: (() => void) | undefined
        try {
          release = await semaphore.acquire(fingerprintKey, signal)
          return { result: await findToken({ ...connection, bearer }, { ...findRequest, signal, onProgress: write }) }
        } catch (error) {
          if (session.abortController.signal.aborted) return { problem: signedOut }
          return { problem: redactProblem(getProblem(error) ?? unreachable, [bearer, findRequest.value]) }
        } finally {
          release?.()
        }
      },
    )
  }
}

/**
 * A response in lines of JSON, for work that takes long. `run` writes lines while it works and resolves to the last one.
 * `{}` stands for nothing new: it is sent before the connection would be silent for `idle` milliseconds. `onGone` is
 * called when nobody reads any more.
 */
function jsonLines<Line extends object>(
  { idle }: { idle: number },
  onGone: () => void,
  run: (write: (line: Line) => void) => Promise<Line>,
): Response {
  const { readable, writable } = new TextEncoderStream()
  const writer = writable.getWriter()
  const write = (line: Line | Record<string, never>) => writer.write(`${JSON.stringify(line)}\n`).catch(onGone)
  const keepAlive = setInterval(() => void write({}), idle / 3)
  run((line) => void write(line))
    .finally(() => clearInterval(keepAlive))
    .then(write)
    .then(() => writer.close())
    .catch(() => undefined)
  const headers = { 'content-type': 'application/x-ndjson', 'cache-control': 'no-store' }
  return new Response(readable, { headers })
}
