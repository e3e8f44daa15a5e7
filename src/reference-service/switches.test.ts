import { expect, test } from 'vitest'
import { parseReadings, READINGS, type ReadingName } from './readings.ts'
import { openTrial, type Trial } from './testing/trial.ts'

/** A check of a service that has the token `a` and the user `u`, and its result under each choice, in order. */
type Probe = [look: (trial: Trial) => unknown, ...expected: unknown[]]

const row = async (trial: Trial) => {
  const { data } = (await trial.json('GET', '/_/token')) as { data: Record<string, unknown>[] }
  return data.find(({ name }) => name === 'a') ?? {}
}
const userRow = async (trial: Trial, email = 'u') => {
  const { data } = (await trial.json('GET', '/_/user')) as { data: Record<string, unknown>[] }
  const { admin, active } = data.find((row) => row.email === email) ?? {}
  return { admin, active }
}

const taken = 'A token named "a" already exists.'

const probes: Record<ReadingName, Probe> = {
  flags: [async (trial) => (await row(trial)).active, true, 1],
  moments: [
    async (trial) => {
      const value = trial.valueOf('a')
      const usable: boolean[] = []
      for (const expiration_date of [1_800_000_001, 1_800_000_001_000, 1]) {
        await trial.call('PUT', '/_/token', { name: 'a', expiration_date })
        usable.push(await trial.usable(value))
      }
      return [(await row(trial)).updated_at, ...usable]
    },
    [1_800_000_000_500, false, true, false],
    [1_800_000_000, true, true, false],
  ],
  answers: [
    async (trial) => [
      await trial.call('POST', '/_/token', { name: 'a' }),
      (await trial.call('PUT', '/_/token', { name: 'a' })).text,
      (await trial.call('GET', '/_/token', undefined, 'x')).text,
      (await trial.call('GET', '/_/token')).type,
    ],
    [
      { status: 409, type: 'application/json', text: JSON.stringify({ error: taken }) },
      '{"ok":true}',
      '{"error":"This bearer is not accepted."}',
      'application/json',
    ],
    [{ status: 409, type: null, text: taken }, '', '', null],
  ],
  'list-secret': [
    async (trial) => ['token' in (await row(trial)), (await trial.call('GET', '/_/user')).text.includes('argon2id')],
    [false, false],
    [true, true],
  ],
  'users-list': [(trial) => trial.status('GET', '/_/user'), 200, 404],
  'sign-in': [(trial) => trial.status('POST', '/_/user/token/value', trial.admin, null), 200, 404, 200],
  'wrong-password': [
    (trial) => trial.status('POST', '/_/user/token/value', { ...trial.admin, password: 'x' }, null),
    401,
    400,
  ],
  administrators: [
    async (trial) => {
      await trial.call('POST', '/_/token', { name: 'reader', expiration_date: 1_900_000_000_000, write: false })
      const bearers = [trial.bearer, trial.valueOf('a'), trial.valueOf('reader')]
      return Promise.all(bearers.map((bearer) => trial.status('GET', '/_/token', undefined, bearer)))
    },
    [200, 401, 401],
    [200, 200, 401],
    [200, 200, 200],
  ],
  'turned-off': [
    async (trial) => [
      await trial.status('GET', '/_/token'),
      await trial.status('DELETE', '/_/user', { email: 'u' }),
      await trial.status('POST', '/_/user/token/value', trial.admin, null),
    ],
    [200, 200, 200],
    [404, 200, 200],
    [200, 404, 404],
    [404, 404, 404],
  ],
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
  'unknown-name': [
    async (trial) => [
      await trial.status('PUT', '/_/token', { name: 'x' }),
      await trial.status('PUT', '/_/token', { name: 'x', active: true, write: true, expiration_date: 1 }),
      await trial.status('PUT', '/_/user', { email: 'x' }),
      await trial.status('PUT', '/_/user', { email: 'x', admin: true, active: true, new_password: 'x' }),
      await trial.status('DELETE', '/_/token', { name: 'x' }),
      await trial.status('DELETE', '/_/user', { email: 'x' }),
      await trial.status('GET', '/_/token/value?name=x'),
    ],
    Array(7).fill(404),
    [400, 200, 500, 200, 200, 400, 200],
  ],
  'duplicate-on-create': [
    async (trial) => [
      await trial.status('POST', '/_/token', { name: 'a', active: false }),
      await trial.status('POST', '/_/user', { email: 'u', password: 'other' }),
      (await row(trial)).active,
    ],
    [409, 409, true],
    [201, 201, true],
  ],
  'create-swaps-flags': [(trial) => userRow(trial), { admin: false, active: true }, { admin: true, active: false }],
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
    [500, 500, 200],
  ],
  'past-expiry-on-create': [(trial) => trial.status('POST', '/_/token', { name: 'b', expiration_date: 1 }), 201, 400],
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

const cases = Object.entries(probes).flatMap(([name, [look, ...expected]]) =>
  READINGS[name as ReadingName].choices.map((choice, position) => ({
    name,
    choice,
    look,
    expected: expected[position],
  })),
)

test.each(cases)('$name=$choice changes what it says', async ({ name, choice, look, expected }) => {
  const trial = await openTrial(parseReadings(`documented,${name}=${choice}`))
  await trial.call('POST', '/_/token', { name: 'a', expiration_date: 1_900_000_000_000 })
  await trial.call('POST', '/_/user', { email: 'u', password: 'p', admin: false, active: true })
  expect(await look(trial)).toEqual(expected)
  trial.close()
})
