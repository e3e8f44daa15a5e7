import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { PRESETS } from '#reference/readings.ts'
import { createTokenSaving } from './token-saving.ts'
import { trueToken } from '#contract/testing/oracle.ts'
import { hurry, timedTrial, type Browser } from '#contract/testing/trial.ts'
import { createTurns } from './turns.ts'

beforeAll(hurry)
afterAll(() => vi.unstubAllGlobals())

const readings = PRESETS['query-server']
const acts: [string, (browser: Browser) => Promise<unknown>][] = [
  ['a save with repair', async ({ tokens, seen }) => tokens.save(await seen('n'), { write: true }, { repair: true })],
  ['a repair', async ({ tokens, seen }) => tokens.repair(await seen('s'))],
  ['a replacement', async ({ tokens, seen }) => tokens.replace(await seen('a'))],
  [
    'a creation',
    ({ tokens }) => tokens.create({ name: 'new', active: true, write: true, expiration_date: 'not-given' }),
  ],
  ['a new user', ({ users }) => users.create({ email: 'u', password: 'p', admin: true, active: false })],
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
    const sent = count
    timed.close()
    // It was done before that request came.
    if (sent < request) {
      expect(request).toBeGreaterThan(2)
      return
    }
    // The first request is the test's own look at the list.
    if (ended?.status === 'fulfilled') throw new Error(`request ${request}: ${JSON.stringify(ended.value)}`)
    expect(ended?.reason).toMatchObject({ message: 'signed out' })
    expect(sent).toBe(request)
  }
  throw new Error('it never ended')
})

test('the turn of an act that was ended is free for whoever signs in next', async () => {
  for (let request = 1; request <= 6; request += 1) {
    const timed = await timedTrial(readings)
    await timed.trial.call('POST', '/_/token', { name: 'a', expiration_date: 4_102_444_800 })
    timed.pass(2500)
    const { service, seen } = timed.browser()
    const turns = createTurns()
    const unit = () => ({ unit: 'seconds' as const, learned: true })
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
    const before = await seen('a')
    const first = createTokenSaving(ending, { turns, now, signal: leaving.signal, wait }, unit)
    const next = createTokenSaving(service.tokens, { turns, now, signal: new AbortController().signal, wait }, unit)
    const [ended, done] = await Promise.allSettled([
      first.save(before, { write: false }, { repair: true }),
      next.save(before, { active: false }, { overwrite: true, repair: true }),
    ])
    expect([request, ended.status]).toEqual([request, request > 5 ? ended.status : 'rejected'])
    expect(done).toMatchObject({ status: 'fulfilled', value: { is: 'as-asked', row: { active: false } } })
    expect(trueToken(timed.trial, readings, 'a')?.active).toBe(false)
    timed.close()
  }
})

test('signing out ends the waiting for the turn of a second at once', async () => {
  const timed = await timedTrial(readings)
  await timed.trial.call('POST', '/_/token', { name: 'n' })
  timed.pass(2500)
  const { service, seen } = timed.browser()
  const leaving = new AbortController()
  const world = { turns: createTurns(), now: () => timed.trial.clock.now, signal: leaving.signal }
  const tokens = createTokenSaving(service.tokens, world, () => ({ unit: 'seconds', learned: true }))
  const act = tokens.save(await seen('n'), { write: false }, { repair: true })
  const began = Date.now()
  setTimeout(() => leaving.abort(new Error('signed out')), 60)
  await expect(act).rejects.toThrow('signed out')
  expect(Date.now() - began).toBeLessThan(400)
  await expect(tokens.remove(await seen('n'))).rejects.toThrow('signed out')
  timed.close()
})
