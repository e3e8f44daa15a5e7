import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { PRESETS, type Readings } from '#reference/readings.ts'
import { trueToken } from '#contract/testing/oracle.ts'
import { hurry, timedTrial, type Way } from '#contract/testing/trial.ts'

const readings: Readings = { ...PRESETS.documented, 'list-secret': 'carried' }
const far = 4_102_444_800_000

beforeAll(hurry)
afterAll(() => vi.unstubAllGlobals())

/** A service with one token; `fails` says which request of all to lose, before or after it took effect. */
async function world(
  fails?: { at: string; nth?: number; how: 'before' | 'after' | 'refused' | '500' },
  more = readings,
) {
  let count = 0
  const lie: Way['lie'] = (ask) => async (url, init) => {
    const now = fails
    const hit = now !== undefined && `${init.method}` === now.at && (count += 1) >= (now.nth ?? 1)
    if (!hit) return ask(url, init)
    if (now.how === 'before') throw new TypeError('fetch failed')
    if (now.how === 'refused') return new Response('no', { status: 400 })
    if (now.how === '500') return new Response('no', { status: 500 })
    await ask(url, init)
    throw new TypeError('fetch failed')
  }
  const timed = await timedTrial(more, { lie })
  const honest = await timed.trial.call('POST', '/_/token', {
    name: 'a',
    active: false,
    write: true,
    expiration_date: far,
  })
  expect(honest.status).toBe(201)
  timed.pass(2500)
  const value = timed.trial.valueOf('a')
  const browser = timed.browser()
  const truth = () => trueToken(timed.trial, more, 'a')
  /** What the service does from now on is what it is told. */
  const mend = () => void (fails = undefined)
  return { ...timed, ...browser, value, truth, mend }
}

describe('replacing a value', () => {
  test('leaves a token of the same name, flags and date with another value', async () => {
    const on = await world()
    expect(await on.tokens.replace(await on.seen('a'))).toMatchObject({
      is: 'as-asked',
      valueOutcome: 'new',
      also: { did: 'replaced' },
      before: { name: 'a', active: false },
    })
    expect(on.truth()).toMatchObject({ active: false, write: true, expires: BigInt(far) })
    expect(on.truth()?.value).not.toBe(on.value)
  })

  test('with a new date takes it', async () => {
    const on = await world()
    await on.tokens.replace(await on.seen('a'), { expiration_date: { at: far + 1000 } })
    expect(on.truth()).toMatchObject({ expires: BigInt(far + 1000) })
  })

  test('of a token that a stranger changed, or that is gone, deletes nothing', async () => {
    const on = await world()
    const before = await on.seen('a')
    await on.trial.call('PUT', '/_/token', { name: 'a', active: true, write: true, expiration_date: far })
    on.pass(2500)
    expect(await on.tokens.replace(before)).toMatchObject({ is: 'conflict', fields: ['active', 'updated_at'] })
    expect(on.truth()).toMatchObject({ active: true })
    await on.trial.call('DELETE', '/_/token', { name: 'a' })
    on.pass(2500)
    expect(await on.tokens.replace(before)).toEqual({ is: 'gone' })
  })

  test('whose date is past asks for another one before it deletes', async () => {
    const on = await world(undefined, { ...readings, 'past-expiry-on-create': 'refused-400' })
    await on.trial.call('PUT', '/_/token', { name: 'a', active: true, write: true, expiration_date: 1_700_000_000_000 })
    on.pass(2500)
    expect(await on.tokens.replace(await on.seen('a'))).toMatchObject({ is: 'unanswered', fields: ['expiration_date'] })
    expect(on.truth()).toBeDefined()
    expect(await on.tokens.replace(await on.seen('a'), { expiration_date: { at: far } })).toMatchObject({
      is: 'as-asked',
    })
  })

  test('of a never leaves a never', async () => {
    const on = await world(undefined, PRESETS['query-server'])
    await on.trial.call('POST', '/_/token', { name: 'n', write: true })
    on.pass(2500)
    expect(await on.tokens.replace(await on.seen('n'))).toMatchObject({ is: 'as-asked', valueOutcome: 'new' })
    expect(trueToken(on.trial, PRESETS['query-server'], 'n')).toMatchObject({ never: true, current: true })
    expect(await on.trial.usable(on.trial.valueOf('n'))).toBe(true)
  })
})

