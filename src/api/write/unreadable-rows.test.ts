import { expect, test } from 'vitest'
import { createApiClient } from '#api/client/client.ts'
import { outcomeLabel } from '#api/testing/stored-rows.ts'
import { createTokenWriter } from './writers.ts'
import { createKeyedQueue } from './keyed-queue.ts'

const row = { name: 'a', active: true, write: false, expiration_date: 1_900_000_000_000, created_at: 1, updated_at: 1 }

/** A service whose list is whatever `rows` holds; every write is answered 200. */
function setUp(rows: unknown[]) {
  const bodies: string[] = []
  const service = createApiClient({
    origin: 'http://service.test/',
    bearer: 'b',
    fetch: async (_url, { method = 'GET', body }) => {
      if (method === 'GET') return Response.json(rows)
      bodies.push(method)
      if (method === 'DELETE') rows.splice(0, 1, null)
      if (method === 'POST' && typeof body === 'string') rows.push({ ...row, ...(JSON.parse(body) as object) })
      return new Response(null)
    },
  })
  const { signal } = new AbortController()
  const writer = createTokenWriter(
    service.tokens,
    { turns: createKeyedQueue(), now: Date.now, signal },
    () => 'milliseconds',
  )
  const snapshotOfFirst = async () => ({ row: (await service.tokens.list()).at(0), readStartedAt: Date.now() })
  return { ...writer, snapshotOf: snapshotOfFirst, bodies, rows }
}

test('a row that became unreadable is not called deleted, and nothing is sent over it', async () => {
  const { write, repair, replace, snapshotOf: snapshotOfFirst, bodies, rows } = setUp([row])
  const was = await snapshotOfFirst()
  rows.splice(0, 1, { nom: 'a' })
  const acts = [
    write([{ operation: 'update', snapshot: was, change: { active: false } }]),
    write([{ operation: 'delete', snapshot: was }]),
    repair(was, {}),
    replace(was, {}),
  ]
  for (const outcome of (await Promise.all(acts)).flat())
    expect(outcome).toMatchObject({
      delivery: 'not-sent',
      blockedBy: 'read-failed',
      problem: { kind: 'perhaps-unreadable' },
    })
  expect(bodies).toEqual([])
})

test('a deletion after which a row cannot be read is not confirmed', async () => {
  const { write, snapshotOf: snapshotOfFirst } = setUp([row])
  expect(await write([{ operation: 'delete', snapshot: await snapshotOfFirst() }])).toMatchObject([
    { delivery: 'accepted', readBack: { status: 'unavailable', reason: { kind: 'perhaps-unreadable' } } },
  ])
})

test('unreadable rows do not prevent creating another one', async () => {
  const { write, bodies } = setUp([null])
  const draft = { name: 'b', active: true, write: false, expiration_date: { at: 1_900_000_000_000 } }
  const [outcome] = await write([{ operation: 'create', draft }])
  expect(outcomeLabel(outcome)).toBe('accepted matches')
  expect(bodies).toEqual(['POST'])
})
