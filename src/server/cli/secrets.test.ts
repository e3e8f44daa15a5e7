import { createHash } from 'node:crypto'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { pageHeader } from '#api/console-server.ts'
import { serviceAt } from '#server/testing/sockets.ts'
import { addressOf, startBuilt } from '#server/testing/start.ts'
import { PRESETS } from '#reference-service/readings.ts'
import { openTrial } from '#reference-service/testing/trial.ts'

// The built command, and the arguments of every process while it runs: on Linux any user may read those.
const dir = mkdtempSync(join(tmpdir(), 'query-admin-secrets-'))
const trial = await openTrial(PRESETS['query-server'])
Object.defineProperty(trial.clock, 'now', { get: Date.now })
await trial.call('POST', '/_/token', { name: 'ci', active: true, write: false })
afterAll(() => {
  trial.close()
  rmSync(dir, { recursive: true })
})

const everyArgument = () =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((id) => {
      try {
        return readFileSync(`/proc/${id}/cmdline`, 'utf8')
      } catch {
        return '' // it has ended
      }
    })
    .join('\n')

const key = createHash('sha256').update('a key of this test').digest('base64')
const secrets: Record<string, string> = {
  ADMIN_PASSWORD: 'a-password-of-this-test',
  SESSION_KEY: key,
  SESSION_STORE: 'redis://:a-word-of-this-test@127.0.0.1:1',
  QUERY_BEARER: trial.bearer,
}
const inFile = (name: string) => {
  const file = join(dir, name)
  writeFileSync(file, `${secrets[name]}\n`)
  chmodSync(file, 0o600)
  return file
}
/** By each way: what goes into the environment, to the arguments and to standard input. */
const ways = {
  'in the environment': (name: string) => ({ env: { [name]: secrets[name] ?? '' } }),
  'in a file that a variable names': (name: string) => ({ env: { [`${name}_FILE`]: inFile(name) } }),
  'in a file that a flag names': (name: string) => ({ args: [`${flagOf(name)}-file`, inFile(name)] }),
  'on standard input': (name: string) => ({ env: { [`${name}_FILE`]: '-' }, input: `${secrets[name]}\n` }),
}
const flagOf = (name: string) => `--${name.toLowerCase().replaceAll('_', '-')}`

interface CommandInput {
  env?: Record<string, string>
  args?: string[]
  input?: string
}

/** Starts a command with the mark of this test in its arguments. */
function started(command: string[], { env = {}, args = [], input = '' }: CommandInput) {
  const mark = `Mark ${Math.random()}`
  const environment = { PATH: process.env['PATH'], PORT: '0', DATA_DIR: mkdtempSync(join(dir, 'demo-')), ...env }
  return { ...startBuilt([...command, '--service-name', mark, ...args], { env: environment, input }), mark }
}

function expectNoSecret(mark: string, all = everyArgument()) {
  expect(all).toContain(mark)
  for (const secret of Object.values(secrets)) expect(all).not.toContain(secret)
}

describe.runIf(process.platform === 'linux')('no process shows a secret among its arguments', () => {
  test.each([
    ['in the environment', ['SESSION_KEY', 'SESSION_STORE']],
    ['in a file that a variable names', ['SESSION_KEY', 'SESSION_STORE']],
    ['in a file that a flag names', ['ADMIN_PASSWORD']],
  ] as const)('%s: %j, with which the console server works', async (way, names) => {
    const given: CommandInput[] = names.map((name) => ways[way](name))
    const host = started(['serve'], {
      env: Object.assign({}, ...given.map(({ env }) => env)) as Record<string, string>,
      args: given.flatMap(({ args = [] }) => args),
      input: given.map(({ input = '' }) => input).join(''),
    })
    const address = await addressOf(host)
    expectNoSecret(host.mark)
    const signIn = await fetch(`${address}/console-session`, {
      method: 'POST',
      headers: { [pageHeader]: '/', 'content-type': 'application/json' },
      body: JSON.stringify({ by: 'password', email: 'admin@example.test', password: secrets['ADMIN_PASSWORD'] }),
    })
    if (names[0] === 'ADMIN_PASSWORD') expect(signIn.status).toBe(201)
    // Nobody is at the address of the store.
    else expect(await signIn.text()).toContain('session-store')
    host.child.kill('SIGTERM')
    expect(await host.ended).toBe(0)
    for (const secret of Object.values(secrets)) expect(host.out() + host.err()).not.toContain(secret)
  })

  test.each([
    ['in the environment', 'check'],
    ['on standard input', 'export'],
  ] as const)('%s: the access token, with which %s signs in', async (way, command) => {
    const requests: { authorization: string; args: string }[] = []
    const answer = async ({ method = 'GET', url = '/', headers }: IncomingMessage, outgoing: ServerResponse) => {
      const authorization = headers.authorization ?? ''
      requests.push({ authorization, args: everyArgument() }) // it waits for this answer
      const response = await trial.fetch(
        new Request(`http://service.test${url}`, { method, headers: { authorization } }),
      )
      outgoing.writeHead(response.status, Object.fromEntries(response.headers)).end(await response.text())
    }
    const service = await serviceAt((incoming, outgoing) => void answer(incoming, outgoing))
    const given: CommandInput = ways[way]('QUERY_BEARER')
    const words = command === 'check' ? ['check'] : ['export', 'tokens', '--format', 'json']
    const run = started(words, { ...given, env: { QUERY_SERVICE_URL: service.url.href, ...given.env } })
    expect(await run.ended).toBe(0)
    expect(requests[0]?.authorization).toBe(`Bearer ${trial.bearer}`)
    for (const { args } of requests) expectNoSecret(run.mark, args)
    // Every row of this service's list carries the value.
    if (command === 'export') expect(JSON.parse(run.out())).toMatchObject([{ name: 'ci', active: true }])
    for (const secret of [trial.bearer, trial.valueOf('ci')]) expect(run.out() + run.err()).not.toContain(secret)
    await service.close()
  })
})

test('a file of a secret that others may write is refused', async () => {
  const SESSION_KEY_FILE = inFile('SESSION_KEY')
  chmodSync(SESSION_KEY_FILE, 0o620)
  const host = started(['serve'], { env: { SESSION_STORE: secrets['SESSION_STORE'] ?? '', SESSION_KEY_FILE } })
  const sentence = 'SESSION_KEY_FILE names a file that others may write: run chmod go-w on it.\n'
  expect([await host.ended, host.err()]).toEqual([2, sentence])
})
