import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { PRESETS, type Readings } from '#reference-service/readings.ts'
import { trueToken } from '#api/testing/oracle.ts'
import { shortenTimers, timedTrial } from '#api/testing/test-service.ts'
import type { TokenChange } from '#api/token.ts'

beforeAll(shortenTimers)
afterAll(() => vi.unstubAllGlobals())

const server = PRESETS['query-server']

async function setUp(readings: Readings) {
  const timed = await timedTrial(readings, { latencyMs: 40, clockAheadMs: 300 })
  await timed.trial.call('POST', '/_/token', { name: 'n' })
  timed.pass(2500)
  const browser = timed.browser()
  const { write, repair } = browser.write.tokens
  const save = async (name: string, change: TokenChange) =>
    (await write([{ operation: 'update', snapshot: await browser.snapshotOf(name), change }]))[0]
  return { ...timed, snapshotOf: browser.snapshotOf, save, repair, truth: () => trueToken(timed.trial, readings, 'n') }
}

const changes: TokenChange[] = [{ active: false }, { write: false }, { active: false, write: false }]

test.each(changes)(
  'a save of %j that ends a "never" is reported as stored differently, in its expiry',
  async (change) => {
    const { truth, save } = await setUp(server)
    expect(truth()).toMatchObject({ never: true, current: true })
    expect(await save('n', change)).toMatchObject({
      delivery: 'accepted',
      readBack: { status: 'differs', fields: ['expiration_date'], row: change },
      valueChange: 'changed',
    })
    expect(truth()).toMatchObject({ never: false, current: false })
  },
)

test.each(changes)('with repair a save of %j leaves a never', async (change) => {
  const { repair, snapshotOf, truth, trial } = await setUp(server)
  expect(await repair(await snapshotOf('n'), change)).toMatchObject({
    delivery: 'accepted',
    readBack: { status: 'matches', row: change },
    valueChange: 'changed',
    sideEffect: { type: 'repaired' },
  })
  expect(truth()).toMatchObject({ never: true, current: true, ...change })
  if (truth()?.active === true) expect(await trial.usable(trial.valueOf('n'))).toBe(true)
})

test('a never that an update ended comes back with a later save that is repaired', async () => {
  for (const change of [
    { active: true, write: true, expiration_date: 'none' },
    { write: false },
  ] satisfies TokenChange[]) {
    const { save, repair, snapshotOf, truth, pass } = await setUp(server)
    await save('n', { active: false })
    expect(truth()?.never).toBe(false)
    pass(2500)
    expect(await repair(await snapshotOf('n'), change)).toMatchObject({
      delivery: 'accepted',
      readBack: { status: 'matches' },
      valueChange: 'changed',
    })
    expect(truth()).toMatchObject({ never: true, current: true })
  }
})

test('a never that a stranger ended is a never again after a repair', async () => {
  const { repair, snapshotOf, truth, trial } = await setUp(server)
  await trial.call('PUT', '/_/token', { name: 'n', write: false })
  expect(truth()?.never).toBe(false)
  expect(await repair(await snapshotOf('n'), {})).toMatchObject({
    delivery: 'accepted',
    readBack: { status: 'matches' },
    valueChange: 'changed',
  })
  expect(truth()).toMatchObject({ never: true, write: false })
})

test('one save with repair makes a token with an expiry never expire; without repair the outcome says it does not', async () => {
  const { save, repair, snapshotOf, truth, trial, pass } = await setUp(server)
  await trial.call('POST', '/_/token', { name: 'd', expiration_date: 4_102_444_800 })
  await trial.call('DELETE', '/_/token', { name: 'n' })
  await trial.call('POST', '/_/token', { name: 'n', expiration_date: 4_102_444_800 })
  pass(2500)
  expect(await save('d', { expiration_date: 'none' })).toMatchObject({
    delivery: 'accepted',
    readBack: { status: 'differs', fields: ['expiration_date'] },
  })
  expect(await repair(await snapshotOf('n'), { expiration_date: 'none' })).toMatchObject({
    delivery: 'accepted',
    readBack: { status: 'matches' },
    valueChange: 'changed',
  })
  expect(truth()).toMatchObject({ never: true, current: true })
})

test('where omitted fields are reset, a save leaves a never', async () => {
  for (const readings of [{ ...server, 'omitted-on-put': 'reset' }, PRESETS.documented] satisfies Readings[]) {
    const { save, truth } = await setUp(readings)
    expect(await save('n', { active: false })).toMatchObject({ delivery: 'accepted', readBack: { status: 'matches' } })
    expect(truth()).toMatchObject({ never: true, active: false })
  }
})

test('an expiry in the second of the update reads as "not given", and the outcome says so', async () => {
  const { save, truth, trial, pass } = await setUp(server)
  // Where the service's second begins, so that asking and storing fall into one.
  pass(1000 - (trial.clock.now % 1000))
  const second = Math.floor(trial.clock.now / 1000)
  expect(await save('n', { expiration_date: { integer: second } })).toMatchObject({
    delivery: 'accepted',
    readBack: { status: 'differs', fields: ['expiration_date'] },
  })
  expect(truth()).toMatchObject({ expires: second, never: true })
})
