import { expect, test, vi } from 'vitest'
import { identityHeader, pageHeader } from '#contract/console-host.ts'
import { createLocalLists } from '#contract/local-lists.ts'
import type { ListReader, RowsAsked } from '#contract/list-reader.ts'
import { askAhead } from './ahead.ts'
import { markerIn, signedOutAt } from './host-marks.ts'

const origin = 'http://console.test/admin/'
const marks = {
  host: 'query-admin',
  service: { address: 'http://s/', example: false },
  sessions: { idle: 1, absolute: 2 },
}
const lasting = { left: 1, limit: 2 }
const ann = { identity: 'ann', age: 0, idle: lasting, absolute: lasting }
const ours = { 'x-query-admin-host': '2' }
const mark = () => Response.json(marks, { headers: ours })
const session = (of: object | null) => Response.json({ session: of }, { headers: ours })
const rows = () => Response.json([['a', 6]])
const wanted: RowsAsked = { part: 'tokens', hosted: true, bearer: undefined, names: undefined, key: '', cap: 1e6 }

/** The first requests, answered by `answers` in their order, and what was asked. */
function ahead(
  answers: Partial<Record<string, () => Response | Promise<Response>>>,
  { showsTokens = true, left = '', told = {} as Record<string, string> } = {},
) {
  const asked: { path: string; init: RequestInit }[] = []
  const fetch = async (url: string, init: RequestInit) => {
    const path = new URL(url).pathname.replace('/admin/', '')
    asked.push({ path, init })
    return (answers[path] ?? (() => new Response(null, { status: 404 })))()
  }
  const local = { getItem: (key: string) => (left !== '' && key === signedOutAt(left) ? '1' : null) }
  const ways = askAhead({
    fetch,
    lists: createLocalLists(fetch),
    origin,
    local,
    showsTokens,
    told: (path) => told[path],
  })
  const settled = (count: number) => vi.waitFor(() => expect(asked.map(({ path }) => path)).toHaveLength(count))
  return { ...ways, asked, settled, paths: () => asked.map(({ path }) => path) }
}

const all = { 'console-host.json': mark, 'console-session': () => session(ann), '_/token': rows }
const take = (lists: ListReader, identity: string, signal?: AbortSignal) =>
  lists.ask(`${origin}_/token`, { headers: { [identityHeader]: identity }, ...(signal && { signal }) }, wanted)

test('mark, session and list are under way before anybody asks, and asked for once', async () => {
  const { fetch, lists, asked, settled, paths } = ahead(all)
  await settled(3)
  expect(paths()).toEqual(['console-host.json', 'console-session', '_/token'])
  expect(asked[0]?.init.credentials).toBe('omit')
  expect(new Headers(asked[2]?.init.headers).get(pageHeader)).toBe('1')
  expect(await (await fetch(`${origin}console-host.json`, {})).json()).toEqual(marks)
  expect(await (await fetch(`${origin}console-session`, {})).json()).toEqual({ session: ann })
  const list = await take(lists, 'ann')
  const counts: number[] = []
  await list.rows({ onBytes: () => undefined, onRows: ({ count }) => void counts.push(count) })
  expect([counts, asked.length]).toEqual([[1], 3])
})

/** Mark and session as the host says them in the page. */
const told = { './console-host.json': JSON.stringify(marks), './console-session': JSON.stringify({ session: ann }) }

test('what the host said in the page is not asked for, once', async () => {
  const { fetch, lists, settled, paths } = ahead(all, { told })
  await settled(1)
  expect(paths()).toEqual(['_/token'])
  expect(await markerIn(await fetch(`${origin}console-host.json`, {}))).toEqual(marks)
  expect(await (await fetch(`${origin}console-session`, {})).json()).toEqual({ session: ann })
  await take(lists, 'ann')
  await fetch(`${origin}console-session`, {})
  expect(paths()).toEqual(['_/token', 'console-session'])
})

test('after a sign-out that the host has not heard of, what it said of the session does not count', async () => {
  const { fetch, paths } = ahead({ 'console-session': () => session(null) }, { told, left: origin })
  await fetch(`${origin}console-host.json`, {})
  expect(await (await fetch(`${origin}console-session`, {})).json()).toEqual({ session: null })
  expect(paths()).toEqual(['console-session'])
})

test('what was begun is given away once: the next one asks anew', async () => {
  const { fetch, lists, settled, paths } = ahead(all)
  await settled(3)
  await fetch(`${origin}console-session`, {})
  await fetch(`${origin}console-session`, {})
  await take(lists, 'ann')
  await take(lists, 'ann')
  expect(paths().slice(3)).toEqual(['console-session', '_/token'])
})

test.each<[string, Partial<typeof all>, object, string[]]>([
  ['without our host’s mark', { 'console-host.json': () => Response.json(marks) }, {}, ['console-host.json']],
  [
    'where nobody answers',
    { 'console-host.json': () => Promise.reject(new Error('down')) as never },
    {},
    ['console-host.json'],
  ],
  ['after a sign-out that the host has not heard of', {}, { left: origin }, ['console-host.json']],
  [
    'when nobody is signed in',
    { 'console-session': () => session(null) },
    {},
    ['console-host.json', 'console-session'],
  ],
  ['on another page', {}, { showsTokens: false }, ['console-host.json', 'console-session']],
])('%s nothing more is asked', async (_, changed, options, expected) => {
  const { settled, paths } = ahead({ ...all, ...changed }, options)
  await settled(expected.length)
  await new Promise((go) => setTimeout(go, 20))
  expect(paths()).toEqual(expected)
})

test('a page that is quicker asks by itself, and no second time', async () => {
  let answer: (response: Response) => void = () => {}
  const { fetch, paths } = ahead({ ...all, 'console-host.json': () => new Promise((resolve) => (answer = resolve)) })
  const marked = fetch(`${origin}console-host.json`, {})
  void fetch(`${origin}console-session`, {})
  answer(mark())
  await marked
  await new Promise((go) => setTimeout(go, 20))
  expect(paths()).toEqual(['console-host.json', 'console-session'])
})

test('the list of one person is not given to another', async () => {
  const { lists, settled, paths } = ahead(all)
  await settled(3)
  await take(lists, 'bob')
  expect(paths()).toEqual(['console-host.json', 'console-session', '_/token', '_/token'])
})

test('after a write to the same address the answer from before it is none', async () => {
  const { fetch, settled, paths } = ahead(all)
  await settled(3)
  await fetch(`${origin}console-session`, { method: 'POST' })
  await fetch(`${origin}console-session`, {})
  expect(paths().slice(3)).toEqual(['console-session', 'console-session'])
})

test('an answer that does not come is waited for as long as whoever asks says', async () => {
  const { fetch } = ahead({ ...all, 'console-host.json': () => new Promise(() => undefined) })
  await expect(fetch(`${origin}console-host.json`, { signal: AbortSignal.timeout(20) })).rejects.toMatchObject({
    name: 'TimeoutError',
  })
})

test('a list that is left ends, though it was begun before', async () => {
  const { lists, asked, settled } = ahead({ ...all, '_/token': () => new Promise(() => undefined) })
  await settled(3)
  const leaving = new AbortController()
  const left = take(lists, 'ann', leaving.signal).catch((error: unknown) => error)
  leaving.abort('left')
  expect(await left).toBe('left')
  expect(asked[2]?.init.signal?.aborted).toBe(true)
})
