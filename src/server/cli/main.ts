#!/usr/bin/env node
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { getProblem, certificateErrorMessages, type Problem } from '#api/problem.ts'
import { createLog } from '#server/log.ts'
import { readSecret, SettingsError, type Env } from '#server/secret-files.ts'
import { settingsFrom, type Settings } from '#server/settings.ts'
import { bearerFrom, commandFrom, help, type CliCommand } from './command.ts'

// The command `query-admin`. Its built file is .build/server/query-admin.js.
const root = join(import.meta.dirname, '..', '..')

const log = createLog(process.env.LOG === 'json' ? 'json' : undefined, {
  out: (line) => process.stdout.write(line),
  err: (line) => process.stderr.write(line),
  now: () => new Date(),
})

try {
  process.exitCode = (await run(commandFrom(process.argv.slice(2), process.env))) ?? process.exitCode
} catch (error) {
  const problem = getProblem(error)
  if (problem === undefined && !(error instanceof SettingsError)) throw error
  log.fail(problem === undefined ? (error as Error).message : problemSentence(problem))
  process.exit(problem === undefined ? 2 : 1)
}

/** Returns the exit code; undefined: it goes on until a signal. */
async function run(command: CliCommand): Promise<number | undefined> {
  switch (command.is) {
    case 'help':
      console.log(help())
      return 0
    case 'version':
      console.log(version())
      return 0
    case 'demo':
      return startServer(settingsFrom({ ...command.env, QUERY_SERVICE_URL: undefined }))
    case 'serve':
      return startServer(requireService(command.env))
    case 'check': {
      const { check } = await import('./check.ts')
      await check({ ...command, ...(await serviceAccess(command.env)) })
      return 0
    }
    case 'export': {
      const { exportRows } = await import('./export.ts')
      return exportRows({ ...command, ...(await serviceAccess(command.env)) })
    }
  }
}

async function startServer(settings: Settings): Promise<undefined> {
  const { serve } = await import('#server/serve.ts')
  await serve(settings, log, join(root, 'dist'))
}

function requireService(env: Env): Settings & { QUERY_SERVICE_URL: URL } {
  const settings = settingsFrom(env)
  const { QUERY_SERVICE_URL } = settings
  if (QUERY_SERVICE_URL !== undefined) return { ...settings, QUERY_SERVICE_URL }
  throw new SettingsError(
    'Name the service: --query-service-url, or QUERY_SERVICE_URL. For the demo: query-admin demo.',
  )
}

/** The service, and the access token for it. */
async function serviceAccess(env: Env) {
  const { QUERY_SERVICE_URL: url } = requireService(env)
  return { origin: url.href.replace(/\/*$/, '/'), bearer: bearerFrom(await readBearer(env)) }
}

/** From the environment or a file, or else from standard input, unless that is a terminal. */
async function readBearer(env: Env): Promise<string> {
  const bearer = readSecret(env, 'QUERY_BEARER')
  delete process.env.QUERY_BEARER
  if (bearer) return bearer
  return process.stdin.isTTY ? '' : text(process.stdin)
}

function version(): string {
  const packageJson = readFileSync(join(root, 'package.json'), 'utf8')
  return (JSON.parse(packageJson) as { version: string }).version
}

/** Why the service did not answer like a Query service. */
function problemSentence(problem: Problem): string {
  switch (problem.kind) {
    case 'unreachable':
      if (problem.certificate !== undefined) return certificateErrorMessages[problem.certificate]
      return 'The service cannot be reached.'
    case 'timed-out':
      return 'The service did not answer in time.'
    case 'signed-out':
      return `The service rejected this access token (${problem.status}).`
    case 'switched-off':
    case 'no-service':
      return 'There is no Query service at this address (404), or its administration is turned off.'
    case 'refused':
    case 'failing':
    case 'in-front':
      return `The service refused to list its tokens (${problem.status}).`
    case 'too-many':
      return 'The service is refusing requests for now (429).'
    case 'unreadable':
      return `The response is not one of a Query service (${problem.status}).`
    case 'too-large':
      return 'The answer is too large.'
    case 'perhaps-unreadable':
      return 'Its list has rows that cannot be read.'
    case 'no-session':
    case 'unsendable':
      return 'The address cannot be asked.'
  }
}
