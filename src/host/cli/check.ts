import { writeFileSync } from 'node:fs'
import { connect } from '#contract/client/client.ts'
import { effectLine, factLines, factsOf } from '#contract/facts.ts'
import { problemOf } from '#contract/problem.ts'
import { checkUpdates } from '#contract/update-check.ts'
import { limits } from '#host/limits.ts'
import { SettingsError } from '#host/owned-files.ts'
import { onStopSignal } from '#host/stop-signal.ts'
import { fetchUpstream, serviceConnection } from '#host/upstream.ts'
import { problemSentence } from './problem-sentence.ts'

/** What to check. `origin`: ends in `/`. `json`: the file for the facts. */
interface Checked {
  origin: string
  bearer: string
  write: boolean
  json: string | undefined
}

/**
 * Reads the facts about a live service off its lists, and with `write` finds out on a token of its own what an update
 * does to its value. Facts go to standard output, progress to standard error. Returns the exit code.
 * @throws {ServiceError} if it does not answer as a Query service.
 */
export async function check({ origin, bearer, write, json }: Checked): Promise<number> {
  if (json !== undefined) written(json, '')
  const stop = new AbortController()
  onStopSignal(() => {
    console.error('Interrupted; cleaning up… (again to end at once)')
    stop.abort(new Error('interrupted'))
  }, 130)
  const { signal } = stop
  const service = connect({ ...serviceConnection(fetchUpstream(new URL(origin)), limits), bearer })
  const tokens = await service.tokens.list()
  const users = await service.users.list().catch((error: unknown) => {
    const problem = problemOf(error)
    if (problem === undefined) throw error
    return problem.kind === 'switched-off' ? null : undefined
  })
  if (write) console.error('Checking updates on a temporary token…')
  const report = write ? await checkUpdates(service, { signal }) : undefined
  const facts = factsOf({ tokens, users }, service.clock)

  const lines = [...factLines(facts), effectLine(report?.effect)]
  const wide = Math.max(...lines.map(({ term }) => term.length))
  const table = lines.map(({ term, says }) => `${term.padEnd(wide)}  ${says}`).join('\n')
  console.log(`${origin}_/\n\n${table}`)
  const { problem, interrupted = false, left = [] } = report ?? {}
  if (json !== undefined) {
    const found = { service: origin, wrote: write, interrupted, facts, onUpdate: report?.effect ?? null, left }
    written(json, `${JSON.stringify(found, null, 2)}\n`)
  }
  if (problem !== undefined) console.error(`The check broke off. ${problemSentence(problem)}`)
  if (left.length > 0) {
    console.error(`These tokens may still exist. You can delete them:\n${left.map((name) => `  ${name}`).join('\n')}`)
  }
  if (interrupted) return 130
  return left.length > 0 || problem !== undefined ? 1 : 0
}

function written(file: string, json: string): void {
  try {
    writeFileSync(file, json, { mode: 0o600 })
  } catch {
    throw new SettingsError('--json: this file cannot be written.')
  }
}
