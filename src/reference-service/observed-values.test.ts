import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { PRESETS } from './readings.ts'
import { openTrial, type Trial } from './testing/trial.ts'

/** What becomes of values and bearers, as they were seen on a public server. */
let trial: Trial
beforeEach(async () => {
  trial = await openTrial(PRESETS['query-server'])
})
afterEach(() => trial.close())

type Rows = { data: Record<string, unknown>[] }
const second = 1_800_000_000
const valueOf = async (name: string) => {
  const { data } = (await trial.json('GET', `/_/token/value?name=${name}`)) as Rows
  return String(data[0]?.token)
}
const rowOf = async (name: string) =>
  ((await trial.json('GET', '/_/token')) as Rows).data.find((row) => row.name === name)
const claimsOf = (value: string) =>
  JSON.parse(Buffer.from(value.split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown>
const works = async (bearer: string) => (await trial.status('GET', '/_/whoami', undefined, bearer)) === 200
const put = (body: object) => trial.call('PUT', '/_/token', body)

describe("a token's value", () => {
  test('is a JWT whose iat is updated_at and whose exp is expiration_date', async () => {
    await trial.call('POST', '/_/token', { name: 'a', expiration_date: second + 60 })
    const value = await valueOf('a')
    expect(claimsOf(value)).toEqual({ iss: 'token', sub: expect.any(String), iat: second, exp: second + 60 })
    expect((await rowOf('a'))?.token).toBe(value)
    expect(await works(value)).toBe(true)
  })

  test('is good until its second comes', async () => {
    await trial.call('POST', '/_/token', { name: 'a', expiration_date: second + 60 })
    const value = await valueOf('a')
    trial.clock.now += 59_000
    expect(await works(value)).toBe(true)
    trial.clock.now += 1_000
    expect(await works(value)).toBe(false)
  })

  test('without an expiration_date never expires', async () => {
    await trial.call('POST', '/_/token', { name: 'a' })
    expect((await rowOf('a'))?.expiration_date).toBe(second)
    trial.clock.now += 10 * 365 * 86_400_000
    expect(await works(await valueOf('a'))).toBe(true)
  })

  test('dated in milliseconds, even past ones, is good for 50,000 years', async () => {
    await trial.call('POST', '/_/token', { name: 'a', expiration_date: second * 1000 - 86_400_000 })
    expect((await rowOf('a'))?.expiration_date).toBe(1_799_913_600_000)
    trial.clock.now += 86_400_000 * 365
    expect(await works(await valueOf('a'))).toBe(true)
  })

  test('of an inactive token can be read and is refused', async () => {
    await trial.call('POST', '/_/token', { name: 'a', active: false })
    expect(await works(await valueOf('a'))).toBe(false)
  })

  test('is spoiled by every PUT, one that changes nothing included: new, signed with the former updated_at', async () => {
    await trial.call('POST', '/_/token', { name: 'a', expiration_date: second + 60 })
    const old = await valueOf('a')
    trial.clock.now += 5_000
    await put({ name: 'a' })
    const spoiled = await valueOf('a')
    expect(spoiled).not.toBe(old)
    expect(claimsOf(spoiled)).toMatchObject({ iat: second, exp: second + 60 })
    expect(await rowOf('a')).toMatchObject({
      expiration_date: second + 60,
      active: 1,
      write: 1,
      updated_at: second + 5,
    })
    expect([await works(old), await works(spoiled)]).toEqual([false, false])
  })

  test('works again after two PUTs within one second', async () => {
    await trial.call('POST', '/_/token', { name: 'a', expiration_date: second + 60 })
    trial.clock.now += 5_000
    await put({ name: 'a', active: true })
    trial.clock.now += 400
    await put({ name: 'a', active: true })
    expect(await works(await valueOf('a'))).toBe(true)
  })

  test('loses its "never" by a PUT, and gets it back by the current second sent twice within it', async () => {
    await trial.call('POST', '/_/token', { name: 'a' })
    trial.clock.now += 5_000
    await put({ name: 'a' })
    await put({ name: 'a' })
    expect(await works(await valueOf('a'))).toBe(false)
    trial.clock.now += 5_000
    for (const _ of [1, 2]) await put({ name: 'a', expiration_date: second + 10 })
    expect(await rowOf('a')).toMatchObject({ expiration_date: second + 10, updated_at: second + 10 })
    expect(await works(await valueOf('a'))).toBe(true)
  })

  test('works again after delete and create under the same name; the old one does not', async () => {
    await trial.call('POST', '/_/token', { name: 'a' })
    const old = await valueOf('a')
    await trial.call('DELETE', '/_/token', { name: 'a' })
    await trial.call('POST', '/_/token', { name: 'a' })
    expect([await works(old), await works(await valueOf('a'))]).toEqual([false, true])
  })

  test('says whether it may write', async () => {
    await trial.call('POST', '/_/token', { name: 'a', write: false })
    expect(await trial.json('GET', '/_/whoami', undefined, await valueOf('a'))).toEqual({
      kind: 'token',
      name: 'a',
      write: false,
    })
  })

  test('keeps its name: new_name is not known', async () => {
    await trial.call('POST', '/_/token', { name: 'a' })
    await put({ name: 'a', new_name: 'b' })
    expect(await rowOf('b')).toBeUndefined()
  })
})

describe('a bearer by sign-in', () => {
  const signIn = (email: string, password: string) =>
    trial.call('POST', '/_/user/token/value', { email, password }, null)
  const bearerOf = async (email: string, password: string) =>
    (JSON.parse((await signIn(email, password)).text) as { data: [{ token: string }] }).data[0].token
  const change = (body: object) => trial.call('PUT', '/_/user', { email: 'eve', ...body })
  const mayList = async (bearer: string) => (await trial.status('GET', '/_/token', undefined, bearer)) === 200

  beforeEach(async () => {
    await trial.call('POST', '/_/user', { email: 'eve', password: 'p', admin: true, active: true })
  })

  test('is the same each time, and outlives a change of password and email', async () => {
    const bearer = await bearerOf('eve', 'p')
    expect(bearer).toBe(await bearerOf('eve', 'p'))
    await change({ new_password: 'q', new_email: 'adam' })
    expect(await bearerOf('adam', 'q')).toBe(bearer)
    expect((await signIn('eve', 'q')).status).toBe(400)
    trial.clock.now += 10 * 365 * 86_400_000
    expect(await mayList(bearer)).toBe(true)
  })

  test('is handed to one who is no admin, and then refused with 401', async () => {
    await change({ admin: false })
    expect(await mayList(await bearerOf('eve', 'p'))).toBe(false)
    await change({ admin: true })
    expect(await mayList(await bearerOf('eve', 'p'))).toBe(true)
  })

  test('of an inactive user administers nothing but still reads data, until the user is deleted', async () => {
    const bearer = await bearerOf('eve', 'p')
    await change({ active: false })
    expect((await signIn('eve', 'p')).text).toBe('The email or password is not correct.')
    expect([await mayList(bearer), await works(bearer)]).toEqual([false, true])
    await change({ active: true })
    expect(await mayList(bearer)).toBe(true)
    await trial.call('DELETE', '/_/user', { email: 'eve' })
    expect([await mayList(bearer), await works(bearer)]).toEqual([false, false])
  })

  test('needs no password after an empty new_password', async () => {
    await change({ new_password: '' })
    expect((await signIn('eve', '')).status).toBe(200)
  })

  test('is kept with the old password when an email is created again', async () => {
    await trial.call('POST', '/_/user', { email: 'eve', password: 'other' })
    expect([(await signIn('eve', 'p')).status, (await signIn('eve', 'other')).status]).toEqual([200, 400])
  })

  test('of the last admin ends when it demotes, deactivates or deletes itself', async () => {
    await trial.call('DELETE', '/_/user', { email: 'eve' })
    expect(await trial.status('DELETE', '/_/user', { email: trial.admin.email })).toBe(200)
    expect(await trial.status('GET', '/_/token')).toBe(401)
  })
})
