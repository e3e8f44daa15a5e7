import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBuilt } from '#server/testing/start.ts'
import { PRESETS } from '#reference-service/readings.ts'
import { openTrial, type Trial } from '#reference-service/testing/trial.ts'

// The built command, as `npm run facts` runs it, against a reference service behind a path prefix.
const dir = mkdtempSync(join(tmpdir(), 'query-admin-check-'))
let trial: Trial
let server: Server
let service = ''
const methods = new Set<string>()

beforeAll(async () => {
  trial = await openTrial(PRESETS.documented)
  server = createServer((incoming, outgoing) => {
    const chunks: Buffer[] = []
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
    incoming.on('end', () => void answer(Buffer.concat(chunks)))
    const answer = async (body: Buffer) => {
      trial.clock.now = Date.now()
      methods.add(incoming.method ?? '')
      const path = incoming.url?.startsWith('/base/') === true ? incoming.url.slice(5) : '/nowhere'
      const response = await trial.fetch(
        new Request(`http://reference.test${path}`, {
          method: incoming.method ?? 'GET',
          headers: { authorization: incoming.headers.authorization ?? '' },
          ...(body.length > 0 && { body: new Uint8Array(body) }),
        }),
      )
      outgoing.writeHead(response.status, Object.fromEntries(response.headers))
      outgoing.end(Buffer.from(await response.arrayBuffer()))
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  service = `http://127.0.0.1:${(server.address() as AddressInfo).port}/base`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
  trial.close()
  rmSync(dir, { recursive: true })
})

function run(args: string[], { env = {}, input = '' }: { env?: Record<string, string>; input?: string } = {}) {
  const started = startBuilt(['check', ...args], { env: { ...process.env, QUERY_BEARER: '', ...env }, input })
  return { ...started, output: () => ({ out: started.out(), err: started.err() }) }
}

test('it prints what the lists show, writes JSON, only reads, and shows no secret', async () => {
  const json = join(dir, 'found.json')
  const { ended, output } = run(['--query-service-url', service, '--json', json], { input: `${trial.bearer}\n` })
  expect([await ended, output().err]).toEqual([0, ''])
  const { out } = output()
  expect(out).toMatch(/^Unit of dates +Milliseconds, from 1 user$/m)
  expect(out).toMatch(/^Updating a token +Not known yet; the next save shows it$/m)
  const written = readFileSync(json, 'utf8')
  expect(JSON.parse(written)).toMatchObject({ facts: { users: 1 } })
  for (const secret of [trial.bearer, trial.admin.email, 'eyJ']) expect(out + written).not.toContain(secret)
  expect([...methods]).toEqual(['GET'])
})

test('another server, a rejected access token, and wrong usage have exit codes and a sentence', async () => {
  const cases = [
    {
      args: ['--query-service-url', service.replace('/base', '')],
      input: trial.bearer,
      code: 1,
      sentence: /no Query service/,
    },
    {
      args: ['--query-service-url', service],
      input: 'wrong',
      code: 1,
      sentence: /rejected this access token \(401\)\.\n$/,
    },
    { args: ['--query-service-url', 'http://127.0.0.1:1'], input: 'any', code: 1, sentence: /cannot be reached/ },
    { args: ['--query-service-url', service], input: '', code: 2, sentence: /^No access token: [^\n]+\n$/ },
    {
      args: ['--query-service-url', service, '--bearer', 'SECRET'],
      input: '',
      code: 2,
      sentence: /^A secret is never/,
    },
    {
      args: ['--query-service-url', service, '--json', join(dir, 'no', 'way')],
      input: 'any',
      code: 2,
      sentence: /^--json: /,
    },
  ]
  for (const { args, input, code, sentence } of cases) {
    const { ended, output } = run(args, { input })
    expect([args, await ended, output()]).toEqual([
      args,
      code,
      { out: '', err: expect.stringMatching(sentence) as string },
    ])
    expect(output().err).not.toContain('SECRET')
  }
})
