import { spawnSync } from 'node:child_process'
import {
  appendFileSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { createServer as createTlsServer, get } from 'node:https'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { selfSigned } from './testing/certificate.ts'
import { certificateErrorMessages } from '#api/problem.ts'
import { ServerMarker, pageHeader } from '#api/console-server.ts'
import { ofSession } from './testing/sockets.ts'
import { addressOf, start as startNode, startBuilt } from './testing/start.ts'
import { help } from './cli/command.ts'
import { noProxyIsUsed } from './settings.ts'

// The built console server, as `npm start` runs it; the first of these builds when the sources are newer.
const root = join(import.meta.dirname, '..', '..')
const dir = mkdtempSync(join(tmpdir(), 'query-admin-start-'))
const ofPage = { [pageHeader]: '/' }
afterAll(() => rmSync(dir, { recursive: true }))

const start = (env: Record<string, string>, ...args: string[]) =>
  startBuilt(['serve', ...args], { env: { ...process.env, DATA_DIR: dir, PORT: '0', ...env } })

test('it shows its address and how to sign in, serves the page and the demo, and stops at once', async () => {
  const host = start({})
  const address = await addressOf(host)
  // This is no terminal: a file of the owner's says how to sign in.
  const [, file = ''] = await host.waitForText(/^Sign-in details +(.+)$/m)
  const details = readFileSync(file, 'utf8')
  expect(details).toMatch(/^Email +\S+@\S+\nPassword +\S{16,}\nAccess token +\S+\n$/)
  const [, password = 'none'] = /^Password +(\S+)$/m.exec(details) ?? []
  const [, bearer = 'none'] = /^Access token +(\S+)$/m.exec(details) ?? []
  for (const secret of [password, bearer]) expect(host.out()).not.toContain(secret)

  expect(await (await fetch(address)).text()).toContain('<div id="root">')
  const marker = ServerMarker.parse(await (await fetch(`${address}/console-host.json`, { headers: ofPage })).json())
  expect(marker.service).toEqual({ address, example: true })
  const json = { ...ofPage, 'content-type': 'application/json' }
  const way = JSON.stringify({ by: 'bearer', bearer })
  const signedIn = await fetch(`${address}/console-session`, { method: 'POST', headers: json, body: way })
  expect(signedIn.status).toBe(201)
  const list = await fetch(`${address}/_/token`, { headers: await ofSession(signedIn) })
  expect(list.status).toBe(200)
  const { data } = (await list.json()) as { data: { name: string }[] }
  expect(data.map(({ name }) => name)).toContain('ci-deploy')
  expect((await fetch(`${address}/_/token`, { headers: ofPage })).status).toBe(401)

  host.child.kill('SIGTERM')
  expect(await host.ended).toBe(0)
  expect(host.err()).toBe('')
})

test('with a certificate it serves over TLS, and says so', async () => {
  const [TLS_CERT, TLS_KEY] = [join(dir, 'cert.pem'), join(dir, 'key.pem')]
  const { cert, key } = selfSigned()
  writeFileSync(TLS_CERT, cert)
  writeFileSync(TLS_KEY, key, { mode: 0o600 })
  const host = start({ TLS_CERT, TLS_KEY, HSTS_SECONDS: '0' })
  const address = await addressOf(host)
  expect(address).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/)
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    get(address, { ca: cert }, resolve).on('error', reject)
  })
  answer.resume()
  expect([answer.statusCode, answer.headers['strict-transport-security']]).toEqual([200, 'max-age=0'])
  host.child.kill('SIGTERM')
  expect(await host.ended).toBe(0)
})

