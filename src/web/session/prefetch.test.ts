import { expect, test, vi } from 'vitest'
import { pageHeader, proofHeader } from '#contract/console-host.ts'
import { createListReader } from '#contract/list/read-list.ts'
import type { ListReader, RowsAsked } from '#contract/list/protocol.ts'
import { askAhead } from './prefetch.ts'
import { proofAt, signedOutAt } from './host-marks.ts'

const origin = 'http://console.test/admin/'
const marks = {
  host: 'query-admin',
  service: { address: 'http://s/', example: false },
  sessions: { idle: 1, absolute: 2 },
}
const lasting = { left: 1, limit: 2 }
const ann = { identity: 'ann', age: 0, idle: lasting, absolute: lasting }
const ours = { 'x-query-admin-host': '3' }
const mark = () => Response.json(marks, { headers: ours })
const session = (of: object | null) => Response.json({ session: of }, { headers: ours })
const rows = () => Response.json({ data: [{ name: 'a', active: true }] })
const wanted: RowsAsked = { part: 'tokens', hosted: true, bearer: undefined, names: undefined, key: '', cap: 1e6 }

/** The first requests, answered by `answers` in their order, and what was asked. */
function ahead(
  answers: Partial<Record<string, () => Response | Promise<Response>>>,
  { showsTokens = true, isLeft = false, proof = 'p1' as string | null } = {},
) {
  const asked: { path: string; init: RequestInit }[] = []
  const fetch = async (url: string, init: RequestInit) => {
    const path = new URL(url).pathname.replace('/admin/', '')
    asked.push({ path, init })
    return (answers[path] ?? (() => new Response(null, { status: 404 })))()
  }
  const kept = new Map([...(isLeft ? [[signedOutAt(origin), 'p0'] as const] : []), [proofAt(origin), proof] as const])
  const local = { getItem: (key: string) => kept.get(key) ?? null }
  const ways = askAhead({
    fetch,
    lists: createListReader(fetch),
    origin,
    local,
    showsTokens,
  })
  const settled = (count: number) => vi.waitFor(() => expect(asked.map(({ path }) => path)).toHaveLength(count))
  return { ...ways, asked, settled, paths: () => asked.map(({ path }) => path) }
}

const all = { 'console-host.json': mark, 'console-session': () => session(ann), '_/token': rows }
const take = (lists: ListReader, proof: string, signal?: AbortSignal) =>
  lists.ask(`${origin}_/token`, { headers: { [proofHeader]: proof }, ...(signal && { signal }) }, wanted)

test('mark, session and list are under way at once before anybody asks, and asked for once', async () => {
  // None of the three waits for another: nothing has been answered yet.
  const { fetch, lists, asked, paths } = ahead(all)
  expect(paths().toSorted()).toEqual(['_/token', 'console-host.json', 'console-session'])
  const headersOf = (path: string) => new Headers(asked.find((one) => one.path === path)?.init.headers)
  expect(asked[0]?.init.credentials).toBe('omit')
  expect(headersOf('console-host.json').get(proofHeader)).toBeNull()
  for (const path of ['console-session', '_/token'])
    expect([headersOf(path).get(pageHeader), headersOf(path).get(proofHeader)]).toEqual(['1', 'p1'])
  expect(await (await fetch(`${origin}console-host.json`, {})).json()).toEqual(marks)
  expect(await (await fetch(`${origin}console-session`, {})).json()).toEqual({ session: ann })
  const list = await take(lists, 'p1')
  const counts: number[] = []
  await list.rows({ onBytes: () => undefined, onRows: ({ length }) => void counts.push(length) })
  expect([counts, asked.length]).toEqual([[1], 3])
})

test('what was begun is given away once: the next one asks anew', async () => {
  const { fetch, lists, settled, paths } = ahead(all)
  await settled(3)
  await fetch(`${origin}console-session`, {})
  await fetch(`${origin}console-session`, {})
  await take(lists, 'p1')
  await take(lists, 'p1')
  expect(paths().slice(3)).toEqual(['console-session', '_/token'])
})

test.each<[string, object, string[]]>([
  ['nobody has a proof', { proof: null }, ['console-host.json']],
  ['a sign-out is left that the host has not heard of', { isLeft: true }, ['console-host.json']],
  ['another page is shown', { showsTokens: false }, ['console-host.json', 'console-session']],
])('where %s nothing more is asked', async (_, options, expected) => {
  const { paths } = ahead(all, options)
  await new Promise((go) => setTimeout(go, 20))
  expect(paths()).toEqual(expected)
})

test('the list of one session is not given to another', async () => {
  const { lists, settled, paths } = ahead(all)
  await settled(3)
  await take(lists, 'p2')
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
  const left = take(lists, 'p1', leaving.signal).catch((error: unknown) => error)
  leaving.abort('left')
  expect(await left).toBe('left')
  expect(asked.find(({ path }) => path === '_/token')?.init.signal?.aborted).toBe(true)
})
