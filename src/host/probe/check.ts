import { writeFileSync } from 'node:fs'
import { stepWords, type ProbeStep } from '#contract/probe/report.ts'
import { probe } from '#contract/probe/probe.ts'
import { learnedTable } from './probe-table.ts'
import { limits } from '#host/limits.ts'
import { SettingsError } from '#host/settings.ts'
import { onStopSignal } from '#host/stop-signal.ts'
import { fetchUpstream, serviceConnection } from '#host/upstream.ts'

/** What to check. `origin`: ends in `/`. `json`: the file for the findings. */
interface Checked {
  origin: string
  bearer: string
  write: boolean
  json: string | undefined
}

/**
 * Finds out what a live service does where its documentation is silent. Findings go to standard output, progress to
 * standard error. Returns the exit code.
 * @throws {ServiceError} if it does not answer as a Query service.
 */
export async function check({ origin, bearer, write, json }: Checked): Promise<number> {
  if (json !== undefined) written(json, '')
  const stop = new AbortController()
  onStopSignal(() => {
    console.error('Interrupted; cleaning up… (again to end at once)')
    stop.abort(new Error('interrupted'))
  }, 130)
  const connection = { ...serviceConnection(fetchUpstream(new URL(origin)), limits), bearer }
  const onStep = (step: ProbeStep) => console.error(stepWords[step])
  const { learned, left, interrupted } = await probe(connection, { write, signal: stop.signal, onStep })

  console.log(`${origin}_/\n\n${learnedTable(learned)}`)
  if (json !== undefined) {
    const findings = { service: origin, wrote: write, interrupted, learned, left }
    written(json, `${JSON.stringify(findings, null, 2)}\n`)
  }
  if (left.length > 0) {
    console.error(`These rows may still exist. You can delete them:\n${left.map((name) => `  ${name}`).join('\n')}`)
  }
  if (interrupted) return 130
  return left.length > 0 ? 1 : 0
}

function written(file: string, json: string): void {
  try {
    writeFileSync(file, json, { mode: 0o600 })
  } catch {
    throw new SettingsError('--json: this file cannot be written.')
  }
}
