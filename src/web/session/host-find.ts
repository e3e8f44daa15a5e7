import { hostFindPath } from '#contract/console-host.ts'
import { FindLine, type FindResult, type Finding } from '#contract/list/find-token.ts'
import { ServiceError } from '#contract/problem.ts'
import { callInit, linesOf, lost, type AtHost } from './host-lines.ts'

/** Has the console server find the token of a value. @throws {ServiceError} as `findToken` does. */
export async function findAtHost(host: AtHost, { value, reads, signal, onProgress }: Finding): Promise<FindResult> {
  const body = JSON.stringify({ value, reads })
  const url = new URL(hostFindPath, host.origin).href
  const answer = await host.fetch(url, { ...callInit(host), method: 'POST', body, signal }).catch((error: unknown) => {
    throw error instanceof ServiceError ? error : lost()
  })
  for await (const json of linesOf(answer)) {
    const line = FindLine.safeParse(json).data
    if (line === undefined) continue
    if ('read' in line) onProgress(line)
    else if ('result' in line) return line.result
    else throw new ServiceError(line.problem)
  }
  throw lost()
}
