import { pageHeaders } from '#contract/console-host.ts'
import { ServiceError } from '#contract/problem.ts'
import type { Fetch } from '#contract/transport.ts'
import { jsonIn } from '#contract/wire.ts'

/** The page's connection to the console server, and the proof of its session. */
export interface AtHost {
  fetch: Fetch
  origin: string
  proof: string
}

/** The console server did not answer, or its answer broke off. */
export const lost = () => new ServiceError({ kind: 'unreachable', sent: 'unknown', by: 'console-server' })

/** What every call for work that answers in lines has. */
export const callInit = ({ origin, proof }: AtHost): RequestInit => ({
  headers: { 'content-type': 'application/json', ...pageHeaders(origin, proof) },
  cache: 'no-store',
  redirect: 'error',
})

/** The lines of an answer up to its end, each as JSON. @throws {ServiceError} if the answer is another one. */
export async function* linesOf({ ok, body }: Response): AsyncGenerator<unknown, void> {
  if (!ok || body === null) throw lost()
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  for (;;) {
    const { done, value = '' } = await reader.read().catch(() => ({ done: true, value: '' }))
    const lines = (text + value).split('\n')
    text = lines.pop() ?? ''
    for (const line of lines) yield jsonIn(line)
    if (done) return
  }
}
