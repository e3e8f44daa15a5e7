import { expect, test } from 'vitest'
import { connect } from '#contract/client.ts'
import { createTokenSaving } from './token-saving.ts'
import { createTurns } from './turns.ts'

const row = { name: 'a', active: true, write: false, expiration_date: 1_900_000_000_000, created_at: 1, updated_at: 1 }

/** A service whose list is whatever `rows` holds; every write is answered 200. */
function world(rows: unknown[]) {
  const sent: string[] = []
  const service = connect({
    origin: 'http://service.test/',
    bearer: 'b',
    fetch: async (_url, { method = 'GET', body }) => {
      if (method === 'GET') return Response.json(rows)
      sent.push(method)
      if (method === 'DELETE') rows.splice(0, 1, null)
      if (method === 'POST' && typeof body === 'string') rows.push({ ...row, ...(JSON.parse(body) as object) })
      return new Response(null)
    },
  })
  const { signal } = new AbortController()
  const tokens = createTokenSaving(service.tokens, { turns: createTurns(), now: Date.now, signal }, () => ({
    unit: 'milliseconds',
    learned: true,
  }))
  const seen = async () => ({ row: (await service.tokens.list()).at(0), beganAt: Date.now() })
  return { service, tokens, seen, sent, rows }
}

test('a row that became unreadable is not called deleted, and no save is sent over it', async () => {
  const { tokens, seen, sent, rows } = world([row])
  const was = await seen()
  rows.splice(0, 1, { nom: 'a' })
  expect(await tokens.save(was, { active: false })).toMatchObject({
    is: 'refused',
    problem: { kind: 'perhaps-unreadable' },
  })
  expect(sent).toEqual([])
})

test('a deletion after which a row cannot be read is not verified', async () => {
  const { tokens, seen } = world([row])
  expect(await tokens.remove(await seen())).toMatchObject({ is: 'not-verified', why: { kind: 'perhaps-unreadable' } })
})

test('unreadable rows do not prevent creating another one', async () => {
  const { tokens, sent } = world([null])
  const created = tokens.create({ name: 'b', active: true, write: false, expiration_date: { at: 1_900_000_000_000 } })
  expect(await created).toMatchObject({ is: 'as-asked', row: { name: 'b' } })
  expect(sent).toEqual(['POST'])
})
