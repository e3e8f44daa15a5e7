import { writeFileSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { stepWords, type ProbeStep } from '#contract/probe/report.ts'
import { probe } from '#contract/probe/probe.ts'
import { problemOf } from '#contract/problem.ts'
import { bearerFrom, probeSettings, usage } from './probe-settings.ts'
import { learnedTable, problemSentence } from './probe-table.ts'
import { limits } from '#host/limits.ts'
import { SettingsError } from '#host/settings.ts'
import { onStopSignal } from '#host/stop-signal.ts'
import { fetchUpstream, serviceConnection } from '#host/upstream.ts'

// `npm run probe`: finds out what a live service does where its documentation is silent. Findings go to standard
// output, progress to standard error.
const stop = new AbortController()
try {
  process.exitCode = await run()
} catch (error) {
  const problem = problemOf(error)
  if (problem === undefined && !(error instanceof SettingsError)) throw error
  console.error(problem === undefined ? (error as Error).message : problemSentence(problem))
  process.exitCode = problem === undefined ? 2 : 1
}

async function run(): Promise<number> {
  const { origin, write, json, help } = probeSettings(process.argv.slice(2), process.env)
  if (help) {
    console.log(usage)
    return 0
  }
  const bearer = bearerFrom(await givenBearer())
  if (json !== undefined) written(json, '')
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

/** From the environment, or else from standard input, unless that is a terminal. */
async function givenBearer(): Promise<string> {
  const fromEnvironment = process.env.QUERY_BEARER
  delete process.env.QUERY_BEARER
  if (fromEnvironment) return fromEnvironment
  return process.stdin.isTTY ? '' : text(process.stdin)
}

function written(file: string, json: string): void {
  try {
    writeFileSync(file, json, { mode: 0o600 })
  } catch {
    throw new SettingsError('--json: this file cannot be written.')
  }
}
