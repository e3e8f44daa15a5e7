import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { PRESETS } from '#reference-service/readings.ts'
import type { Trial } from '#reference-service/testing/trial.ts'
import { isDeep } from '#api/testing/full-length.ts'
import { trueToken } from '#api/testing/oracle.ts'
import { outcomeLabel } from '#api/testing/stored-rows.ts'
import { shortenTimers, timedTrial, type TimedTrial, type TrialConnection } from '#api/testing/test-service.ts'
import type { TokenOutcome } from './writers.ts'

const full = isDeep()
const readings = PRESETS['query-server']
const far = 4_102_444_800
const log: string[] = []
let open: TimedTrial | undefined

beforeAll(shortenTimers)
afterAll(() => {
  vi.unstubAllGlobals()
  console.log(log.join('\n'))
})

async function setUp(way: TrialConnection = {}) {
  open?.close()
  const timed = (open = await timedTrial(readings, way))
  const browser = timed.browser()
  const make = async (expiration_date?: number) => {
    await timed.trial.call('POST', '/_/token', { name: 'a', write: false, expiration_date })
    timed.pass(2500)
  }
  return {
    ...timed,
    ...browser,
    ...browser.write.tokens,
    make,
    truth: () => trueToken(timed.trial, readings, 'a'),
    usable: () => timed.trial.usable(timed.trial.valueOf('a')),
  }
}

const ways = [0, 80, 300]
  .flatMap((latency) =>
    [0, 0.4, -0.4, 5, -5, 3600, -3600].flatMap((seconds) =>
      [true, false].map((hasDate): TrialConnection => ({
        latencyMs: latency,
        clockAheadMs: seconds * 1000 + 17,
        hasDateHeader: hasDate,
      })),
    ),
  )
  .filter((_, index) => full || index % 5 === 0)
const tried = (counts: Map<number, number>) =>
  [...counts]
    .toSorted(([a], [b]) => a - b)
    .map(([tries, times]) => `${tries}: ${times}×`)
    .join(', ')

/** None: the save itself fell into the second of the update before it. */
function count(counts: Map<number, number>, outcome: TokenOutcome | undefined) {
  const tries = outcome?.sideEffect?.type === 'repaired' ? outcome.sideEffect.attempts : 0
  counts.set(tries, (counts.get(tries) ?? 0) + 1)
}

describe.each([
  ['a dated token', far],
  ['a token that never expires', undefined],
])('%s', (what, expiration_date) => {
  test('has a working value after a save with repair, at any latency and clock difference', async () => {
    const counts = new Map<number, number>()
    for (const way of ways) {
      const { make, snapshotOf, repair, truth, usable, pass } = await setUp(way)
      await make(expiration_date)
      for (const write of [true, false]) {
        pass(1000 + ((ways.indexOf(way) * 137) % 1000))
        const outcome = await repair(await snapshotOf('a'), { write })
        expect(outcome, JSON.stringify(way)).toMatchObject({
          delivery: 'accepted',
          readBack: { status: 'matches' },
          valueChange: 'changed',
        })
        expect(await usable(), JSON.stringify(way)).toBe(true)
        expect(truth()).toMatchObject({ write, never: expiration_date === undefined })
        count(counts, outcome)
      }
    }
    log.push(
      `tries per repair, ${what}, ${ways.length} of 3 latencies × 7 clock differences × Date or none: ${tried(counts)}`,
    )
  })

  test(`is usable after each of ${full ? 100 : 10} switches with repair`, async () => {
    const counts = new Map<number, number>()
    const { make, snapshotOf, repair, truth, usable, pass } = await setUp({ latencyMs: 80, clockAheadMs: -1234 })
    await make(expiration_date)
    for (let turn = 0; turn < (full ? 100 : 10); turn += 1) {
      pass(1000 + ((turn * 379) % 1000))
      const active = turn % 2 === 1
      const outcome = await repair(await snapshotOf('a'), { active })
      expect(outcome).toMatchObject({ delivery: 'accepted', readBack: { status: 'matches' }, valueChange: 'changed' })
      expect(truth()).toMatchObject({ active, never: expiration_date === undefined })
      expect(await usable()).toBe(active)
      count(counts, outcome)
    }
    log.push(`tries per repair, ${what}, ${full ? 100 : 10} switches at 80 ms: ${tried(counts)}`)
  })

  test('broken by somebody else is repaired as stored', async () => {
    const { make, snapshotOf, repair, truth, usable, trial } = await setUp({ latencyMs: 80, clockAheadMs: 400 })
    await make(expiration_date)
    await trial.call('PUT', '/_/token', { name: 'a', write: true })
    expect(await usable()).toBe(false)
    expect(await repair(await snapshotOf('a'), {})).toMatchObject({
      delivery: 'accepted',
      readBack: { status: 'matches' },
      valueChange: 'changed',
    })
    expect(truth()).toMatchObject({ write: true, active: true, never: expiration_date === undefined })
    expect(await usable()).toBe(true)
  })
})

