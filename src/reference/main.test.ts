import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'vite'
import { afterAll, beforeAll, expect, test } from 'vitest'

/** The built command itself, over HTTP. Built inside the repo, since only there its libraries are found. */
const out = join(process.cwd(), 'node_modules', '.tmp', `reference-test-${process.pid}`)
const dir = mkdtempSync(join(tmpdir(), 'reference-main-'))
const children: ChildProcess[] = []

beforeAll(async () => {
  await build({
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    build: { ssr: 'src/reference/main.ts', outDir: out },
  })
})
afterAll(() => {
  for (const child of children) child.kill('SIGKILL')
  rmSync(out, { recursive: true, force: true })
  rmSync(dir, { recursive: true, force: true })
})

interface Running {
  child: ChildProcess
  output: string
  wrong: () => string
  address: string
  details: string
  bearer: string
}

async function start(...args: string[]): Promise<Running> {
  const child = spawn(process.execPath, [join(out, 'main.js'), '--dir', dir, '--port', '0', ...args])
  children.push(child)
  let output = ''
  let wrong = ''
  child.stderr.on('data', (text: Buffer) => (wrong += text.toString()))
  for await (const text of child.stdout) {
    output += String(text)
    if (/^Sign-in details: .+\n/m.test(output)) break
  }
  const address = /listening at (http:\S+)/.exec(output)?.[1] ?? ''
  const file = /^Sign-in details: (.+)$/m.exec(output)?.[1]
  const details = file === undefined ? '' : readFileSync(file, 'utf8')
  return {
    child,
    output,
    wrong: () => wrong,
    address,
    details,
    bearer: /^Access token +(.+)$/m.exec(details)?.[1] ?? '',
  }
}

async function exitOf(...args: string[]): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, [join(out, 'main.js'), '--dir', dir, ...args])
  children.push(child)
  let output = ''
  child.stderr.on('data', (text: Buffer) => (output += text.toString()))
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, output }
}

const create = ({ address, bearer }: Running, name: string) =>
  fetch(`${address}/_/token`, {
    method: 'POST',
    headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name }),
  })

test('nothing that was acknowledged is lost by a kill -9 in the middle of writing', async () => {
  const first = await start('--readings', 'query-server', '--empty')
  const acknowledged: string[] = []
  const writing = Array.from({ length: 8 }, async (_, lane) => {
    for (let number = 0; ; number++) {
      const name = `${lane}-${number}`
      const answer = await create(first, name).catch(() => undefined)
      if (answer?.status !== 201) return
      acknowledged.push(name)
      if (acknowledged.length === 120) first.child.kill('SIGKILL')
    }
  })
  await Promise.all(writing)
  const second = await start('--readings', 'query-server', '--empty')
  const list = await fetch(`${second.address}/_/token`, { headers: { authorization: `Bearer ${first.bearer}` } })
  const { data } = (await list.json()) as { data: { name: string }[] }
  expect(acknowledged.length).toBeGreaterThanOrEqual(120)
  expect(data.map(({ name }) => name)).toEqual(expect.arrayContaining(acknowledged))
  second.child.kill('SIGTERM')
  expect(await once(second.child, 'exit')).toEqual([0, null])
})

test('no content type is on the wire where the readings send none, and HEAD is 404', async () => {
  const running = await start('--readings', 'query-server', '--empty')
  const { port } = new URL(running.address)
  const wire = (method: string, path: string, bearer = running.bearer, more: Record<string, string> = {}) =>
    new Promise<{ status: number | undefined; headers: string[] }>((resolve, reject) => {
      request(
        { host: '127.0.0.1', port, path, method, headers: { authorization: `Bearer ${bearer}`, ...more } },
        (answer) => {
          answer.resume()
          answer.on('end', () =>
            resolve({ status: answer.statusCode, headers: Object.keys(answer.headers).toSorted() }),
          )
        },
      )
        .on('error', reject)
        .end()
    })
  const headers = ['connection', 'content-length', 'date', 'keep-alive']
  expect(await wire('GET', '/_/token')).toEqual({ status: 200, headers })
  expect(await wire('GET', '/_/token', 'x')).toEqual({ status: 401, headers })
  expect(await wire('GET', '//_//healthcheck/')).toEqual({ status: 200, headers })
  expect(await wire('HEAD', '/_/token')).toEqual({ status: 404, headers })
  expect(await wire('GET', '/a/../_/healthcheck')).toEqual({ status: 404, headers })
  expect((await wire('GET', '/_/token', running.bearer, { host: 'evil.example' })).status).toBe(421)
  expect(await wire('POST', '/_/token')).toEqual({ status: 400, headers })
  running.child.kill('SIGINT')
  expect(await once(running.child, 'exit')).toEqual([0, null])
})

test('it says where it listens, what it reads and where the sign-in details are, and prints none', async () => {
  const { child, output, address, details } = await start(
    '--readings',
    'bare',
    '--bearer',
    'fixed',
    '--admin-password',
    'pw',
  )
  expect(output).toMatch(/^Reference service listening at http:\/\/127\.0\.0\.1:\d+\nReadings: bare\n/)
  expect(output).toMatch(/\nSign-in details: .+sign-in\.txt\n$/)
  expect(details).toMatch(
    /^Email +admin@example\.test\nPassword +\(the one you set\)\nAccess token +\(the one you set\)\n$/,
  )
  const answer = await fetch(`${address}/_/token`, { headers: { authorization: 'Bearer fixed' } })
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/json'])
  child.kill('SIGTERM')
})

test('a store or password that others may write ends it; one that others may read is warned of', async () => {
  const file = join(dir, 'admin-password')
  const first = await start('--empty')
  first.child.kill('SIGTERM')
  await once(first.child, 'exit')
  chmodSync(file, 0o620)
  expect(await exitOf('--port', '0')).toEqual({
    code: 2,
    output: expect.stringMatching(/^.*Others may write .*admin-password: run chmod go-w on it\.\n$/) as string,
  })
  chmodSync(file, 0o600)
  for (const log of ['reference-ms.sqlite-wal', 'reference-ms.sqlite-shm']) {
    closeSync(openSync(join(dir, log), 'a', 0o600))
    chmodSync(join(dir, log), 0o666)
    expect((await exitOf('--port', '0')).output).toMatch(
      new RegExp(`Others may write .*${log}: run chmod go-w on it\\.\\n$`),
    )
    rmSync(join(dir, log))
  }
  chmodSync(file, 0o640)
  const second = await start('--empty')
  await expect.poll(() => second.wrong()).toMatch(/^Others may read .*admin-password: run chmod go-r on it\.\n$/)
  second.child.kill('SIGTERM')
  chmodSync(file, 0o600)
})

test('a bad flag and a taken port are each one sentence and exit code 2', async () => {
  expect(await exitOf('--readings', 'real')).toEqual({
    code: 2,
    output: '--readings: The preset "real" is unknown; there are documented, bare, query-server.\n',
  })
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const { port } = taken.address() as { port: number }
  expect(await exitOf('--port', String(port))).toEqual({ code: 2, output: `--port: port ${port} is taken.\n` })
  taken.close()
})
