// node e2e/bench/sessions.mjs [seconds]: what a session takes in the store, and how many requests a second one console
// server answers with sessions in memory and in the store. It needs a build (npm run build) and redis-server or
// valkey-server. The load comes from this process: on two cores, neither has one alone. The time of the processor is the
// console server's own, whatever else the machine does.
import { fork, spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@redis/client'
import { makeRows } from './rows.mjs'

const seconds = Number(process.argv[2] ?? 5)
const people = 200
const atOnce = 16
const server = join(import.meta.dirname, '..', '..', '.build', 'server', 'query-admin.js')
const agent = new Agent({ keepAlive: true, maxSockets: atOnce })
const [name] = /"name":"([^"]+)"/.exec(String(makeRows(1).pieces[0]))?.slice(1) ?? []
const calls = { 'a value': `/_/token/value?name=${name}`, 'a list of 1,000': '/_/token' }

const service = fork(join(import.meta.dirname, 'service.mjs'))
const [address] = await once(service, 'message')
const store = await openStore()
const kinds = {
  memory: {},
  store: { SESSION_STORE: store.url, SESSION_KEY: randomBytes(32).toString('base64') },
}
console.log(`Load of this machine: ${loadavg()[0].toFixed(1)}`)
for (const [kind, env] of Object.entries(kinds)) {
  const { origin, pid, stop } = await openConsole(env)
  const sessions = []
  for (let person = 0; person < people; person += 1) sessions.push(await signIn(origin, person))
  if (kind === 'store') console.log(`Bytes a session in the store: ${Math.round(await store.bytes())}`)
  for (const [what, path] of Object.entries(calls)) {
    const { perSecond, milliseconds } = await measure(origin, pid, path, sessions)
    console.log(
      `Sessions in the ${kind}, ${what}: ${perSecond} requests a second, ${milliseconds} ms of the processor each`,
    )
  }
  await stop()
}
agent.destroy()
await store.stop()
service.disconnect()

async function openConsole(env) {
  const all = { PATH: process.env.PATH, PORT: '0', QUERY_SERVICE_URL: address, ...env }
  const child = spawn(process.execPath, ['--max-semi-space-size=4', server, 'serve'], { env: all })
  child.stderr.pipe(process.stderr)
  let origin
  for await (const text of child.stdout.iterator({ destroyOnReturn: false })) {
    origin = /http:\/\/[^/\s]+/.exec(String(text))?.[0]
    if (origin !== undefined) break
  }
  const stop = async () => {
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
  return { origin, pid: child.pid, stop }
}

async function signIn(origin, person) {
  // As long as an ordinary JWT.
  const bearer = `${person}-`.padEnd(300, 'x')
  const { text, headers } = await call(origin, 'POST', '/console-session', {}, JSON.stringify({ by: 'bearer', bearer }))
  const { proof, refused } = JSON.parse(text)
  if (proof === undefined) throw new Error(`refused: ${refused?.why}`)
  return { cookie: headers['set-cookie'][0].split(';')[0], 'x-query-admin-proof': proof }
}

async function measure(origin, pid, path, sessions) {
  await during(4, origin, path, sessions)
  const before = processorTime(pid)
  const done = await during(seconds, origin, path, sessions)
  const milliseconds = ((processorTime(pid) - before) / done).toFixed(2)
  return { perSecond: Math.round(done / seconds), milliseconds }
}

async function during(time, origin, path, sessions) {
  const until = performance.now() + time * 1000
  let done = 0
  const go = async () => {
    while (performance.now() < until) {
      const { status } = await call(origin, 'GET', path, sessions[done % people])
      if (status !== 200) throw new Error(`${path}: ${status}`)
      done += 1
    }
  }
  await Promise.all(Array.from({ length: atOnce }, go))
  return done
}

/** Milliseconds of all its threads; Linux counts in hundredths of a second. */
function processorTime(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10
}

function call(origin, method, path, headers, body = '') {
  const own = { 'x-query-admin-page': '/', ...(body && { 'content-type': 'application/json' }), ...headers }
  return new Promise((resolve, reject) => {
    request(origin + path, { method, agent, headers: own }, (response) => {
      const { statusCode: status, headers } = response
      response.toArray().then((chunks) => resolve({ status, headers, text: Buffer.concat(chunks).toString() }), reject)
    })
      .on('error', reject)
      .end(body)
  })
}

async function openStore() {
  const program = ['redis-server', 'valkey-server'].find((each) => spawnSync(each, ['--version']).status === 0)
  if (program === undefined) throw new Error('Neither redis-server nor valkey-server is installed.')
  const dir = mkdtempSync(join(tmpdir(), 'query-admin-bench-'))
  const port = 20_000 + (process.pid % 10_000)
  const flags = ['--port', `${port}`, '--bind', '127.0.0.1', '--dir', dir, '--appendonly', 'yes']
  const child = spawn(program, flags, { stdio: 'ignore' })
  const url = `redis://127.0.0.1:${port}`
  const client = createClient({ url }).on('error', () => undefined)
  await client.connect()
  return {
    url,
    /** What all keys take, for each session. */
    async bytes() {
      const keys = await client.keys('query-admin:*')
      const sizes = await Promise.all(keys.map((key) => client.sendCommand(['MEMORY', 'USAGE', key])))
      return sizes.reduce((sum, size) => sum + Number(size), 0) / people
    },
    async stop() {
      client.destroy()
      child.kill('SIGTERM')
      await once(child, 'exit')
      rmSync(dir, { recursive: true })
    },
  }
}
