import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { PRESETS } from '#reference/readings.ts'
import type { Trial } from '#reference/testing/trial.ts'
import { isDeep } from '#contract/testing/deep.ts'
import { trueToken } from '#contract/testing/oracle.ts'
import type { Token } from '#contract/token.ts'
import { hurry, timedTrial, type TimedTrial, type Way } from '#contract/testing/trial.ts'
import type { Verdict } from './verdict.ts'

const full = isDeep()
const readings = PRESETS['query-server']
const far = 4_102_444_800
const log: string[] = []
let open: TimedTrial | undefined

beforeAll(hurry)
afterAll(() => {
  vi.unstubAllGlobals()
  console.log(log.join('\n'))
})

async function world(way: Way = {}) {
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
    make,
    truth: () => trueToken(timed.trial, readings, 'a'),
    usable: () => timed.trial.usable(timed.trial.valueOf('a')),
  }
}

const ways = [0, 80, 300].flatMap((latency) =>
  [0, 0.4, -0.4, 5, -5, 3600, -3600].flatMap((seconds) =>
    [true, false].map((dated): Way => ({ latency, ahead: seconds * 1000 + 17, dated })),
  ),
)
const tried = (counts: Map<number, number>) =>
  [...counts]
    .toSorted(([a], [b]) => a - b)
    .map(([tries, times]) => `${tries}: ${times}×`)
    .join(', ')

/** None: the save itself fell into the second of the update before it. */
function count(counts: Map<number, number>, verdict: Verdict<Token>) {
  const tries = verdict.is === 'as-asked' && verdict.also?.did === 'repaired' ? verdict.also.tries : 0
  counts.set(tries, (counts.get(tries) ?? 0) + 1)
}

describe.each([
  ['a dated token', far],
  ['a token that never expires', undefined],
])('%s', (what, expiration_date) => {
  test('has a working value after a save with repair, at any latency and clock difference', async () => {
    const counts = new Map<number, number>()
    for (const way of ways) {
      const { make, seen, tokens, truth, usable, pass } = await world(way)
      await make(expiration_date)
      for (const write of [true, false]) {
        pass(1000 + ((ways.indexOf(way) * 137) % 1000))
        const verdict = await tokens.save(await seen('a'), { write }, { repair: true })
        expect(verdict, JSON.stringify(way)).toMatchObject({ is: 'as-asked', valueOutcome: 'new' })
        expect(await usable(), JSON.stringify(way)).toBe(true)
        expect(truth()).toMatchObject({ write, never: expiration_date === undefined })
        count(counts, verdict)
      }
    }
    log.push(`tries per repair, ${what}, 3 latencies × 7 clock differences × Date or none: ${tried(counts)}`)
  })

  test(`is usable after each of ${full ? 100 : 10} switches with repair`, async () => {
    const counts = new Map<number, number>()
    const { make, seen, tokens, truth, usable, pass } = await world({ latency: 80, ahead: -1234 })
    await make(expiration_date)
    for (let turn = 0; turn < (full ? 100 : 10); turn += 1) {
      pass(1000 + ((turn * 379) % 1000))
      const active = turn % 2 === 1
      const verdict = await tokens.save(await seen('a'), { active }, { repair: true })
      expect(verdict).toMatchObject({ is: 'as-asked', valueOutcome: 'new' })
      expect(truth()).toMatchObject({ active, never: expiration_date === undefined })
      expect(await usable()).toBe(active)
      count(counts, verdict)
    }
    log.push(`tries per repair, ${what}, ${full ? 100 : 10} switches at 80 ms: ${tried(counts)}`)
  })

  test('broken by somebody else is repaired as stored', async () => {
    const { make, seen, tokens, truth, usable, trial } = await world({ latency: 80, ahead: 400 })
    await make(expiration_date)
    await trial.call('PUT', '/_/token', { name: 'a', write: true })
    expect(await usable()).toBe(false)
    expect(await tokens.repair(await seen('a'))).toMatchObject({ is: 'as-asked', valueOutcome: 'new' })
    expect(truth()).toMatchObject({ write: true, active: true, never: expiration_date === undefined })
    expect(await usable()).toBe(true)
  })
})

test('a value that agrees with its row is not sent again', async () => {
  const { make, seen, tokens, requests } = await world()
  await make(far)
  expect((await tokens.repair(await seen('a'))).is).toBe('already')
  expect(requests).not.toContain('PUT /_/token')
})

test('a row that a stranger changed meanwhile is not repaired over, one that is gone neither', async () => {
  const { make, seen, tokens, requests, trial, pass } = await world()
  await make(far)
  const before = await seen('a')
  await trial.call('PUT', '/_/token', { name: 'a', active: false })
  expect(await tokens.repair(before)).toMatchObject({ is: 'conflict', row: { active: false } })
  await trial.call('DELETE', '/_/token', { name: 'a' })
  pass(2500)
  expect((await tokens.repair(before)).is).toBe('gone')
  expect(requests).not.toContain('PUT /_/token')
})

