import { hostProbePath, pageHeader, pageHeaderValue, proofHeader } from '#contract/console-host.ts'
import { ProbeLine, type ProbeReport } from '#contract/probe/report.ts'
import type { ProbeOptions } from '#contract/probe/probe.ts'
import { ServiceError } from '#contract/problem.ts'
import type { Fetch } from '#contract/transport.ts'
import { jsonIn } from '#contract/wire.ts'

/** The page's connection to the console server, and the proof of its session. */
interface AtHost {
  fetch: Fetch
  origin: string
  proof: string
}

/**
 * Runs the compatibility checks on the console server, which has the bearer. After an abort they still clean up and
 * report.
 * @throws {ServiceError} as `probe` does; `refused` if checks of this person run already.
 */
export async function probeAtHost(
  { fetch, origin, proof }: AtHost,
  { write, only, signal, onStep }: ProbeOptions,
): Promise<ProbeReport> {
  const url = new URL(hostProbePath, origin).href
  const headers = { 'content-type': 'application/json', [pageHeader]: pageHeaderValue, [proofHeader]: proof }
  const init: RequestInit = { headers, cache: 'no-store', redirect: 'error' }
  const lost = new ServiceError({ kind: 'unreachable', sent: 'unknown', by: 'console-server' })
  const answer = await fetch(url, { ...init, method: 'POST', body: JSON.stringify({ write, only }) }).catch(() => {
    throw lost
  })
  if (answer.status === 409)
    throw new ServiceError({ kind: 'refused', status: 409, serviceText: '', by: 'console-server' })
  if (!answer.ok || answer.body === null) throw lost
  // Only from now on until the end: a DELETE stops whatever checks of this person run, perhaps those of another tab.
  const stop = () => void fetch(url, { ...init, method: 'DELETE' }).catch(() => undefined)
  if (signal.aborted) stop()
  signal.addEventListener('abort', stop, { once: true })
  try {
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader()
    let text = ''
    for (;;) {
      const { done, value = '' } = await reader.read().catch(() => ({ done: true, value: '' }))
      const lines = (text + value).split('\n')
      text = lines.pop() ?? ''
      for (const line of lines) {
        const sent = ProbeLine.safeParse(jsonIn(line)).data
        if (sent === undefined) continue
        if ('step' in sent) onStep?.(sent.step)
        else if ('report' in sent) return sent.report
        else throw new ServiceError(sent.problem)
      }
      if (done) throw lost
    }
  } finally {
    signal.removeEventListener('abort', stop)
  }
}