test('a certificate of the service for another name is named to the page and in the log; NODE_EXTRA_CA_CERTS helps', async () => {
  const identity = selfSigned()
  const NODE_EXTRA_CA_CERTS = join(dir, 'service.pem')
  writeFileSync(NODE_EXTRA_CA_CERTS, identity.cert)
  const service = createTlsServer(identity, (_request, response) => response.writeHead(401).end())
  await new Promise<void>((resolve) => service.listen(0, 'localhost', resolve))
  const { port } = service.address() as AddressInfo
  /** What the page and the log say of a sign-in, in an environment with a proxy. */
  const signIn = async (host: string, env: Record<string, string>) => {
    const QUERY_SERVICE_URL = `https://${host}:${port}`
    const console = start({ QUERY_SERVICE_URL, HTTPS_PROXY: 'http://127.0.0.1:9', ...env })
    const address = await addressOf(console)
    const headers = { ...ofPage, 'content-type': 'application/json' }
    const body = JSON.stringify({ by: 'bearer', bearer: 'any' })
    const answer = await fetch(`${address}/console-session`, { method: 'POST', headers, body })
    const { refused } = (await answer.json()) as { refused: unknown }
    console.child.kill('SIGTERM')
    expect(await console.ended).toBe(0)
    expect(console.out()).toContain(noProxyIsUsed)
    return { refused, log: console.err() }
  }
  const distrusted = (certificate: string) => ({ problem: { kind: 'unreachable', sent: 'not-sent', certificate } })
  expect(await signIn('127.0.0.1', { NODE_EXTRA_CA_CERTS })).toMatchObject({
    refused: { why: 'bearer-refused' },
    log: '',
  })
  expect(await signIn('localhost', { NODE_EXTRA_CA_CERTS })).toMatchObject({
    refused: distrusted('other-name'),
    log: `${certificateErrorMessages['other-name']}\n`,
  })
  expect(await signIn('127.0.0.1', {})).toMatchObject({
    refused: distrusted('self-signed'),
    log: `${certificateErrorMessages['self-signed']}\n`,
  })
  await new Promise((resolve) => service.close(resolve))
})

test('with LOG=json every line is JSON, and a given password is in none of them', async () => {
  const elsewhere = join(dir, 'json')
  const host = start({ LOG: 'json', DATA_DIR: elsewhere, ADMIN_PASSWORD: 'given-and-never-printed' })
  const address = await addressOf(host)
  await fetch(address)
  host.child.kill('SIGTERM')
  expect(await host.ended).toBe(0)
  const lines = host.out().trimEnd().split('\n')
  expect(lines.length).toBeGreaterThan(3)
  for (const line of lines) expect(JSON.parse(line)).toHaveProperty('time')
  expect(host.out() + host.err() + readFileSync(join(elsewhere, 'sign-in.txt'), 'utf8')).not.toContain('given-and')

  const failing = start({ LOG: 'json', DATA_DIR: elsewhere, PORT: 'eighty' })
  expect(await failing.ended).toBe(2)
  expect(JSON.parse(failing.err())).toMatchObject({
    event: 'failed',
    text: expect.stringMatching(/^PORT must/) as string,
  })
})

test('--help prints the settings and the limits, and starts nothing', async () => {
  const host = start({}, '--help')
  expect(await host.ended).toBe(0)
  expect(host.out()).toContain(help())
})

test('a setting that cannot be used and a port that is taken end it with code 2 and one sentence', async () => {
  const taken = createServer()
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve))
  const address = taken.address()
  const port = String(typeof address === 'object' ? address?.port : '')
  const cases = [
    { env: { PORT: 'eighty' }, sentence: /^PORT must [^\n]+\.\n$/ },
    { env: { READINGS: 'banana' }, sentence: /^READINGS must [^\n]+\.\n$/ },
    { env: { SESSION_STORE: 'redis://:geheim#wort@store.example' }, sentence: /^SESSION_STORE must [^\n]+\.\n$/ },
    { env: { PORT: port }, sentence: new RegExp(`^PORT ${port} at 127.0.0.1 is in use[^\\n]+\\n$`) },
  ]
  for (const { env, sentence } of cases) {
    const host = start(env)
    expect([await host.ended, host.err()]).toEqual([2, expect.stringMatching(sentence)])
    expect(host.out() + host.err()).not.toMatch(/eighty|banana|geheim|wort@|store\.example/)
  }
  taken.close()
})

