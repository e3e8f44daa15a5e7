import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { PRESETS, type Readings } from '#reference-service/readings.ts'
import { trueToken } from '#api/testing/oracle.ts'
import { shortenTimers, timedTrial, type TrialConnection } from '#api/testing/test-service.ts'
import { outcomeLabel } from '#api/testing/stored-rows.ts'
import type { TokenBody } from '#api/token.ts'
import { toNewToken } from './replace.ts'

const readings: Readings = { ...PRESETS.documented, 'list-secret': 'carried' }
const far = 4_102_444_800_000

beforeAll(shortenTimers)
afterAll(() => vi.unstubAllGlobals())

/** A service with one token; `fails` says which request of all to lose, before or after it took effect. */
async function setUp(
  fails?: { method: string; nth?: number; how: 'before' | 'after' | 'refused' | '500' },
  more = readings,
) {
  let count = 0
  const lie: TrialConnection['lie'] = (ask) => async (url, init) => {
    const now = fails
    const hit = now !== undefined && `${init.method}` === now.method && (count += 1) >= (now.nth ?? 1)
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
  /** From now on the service responds as the test says. */
  const mend = () => void (fails = undefined)
  const { replace, write } = browser.write.tokens
  const createAgain = async (missing: TokenBody) =>
    (await write([{ operation: 'create', draft: toNewToken(missing) }]))[0]
  return { ...timed, ...browser, replace, createAgain, value, truth, mend }
}

describe('replacing a value', () => {
  test('leaves a token of the same name, flags and date with another value', async () => {
    const setup = await setUp()
    expect(await setup.replace(await setup.snapshotOf('a'), {})).toMatchObject({
      delivery: 'accepted',
      readBack: { status: 'matches' },
      valueChange: 'changed',
      sideEffect: { type: 'replaced' },
      request: { operation: 'create', before: { name: 'a', active: false } },
    })
    expect(setup.truth()).toMatchObject({ active: false, write: true, expires: far })
    expect(setup.truth()?.value).not.toBe(setup.value)
  })

  test('with a new date takes it', async () => {
    const setup = await setUp()
    await setup.replace(await setup.snapshotOf('a'), { expiration_date: { at: far + 1000 } })
    expect(setup.truth()).toMatchObject({ expires: far + 1000 })
  })

  test('of a token that a stranger changed, or that is gone, deletes nothing', async () => {
    const setup = await setUp()
    const before = await setup.snapshotOf('a')
    await setup.trial.call('PUT', '/_/token', { name: 'a', active: true, write: true, expiration_date: far })
    setup.pass(2500)
    expect(await setup.replace(before, {})).toMatchObject({
      blockedBy: 'conflict',
      readBack: { fields: ['active', 'updated_at'] },
    })
    expect(setup.truth()).toMatchObject({ active: true })
    await setup.trial.call('DELETE', '/_/token', { name: 'a' })
    setup.pass(2500)
    expect(outcomeLabel(await setup.replace(before, {}))).toBe('not-found')
  })

  test('whose date is past asks for another one before it deletes', async () => {
    const setup = await setUp(undefined, { ...readings, 'past-expiry-on-create': 'refused-400' })
    await setup.trial.call('PUT', '/_/token', {
      name: 'a',
      active: true,
      write: true,
      expiration_date: 1_700_000_000_000,
    })
    setup.pass(2500)
    expect(await setup.replace(await setup.snapshotOf('a'), {})).toMatchObject({
      blockedBy: 'fields-unreadable',
      readBack: { fields: ['expiration_date'] },
    })
    expect(setup.truth()).toBeDefined()
    expect(await setup.replace(await setup.snapshotOf('a'), { expiration_date: { at: far } })).toMatchObject({
      delivery: 'accepted',
      readBack: { status: 'matches' },
    })
  })

  test('of a never leaves a never', async () => {
    const setup = await setUp(undefined, PRESETS['query-server'])
    await setup.trial.call('POST', '/_/token', { name: 'n', write: true })
    setup.pass(2500)
    expect(await setup.replace(await setup.snapshotOf('n'), {})).toMatchObject({
      delivery: 'accepted',
      readBack: { status: 'matches' },
      valueChange: 'changed',
    })
    expect(trueToken(setup.trial, PRESETS['query-server'], 'n')).toMatchObject({ never: true, current: true })
    expect(await setup.trial.usable(setup.trial.valueOf('n'))).toBe(true)
  })
})

test('a token that somebody else creates in between is left alone', async () => {
  let hasDeleted = false
  const lie: TrialConnection['lie'] = (ask, trial) => async (url, init) => {
    const answer = await ask(url, init)
    if (hasDeleted || init.method === 'DELETE') await trial.call('POST', '/_/token', { name: 'a', write: false })
    hasDeleted ||= init.method === 'DELETE'
    return answer
  }
  const { trial, pass, browser } = await timedTrial(readings, { lie })
  await trial.call('POST', '/_/token', { name: 'a', write: true, expiration_date: far })
  pass(2500)
  const { write, snapshotOf, requests } = browser()
  expect(await write.tokens.replace(await snapshotOf('a'), {})).toMatchObject({
    sideEffect: { type: 'replace-incomplete', tokenToRecreate: { name: 'a', write: true }, deletion: 'confirmed' },
    delivery: 'not-sent',
    blockedBy: 'name-taken',
    readBack: { row: { write: false } },
  })
  expect(requests).not.toContain('POST /_/token')
  expect(trueToken(trial, readings, 'a')).toMatchObject({ write: false })
})

describe('a replacement that fails', () => {
  const missing = { name: 'a', active: false, write: true, expiration_date: far }
  type Fails = NonNullable<Parameters<typeof setUp>[0]>

  test.each<[string, Fails, string]>([
    ['refused at the deletion', { method: 'DELETE', how: 'refused' }, 'rejected unchanged'],
    ['unread before it', { method: 'GET', nth: 2, how: 'before' }, 'read-failed'],
  ])('%s leaves the token as it was', async (_, fails, word) => {
    const setup = await setUp(fails)
    expect(outcomeLabel(await setup.replace(await setup.snapshotOf('a'), {}))).toBe(word)
    expect(setup.truth()?.value).toBe(setup.value)
  })

  test.each<[string, Fails, string]>([
    ['lost at the deletion', { method: 'DELETE', how: 'before' }, 'replace-incomplete unknown, unknown unchanged'],
    ['answered 500 at the deletion', { method: 'DELETE', how: '500' }, 'replace-incomplete unknown, unknown unchanged'],
    [
      'unread after the deletion',
      { method: 'GET', nth: 3, how: 'before' },
      'replace-incomplete unknown, accepted unavailable',
    ],
    ['refused at the creation', { method: 'POST', how: 'refused' }, 'replace-incomplete confirmed, rejected unchanged'],
    ['answered 500 at the creation', { method: 'POST', how: '500' }, 'replace-incomplete confirmed, unknown unchanged'],
    ['lost at the creation', { method: 'POST', how: 'before' }, 'replace-incomplete confirmed, unknown unchanged'],
    [
      'unread after the creation',
      { method: 'GET', nth: 4, how: 'before' },
      'replace-incomplete confirmed, accepted unavailable',
    ],
  ])('%s keeps what is needed to create it again, and no secret', async (_, fails, word) => {
    const setup = await setUp(fails)
    const outcome = await setup.replace(await setup.snapshotOf('a'), {})
    expect(outcomeLabel(outcome)).toBe(word)
    if (outcome?.sideEffect?.type !== 'replace-incomplete') return
    expect(outcome.sideEffect.tokenToRecreate).toEqual(missing)
    expect(JSON.stringify(outcome)).not.toContain(setup.value)
    setup.mend()
    setup.pass(2500)
    // Where it is there after all, nothing is sent: the old one, or the one that was created.
    const there = setup.truth()
    const again = await setup.createAgain(outcome.sideEffect.tokenToRecreate)
    expect(outcomeLabel(again)).toBe(there === undefined ? 'accepted matches' : 'name-taken')
    if (there !== undefined) expect(setup.truth()?.value).toBe(there.value)
    expect(setup.truth()).toMatchObject({ active: false, write: true, expires: far })
  })

  test.each<[string, Fails]>([
    ['the deletion', { method: 'DELETE', how: 'after' }],
    ['the creation', { method: 'POST', how: 'after' }],
  ])('only in that the answer to %s was lost goes through', async (_, fails) => {
    const setup = await setUp(fails)
    expect(await setup.replace(await setup.snapshotOf('a'), {})).toMatchObject({
      delivery: 'accepted',
      readBack: { status: 'matches' },
      valueChange: 'changed',
      sideEffect: { type: 'replaced' },
    })
    expect(setup.truth()?.value).not.toBe(setup.value)
  })
})

test('a replacement that is stopped between its halves goes through; before them, nothing is sent', async () => {
  for (const [allowed, word] of [
    [0, 'not started'],
    [1, 'not started'],
    [2, 'accepted matches'],
  ] as const) {
    const setup = await setUp()
    let questions = 0
    const outcome = await setup.replace(
      await setup.snapshotOf('a'),
      {},
      { shouldContinue: () => questions++ < allowed },
    )
    expect(outcomeLabel(outcome)).toBe(word)
    expect(setup.truth()?.value === setup.value).toBe(allowed < 2)
  }
})

test('a deletion that arrives late is noticed when the token is created again, however soon', async () => {
  const setup = await setUp({ method: 'DELETE', how: '500' })
  const outcome = await setup.replace(await setup.snapshotOf('a'), {})
  if (outcome?.sideEffect?.type !== 'replace-incomplete') throw new Error(outcomeLabel(outcome))
  expect(outcome.sideEffect.deletion).toBe('unknown')
  setup.mend()
  await setup.trial.call('DELETE', '/_/token', { name: 'a' })
  expect(outcomeLabel(await setup.createAgain(outcome.sideEffect.tokenToRecreate))).toBe('accepted matches')
  expect(setup.truth()).toMatchObject({ active: false, write: true, expires: far })
})

test.each([
  ['no list can be read', () => new Response('no', { status: 500 })],
  ['the list has an unreadable row', () => new Response('{"data":[{"name":7}]}', { status: 200 })],
])('a deletion that the service ignored is never called done while %s', async (_, list) => {
  let ignores = false
  const lie: TrialConnection['lie'] = (ask) => async (url, init) => {
    if (init.method === 'DELETE') ignores = true
    if (!ignores) return ask(url, init)
    if (init.method === 'GET') return list()
    return new Response('', { status: init.method === 'DELETE' ? 200 : 400 })
  }
  const { trial, pass, browser } = await timedTrial(readings, { lie })
  await trial.call('POST', '/_/token', { name: 'a', write: true, expiration_date: far })
  pass(2500)
  const { write, snapshotOf } = browser()
  expect(await write.tokens.replace(await snapshotOf('a'), {})).toMatchObject({
    sideEffect: { type: 'replace-incomplete', deletion: 'unknown' },
    readBack: { status: 'unavailable' },
  })
})