test('a value that agrees with its row is not sent again', async () => {
  const { make, snapshotOf, repair, requests } = await setUp()
  await make(far)
  expect(outcomeLabel(await repair(await snapshotOf('a'), {}))).toBe('no-change')
  expect(requests).not.toContain('PUT /_/token')
})

test('what a repair left is no change by somebody else for the next write, however old the row that it saw', async () => {
  const { make, snapshotOf, repair, write } = await setUp()
  await make(far)
  const before = await snapshotOf('a')
  await repair(before, { write: true })
  const [outcome] = await write([{ operation: 'update', snapshot: before, change: { active: false } }])
  expect(outcome).toMatchObject({
    delivery: 'accepted',
    readBack: { status: 'matches', row: { active: false, write: true } },
  })
})

test('a row that a stranger changed meanwhile is not repaired over, one that is gone neither', async () => {
  const { make, snapshotOf, repair, requests, trial, pass } = await setUp()
  await make(far)
  const before = await snapshotOf('a')
  await trial.call('PUT', '/_/token', { name: 'a', active: false })
  expect(await repair(before, {})).toMatchObject({ blockedBy: 'conflict', readBack: { row: { active: false } } })
  await trial.call('DELETE', '/_/token', { name: 'a' })
  pass(2500)
  expect(outcomeLabel(await repair(before, {}))).toBe('not-found')
  expect(requests).not.toContain('PUT /_/token')
})

test('a service that updates slower than once a second is given up after five tries, and the outcome says so', async () => {
  const { make, snapshotOf, repair, usable, requests } = await setUp({ latencyMs: 1500 })
  await make(far)
  expect(await repair(await snapshotOf('a'), { write: true })).toMatchObject({
    delivery: 'accepted',
    readBack: { status: 'matches', row: { write: true } },
    valueChange: 'changed',
    sideEffect: { type: 'repair-failed', attempts: 5 },
  })
  expect(requests.filter((request) => request === 'PUT /_/token')).toHaveLength(11)
  expect(await usable()).toBe(false)
})

/** A second writer who writes right after so many updates, and so many lists that were read after them. */
const stranger =
  (updates: number, act: (trial: Trial) => Promise<unknown>, { lists = 1 } = {}): NonNullable<TrialConnection['lie']> =>
  (ask, trial) => {
    let sentCount = 0
    let due = lists
    return async (url, init) => {
      if (init.method === 'PUT') sentCount += 1
      const answer = await ask(url, init)
      if (init.method === 'GET' && sentCount === updates) due -= 1
      if (sentCount === updates && due === 0) {
        due = -1
        await act(trial)
      }
      return answer
    }
  }

type TokenRow = { active: boolean; write: boolean; expiration_date?: number }

