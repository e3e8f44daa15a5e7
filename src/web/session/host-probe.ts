import { hostProbePath } from '#contract/console-host.ts'
import { ProbeLine, type ProbeReport } from '#contract/probe/report.ts'
import type { ProbeOptions } from '#contract/probe/probe.ts'
import { ServiceError } from '#contract/problem.ts'
import { callInit, linesOf, lost, type AtHost } from './host-lines.ts'

/**
 * Runs the compatibility checks on the console server, which has the bearer. After an abort they still clean up and
 * report.
 * @throws {ServiceError} as `probe` does; `refused` if checks of this person run already.
 */
export async function probeAtHost(host: AtHost, { write, only, signal, onStep }: ProbeOptions): Promise<ProbeReport> {
  const { fetch, origin } = host
  const url = new URL(hostProbePath, origin).href
  const init = callInit(host)
  const answer = await fetch(url, { ...init, method: 'POST', body: JSON.stringify({ write, only }) }).catch(() => {
    throw lost()
  })
  if (answer.status === 409)
    throw new ServiceError({ kind: 'refused', status: 409, serviceText: '', by: 'console-server' })
  if (!answer.ok) throw lost()
  // Only from now on until the end: a DELETE stops whatever checks of this person run, perhaps those of another tab.
  const stop = () => void fetch(url, { ...init, method: 'DELETE' }).catch(() => undefined)
  if (signal.aborted) stop()
  signal.addEventListener('abort', stop, { once: true })
  try {
    for await (const json of linesOf(answer)) {
      const line = ProbeLine.safeParse(json).data
      if (line === undefined) continue
      if ('step' in line) onStep?.(line.step)
      else if ('report' in line) return line.report
      else throw new ServiceError(line.problem)
    }
    throw lost()
  } finally {
    signal.removeEventListener('abort', stop)
  }
}
