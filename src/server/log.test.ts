import { afterEach, expect, test } from 'vitest'
import { hostAround, ofPage, rawCall, sendRaw, serviceAt } from './testing/sockets.ts'
import { createLog } from './log.ts'
import { fetchUpstream } from './upstream.ts'

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

/** Stands wherever a client or a service can put something. */
const canary = 'kanarienvogel'

/** A console server before a service that puts the canary into every response. */
async function hostAndService() {
  const service = await serviceAt((request, response) => {
    request.resume()
    const headers = { 'x-said': canary, 'set-cookie': `a=${canary}`, date: canary }
    if (request.url?.includes('break')) response.destroy()
    else
      response.writeHead(request.method === 'PUT' ? 500 : 200, canary, headers).end(`{"data":[{"name":"${canary}"}]}`)
  })
  const host = await hostAround(fetchUpstream(service.url), { headers: 200, upload: 200, keepAlive: 50 })
  closing.push(service.close, host.close)
  return host
}

test('one line per request, whatever its result, and none holds what a client or a service wrote', async () => {
  const { port, log } = await hostAndService()
  const last = ['Connection: close', `Authorization: Bearer ${canary}`, `cookie: a=${canary}`, `X-${canary}: ${canary}`]
  const body = `{"email":"${canary}@example.test","password":"${canary}"}`
  const call = (method: string, path: string, ...more: string[]) => rawCall(method, path, ...last, ...more)
  const requests = [
    `${call('GET', `/_/token?name=${canary}`)}\r\n`,
    `${call('GET', `/_/token/value?break=${canary}`)}\r\n`,
    `${call('PUT', '/_/user', `Content-Length: ${body.length}`)}\r\n${body}`,
    `${call('POST', '/console-session', `Content-Length: ${body.length}`)}\r\n${body}`,
    `${call('PUT', '/_/user', `Content-Length: ${body.length}`).replace('/json', '/x')}\r\n${body}`,
    `${call('PUT', '/_/user', 'Content-Length: 999')}\r\n${body}`,
    `${call('GET', `/${canary}`)}\r\n`,
    `${call('GET', `/_/${canary}`)}\r\n`,
    `${call('GET', '/', `Sec-Fetch-Site: ${canary}`)}\r\n`,
    `GET / HTTP/1.1\r\nHost: ${canary}.example\r\n\r\n`,
    `GET http://${canary}/ HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`,
    `GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nExpect: ${canary}\r\n\r\n`,
    `GET /${canary} HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: ${canary}\r\nConnection: upgrade\r\n\r\n`,
    `CONNECT ${canary}:80 HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`,
    `${canary} / HTTP/1.1\r\n\r\n`,
    `GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: ${canary}`,
    `GET / HTTP/1.1\r\nX: ${canary.repeat(6_000)}\r\n\r\n`,
    `${call('PUT', '/_/user', 'Transfer-Encoding: chunked')}\r\n${canary}\r\n`,
  ]
  for (const text of requests) await sendRaw(port, text, 1_500)
  await expect.poll(() => log).toHaveLength(requests.length)
  expect(log.join('\n').toLowerCase()).not.toContain(canary)
  const line =
    /^\{"time":"[^"]{24}","method":"([A-Z]+|\(none\))","path":"[^"]+","status":\d+,"ms":\d+,"bytes":\d+,"id":"[0-9a-f]{16}"\}$/
  for (const entry of log) expect(entry).toMatch(line)
  const brief = log.map((entry) => JSON.parse(entry) as { method: string; path: string; status: number })
  expect(brief.map(({ method, path, status }) => `${method} ${path} ${status}`)).toEqual([
    'GET /_/token 200',
    'GET /_/token/value 502',
    'PUT /_/user 500',
    'POST /console-session 400',
    'PUT /_/user 415',
    'PUT /_/user 408',
    'GET (other) 404',
    'GET (other) 404',
    'GET / 403',
    'GET / 421',
    'GET (other) 400',
    'GET / 417',
    'GET (other) 400',
    'CONNECT (other) 405',
    '(none) (other) 400',
    '(none) (other) 408',
    '(none) (other) 431',
    'PUT /_/user 0',
  ])
  console.log(`log: ${log.length} requests with canaries in every place, 0 canaries in ${log.join('\n').length} bytes`)
})

test('no two lines have the same id, and bytes and time are of the answer', async () => {
  const { origin, log } = await hostAndService()
  const sizes = new Set<number>()
  for (let time = 0; time < 20; time += 1) {
    const answer = await fetch(`${origin}/_/token`, { headers: ofPage })
    sizes.add((await answer.arrayBuffer()).byteLength)
  }
  await expect.poll(() => log).toHaveLength(20)
  const lines = log.map((entry) => JSON.parse(entry) as { id: string; bytes: number })
  expect(new Set(lines.map(({ id }) => id)).size).toBe(20)
  expect(sizes.size).toBe(1)
  expect(new Set(lines.map(({ bytes }) => bytes))).toEqual(sizes)
})

/** A log and everything that it wrote. */
function logInto(kind?: 'json') {
  const written = { out: '', err: '', writes: 0 }
  const log = createLog(kind, {
    out: (text) => {
      written.out += text
      written.writes += 1
    },
    err: (text) => (written.err += text),
    now: () => new Date(0),
  })
  return { log, written }
}

test('for people the log is sentences, and tells of no request and no event but the one to mend', () => {
  const { log, written } = logInto()
  log.tell(['one', 'two'])
  log.warn('Mend this.')
  log.note({ event: 'sign-in-refused', address: '192.0.2.1' })
  expect([log.request, written]).toEqual([undefined, { out: 'one\ntwo\n', err: 'Mend this.\n', writes: 1 }])
  log.note({ event: 'address-unknown' })
  expect(written.err).toContain('X-Forwarded-For')
})

test('as JSON every line has its time and its event', () => {
  const { log, written } = logInto('json')
  log.tell(['one'])
  log.note({ event: 'signed-in', address: '192.0.2.1', session: 'a1' })
  log.warn('Mend this.')
  log.fail('No.')
  const time = '1970-01-01T00:00:00.000Z'
  const lines = (text: string) =>
    text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as object)
  expect(lines(written.out)).toEqual([
    { time, event: 'started', text: 'one' },
    { time, event: 'signed-in', address: '192.0.2.1', session: 'a1' },
  ])
  expect(lines(written.err)).toEqual([
    { time, event: 'warning', text: 'Mend this.' },
    { time, event: 'failed', text: 'No.' },
  ])
})