test.each([
  ['seen to be deleted', () => undefined],
  [
    'deleted, which could not be read back',
    (deletes: number, gets: number) => {
      if (deletes > 0 && gets < 3) throw new TypeError('fetch failed')
    },
  ],
])('a token that somebody else creates in between is left alone: %s', async (_, fail) => {
  const seen = { deletes: 0, gets: 0 }
  const lie: Way['lie'] = (ask, trial) => async (url, init) => {
    if (init.method === 'GET') fail(seen.deletes, seen.deletes > 0 ? (seen.gets += 1) : 0)
    const answer = await ask(url, init)
    if (init.method === 'GET' && seen.deletes > 0 && seen.gets !== 1) return answer
    if (init.method === 'DELETE' || seen.deletes > 0) await trial.call('POST', '/_/token', { name: 'a', write: false })
    if (init.method === 'DELETE') seen.deletes += 1
    return answer
  }
  const { trial, pass, browser } = await timedTrial(readings, { lie })
  await trial.call('POST', '/_/token', { name: 'a', write: true, expiration_date: far })
  pass(2500)
  const { tokens, seen: see, requests } = browser()
  expect(await tokens.replace(await see('a'))).toMatchObject({
    is: 'half-replaced',
    missing: { name: 'a', write: true },
    because: { is: 'exists', row: { write: false } },
  })
  expect(requests).not.toContain('POST /_/token')
  expect(trueToken(trial, readings, 'a')).toMatchObject({ write: false })
})

test('a replacement that waits for the one of another tab leaves the token that it created', async () => {
  const on = await world()
  const other = on.browser()
  const stored: string[] = []
  const { tokens, seen, requests } = on.browser(undefined, {
    async during(_name, act) {
      expect((await other.tokens.replace(await other.seen('a'))).is).toBe('as-asked')
      return act(({ name }) => void stored.push(name))
    },
  })
  const before = await seen('a')
  on.pass(2500)
  expect(await tokens.replace(before)).toMatchObject({ is: 'recreated' })
  expect(requests.filter((request) => !request.startsWith('GET'))).toEqual([])
  expect(stored).toEqual([])
})

describe('a replacement that fails', () => {
  const missing = { name: 'a', active: false, write: true, expiration_date: far }
  type Fails = NonNullable<Parameters<typeof world>[0]>

  test.each<[string, Fails, string]>([
    ['refused at the deletion', { at: 'DELETE', how: 'refused' }, 'refused'],
    ['unread before it', { at: 'GET', nth: 2, how: 'before' }, 'unchecked'],
  ])('%s leaves the token as it was', async (_, fails, verdict) => {
    const on = await world(fails)
    expect((await on.tokens.replace(await on.seen('a'))).is).toBe(verdict)
    expect(on.truth()?.value).toBe(on.value)
  })

  test.each<[string, Fails, string]>([
    ['lost at the deletion', { at: 'DELETE', how: 'before' }, 'unknown'],
    ['answered 500 at the deletion', { at: 'DELETE', how: '500' }, 'unknown'],
    ['unread after the deletion', { at: 'GET', nth: 3, how: 'before' }, 'refused'],
    ['refused at the creation', { at: 'POST', how: 'refused' }, 'refused'],
    ['answered 500 at the creation', { at: 'POST', how: '500' }, 'unknown'],
    ['lost at the creation', { at: 'POST', how: 'before' }, 'unknown'],
    ['unread after the creation', { at: 'GET', nth: 4, how: 'before' }, 'not-verified'],
  ])('%s keeps what is needed to create it again, and no secret', async (_, fails, because) => {
    const on = await world(fails)
    const verdict = await on.tokens.replace(await on.seen('a'))
    expect(verdict).toMatchObject({ is: 'half-replaced', missing, because: { is: because } })
    if (verdict.is !== 'half-replaced') return
    expect(Object.keys(verdict.missing).toSorted()).toEqual(['active', 'expiration_date', 'name', 'write'])
    expect(JSON.stringify(verdict)).not.toContain(on.value)
    on.mend()
    on.pass(2500)
    // Where it is there after all, nothing is sent: the old one, or the one that was created.
    const there = on.truth()
    const again = await on.tokens.createAgain(verdict.missing)
    expect(again.is).toBe(there?.value === on.value ? 'exists' : 'as-asked')
    if (there !== undefined) expect(on.truth()?.value).toBe(there.value)
    expect(on.truth()).toMatchObject({ active: false, write: true, expires: BigInt(far) })
  })

  test.each<[string, Fails]>([
    ['the deletion', { at: 'DELETE', how: 'after' }],
    ['the creation', { at: 'POST', how: 'after' }],
  ])('only in that the answer to %s was lost goes through', async (_, fails) => {
    const on = await world(fails)
    expect(await on.tokens.replace(await on.seen('a'))).toMatchObject({ is: 'as-asked', valueOutcome: 'new' })
    expect(on.truth()?.value).not.toBe(on.value)
  })
})

