import { writeFileSync } from 'node:fs'
import { createApiClient } from '#api/client/client.ts'
import { factLines, readServiceFacts } from '#api/service-facts.ts'
import { getProblem } from '#api/problem.ts'
import { limits } from '#server/limits.ts'
import { SettingsError } from '#server/secret-files.ts'
import { fetchUpstream, serviceConnection } from '#server/upstream.ts'

/** What to check. `origin`: ends in `/`. `json`: the file for the facts. */
interface CheckArguments {
  origin: string
  bearer: string
  json: string | undefined
}

/**
 * Reads the facts about a live service off its lists, and prints them.
 * @throws {ServiceError} if it does not answer as a Query service.
 */
export async function check({ origin, bearer, json }: CheckArguments): Promise<void> {
  if (json !== undefined) writeReport(json, '')
  const service = createApiClient({ ...serviceConnection(fetchUpstream(new URL(origin)), limits), bearer })
  const tokens = await service.tokens.list()
  const users = await service.users.list().catch((error: unknown) => {
    const problem = getProblem(error)
    if (problem === undefined) throw error
    return problem.kind === 'switched-off' ? null : undefined
  })
  const facts = readServiceFacts({ tokens, users }, service.clock)

  const lines = factLines(facts)
  const width = Math.max(...lines.map(({ term }) => term.length))
  const table = lines.map(({ term, value }) => `${term.padEnd(width)}  ${value}`).join('\n')
  console.log(`${origin}_/\n\n${table}`)
  if (json !== undefined) writeReport(json, `${JSON.stringify({ service: origin, facts }, null, 2)}\n`)
}

function writeReport(file: string, json: string): void {
  try {
    writeFileSync(file, json, { mode: 0o600 })
  } catch {
    throw new SettingsError('--json: this file cannot be written.')
  }
}
