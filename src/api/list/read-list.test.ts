import { expect, test } from 'vitest'
import { createApiClient } from '#api/client/client.ts'
import { createFakeFetch, streamedResponse, stalledResponse } from '#api/testing/streams.ts'

const jwt = `aaaaaaaa.${Buffer.from(JSON.stringify({ iat: 5, exp: 9 })).toString('base64url')}.s3cr3t`
const row = (name: string, more: object = {}) => ({ name, active: 1, write: 0, token: jwt, updated_at: 5, ...more })
const json = (rows: unknown[]) => `{"data":${JSON.stringify(rows)}}`
const to = { origin: 'http://s/', bearer: 'b3arer', now: () => 7 }

test('a list has the same rows in the same order, whatever pieces it arrives in', async () => {
  const rows: unknown[] = Array.from({ length: 5000 }, (_, index) => row(`Token-${(index * 7919) % 5003}`))
  rows.splice(40, 0, 7)
  rows.splice(4000, 0, row('ключ 😀', { active: 'x', expiration_date: '9007199254740993', created_at: 'x' }))
  const text = json(rows)
  const pieces = () => Array.from({ length: 60 }, (_, piece) => text.slice(piece * 9000, (piece + 1) * 9000))
  const inPieces = createApiClient({
    ...to,
    ...createFakeFetch(() => streamedResponse([...pieces(), text.slice(540_000)])),
  })
  const atOnce = createApiClient({ ...to, ...createFakeFetch(() => new Response(text)) })
  const parts: number[] = []
  const list = await inPieces.tokens.list({ onPart: (part) => void parts.push(part.count) })
  const other = await atOnce.tokens.list()
  const all = Array.from({ length: other.count }, (_, rowNumber) => rowNumber)
  expect(list.count).toBe(5001)
  expect(all.map((at) => list.at(at))).toEqual(all.map((at) => other.at(at)))
  expect([list.unreadableRows, list.timeUnit, list.isComplete]).toEqual([[41], undefined, true])
  expect(parts.length).toBeGreaterThan(1)
  expect(parts).toEqual(parts.toSorted((a, b) => a - b))
})

test('no value is in what is read, and single rows come with their fingerprint', async () => {
  const { tokens } = createApiClient({
    ...to,
    ...createFakeFetch(() => new Response(json([row('a'), row('b'), row('c')]))),
  })
  const found = await tokens.read(new Set(['b', 'a', 'x']))
  expect([...found.keys()]).toEqual(['a', 'b'])
  expect(found.get('a')).toMatchObject({ claims: { iat: 5, exp: 9 }, fingerprint: expect.any(String) as string })
  const list = await tokens.list()
  const text = JSON.stringify([[...found], [0, 1, 2].map((index) => list.at(index))])
  for (const part of jwt.split('.')) expect(text).not.toContain(part)
})

test('an unreadable row is reported in single reads, too', async () => {
  const { tokens } = createApiClient({ ...to, ...createFakeFetch(() => new Response(json([row('a'), { nme: 'b' }]))) })
  let heard = 0
  await tokens.read(new Set(['b']), { onUnreadable: () => (heard += 1) })
  expect(heard).toBe(1)
})

test('a reading that is left ends with the reason, and the transfer ends there too', async () => {
  let ended = () => {}
  const over = new Promise<void>((resolve) => (ended = resolve))
  const leaving = new AbortController()
  const fetch = async (_: string, { signal }: RequestInit) => {
    signal?.addEventListener('abort', () => ended())
    return stalledResponse(json([row('a')]).slice(0, -2))
  }
  const cancelledClient = createApiClient({ ...to, fetch })
    .tokens.list({ signal: leaving.signal })
    .catch((error: unknown) => error)
  setTimeout(() => leaving.abort('left'), 20)
  expect(await cancelledClient).toBe('left')
  await over
})

/** A list of many parts. */
const long = () => {
  const text = json(Array.from({ length: 9000 }, (_, index) => row(`token-${index}`)))
  return Array.from({ length: 50 }, (_, piece) =>
    text.slice((piece * text.length) / 50, ((piece + 1) * text.length) / 50),
  )
}

test('a list is read on when what has arrived is shown', async () => {
  const rest = long()
  const pull = (body: ReadableStreamDefaultController<Uint8Array>) => {
    const piece = rest.shift()
    if (piece === undefined) body.close()
    else body.enqueue(new TextEncoder().encode(piece))
  }
  const { fetch } = createFakeFetch(() => new Response(new ReadableStream({ pull }, { highWaterMark: 0 })))
  let show = () => {}
  const partShown = new Promise<void>((resolve) => (show = resolve))
  const parts: number[] = []
  const onPart = ({ count }: { count: number }) => {
    parts.push(count)
    return parts.length === 1 ? partShown : undefined
  }
  const list = createApiClient({ ...to, fetch }).tokens.list({ onPart })
  await expect.poll(() => parts.length).toBe(1)
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(parts).toHaveLength(1)
  expect(rest.length).toBeGreaterThan(25)
  show()
  expect((await list).count).toBe(9000)
  expect(parts.length).toBeGreaterThan(1)
})

test('one that is left while the page shows what has arrived ends there', async () => {
  const { fetch } = createFakeFetch(() => streamedResponse(long()))
  const leaving = new AbortController()
  const parts: number[] = []
  let show = () => {}
  const partShown = new Promise<void>((resolve) => (show = resolve))
  const onPart = ({ count }: { count: number }) => (parts.push(count), partShown)
  const cancelledClient = createApiClient({ ...to, fetch })
    .tokens.list({ signal: leaving.signal, onPart })
    .catch((error: unknown) => error)
  await expect.poll(() => parts.length).toBe(1)
  leaving.abort('left')
  show()
  expect(await cancelledClient).toBe('left')
  expect(parts).toHaveLength(1)
})

test('clicks and keys get in between the parts of a long list', async () => {
  const { tokens } = createApiClient({ ...to, ...createFakeFetch(() => new Response(long().join(''))) })
  let turns = 0
  const timer = setInterval(() => (turns += 1))
  await tokens.list()
  clearInterval(timer)
  expect(turns).toBeGreaterThan(1)
})

test('calls under way at once do not get each other’s rows', async () => {
  const { fetch } = createFakeFetch(({ path }) =>
    path === '/_/user'
      ? Response.json([{ email: 'u', admin: 1, active: 1 }])
      : streamedResponse([`[${JSON.stringify(row('a'))},`, `${JSON.stringify(row('b'))}]`]),
  )
  const { tokens, users } = createApiClient({ ...to, fetch })
  const [all, people, b] = await Promise.all([tokens.list(), users.list(), tokens.read(new Set(['b']))])
  expect([all.count, people.count, people.at(0).email, [...b.keys()]]).toEqual([2, 1, 'u', ['b']])
})
