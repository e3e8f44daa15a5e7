import { expect, test } from 'vitest'
import { parseReadings, READINGS, type ReadingName } from './readings.ts'
import type { Wording } from './switches-wording.test.ts'
import { openTrial, type Trial } from './testing/trial.ts'

/** A look at a service that has the token `a` and the user `u`, and what it sees under each choice, in order. */
type Probe = [look: (trial: Trial) => unknown, ...seen: unknown[]]

const row = async (trial: Trial) => {
  const { data } = (await trial.json('GET', '/_/token')) as { data: Record<string, unknown>[] }
  return data.find(({ name }) => name === 'a') ?? {}
}
const userRow = async (trial: Trial, email = 'u') => {
  const { data } = (await trial.json('GET', '/_/user')) as { data: Record<string, unknown>[] }
  const { admin, active } = data.find((row) => row.email === email) ?? {}
  return { admin, active }
}

const probes: Record<Exclude<ReadingName, Wording>, Probe> = {
  'omitted-on-put': [
    async (trial) => {
      await trial.call('PUT', '/_/token', { name: 'a', write: false, expiration_date: 7 })
      await trial.call('PUT', '/_/token', { name: 'a' })
      await trial.call('PUT', '/_/user', { email: 'u', admin: true, active: false })
      await trial.call('PUT', '/_/user', { email: 'u' })
      const { write, expiration_date } = await row(trial)
      return [write, expiration_date, await userRow(trial)]
    },
    [true, 1_800_000_000_500, { admin: false, active: true }],
    [false, 7, { admin: true, active: false }],
  ],
  'value-on-put': [
    async (trial) => {
      const before = trial.valueOf('a')
      trial.clock.now += 1500
      await trial.call('PUT', '/_/token', { name: 'a', expiration_date: 1_900_000_000_000 })
      const after = trial.valueOf('a')
      return [before === after, await trial.usable(before), await trial.usable(after)]
    },
    [true, true, true],
    [false, false, true],
    [false, false, false],
  ],
  'unknown-on-put': [
    async (trial) => [
      await trial.status('PUT', '/_/token', { name: 'x' }),
      await trial.status('PUT', '/_/token', { name: 'x', active: true, write: true, expiration_date: 1 }),
      await trial.status('PUT', '/_/user', { email: 'x' }),
      await trial.status('PUT', '/_/user', { email: 'x', admin: true, active: true, new_password: 'x' }),
    ],
    Array(4).fill(404),
    Array(4).fill(400),
    Array(4).fill(200),
    [400, 200, 500, 200],
  ],
  'unknown-token-on-delete': [(trial) => trial.status('DELETE', '/_/token', { name: 'x' }), 404, 400, 200],
  'unknown-user-on-delete': [(trial) => trial.status('DELETE', '/_/user', { email: 'x' }), 404, 400, 200],
  'unknown-name-on-value': [(trial) => trial.status('GET', '/_/token/value?name=x'), 404, 400, 200],
  'duplicate-on-create': [
    async (trial) => [
      await trial.status('POST', '/_/token', { name: 'a', active: false }),
      await trial.status('POST', '/_/user', { email: 'u', password: 'other' }),
      (await row(trial)).active,
    ],
    [409, 409, true],
    [400, 400, true],
    [201, 201, true],
  ],
  'empty-name-on-create': [
    async (trial) => [
      await trial.status('POST', '/_/token', { name: '' }),
      await trial.status('POST', '/_/user', { email: '', password: 'p' }),
      (await trial.call('GET', '/_/token')).text.includes('"name":""'),
    ],
    [400, 400, false],
    [201, 201, false],
    [201, 201, true],
  ],
  'create-swaps-flags': [(trial) => userRow(trial), { admin: false, active: true }, { admin: true, active: false }],
  'admin-default': [
    async (trial) => {
      await trial.call('POST', '/_/user', { email: 'v', password: 'p' })
      return (await userRow(trial, 'v')).admin
    },
    false,
    true,
  ],
  'empty-password': [
    async (trial) => [
      await trial.status('PUT', '/_/user', { email: 'u', new_password: '' }),
      await trial.status('POST', '/_/user', { email: 'v', password: '' }),
      await trial.status('POST', '/_/user/token/value', { email: 'u', password: '' }, null),
    ],
    [400, 400, 401],
    [200, 201, 200],
  ],
  'new-email-taken': [
    async (trial) => [
      await trial.status('PUT', '/_/user', { email: 'u', new_email: trial.admin.email }),
      await trial.status('PUT', '/_/user', { email: 'u', new_email: '' }),
      await trial.status('PUT', '/_/user', { email: 'u', new_email: 'u' }),
    ],
    [409, 400, 200],
    [400, 400, 200],
    [500, 500, 200],
  ],
  'expiry-compared-in': [
    async (trial) => {
      const value = trial.valueOf('a')
      const usable: boolean[] = []
      for (const expiration_date of [1_800_000_001, 1_800_000_001_000, 1]) {
        await trial.call('PUT', '/_/token', { name: 'a', expiration_date })
        usable.push(await trial.usable(value))
      }
      return usable
    },
    [false, true, false],
    [true, true, false],
    [true, true, true],
  ],
  'past-expiry-on-create': [(trial) => trial.status('POST', '/_/token', { name: 'b', expiration_date: 1 }), 201, 400],
  'no-expiry-stored-as': [
    async (trial) => {
      await trial.call('PUT', '/_/token', { name: 'a' })
      return (await row(trial)).expiration_date
    },
    1_800_000_000_500,
    null,
  ],
  'no-expiry-means': [
    async (trial) => {
      await trial.call('PUT', '/_/token', { name: 'a' })
      trial.clock.now += 1000
      return trial.usable(trial.valueOf('a'))
    },
    false,
    true,
  ],
}

const cases = Object.entries(probes).flatMap(([name, [look, ...seen]]) =>
  READINGS[name as ReadingName].choices.map((choice, position) => ({ name, choice, look, seen: seen[position] })),
)

test.each(cases)('$name=$choice changes what it says', async ({ name, choice, look, seen }) => {
  const trial = await openTrial(parseReadings(`documented,${name}=${choice}`), { bearer: 'fixed' })
  await trial.call('POST', '/_/token', { name: 'a', expiration_date: 1_900_000_000_000 })
  await trial.call('POST', '/_/user', { email: 'u', password: 'p', admin: false, active: true })
  expect(await look(trial)).toEqual(seen)
  trial.close()
})

test('a null expiry means never only where no expiry does', async () => {
  for (const [means, usable] of [
    ['never', true],
    ['past', false],
  ] as const) {
    const trial = await openTrial(parseReadings(`no-expiry-stored-as=null,no-expiry-means=${means}`))
    await trial.call('POST', '/_/token', { name: 'a' })
    expect(await trial.usable(trial.valueOf('a')), means).toBe(usable)
    trial.close()
  }
})
