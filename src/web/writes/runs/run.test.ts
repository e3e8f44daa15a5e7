import { expect, test, vi } from 'vitest'
import { named, runWorld } from '#web/testing/run-world.ts'
import type { PlannedItem } from './run-state.ts'
import { continueRun, performMany, undoable, undoRun } from './perform-many.ts'

const isOff = { active: false }

test('a run asks once, does every row, and gives each the verdict of a single act', async () => {
  const world = await runWorld({ tokens: named(12) })
  const tab = world.tab()
  const { asked } = tab.agree()
  await performMany(tab.page, 'tokens', 'deactivate', await tab.rows('tokens'))
  const state = await tab.ended()
  expect(asked).toHaveLength(1)
  expect(state).toMatchObject({ title: '12 tokens deactivated', stopped: undefined, counts: { done: 12, failed: 0 } })
  expect((await tab.rows('tokens')).map(({ row }) => row)).toEqual(Array(12).fill(expect.objectContaining(isOff)))
  expect(tab.session.outcomes.get()).toHaveLength(12)
  expect(world.arrived.filter((request) => request !== 'GET')).toHaveLength(12)
})

test('rows that an act does not apply to are left out and named', async () => {
  const world = await runWorld({ tokens: named(3) })
  await world.trial.call('PUT', '/_/token', { name: 't0001', active: false, write: false, expiration_date: 1 })
  const tab = world.tab()
  const { asked } = tab.agree()
  await performMany(tab.page, 'tokens', 'deactivate', await tab.rows('tokens'))
  const { counts, items } = await tab.ended()
  expect(asked).toMatchObject([
    { many: { names: ['t0000', 't0002'], leftOut: [{ name: 't0001', says: 'already inactive' }] } },
  ])
  expect(counts).toMatchObject({ done: 2, 'left-out': 1 })
  expect(items.find(({ name }) => name === 't0001')).toMatchObject({ state: 'left-out', says: 'already inactive' })
})

test('the number is typed before ten tokens are deleted, not before nine', async () => {
  const world = await runWorld({ tokens: named(10) })
  const tab = world.tab()
  const rows = await tab.rows('tokens')
  for (const [count, typed] of [
    [9, undefined],
    [10, { what: 'count', names: ['10'] }],
  ] as const) {
    const asking = performMany(tab.page, 'tokens', 'delete', rows.slice(0, count))
    const dialog = await vi.waitFor(() => tab.session.dialogs.get()[0] ?? Promise.reject(new Error('none')))
    expect(dialog.is === 'question' && dialog.asks({}).typed).toEqual(typed)
    dialog.onAnswer(undefined)
    await asking
  }
  expect(world.arrived.filter((request) => request !== 'GET')).toEqual([])
})

test('it never has more than four items under way, and cancelling starts no further one', async () => {
  const world = await runWorld({ tokens: named(40) })
  let most = 0
  const tab = world.tab({
    latency: 4,
    async meets({ method }, through) {
      most = Math.max(most, tab.session.runs.get()?.get().counts.running ?? 0)
      if (method === 'PUT' && world.arrived.filter((request) => request.startsWith('PUT')).length === 8)
        tab.run().cancel()
      return through()
    },
  })
  tab.agree()
  await performMany(tab.page, 'tokens', 'deactivate', await tab.rows('tokens'))
  const { counts, stopped } = await tab.ended()
  expect(most).toBe(4)
  expect(stopped).toBe('cancelled')
  expect(counts.done + counts['not-started']).toBe(40)
  expect(counts.done).toBeLessThan(16)
})

test('five failures in a row stop it, and it says which were not started', async () => {
  const world = await runWorld({ tokens: named(30) })
  const tab = world.tab({
    meets: ({ method }, through) =>
      method === 'PUT' ? Promise.resolve(new Response('{"error":"no"}', { status: 500 })) : through(),
  })
  tab.agree()
  await performMany(tab.page, 'tokens', 'deactivate', await tab.rows('tokens'))
  const { counts, stopped, items } = await tab.ended()
  expect(stopped).toBe('failures')
  expect(counts.unknown + counts.failed).toBeLessThanOrEqual(8)
  expect(items.filter(({ state }) => state === 'not-started')).toHaveLength(counts['not-started'])
  expect(counts['not-started']).toBeGreaterThanOrEqual(22)
})