describe('between two tries', () => {
  const put = (change: object) => (trial: Trial) => trial.call('PUT', '/_/token', { name: 'a', ...change })

  test.each([
    ['a switch, after the save', 1, { active: false }, ['active']],
    ['a switch, after the first try', 3, { active: false }, ['active']],
    ['another date, after the third try', 7, { expiration_date: far + 7 }, ['expiration_date']],
    ['a switch and a date, after the second try', 5, { write: false, expiration_date: far }, ['write']],
  ])('what somebody else changed is left alone: %s', async (_, updates, change, fields) => {
    const { make, snapshotOf, repair, truth, requests } = await setUp({
      latencyMs: 1500,
      lie: stranger(updates, put(change)),
    })
    await make(updates === 1 ? undefined : far)
    const ended = await repair(await snapshotOf('a'), { write: true })
    const { expiration_date, ...flags }: TokenRow = { active: true, write: true, ...change }
    expect(ended).toMatchObject({
      delivery: 'accepted',
      readBack: { status: 'differs', fields: expect.arrayContaining(fields) as string[], row: flags },
      valueChange: 'changed',
      sideEffect: { type: 'repair-failed' },
    })
    expect(truth()).toMatchObject({ ...flags, ...(expiration_date && { expires: expiration_date }) })
    expect(requests.filter((request) => request === 'PUT /_/token')).toHaveLength(updates)
  })

  test('what somebody else changed right after a try is not overwritten by the next', async () => {
    const { make, snapshotOf, repair, truth, requests } = await setUp({
      latencyMs: 1500,
      lie: stranger(5, put({ active: false }), { lists: 0 }),
    })
    await make(far)
    expect(await repair(await snapshotOf('a'), { write: true })).toMatchObject({
      delivery: 'accepted',
      readBack: { status: 'differs', fields: ['active'], unrequestedFields: ['active'] },
      valueChange: 'changed',
    })
    expect(truth()?.active).toBe(false)
    expect(requests.filter((request) => request === 'PUT /_/token')).toHaveLength(5)
  })

  test('what somebody else changed right after the first try of a repair is not said to be the service’s doing', async () => {
    const lie = stranger(2, put({ active: false }), { lists: 0 })
    const { make, snapshotOf, repair, trial, pass } = await setUp({ latencyMs: 0, lie })
    await make(far)
    await trial.call('PUT', '/_/token', { name: 'a', write: true })
    pass(2500)
    expect(await repair(await snapshotOf('a'), {})).toMatchObject({
      delivery: 'accepted',
      readBack: { status: 'differs', unrequestedFields: ['active'] },
    })
  })

  test('a service that stores a date otherwise is not taken for somebody else', async () => {
    let shift = 0
    const { repair, snapshotOf, make } = await setUp({
      lie: (ask) => async (url, init) => {
        const body = typeof init.body === 'string' ? (JSON.parse(init.body) as Record<string, unknown>) : {}
        const other = { ...body, expiration_date: far + (shift += 7) }
        return ask(url, init.method === 'PUT' ? { ...init, body: JSON.stringify(other) } : init)
      },
    })
    await make(far)
    expect(await repair(await snapshotOf('a'), { write: true })).toMatchObject({
      delivery: 'accepted',
      readBack: { status: 'differs', fields: ['expiration_date'] },
    })
  })

  test('somebody else who deletes it ends the repair', async () => {
    const remove = (trial: Trial) => trial.call('DELETE', '/_/token', { name: 'a' })
    const { make, snapshotOf, repair, truth } = await setUp({ latencyMs: 1500, lie: stranger(3, remove) })
    await make(far)
    const ended = await repair(await snapshotOf('a'), { write: true })
    expect(ended).toMatchObject({ delivery: 'accepted', readBack: { status: 'differs', fields: ['name'] } })
    expect(ended?.readBack).not.toHaveProperty('row')
    expect(truth()).toBeUndefined()
  })

  test('a value that somebody else repaired is not replaced', async () => {
    const repaired = async (trial: Trial) => {
      await put({})(trial)
      await put({})(trial)
    }
    const { make, snapshotOf, repair, truth, usable, requests } = await setUp({
      latencyMs: 1500,
      lie: stranger(3, repaired),
    })
    await make(far)
    expect(await repair(await snapshotOf('a'), { write: true })).toMatchObject({
      delivery: 'accepted',
      readBack: { status: 'matches' },
      valueChange: 'changed',
    })
    expect(truth()).toMatchObject({ write: true, active: true })
    expect(await usable()).toBe(true)
    expect(requests.filter((request) => request === 'PUT /_/token')).toHaveLength(3)
  })
})

describe('a repair that fails', () => {
  const lose =
    (nth: number, how: 'before' | 'after', method = 'PUT'): NonNullable<TrialConnection['lie']> =>
    (ask) => {
      let count = 0
      return async (url, init) => {
        if (init.method !== method || (count += 1) !== nth) return ask(url, init)
        if (how === 'after') await ask(url, init)
        throw new TypeError('fetch failed')
      }
    }

  test.each<[string, NonNullable<TrialConnection['lie']>, string]>([
    ['at its first request', lose(1, 'before'), 'unknown'],
    ['at its second one, which arrived', lose(2, 'after'), 'accepted'],
    ['at its read back', lose(3, 'before', 'GET'), 'accepted'],
  ])('%s is called repaired only where the row shows it', async (_, lie, delivery) => {
    const { make, snapshotOf, repair, trial, usable, pass } = await setUp({ lie })
    await make(far)
    await trial.call('PUT', '/_/token', { name: 'a', write: true })
    pass(2500)
    const outcome = await repair(await snapshotOf('a'), {})
    expect(outcome?.delivery).toBe(delivery)
    const isSaved = outcome?.delivery === 'accepted' && outcome.readBack.status === 'matches'
    expect(isSaved).toBe(await usable())
  })

  test('after a save leaves the save standing', async () => {
    const { make, snapshotOf, repair, truth } = await setUp({ lie: lose(2, 'before') })
    await make(far)
    expect(await repair(await snapshotOf('a'), { write: true })).toMatchObject({
      delivery: 'accepted',
      readBack: { status: 'matches', row: { write: true } },
      sideEffect: { type: 'repair-failed' },
      valueChange: 'unknown',
    })
    expect(truth()?.write).toBe(true)
  })

  test('is not begun, or not tried again, when the job may not go on; the save stands', async () => {
    for (const allowed of [0, 2]) {
      const { make, snapshotOf, repair, requests } = await setUp({ latencyMs: 1500 })
      await make(far)
      let questions = 0
      const outcome = await repair(
        await snapshotOf('a'),
        { write: true },
        { shouldContinue: () => questions++ < allowed },
      )
      const puts = requests.filter((request) => request === 'PUT /_/token').length
      expect([outcomeLabel(outcome), puts]).toEqual(allowed === 0 ? ['not started', 0] : ['accepted matches', 1])
      if (allowed > 0) expect(outcome).toMatchObject({ sideEffect: { type: 'repair-failed', attempts: 0 } })
    }
  })
})
