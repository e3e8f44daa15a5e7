import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { PRESETS } from '#reference-service/readings.ts'
import { createTokenWriter } from './writers.ts'
import { shortenTimers, timedTrial, type Browser } from '#api/testing/test-service.ts'
import { createKeyedQueue, delay } from './keyed-queue.ts'

beforeAll(shortenTimers)
afterAll(() => vi.unstubAllGlobals())

const readings = PRESETS['query-server']
const made = { active: true, write: true, expiration_date: 'none' } as const
const swapped = { email: 'u', password: 'p', admin: true, active: false }
const acts: [string, (browser: Browser) => Promise<unknown>][] = [
  ['a save with repair', async ({ write, snapshotOf }) => write.tokens.repair(await snapshotOf('n'), { write: true })],
  ['a repair', async ({ write, snapshotOf }) => write.tokens.repair(await snapshotOf('s'), {})],
  ['a replacement', async ({ write, snapshotOf }) => write.tokens.replace(await snapshotOf('a'), {})],
  ['a creation', ({ write }) => write.tokens.write([{ operation: 'create', draft: { ...made, name: 'new' } }])],
  ['a new user', ({ write }) => write.users.write([{ operation: 'create', draft: swapped }])],
]

test.each(acts)('%s ended at any of its requests sends nothing more and rejects', async (_, act) => {
  for (let request = 1; request < 30; request += 1) {
    let count = 0
    let browser: Browser | undefined
    const timed = await timedTrial(readings, {
      lie: (ask) => (url, init) => {
        count += 1
        if (count === request) browser?.leave()
        return ask(url, init)
      },
    })
    for (const name of ['a', 'n', 's']) {
      const expiration_date = name === 'a' ? 4_102_444_800 : undefined
      await timed.trial.call('POST', '/_/token', { name, expiration_date })
    }
    timed.pass(2500)
    await timed.trial.call('PUT', '/_/token', { name: 's' })
    timed.pass(2500)
    browser = timed.browser()
    const [ended] = await Promise.allSettled([act(browser)])
    const sentCount = count
    timed.close()
    // It was done before that request came.
    if (sentCount < request) {
      expect(request).toBeGreaterThan(2)
      return
    }
    // The first request is the test's own look at the list.
    if (ended?.status === 'fulfilled') throw new Error(`request ${request}: ${JSON.stringify(ended.value)}`)
    expect(ended?.reason).toMatchObject({ message: 'signed out' })
    expect(sentCount).toBe(request)
  }
  throw new Error('it never ended')
})

test('the turn of a write that was ended is free for whoever signs in next', async () => {
  for (let request = 1; request <= 6; request += 1) {
    const timed = await timedTrial(readings)
    await timed.trial.call('POST', '/_/token', { name: 'a', expiration_date: 4_102_444_800 })
    timed.pass(2500)
    const { service, snapshotOf } = timed.browser()
    const turns = createKeyedQueue()
    const unit = () => 'seconds' as const
    const now = () => timed.trial.clock.now
    const leaving = new AbortController()
    let count = 0
    const counted = async <T>(call: () => Promise<T>) => {
      count += 1
      if (count === request) leaving.abort(new Error('signed out'))
      leaving.signal.throwIfAborted()
      return call()
    }
    const ending: typeof service.tokens = {
      ...service.tokens,
      read: (names) => counted(() => service.tokens.read(names)),
      update: (record) => counted(() => service.tokens.update(record)),
    }
    const wait = (ms: number) => (timed.pass(ms), Promise.resolve())
    const before = await snapshotOf('a')
    const first = createTokenWriter(ending, { turns, now, signal: leaving.signal, wait }, unit)
    const next = createTokenWriter(service.tokens, { turns, now, signal: new AbortController().signal, wait }, unit)
    const [ended, done] = await Promise.allSettled([
      first.repair(before, { write: false }),
      next.write([{ operation: 'delete', snapshot: before }]),
    ])
    expect([request, ended.status]).toEqual([request, request > 5 ? ended.status : 'rejected'])
    expect(done.status).toBe('fulfilled')
    timed.close()
  }
})

test('signing out ends the waiting for the turn of a second at once', async () => {
  const timed = await timedTrial(readings)
  await timed.trial.call('POST', '/_/token', { name: 'n' })
  timed.pass(2500)
  const { service, snapshotOf } = timed.browser()
  const leaving = new AbortController()
  const dependencies = {
    turns: createKeyedQueue(),
    now: () => timed.trial.clock.now,
    signal: leaving.signal,
    wait: (_ms: number, signal: AbortSignal) => delay(2_000_000, signal), // longer than a test may take
  }
  const tokens = createTokenWriter(service.tokens, dependencies, () => 'seconds')
  const act = tokens.repair(await snapshotOf('n'), { write: false })
  setTimeout(() => leaving.abort(new Error('signed out')), 60)
  await expect(act).rejects.toThrow('signed out')
  await expect(tokens.write([{ operation: 'delete', snapshot: await snapshotOf('n') }])).rejects.toThrow('signed out')
  timed.close()
})