test('a token that somebody else creates right after a deletion is no sign that it failed', async () => {
  const lie: Way['lie'] = (ask, trial) => async (url, init) => {
    const answer = await ask(url, init)
    if (init.method === 'DELETE') await trial.call('POST', '/_/token', { name: 'a', write: false })
    return answer
  }
  const { trial, pass, browser } = await timedTrial(readings, { lie })
  await trial.call('POST', '/_/token', { name: 'a', write: true, expiration_date: far })
  pass(2500)
  const { tokens, seen } = browser()
  expect((await tokens.remove(await seen('a'))).is).toBe('deleted')
})

test('a deletion that arrives late is noticed when the token is created again, however soon', async () => {
  const on = await world({ at: 'DELETE', how: '500' })
  const verdict = await on.tokens.replace(await on.seen('a'))
  expect(verdict).toMatchObject({ is: 'half-replaced', deleted: false })
  if (verdict.is !== 'half-replaced') return
  on.mend()
  await on.trial.call('DELETE', '/_/token', { name: 'a' })
  expect((await on.tokens.createAgain(verdict.missing)).is).toBe('as-asked')
  expect(on.truth()).toMatchObject({ active: false, write: true, expires: BigInt(far) })
})

test.each([
  ['no list can be read', () => new Response('no', { status: 500 })],
  ['the list has an unreadable row', () => new Response('{"data":[{"name":7}]}', { status: 200 })],
])('a deletion that the service ignored is never called done while %s', async (_, list) => {
  let ignores = false
  const lie: Way['lie'] = (ask) => async (url, init) => {
    if (init.method === 'DELETE') ignores = true
    if (!ignores) return ask(url, init)
    if (init.method === 'GET') return list()
    return new Response('', { status: init.method === 'DELETE' ? 200 : 400 })
  }
  const { trial, pass, browser } = await timedTrial(readings, { lie })
  await trial.call('POST', '/_/token', { name: 'a', write: true, expiration_date: far })
  pass(2500)
  const { tokens, seen } = browser()
  const verdict = await tokens.replace(await seen('a'))
  expect(verdict).toMatchObject({ is: 'half-replaced', deleted: false })
  if (verdict.is !== 'half-replaced') return
  pass(2500)
  expect(await tokens.createAgain(verdict.missing)).toMatchObject({ is: 'half-replaced', deleted: false })
})

test('a token that a read showed to be gone is called deleted, also when it is created again later', async () => {
  const on = await world({ at: 'POST', how: 'refused' })
  const verdict = await on.tokens.replace(await on.seen('a'))
  expect(verdict).toMatchObject({ is: 'half-replaced', deleted: true })
  if (verdict.is !== 'half-replaced') return
  on.pass(2500)
  expect(await on.tokens.createAgain(verdict.missing)).toMatchObject({ is: 'half-replaced', deleted: true })
})
