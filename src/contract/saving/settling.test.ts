import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { PRESETS, type Readings } from '#reference/readings.ts'
import { tokenSettled, tokenSince, userSettled, userSince } from './settling.ts'
import { hurry, timedTrial } from '#contract/testing/trial.ts'
import * as parsed from '#contract/testing/parsed.ts'
import type { User } from '#contract/user.ts'

beforeAll(hurry)
afterAll(() => vi.unstubAllGlobals())

const readings: Readings = { ...PRESETS['query-server'], 'value-on-put': 'new' }
const far = 4_102_444_800

async function world() {
  const timed = await timedTrial(readings)
  await timed.trial.call('POST', '/_/token', { name: 'a', expiration_date: far })
  await timed.trial.call('POST', '/_/user', { email: 'ann', password: 'p', admin: true, active: true })
  timed.pass(2500)
  const browser = timed.browser()
  const tokensLater = async () => (timed.pass(1500), browser.service.tokens.list())
  const usersLater = async () => (timed.pass(1500), browser.service.users.list())
  return { ...timed, ...browser, tokensLater, usersLater }
}

describe('a later list', () => {
  test('shows a row as this browser left it', async () => {
    const { tokens, users, seen, seenUser, tokensLater, usersLater } = await world()
    const saved = await tokens.save(await seen('a'), { active: false })
    expect(tokenSince('a', saved, await tokensLater(), 'seconds')).toEqual({ is: 'as-left' })
    const changed = await users.save(await seenUser('ann'), { admin: false })
    expect(userSince('ann', changed, await usersLater())).toEqual({ is: 'as-left' })
    const removed = await tokens.remove(await seen('a'))
    expect(tokenSince('a', removed, await tokensLater(), 'seconds')).toEqual({ is: 'as-left' })
  })

  test('marks what a service took back a second later', async () => {
    const { tokens, seen, tokensLater, trial, pass } = await world()
    const saved = await tokens.save(await seen('a'), { active: false })
    pass(1000)
    trial.store.write('UPDATE token SET active = 1')
    expect(tokenSince('a', saved, await tokensLater(), 'seconds')).toMatchObject({ is: 'changed', fields: ['active'] })
    const removed = await tokens.remove(await seen('a'))
    await trial.call('POST', '/_/token', { name: 'a', expiration_date: far })
    expect(tokenSince('a', removed, await tokensLater(), 'seconds')).toMatchObject({ is: 'back', row: { name: 'a' } })
  })

  test('marks what a stranger changed, the value included, and what is gone', async () => {
    const { tokens, users, seen, seenUser, tokensLater, usersLater, trial, pass } = await world()
    const saved = await tokens.save(await seen('a'), { active: false })
    pass(1000)
    await trial.call('PUT', '/_/token', { name: 'a' })
    const since = tokenSince('a', saved, await tokensLater(), 'seconds')
    expect(since).toMatchObject({ is: 'changed', fields: ['updated_at', 'value'] })
    await trial.call('DELETE', '/_/token', { name: 'a' })
    expect(tokenSince('a', saved, await tokensLater(), 'seconds')).toEqual({ is: 'gone' })
    const changed = await users.save(await seenUser('ann'), { admin: false })
    await trial.call('PUT', '/_/user', { email: 'ann', active: false })
    expect(userSince('ann', changed, await usersLater())).toMatchObject({ is: 'changed' })
  })

  test('begun before the verdict’s own read tells nothing, nor does a verdict without one', async () => {
    const { tokens, seen, service, tokensLater } = await world()
    const early = await service.tokens.list()
    const saved = await tokens.save(await seen('a'), { active: false })
    expect(tokenSince('a', saved, early, 'seconds')).toBeUndefined()
    expect(tokenSince('a', { is: 'gone' }, await tokensLater(), 'seconds')).toBeUndefined()
  })
})

describe('a write of a token without an answer', () => {
  const token = (more: object = {}) =>
    parsed.token({ name: 'a', active: 1, write: 0, expiration_date: far, updated_at: 5, ...more })

  test('is settled by what the next list shows', () => {
    const at = 1_800_000_000_000
    const save = { act: 'save', change: { active: true }, at } as const
    expect(tokenSettled(save, token(), 'seconds')).toBe('done')
    expect(tokenSettled(save, token({ active: 0 }), 'seconds')).toBe('not-done')
    expect(tokenSettled(save, undefined, 'seconds')).toBe('not-done')
    expect(tokenSettled({ act: 'save', change: {}, at }, token(), 'seconds')).toBe('not-told')
    expect(tokenSettled({ act: 'create', change: { active: true }, at }, token(), 'seconds')).toBe('done')
    expect(tokenSettled({ act: 'create', change: { active: false }, at }, token(), 'seconds')).toBe('done-otherwise')
    expect(tokenSettled({ act: 'create', change: {}, at }, undefined, 'seconds')).toBe('not-done')
    expect(tokenSettled({ act: 'remove', change: {}, at }, undefined, 'seconds')).toBe('done')
    expect(tokenSettled({ act: 'remove', change: {}, at }, token(), 'seconds')).toBe('not-done')
  })

  test('that asked for a stretch from the moment of sending is done where it was sent within a minute', () => {
    const at = (far - 3600) * 1000
    const asked = { act: 'save', change: { expires: { after: 3_600_000 } }, at } as const
    for (const [later, settled] of [
      [0, 'done'],
      [30_000, 'done'],
      [-2000, 'not-done'],
      [90_000, 'not-done'],
    ] as const) {
      expect(tokenSettled({ ...asked, at: at + later }, token(), 'seconds')).toBe(settled)
    }
  })
})

describe('a write of a user without an answer', () => {
  const user = (email: string, admin: boolean, active: boolean) => parsed.user({ email, admin, active })
  const among =
    (...users: User[]) =>
    (email: string) =>
      users.find((one) => one.email === email)

  test('is settled by the flags, under the new name where it was renamed', () => {
    const ann = user('ann', true, false)
    const save = (change: object) => ({ act: 'save', change }) as const
    expect(userSettled('ann', save({ admin: true }), among(ann))).toBe('done')
    expect(userSettled('ann', save({ admin: false }), among(ann))).toBe('not-done')
    expect(userSettled('old', save({ new_email: 'ann', active: false }), among(ann))).toBe('done')
    expect(userSettled('ann', save({ new_email: 'bea' }), among(ann))).toBe('not-done')
    expect(userSettled('ann', save({ new_email: 'bea' }), among(ann, user('bea', true, false)))).toBe('done-otherwise')
    expect(userSettled('ann', { act: 'remove', change: {} }, among())).toBe('done')
    expect(userSettled('ann', { act: 'create', change: { admin: true, active: false } }, among(ann))).toBe('done')
    expect(userSettled('ann', { act: 'create', change: { admin: false } }, among(ann))).toBe('done-otherwise')
  })

  test('that set a password is not told by flags that may have been so before', () => {
    const ann = user('ann', true, true)
    const save = (change: object) => ({ act: 'save', change }) as const
    expect(userSettled('ann', save({ new_password: 'x' }), among(ann))).toBe('not-told')
    expect(userSettled('ann', save({ new_password: 'x', admin: true }), among(ann))).toBe('not-told')
    expect(userSettled('ann', save({ new_password: 'x', admin: false }), among(ann))).toBe('not-done')
    expect(userSettled('ann', save({ new_password: 'x', new_email: 'bea' }), among(user('bea', true, true)))).toBe(
      'done',
    )
  })
})
