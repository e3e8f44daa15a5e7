import { expect, onTestFinished, test } from 'vitest'
import { connect } from '#contract/client.ts'
import { problemOf } from '#contract/problem.ts'
import { answering, arriving, breaking, stuck, type Asked } from '#contract/testing/streams.ts'
import type { Fetch } from '#contract/transport.ts'
import { createListClient } from './list-client.ts'
import { serveLists } from './serve-lists.ts'
import type { FromWorker, Channel, ListReader, ToWorker } from './protocol.ts'
import { createListReader } from './read-list.ts'

const jwt = `aaaaaaaa.${Buffer.from(JSON.stringify({ iat: 5, exp: 9 })).toString('base64url')}.s3cr3t`
const row = (name: string, more: object = {}) => ({ name, active: 1, write: 0, token: jwt, updated_at: 5, ...more })
const json = (rows: unknown[]) => `{"data":${JSON.stringify(rows)}}`

/** Lists read at the other end of a line that copies what goes over it, as between threads; `said` is all that did. */
function listsInAnotherThread(fetch: Fetch): { lists: ListReader; said: unknown[]; close: () => void } {
  const { port1, port2 } = new MessageChannel()
  const said: unknown[] = []
  const line = <Said, Heard>(port: MessagePort): Channel<Said, Heard> => ({
    postMessage(message) {
      said.push(structuredClone(message))
      port.postMessage(message)
    },
    addEventListener(kind, hear) {
      port.addEventListener(kind, (event) => hear({ data: (event as MessageEvent<Heard>).data }))
      port.start()
    },
  })
  const lists = createListClient(line<ToWorker, FromWorker>(port1))
  serveLists(line<FromWorker, ToWorker>(port2), createListReader(fetch))
  return { lists, said, close: () => port1.close() }
}

/** A service whose lists are read in another thread, and the same one read here. */
function both(answer: (asked: Asked) => Response | Promise<Response>) {
  const { fetch, asked } = answering(answer)
  const { lists, said, close } = listsInAnotherThread(fetch)
  onTestFinished(close)
  const caps = { list: 1e6, other: 1000 }
  const to = { origin: 'http://s/', bearer: 'b3arer', fetch, caps, now: () => 7 }
  return { asked, said, there: connect({ ...to, lists }), here: connect(to) }
}

const problem = (promise: Promise<unknown>) => promise.then(() => expect.unreachable('it went well'), problemOf)

test('a list read in another thread is the one read here, however it arrives', async () => {
  const rows: unknown[] = Array.from({ length: 5000 }, (_, index) => row(`Token-${(index * 7919) % 5003}`))
  rows.splice(40, 0, 7)
  rows.splice(4000, 0, row('ключ 😀', { active: 'x', expiration_date: '9007199254740993', created_at: 'x' }))
  const text = json(rows)
  const pieces = () => Array.from({ length: 60 }, (_, at) => text.slice(at * 9000, (at + 1) * 9000))
  const { there, here } = both(() => arriving([...pieces(), text.slice(540_000)]))
  const parts: number[] = []
  const distant = await there.tokens.list({ onPart: (part) => void parts.push(part.count) })
  const local = await here.tokens.list()
  const all = Array.from({ length: local.count }, (_, at) => at)
  expect(distant.count).toBe(5001)
  expect(all.map((at) => distant.at(at))).toEqual(all.map((at) => local.at(at)))
  expect([distant.unreadable, distant.units, distant.isWhole]).toEqual([local.unreadable, local.units, true])
  expect(distant.byName()).toEqual(local.byName())
  expect([...distant.matching('token-77')]).toEqual([...local.matching('token-77')])
  expect(parts.length).toBeGreaterThan(1)
  expect(parts).toEqual(parts.toSorted((a, b) => a - b))
})

test('no value crosses from the thread that reads, and single rows come with their fingerprint', async () => {
  const { there, here, said } = both(() => new Response(json([row('a'), row('b'), row('c')])))
  const found = await there.tokens.read(new Set(['b', 'a', 'x']))
  expect([...found.keys()]).toEqual(['a', 'b'])
  expect(found.get('a')).toMatchObject({ claims: { iat: 5, exp: 9 }, fingerprint: expect.any(String) as string })
  expect({ ...found.get('a'), fingerprint: '' }).toEqual({
    ...(await here.tokens.read(new Set(['a']))).get('a'),
    fingerprint: '',
  })
  await there.tokens.list()
  const text = JSON.stringify(said)
  expect(said.length).toBeGreaterThan(5)
  for (const part of jwt.split('.')) expect(text).not.toContain(part)
})

test('an unreadable row is reported in single reads, too', async () => {
  const { there } = both(() => new Response(json([row('a'), { nme: 'b' }])))
  let heard = 0
  await there.tokens.read(new Set(['b']), { onUnreadable: () => (heard += 1) })
  expect(heard).toBe(1)
})

test.each<[string, () => Response]>([
  ['a refusal', () => Response.json({ error: 'no b3arer' }, { status: 409 })],
  ['a refusal that ends the session', () => new Response('', { status: 401 })],
  ['too many', () => new Response('wait', { status: 429, headers: { 'retry-after': '7' } })],
  ['a refusal of more than its cap', () => new Response('x'.repeat(5000), { status: 500 })],
  ['a refusal that breaks off', () => breaking('no', { status: 503 })],
  ['a page of markup', () => new Response('<!doctype html><p>x', { status: 200 })],
  ['an empty OK', () => new Response(null, { status: 204 })],
  ['a list that breaks off', () => breaking('{"data":[{"name":"a"},{"na')],
  ['malformed JSON', () => new Response('[1,]')],
  ['a list beyond its cap', () => new Response(`["${'x'.repeat(2e6)}"]`)],
  ['a redirect', () => new Response(null, { status: 302, headers: { location: '/x' } })],
])('%s is the same problem in another thread', async (_, answer) => {
  const { there, here } = both(answer)
  const expected = await problem(here.tokens.list())
  expect(expected).toBeDefined()
  expect(await problem(there.tokens.list())).toEqual(expected)
})