test('a service that asks to wait is left alone until then, and nothing fails', async () => {
  const world = await runWorld({ tokens: named(6) })
  let isBusy = true
  const tab = world.tab({
    meets({ method }, through) {
      if (method !== 'PUT' || !isBusy) return through()
      isBusy = false
      return Promise.resolve(new Response('', { status: 429, headers: { 'retry-after': '1' } }))
    },
  })
  tab.agree()
  const waits: (number | undefined)[] = []
  await performMany(tab.page, 'tokens', 'deactivate', await tab.rows('tokens'))
  tab.run().subscribe(() => waits.push(tab.run().get().pausedUntil))
  const { counts } = await tab.ended()
  expect(counts).toMatchObject({ done: 6, failed: 0 })
  expect(waits.some((until) => until !== undefined)).toBe(true)
})

test('the end of the session stops it: what was not sent is not started', async () => {
  const world = await runWorld({ tokens: named(30) })
  const tab = world.tab({
    latency: 4,
    meets(_, through) {
      if (world.arrived.filter((request) => request.startsWith('PUT')).length === 6) tab.end.abort()
      return through()
    },
  })
  tab.agree()
  await performMany(tab.page, 'tokens', 'deactivate', await tab.rows('tokens'))
  const { counts, stopped } = await tab.ended()
  expect(stopped).toBe('signed-out')
  expect(counts.waiting + counts.running).toBe(0)
  expect(counts['not-started']).toBeGreaterThanOrEqual(20)
})

test('a row that somebody else changed since is not overwritten, and the report says so', async () => {
  const world = await runWorld({ tokens: named(8) })
  const tab = world.tab()
  tab.agree()
  const rows = await tab.rows('tokens')
  await world.trial.call('PUT', '/_/token', { name: 't0003', active: true, write: true, expiration_date: 1 })
  await performMany(tab.page, 'tokens', 'delete', rows)
  const { counts, items } = await tab.ended()
  expect(counts).toMatchObject({ done: 7, failed: 1 })
  expect(items[3]).toMatchObject({ state: 'failed', says: expect.stringMatching(/^Changed since/), mayTryAgain: false })
  expect(world.arrived).not.toContain('DELETE t0003')
})

test('what failed is sent again on request, and what was not started is done after another question', async () => {
  const world = await runWorld({ tokens: named(4) })
  let isBroken = true
  const tab = world.tab({
    meets: ({ method, body }, through) =>
      isBroken && method === 'PUT' && (body as { name: string }).name === 't0002'
        ? Promise.resolve(new Response('{"error":"locked"}', { status: 409 }))
        : through(),
  })
  tab.agree()
  await performMany(tab.page, 'tokens', 'deactivate', await tab.rows('tokens'))
  expect((await tab.ended()).counts).toMatchObject({ done: 3, failed: 1 })
  isBroken = false
  await continueRun(tab.page, tab.run(), 'failed')
  expect((await tab.ended()).counts).toMatchObject({ done: 4, failed: 0 })
})

test('before values are replaced, a new expiry is asked for once, for the tokens whose own has passed', async () => {
  const world = await runWorld({ tokens: named(3) })
  await world.trial.call('PUT', '/_/token', { name: 't0001', active: true, write: false, expiration_date: 1 })
  const created: unknown[] = []
  const tab = world.tab({
    meets({ method, body }, through) {
      if (method === 'POST') created.push(body)
      return through()
    },
  })
  const { asked } = tab.agree({ date: { at: 1_900_000_000_000 } })
  const rows = await tab.rows('tokens')
  await performMany(tab.page, 'tokens', 'replace', rows)
  expect((await tab.ended()).counts).toMatchObject({ done: 3, 'left-out': 0 })
  expect(asked.map((dialog) => dialog.is === 'question' && dialog.asks({}).needsDate)).toEqual([
    'The stored expiry of 1 token has passed or can’t be read. The new value gets another.',
  ])
  const dated = (name: string, expiration_date: number) => expect.objectContaining({ name, expiration_date }) as object
  const { expiration_date: kept } = rows[0]!.row as { expiration_date?: unknown }
  expect(created).toContainEqual(dated('t0001', 1_900_000_000_000))
  expect(created).toContainEqual(dated('t0000', Number(kept)))
})

