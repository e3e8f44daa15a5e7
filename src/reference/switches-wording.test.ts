import { expect, test } from 'vitest'
import { parseReadings, READINGS, type ReadingName } from './readings.ts'
import { openTrial, type Trial } from './testing/trial.ts'

/** The switches about what stands in an answer, and about who is answered. */
export type Wording =
  | 'list-shape'
  | 'value-shape'
  | 'flags'
  | 'moments'
  | 'moment-spelling'
  | 'list-secret'
  | 'value-kind'
  | 'error-format'
  | 'success-codes'
  | 'success-body'
  | 'content-type'
  | 'users-list'
  | 'sign-in'
  | 'wrong-password'
  | 'administrators'
  | 'refused-bearer'
  | 'bearer-of-inactive-user'
  | 'tokens-administration'
  | 'users-administration'

/** A look at a service that has the token `a` and the user `u`, and what it sees under each choice, in order. */
type Probe = [look: (trial: Trial) => unknown, ...seen: unknown[]]

const row = async (trial: Trial) => {
  const { data } = (await trial.json('GET', '/_/token')) as { data: Record<string, unknown>[] }
  return data.find(({ name }) => name === 'a') ?? {}
}
const bearer = async (trial: Trial) => {
  const body = { email: 'u', password: 'p' }
  const { data } = (await trial.json('POST', '/_/user/token/value', body, null)) as { data: [{ token: string }] }
  return data[0].token
}
const refused = (trial: Trial) => trial.call('POST', '/_/token', { name: 'a' })
const refusedText = 'A token named "a" already exists.'

const probes: Record<Wording, Probe> = {
  'list-shape': [
    async (trial) => Object.keys((await trial.json('GET', '/_/token')) as object),
    ['data'],
    ['0'],
    ['tokens'],
    ['items'],
  ],
  'value-shape': [
    async (trial) => (await trial.call('GET', '/_/token/value?name=a')).text.replace(/[\w-]+\.[\w-]+\.[\w-]+/, 'V'),
    '{"data":[{"token":"V"}]}',
    '{"value":"V"}',
    '{"token":"V"}',
    '"V"',
    'V',
  ],
  flags: [async (trial) => (await row(trial)).active, true, 1, '1', 'true'],
  moments: [async (trial) => (await row(trial)).updated_at, 1_800_000_000_500, 1_800_000_000],
  'moment-spelling': [
    async (trial) => (await row(trial)).updated_at,
    1_800_000_000_500,
    '1800000000500',
    '2027-01-15T08:00:00.500Z',
  ],
  'list-secret': [
    async (trial) => ['token' in (await row(trial)), (await trial.call('GET', '/_/user')).text.includes('argon2id')],
    [false, false],
    [true, true],
  ],
  'value-kind': [async (trial) => trial.valueOf('a').split('.').length, 3, 1],
  'error-format': [
    async (trial) => [(await refused(trial)).text, (await trial.call('GET', '/_/token', undefined, 'x')).text === ''],
    [`{"error":${JSON.stringify(refusedText)}}`, false],
    [`{"code":"conflict","message":${JSON.stringify(refusedText)}}`, false],
    [`{"type":"about:blank","title":"Conflict","status":409,"detail":${JSON.stringify(refusedText)}}`, false],
    [refusedText, false],
    [refusedText, true],
    ['', true],
  ],
  'success-codes': [
    async (trial) => [
      await trial.status('POST', '/_/token', { name: 'b' }),
      await trial.status('PUT', '/_/token', { name: 'b' }),
      await trial.status('DELETE', '/_/token', { name: 'b' }),
    ],
    [201, 200, 200],
    [200, 200, 200],
    [201, 200, 204],
    [204, 204, 204],
  ],
  'success-body': [async (trial) => (await trial.call('PUT', '/_/token', { name: 'a' })).text, '{"ok":true}', 'OK', ''],
  'content-type': [
    async (trial) => [(await trial.call('GET', '/_/token')).type, (await refused(trial)).type],
    ['application/json', 'application/json'],
    [null, null],
  ],
  'users-list': [(trial) => trial.status('GET', '/_/user'), 200, 404],
  'sign-in': [(trial) => trial.status('POST', '/_/user/token/value', trial.admin, null), 200, 404, 200],
  'wrong-password': [
    (trial) => trial.status('POST', '/_/user/token/value', { ...trial.admin, password: 'x' }, null),
    401,
    400,
    403,
  ],
  administrators: [
    async (trial) => {
      await trial.call('POST', '/_/token', { name: 'a-reader', expiration_date: 1_900_000_000_000, write: false })
      const { text } = await trial.call('GET', '/_/token/value?name=a-reader')
      const reader = /[\w-]+\.[\w-]+\.[\w-]+/.exec(text)?.[0] ?? ''
      const bearers = [trial.bearer, 'fixed', trial.valueOf('a'), reader]
      return Promise.all(
        bearers.map(async (bearer) => (await trial.status('GET', '/_/token', undefined, bearer)) === 200),
      )
    },
    [true, true, false, false],
    [true, false, false, false],
    [true, true, true, false],
    [true, true, true, true],
  ],
  'refused-bearer': [
    async (trial) => [
      await trial.status('GET', '/_/token', undefined, null),
      await trial.status('GET', '/_/token', undefined, trial.valueOf('a')),
      await trial.status('GET', '/_/token', undefined, await bearer(trial)),
    ],
    [401, 401, 401],
    [403, 403, 403],
    [401, 403, 403],
  ],
  'bearer-of-inactive-user': [
    async (trial) => {
      const token = await bearer(trial)
      await trial.call('PUT', '/_/user', { email: 'u', active: false, admin: true })
      return [await trial.usable(token), await trial.status('GET', '/_/token', undefined, token)]
    },
    [false, 401],
    [true, 401],
  ],
  'tokens-administration': [
    async (trial) => [await trial.status('GET', '/_/token'), await trial.status('GET', '/_/user')],
    [200, 200],
    [404, 200],
  ],
  'users-administration': [
    async (trial) => [await trial.status('DELETE', '/_/user', { email: 'u' }), await trial.status('GET', '/_/token')],
    [200, 200],
    [404, 200],
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
