import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { PRESETS, type Readings } from '#reference/readings.ts'
import { trueToken } from '#contract/testing/oracle.ts'
import { hurry, timedTrial } from '#contract/testing/trial.ts'
import type { TokenChange } from '#contract/token.ts'

beforeAll(hurry)
afterAll(() => vi.unstubAllGlobals())

const server = PRESETS['query-server']

async function world(readings: Readings) {
  const timed = await timedTrial(readings, { latency: 40, ahead: 300 })
  await timed.trial.call('POST', '/_/token', { name: 'n' })
  timed.pass(2500)
  return { ...timed, ...timed.browser(), truth: () => trueToken(timed.trial, readings, 'n') }
}

const changes: TokenChange[] = [{ active: false }, { write: false }, { active: false, write: false }]

test.each(changes)(
  'a save of %j that ends a "never" is reported as stored differently, in its expiry',
  async (change) => {
    const { tokens, seen, truth } = await world(server)
    expect(truth()).toMatchObject({ never: true, current: true })
    expect(await tokens.save(await seen('n'), change)).toMatchObject({
      is: 'differently',
      fields: ['expiration_date'],
      valueOutcome: 'new',
      row: change,
    })
    expect(truth()).toMatchObject({ never: false, current: false })
  },
)

test.each(changes)('with repair a save of %j leaves a never', async (change) => {
  const { tokens, seen, truth, trial } = await world(server)
  expect(await tokens.save(await seen('n'), change, { repair: true })).toMatchObject({
    is: 'as-asked',
    valueOutcome: 'new',
    row: change,
    also: { did: 'repaired' },
  })
  expect(truth()).toMatchObject({ never: true, current: true, ...change })
  if (truth()?.active === true) expect(await trial.usable(trial.valueOf('n'))).toBe(true)
})

test('a never that an update ended comes back with a later save that is repaired', async () => {
  for (const change of [
    { active: true, write: true, expiration_date: 'not-given' },
    { write: false },
  ] satisfies TokenChange[]) {
    const { tokens, seen, truth, pass } = await world(server)
    await tokens.save(await seen('n'), { active: false })
    expect(truth()?.never).toBe(false)
    pass(2500)
    expect(await tokens.save(await seen('n'), change, { repair: true })).toMatchObject({
      is: 'as-asked',
      valueOutcome: 'new',
    })
    expect(truth()).toMatchObject({ never: true, current: true })
  }
})

test('a never that a stranger ended is a never again after a repair', async () => {
  const { tokens, seen, truth, trial } = await world(server)
  await trial.call('PUT', '/_/token', { name: 'n', write: false })
  expect(truth()?.never).toBe(false)
  expect(await tokens.repair(await seen('n'))).toMatchObject({ is: 'as-asked', valueOutcome: 'new' })
  expect(truth()).toMatchObject({ never: true, write: false })
})

test('one save with repair makes a token with an expiry never expire; without repair the verdict says it does not', async () => {
  const { tokens, seen, truth, trial, pass } = await world(server)
  await trial.call('POST', '/_/token', { name: 'd', expiration_date: 4_102_444_800 })
  await trial.call('DELETE', '/_/token', { name: 'n' })
  await trial.call('POST', '/_/token', { name: 'n', expiration_date: 4_102_444_800 })
  pass(2500)
  expect(await tokens.save(await seen('d'), { expiration_date: 'not-given' })).toMatchObject({
    is: 'differently',
    fields: ['expiration_date'],
  })
  expect(await tokens.save(await seen('n'), { expiration_date: 'not-given' }, { repair: true })).toMatchObject({
    is: 'as-asked',
    valueOutcome: 'new',
  })
  expect(truth()).toMatchObject({ never: true, current: true })
})

test('where omitted fields are reset, or none is stored as null, a save leaves a never', async () => {
  for (const readings of [
    { ...server, 'omitted-on-put': 'reset' },
    { ...server, 'no-expiry-stored-as': 'null' },
    PRESETS.documented,
  ] satisfies Readings[]) {
    const { tokens, seen, truth } = await world(readings)
    expect(await tokens.save(await seen('n'), { active: false })).toMatchObject({ is: 'as-asked' })
    expect(truth()).toMatchObject({ never: true, active: false })
  }
})

test('an expiry in the second of the update reads as "not given", and the verdict says so', async () => {
  const { tokens, seen, truth, trial, pass } = await world(server)
  // Where the service's second begins, so that asking and storing fall into one.
  pass(1000 - (trial.clock.now % 1000))
  const second = Math.floor(trial.clock.now / 1000)
  expect(await tokens.save(await seen('n'), { expiration_date: { integer: second } })).toMatchObject({
    is: 'differently',
    fields: ['expiration_date'],
  })
  expect(truth()).toMatchObject({ expires: BigInt(second), never: true })
})
