import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { PRESETS } from '#reference/readings.ts'
import { failing, savedTokens, savedUsers } from '#contract/testing/memory.ts'
import { hurry, timedTrial } from '#contract/testing/trial.ts'
import type { Moment } from '#contract/wire.ts'

beforeAll(hurry)
afterAll(() => vi.unstubAllGlobals())

const far = 4_102_444_800

/** A service of the observed kind with a token and a user, seen by this browser. */
async function world() {
  const timed = await timedTrial(PRESETS['query-server'])
  const call = (method: string, path: string, body: object) => timed.trial.call(method, path, body)
  await call('POST', '/_/token', { name: 'a', expiration_date: far, write: false })
  await call('POST', '/_/user', { email: 'ann', password: 'p', admin: true, active: true })
  timed.pass(2500)
  const browser = timed.browser()
  const seen = await browser.seen('a')
  const seenUser = await browser.seenUser('ann')
  const sent = (part: string) => browser.requests.filter((request) => request === `DELETE /_/${part}`).length
  return { ...timed, ...browser, call, seenToken: seen, seenAnn: seenUser, sent }
}

describe('a deletion', () => {
  test('of a row that was deleted and created again with other rights sends nothing', async () => {
    const on = await world()
    await on.call('DELETE', '/_/token', { name: 'a' })
    await on.call('POST', '/_/token', { name: 'a', expiration_date: far, write: true })
    await on.call('DELETE', '/_/user', { email: 'ann' })
    await on.call('POST', '/_/user', { email: 'ann', password: 'q', admin: true, active: true })
    expect(await on.tokens.remove(on.seenToken)).toMatchObject({ is: 'recreated', row: { name: 'a', write: true } })
    expect(await on.users.remove(on.seenAnn)).toMatchObject({ is: 'recreated', row: { email: 'ann' } })
    expect([on.sent('token'), on.sent('user')]).toEqual([0, 0])
  })

  test('of a row that was only changed asks first, and deletes what was then shown', async () => {
    const on = await world()
    await on.call('PUT', '/_/token', { name: 'a', write: true, active: true, expiration_date: far })
    const verdict = await on.tokens.remove(on.seenToken)
    expect(verdict).toMatchObject({ is: 'conflict', fields: ['write', 'updated_at'], seen: { write: false } })
    expect(on.sent('token')).toBe(0)
    if (verdict.is !== 'conflict') return
    expect(await on.tokens.remove({ row: verdict.row, beganAt: on.trial.clock.now })).toMatchObject({ is: 'deleted' })
  })

  test('of a row that is gone sends nothing', async () => {
    const on = await world()
    await on.call('DELETE', '/_/token', { name: 'a' })
    expect(await on.tokens.remove(on.seenToken)).toEqual({ is: 'gone' })
    expect(on.sent('token')).toBe(0)
  })

  test('believes no read that began before the click', async () => {
    const on = await world()
    // This read is fresh enough for a save, and older than the stranger's deletion.
    expect((await on.tokens.save(on.seenToken, { write: false })).is).toBe('already')
    await on.call('DELETE', '/_/token', { name: 'a' })
    on.pass(1000)
    await on.call('POST', '/_/token', { name: 'a', expiration_date: far, write: true })
    expect((await on.tokens.remove(on.seenToken)).is).toBe('recreated')
    expect((await on.tokens.replace(on.seenToken)).is).toBe('recreated')
    expect(on.sent('token')).toBe(0)
  })

  test('of what this browser itself saved is no surprise', async () => {
    const on = await world()
    await on.tokens.save(on.seenToken, { write: true })
    on.pass(1000)
    expect(await on.tokens.remove(on.seenToken)).toMatchObject({ is: 'deleted' })
  })
})

describe('where the row cannot be checked', () => {
  const refused = failing({ kind: 'failing', status: 500, serviceText: '', sent: 'unknown' })
  const none: Moment = undefined

  test('nothing is sent, until the admin says to delete without it', async () => {
    const { tokens, saving, seen } = savedTokens('a')
    tokens.before = (call) => void (call.startsWith('read') && refused())
    expect(await saving.remove(seen('a'))).toMatchObject({ is: 'unchecked', why: { kind: 'failing' } })
    expect(tokens.calls).toEqual(['read a'])
    expect(await saving.remove(seen('a'), { unchecked: true })).toMatchObject({ is: 'not-verified' })
    expect(tokens.rows.has('a')).toBe(false)
  })

  test('a value is not replaced either', async () => {
    const { tokens, saving, seen } = savedTokens('a')
    tokens.before = (call) => void (call.startsWith('read') && refused())
    expect(await saving.replace(seen('a'))).toMatchObject({ is: 'unchecked' })
    expect(tokens.calls).toEqual(['read a'])
  })

  test('because the service cannot be reached at all, deleting without it is not offered', async () => {
    const { users, saving, seen } = savedUsers('ann')
    users.before = failing({ kind: 'unreachable', sent: 'not-sent' })
    expect(await saving.remove(seen('ann'))).toMatchObject({ is: 'refused', problem: { kind: 'unreachable' } })
  })

  test('since a service gives no dates, or only a newer update, another row may be there', async () => {
    const { tokens, saving, seen, rewrite } = savedTokens('a')
    rewrite('a', { created_at: none })
    expect((await saving.remove(seen('a'), {})).is).toBe('deleted')
    tokens.rows.set('a', { ...savedTokens('a').seen('a').row, created_at: none })
    const before = seen('a')
    rewrite('a', { updated_at: 1_799_999_999 })
    expect(await saving.remove(before)).toMatchObject({ is: 'unchecked', why: 'undated' })
    expect(tokens.rows.has('a')).toBe(true)
  })
})
