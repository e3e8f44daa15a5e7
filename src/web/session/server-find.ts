import { findTokenPath, pageHeaders } from '#api/console-server.ts'
import { FindLine, type FindResult, type FindOptions } from '#api/client/find-token.ts'
import { ServiceError } from '#api/problem.ts'
import type { Fetch } from '#api/client/request.ts'
import { parseJson } from '#api/wire.ts'

/** The page's connection to the console server, and the proof of its session. */
interface HostConnection {
  fetch: Fetch
  origin: string
  proof: string
}

/** The console server did not answer, or its answer broke off. */
const unreachableError = () => new ServiceError({ kind: 'unreachable', sent: 'unknown', by: 'console-server' })

/** Has the console server find the token of a value. @throws {ServiceError} as `findToken` does. */
export async function findTokenOnServer(
  host: HostConnection,
  { value, reads, signal, onProgress }: FindOptions,
): Promise<FindResult> {
  const body = JSON.stringify({ value, reads })
  const url = new URL(findTokenPath, host.origin).href
  const init: RequestInit = {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...pageHeaders(host.origin, host.proof) },
    cache: 'no-store',
  }
  const response = await host.fetch(url, { ...init, body, signal }).catch((error: unknown) => {
    throw error instanceof ServiceError ? error : unreachableError()
  })
  for await (const json of linesOf(response)) {
    const line = FindLine.safeParse(json).data
    if (line === undefined) continue
    if ('read' in line) onProgress(line)
    else if ('result' in line) return line.result
    else throw new ServiceError(line.problem)
  }
  throw unreachableError()
}

/** The lines of an answer up to its end, each as JSON. @throws {ServiceError} if the answer is another one. */
async function* linesOf({ ok, body }: Response): AsyncGenerator<unknown, void> {
  if (!ok || body === null) throw unreachableError()
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  for (;;) {
    const { done, value = '' } = await reader.read().catch(() => ({ done: true, value: '' }))
    const lines = (text + value).split('\n')
    text = lines.pop() ?? ''
    for (const line of lines) yield parseJson(line)
    if (done) return
  }
}