test('tokens created within the last hour are named and keep their values, unless that is ticked', async () => {
  const world = await runWorld({ tokens: named(3) })
  await world.trial.call('POST', '/_/token', { name: 'new', expiration_date: 1_900_000_000_000 })
  const tab = world.tab()
  const { asked } = tab.agree()
  await performMany(tab.page, 'tokens', 'replace', await tab.rows('tokens'))
  const { items } = await tab.ended()
  expect(items.filter(({ state }) => state === 'left-out')).toMatchObject([
    { name: 'new', says: 'created within the last hour' },
  ])
  expect(items.filter(({ state }) => state === 'done')).toHaveLength(3)
  const [question] = asked
  const drawn = (ticks: Readonly<Record<string, boolean>>) => question?.is === 'question' && question.asks(ticks)
  expect(drawn({})).toMatchObject({
    title: 'Replace the values of 3 tokens?',
    sentences: expect.arrayContaining(['Keep this tab open until you have copied them.']) as string[],
  })
  expect(drawn({ optional: true })).toMatchObject({ title: 'Replace the values of 4 tokens?', leftOut: [] })
})

test('while no row shows the unit of moments, the first token is created alone, and the others in the unit that it shows', async () => {
  const world = await runWorld({ readings: 'query-server,users-list=absent' })
  const dates: unknown[] = []
  let most = 0
  const tab = world.tab({
    latency: 2,
    meets({ method, body }, through) {
      if (method === 'POST') dates.push((body as { expiration_date: number }).expiration_date)
      if (dates.length === 1) most = Math.max(most, tab.run().get().counts.running)
      return through()
    },
  })
  await tab.rows('tokens')
  const items = named(5).map((name): PlannedItem => {
    const expiration_date = { at: 1_900_000_000_000 }
    const draft = { name, active: true, write: false, expiration_date }
    return { write: { act: 'create', name, change: draft, send: ({ tokens }) => tokens.create(draft) } }
  })
  const words = { doing: 'Importing #', done: '# imported' }
  await tab.session.runs.start(tab.page, { resource: 'tokens', words, items, leftOut: [] })
  const state = await tab.ended()
  expect(dates).toEqual([1_900_000_000_000, ...Array<number>(4).fill(1_900_000_000)])
  expect(most).toBe(1)
  expect(state.counts).toMatchObject({ done: 4, failed: 1 })
  expect(state.items[0]?.says).toMatch(/^Saved with differences/)
})

test('a run can be undone by another run', async () => {
  const world = await runWorld({ tokens: named(5) })
  const tab = world.tab()
  tab.session.updates.answered({ effect: 'keeps', at: 1 })
  tab.agree()
  await performMany(tab.page, 'tokens', 'deactivate', await tab.rows('tokens'))
  const state = await tab.ended()
  expect(undoable(tab.page, state)).toHaveLength(5)
  await undoRun(tab.page, tab.run())
  expect(await tab.ended()).toMatchObject({ title: 'Changes to 5 tokens undone', counts: { done: 5 } })
  expect((await tab.rows('tokens')).map(({ row }) => row)).toEqual(
    Array(5).fill(expect.objectContaining({ active: true })),
  )
})

test('a run says itself that it begins and ends: its items announce nothing', async () => {
  const world = await runWorld({ tokens: named(9) })
  const tab = world.tab()
  tab.agree()
  const spoken = new Set<string>()
  tab.session.announcer.spoken.subscribe(() => spoken.add(tab.session.announcer.spoken.get().polite))
  await performMany(tab.page, 'tokens', 'delete', await tab.rows('tokens'))
  await tab.ended()
  expect([...spoken]).toEqual(['Deleting 9 tokens.', '9 tokens deleted.'])
  expect(tab.session.toasts.get()).toBeUndefined()
})