test('a service that updates slower than once a second is given up after five tries, and the verdict says so', async () => {
  const { make, seen, tokens, usable, requests } = await world({ latency: 1500 })
  await make(far)
  expect(await tokens.save(await seen('a'), { write: true }, { repair: true })).toMatchObject({
    is: 'as-asked',
    valueOutcome: 'new',
    row: { write: true },
    also: { did: 'not-repaired', tries: 5 },
  })
  expect(requests.filter((request) => request === 'PUT /_/token')).toHaveLength(11)
  expect(await usable()).toBe(false)
})

/** A second writer who acts right after so many updates, and so many lists that were read after them. */
const stranger =
  (updates: number, act: (trial: Trial) => Promise<unknown>, { lists = 1 } = {}): NonNullable<Way['lie']> =>
  (ask, trial) => {
    let sent = 0
    let due = lists
    return async (url, init) => {
      if (init.method === 'PUT') sent += 1
      const answer = await ask(url, init)
      if (init.method === 'GET' && sent === updates) due -= 1
      if (sent === updates && due === 0) {
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
    const { make, seen, tokens, truth, requests } = await world({ latency: 1500, lie: stranger(updates, put(change)) })
    await make(updates === 1 ? undefined : far)
    const ended = await tokens.save(await seen('a'), { write: true }, { repair: true })
    const { expiration_date, ...flags }: TokenRow = { active: true, write: true, ...change }
    expect(ended).toMatchObject({ is: 'conflict', fields, row: flags, during: { valueOutcome: 'new' } })
    expect(truth()).toMatchObject({ ...flags, ...(expiration_date && { expires: BigInt(expiration_date) }) })
    expect(requests.filter((request) => request === 'PUT /_/token')).toHaveLength(updates)
  })

  test('what somebody else changed right after a try is not overwritten by the next', async () => {
    const { make, seen, tokens, truth, requests } = await world({
      latency: 1500,
      lie: stranger(5, put({ active: false }), { lists: 0 }),
    })
    await make(far)
    expect(await tokens.save(await seen('a'), { write: true }, { repair: true })).toMatchObject({
      is: 'conflict',
      fields: ['active'],
      during: { valueOutcome: 'new' },
    })
    expect(truth()?.active).toBe(false)
    expect(requests.filter((request) => request === 'PUT /_/token')).toHaveLength(5)
  })

  test('what somebody else changed right after the first try of a repair is not said to be the service’s doing', async () => {
    const lie = stranger(2, put({ active: false }), { lists: 0 })
    const { make, seen, tokens, trial, pass } = await world({ latency: 0, lie })
    await make(far)
    await trial.call('PUT', '/_/token', { name: 'a', write: true })
    pass(2500)
    expect(await tokens.repair(await seen('a'))).toMatchObject({
      is: 'differently',
      fields: ['active'],
      unasked: ['active'],
    })
  })

  test('a service that stores a date otherwise is not taken for somebody else', async () => {
    let shift = 0
    const { tokens, seen, make } = await world({
      lie: (ask) => async (url, init) => {
        const body = typeof init.body === 'string' ? (JSON.parse(init.body) as Record<string, unknown>) : {}
        const other = { ...body, expiration_date: far + (shift += 7) }
        return ask(url, init.method === 'PUT' ? { ...init, body: JSON.stringify(other) } : init)
      },
    })
    await make(far)
    expect(await tokens.save(await seen('a'), { write: true }, { repair: true })).toMatchObject({
      is: 'differently',
      fields: ['expiration_date'],
    })
  })

  test('somebody else who deletes it ends the repair', async () => {
    const remove = (trial: Trial) => trial.call('DELETE', '/_/token', { name: 'a' })
    const { make, seen, tokens, truth } = await world({ latency: 1500, lie: stranger(3, remove) })
    await make(far)
    expect(await tokens.save(await seen('a'), { write: true }, { repair: true })).toMatchObject({
      is: 'gone',
      during: { valueOutcome: 'unknown' },
    })
    expect(truth()).toBeUndefined()
  })

  test('a value that somebody else repaired is not replaced', async () => {
    const repair = async (trial: Trial) => {
      await put({})(trial)
      await put({})(trial)
    }
    const { make, seen, tokens, truth, usable, requests } = await world({ latency: 1500, lie: stranger(3, repair) })
    await make(far)
    expect(await tokens.save(await seen('a'), { write: true }, { repair: true })).toMatchObject({
      is: 'as-asked',
      valueOutcome: 'new',
    })
    expect(truth()).toMatchObject({ write: true, active: true })
    expect(await usable()).toBe(true)
    expect(requests.filter((request) => request === 'PUT /_/token')).toHaveLength(3)
  })

  test('a repair that has sent nothing yet says that nothing was sent', async () => {
    const { make, seen, tokens, trial, truth, requests } = await world({
      lie: stranger(0, put({ active: false }), { lists: 2 }),
    })
    await make()
    await put({ write: true })(trial)
    const ended = await tokens.repair(await seen('a'))
    expect(ended).toMatchObject({ is: 'conflict', row: { active: false } })
    expect(ended).not.toHaveProperty('during')
    expect(truth()?.active).toBe(false)
    expect(requests).not.toContain('PUT /_/token')
  })
})