test('where nobody answers, no more than that is reported', async () => {
  const { there } = both(() => Promise.reject(new TypeError('s3cr3t refused')))
  expect(await problem(there.tokens.list())).toEqual({ kind: 'unreachable', sent: 'unknown' })
})

test('a reading that is left ends with the reason, and the transfer ends there too', async () => {
  let ended = () => {}
  const over = new Promise<void>((resolve) => (ended = resolve))
  const { lists, close } = listsInAnotherThread(async (_, { signal }) => {
    signal?.addEventListener('abort', () => ended())
    return stuck(json([row('a')]).slice(0, -2))
  })
  onTestFinished(close)
  const leaving = new AbortController()
  const { fetch } = answering(() => new Response('[]'))
  const { tokens } = connect({ origin: 'http://s/', fetch, lists })
  const left = tokens.list({ signal: leaving.signal }).catch((error: unknown) => error)
  setTimeout(() => leaving.abort('left'), 20)
  expect(await left).toBe('left')
  await over
})

/** A list of so many parts that one is always waiting behind another. */
const long = () => {
  const text = json(Array.from({ length: 9000 }, (_, index) => row(`token-${index}`)))
  return Array.from({ length: 50 }, (_, at) => text.slice((at * text.length) / 50, ((at + 1) * text.length) / 50))
}
const withRows = (said: readonly unknown[]) => said.filter((one) => (one as { rows?: [] }).rows?.length).length

test.each(['in another thread', 'here'])('a list read %s is read on when what has arrived is shown', async (where) => {
  const rest = long()
  const pull = (body: ReadableStreamDefaultController<Uint8Array>) => {
    const piece = rest.shift()
    if (piece === undefined) body.close()
    else body.enqueue(new TextEncoder().encode(piece))
  }
  const { there, here, said } = both(() => new Response(new ReadableStream({ pull }, { highWaterMark: 0 })))
  let show = () => {}
  const shown = new Promise<void>((resolve) => (show = resolve))
  const parts: number[] = []
  const onPart = ({ count }: { count: number }) => {
    parts.push(count)
    return parts.length === 1 ? shown : undefined
  }
  const list = (where === 'here' ? here : there).tokens.list({ onPart })
  await expect.poll(() => parts.length).toBe(1)
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(parts).toHaveLength(1)
  expect(withRows(said)).toBe(where === 'here' ? 0 : 1)
  expect(rest.length).toBeGreaterThan(25)
  show()
  expect((await list).count).toBe(9000)
  expect(parts.length).toBeGreaterThan(1)
})

test('one that is left while the page shows what has arrived ends there', async () => {
  const { fetch } = answering(() => arriving(long()))
  const { lists, said, close } = listsInAnotherThread(fetch)
  onTestFinished(close)
  const leaving = new AbortController()
  const never = new Promise<void>(() => {})
  const { tokens } = connect({ origin: 'http://s/', fetch, lists })
  const parts: number[] = []
  const onPart = ({ count }: { count: number }) => (parts.push(count), never)
  const left = tokens.list({ signal: leaving.signal, onPart }).catch((error: unknown) => error)
  await expect.poll(() => parts.length).toBe(1)
  leaving.abort('left')
  expect(await left).toBe('left')
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(withRows(said)).toBe(1)
})

test('what stalls is timed out by the page', async () => {
  const { fetch } = answering(() => stuck('[{'))
  const { lists, close } = listsInAnotherThread(fetch)
  onTestFinished(close)
  const limits = { call: 9000, first: 9000, stall: 30 }
  const late = connect({ origin: 'http://s/', fetch, lists, limits }).tokens.list()
  expect(await problem(late)).toEqual({ kind: 'timed-out', after: 30, sent: 'unknown' })
})

test('calls under way at once do not get each other’s rows', async () => {
  const { there } = both(({ path }) =>
    path === '/_/user'
      ? Response.json([{ email: 'u', admin: 1, active: 1 }])
      : arriving([`[${JSON.stringify(row('a'))},`, `${JSON.stringify(row('b'))}]`]),
  )
  const [tokens, users, one] = await Promise.all([
    there.tokens.list(),
    there.users.list(),
    there.tokens.read(new Set(['b'])),
  ])
  expect([tokens.count, users.count, users.at(0).email, [...one.keys()]]).toEqual([2, 1, 'u', ['b']])
})

test.each([
  ['the console server', { hosted: { proof: 'p1' } }, 'same-origin'],
  ['the service', {}, 'omit'],
])('another thread asks %s with the cookies that this one would send', async (_, more, credentials) => {
  const sent: unknown[] = []
  const { lists, close } = listsInAnotherThread(async (_url, init) => {
    sent.push(init.credentials)
    return Response.json({ data: [] })
  })
  onTestFinished(close)
  const fetch = () => Promise.reject(new Error('not here'))
  await connect({ origin: 'http://s/', fetch, lists, ...more }).tokens.list()
  expect(sent).toEqual([credentials])
})