const nobody = { env: { PATH: process.env['PATH'] ?? '', PORT: '0' }, uid: 54_321, gid: 54_321 }
/** Only root starts something as another user, and only where that user may run this Node and read this folder. */
const mayBeNobody =
  process.getuid?.() === 0 &&
  spawnSync(process.execPath, ['-e', 'fs.accessSync(process.argv[1])', join(root, 'package.json')], nobody).status === 0

describe.runIf(mayBeNobody)('as a user without a name and a home', () => {
  const run = (...args: string[]) => startNode([join(root, '.build', 'server', 'query-admin.js'), ...args], nobody)

  test('it serves a service of others, and the demo says what it needs', async () => {
    expect(await start({}, '--help').ended).toBe(0) // builds
    const console = run('--query-service-url', 'https://query.example')
    await console.waitForText(/^Query Admin .+\nService .+\n$/)
    console.child.kill('SIGTERM')
    expect(await console.ended).toBe(0)
    const demo = run('demo')
    expect(await demo.ended).toBe(2)
    expect(demo.out() + demo.err()).toBe('DATA_DIR must name a folder for the demo: this user has no home.\n')
  })
})

describe('a build', () => {
  /** A project of two lines with this start script, built once; `run` starts it again. */
  async function project() {
    const root = mkdtempSync(join(dir, 'project-'))
    mkdirSync(join(root, 'src', 'server', 'cli'), { recursive: true })
    copyFileSync(join(import.meta.dirname, 'start.mjs'), join(root, 'src', 'server', 'start.mjs'))
    symlinkSync(join(import.meta.dirname, '..', '..', 'node_modules'), join(root, 'node_modules'))
    writeFileSync(join(root, 'package.json'), '{"type":"module"}')
    const source = join(root, 'src', 'server', 'cli', 'main.ts')
    writeFileSync(source, "console.log('started')")
    writeFileSync(join(root, 'src', 'server', 'other.ts'), '')
    const run = async () => {
      const { ended, out, err } = startNode([join(root, 'src', 'server', 'start.mjs'), 'check'], { env: process.env })
      return { code: await ended, output: out() + err() }
    }
    expect(await run()).toEqual({ code: 0, output: 'Building…\nstarted\n' })
    return { root, run, edit: () => appendFileSync(source, "\nconsole.log('again')") }
  }

  test('is made again when a source was edited or deleted, and only then', async () => {
    const { root, run, edit } = await project()
    expect(await run()).toEqual({ code: 0, output: 'started\n' })
    edit()
    expect(await run()).toEqual({ code: 0, output: 'Building…\nstarted\nagain\n' })
    expect(await run()).toEqual({ code: 0, output: 'started\nagain\n' })
    rmSync(join(root, 'src', 'server', 'other.ts'))
    expect(await run()).toEqual({ code: 0, output: 'Building…\nstarted\nagain\n' })
  })

  test('of several at once finds each whole', async () => {
    const { run, edit } = await project()
    edit()
    for (const { code, output } of await Promise.all([run(), run(), run()]))
      expect([code, output]).toEqual([0, expect.stringMatching(/^(Building…\n)?started\nagain\n$/)])
  })

  test('in a directory that cannot be written says so, and ends', async () => {
    const { root, run, edit } = await project()
    edit()
    // Nobody can create a file in /proc, not even root, for whom no directory is read-only.
    rmSync(join(root, '.build'), { recursive: true })
    symlinkSync('/proc', join(root, '.build'))
    const { code, output } = await run()
    expect([code, output]).toEqual([1, expect.stringMatching(/^Building…\nENOENT[^\n]*\n$/)])
  })
})
