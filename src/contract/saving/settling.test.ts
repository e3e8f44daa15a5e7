import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { PRESETS, type Readings } from '#reference/readings.ts'
import { settled, sinceVerdict } from './settling.ts'
import { tokenWriting } from './token-saving.ts'
import { userWriting } from './user-saving.ts'
import { hurry, timedTrial } from '#contract/testing/trial.ts'
import * as parsed from '#contract/testing/lists.ts'
import type { Token } from '#contract/token.ts'
import type { User } from '#contract/user.ts'

beforeAll(hurry)
afterAll(() => vi.unstubAllGlobals())

const readings: Readings = { ...PRESETS['query-server'], 'value-on-put': 'new' }
const inSeconds = tokenWriting(() => 'seconds')
const far = 4_102_444_800
const tokensIn = (...rows: (Token | undefined)[]) => parsed.listOf(rows)
const usersIn = (...rows: (User | undefined)[]) => parsed.listOf(rows)

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
  test('shows a row unchanged since this browser’s act', async () => {
    const { tokens, users, seen, seenUser, tokensLater, usersLater } = await world()
    const saved = await tokens.save(await seen('a'), { active: false })
    expect(sinceVerdict(inSeconds, 'a', saved, await tokensLater())).toEqual({ is: 'as-left' })
    const changed = await users.save(await seenUser('ann'), { admin: false })
    expect(sinceVerdict(userWriting, 'ann', changed, await usersLater())).toEqual({ is: 'as-left' })
    const removed = await tokens.remove(await seen('a'))
    expect(sinceVerdict(inSeconds, 'a', removed, await tokensLater())).toEqual({ is: 'as-left' })
  })

  test('marks what a service took back a second later', async () => {
    const { tokens, seen, tokensLater, trial, pass } = await world()
    const saved = await tokens.save(await seen('a'), { active: false })
    pass(1000)
    trial.store.write('UPDATE token SET active = 1')
    expect(sinceVerdict(inSeconds, 'a', saved, await tokensLater())).toMatchObject({
      is: 'changed',
      fields: ['active'],
    })
    const removed = await tokens.remove(await seen('a'))
    await trial.call('POST', '/_/token', { name: 'a', expiration_date: far })
    expect(sinceVerdict(inSeconds, 'a', removed, await tokensLater())).toMatchObject({ is: 'back', row: { name: 'a' } })
  })

  test('marks what a stranger changed, the value included, and what is gone', async () => {
    const { tokens, users, seen, seenUser, tokensLater, usersLater, trial, pass } = await world()
    const saved = await tokens.save(await seen('a'), { active: false })
    pass(1000)
    await trial.call('PUT', '/_/token', { name: 'a' })
    const since = sinceVerdict(inSeconds, 'a', saved, await tokensLater())
    expect(since).toMatchObject({ is: 'changed', fields: ['updated_at', 'value'] })
    await trial.call('DELETE', '/_/token', { name: 'a' })
    expect(sinceVerdict(inSeconds, 'a', saved, await tokensLater())).toEqual({ is: 'gone' })
    const changed = await users.save(await seenUser('ann'), { admin: false })
    await trial.call('PUT', '/_/user', { email: 'ann', active: false })
    expect(sinceVerdict(userWriting, 'ann', changed, await usersLater())).toMatchObject({ is: 'changed' })
  })

  test('begun before the verdict’s own read tells nothing, nor does a verdict without one', async () => {
    const { tokens, seen, service, tokensLater } = await world()
    const early = await service.tokens.list()
    const saved = await tokens.save(await seen('a'), { active: false })
    expect(sinceVerdict(inSeconds, 'a', saved, early)).toBeUndefined()
    expect(sinceVerdict(inSeconds, 'a', { is: 'gone' }, await tokensLater())).toBeUndefined()
  })
})

describe('a write of a token without an answer', () => {
  const token = (more: object = {}) =>
    parsed.token({ name: 'a', active: 1, write: 0, expiration_date: far, updated_at: 5, ...more })

  test('is settled by what the next list shows', () => {
    const at = 1_800_000_000_000
    const save = { act: 'save', change: { active: true }, at } as const
    expect(settled(inSeconds, 'a', save, tokensIn(token()))).toBe('done')
    expect(settled(inSeconds, 'a', save, tokensIn(token({ active: 0 })))).toBe('not-done')
    expect(settled(inSeconds, 'a', save, tokensIn())).toBe('not-done')
    expect(settled(inSeconds, 'a', { act: 'save', change: {}, at }, tokensIn(token()))).toBe('unknown')
    expect(settled(inSeconds, 'a', { act: 'create', change: { active: true }, at }, tokensIn(token()))).toBe('done')
    expect(settled(inSeconds, 'a', { act: 'create', change: { active: false }, at }, tokensIn(token()))).toBe(
      'done-otherwise',
    )
    expect(settled(inSeconds, 'a', { act: 'create', change: {}, at }, tokensIn())).toBe('not-done')
    expect(settled(inSeconds, 'a', { act: 'remove', change: {}, at }, tokensIn())).toBe('done')
    expect(settled(inSeconds, 'a', { act: 'remove', change: {}, at }, tokensIn(token()))).toBe('not-done')
  })

  test('that asked for a stretch from the moment of sending is done where it was sent within a minute', () => {
    const at = (far - 3600) * 1000
    const request = { act: 'save', change: { expiration_date: { after: 3_600_000 } }, at } as const
    for (const [later, outcome] of [
      [0, 'done'],
      [30_000, 'done'],
      [-2000, 'not-done'],
      [90_000, 'not-done'],
    ] as const) {
      expect(settled(inSeconds, 'a', { ...request, at: at + later }, tokensIn(token()))).toBe(outcome)
    }
  })
})

describe('a write of a user without an answer', () => {
  const user = (email: string, admin: boolean, active: boolean) => parsed.user({ email, admin, active })

  test('is settled by the flags, under the new name where it was renamed', () => {
    const ann = user('ann', true, false)
    const save = (change: object) => ({ act: 'save', change, at: 1 }) as const
    expect(settled(userWriting, 'ann', save({ admin: true }), usersIn(ann))).toBe('done')
    expect(settled(userWriting, 'ann', save({ admin: false }), usersIn(ann))).toBe('not-done')
    expect(settled(userWriting, 'old', save({ new_email: 'ann', active: false }), usersIn(ann))).toBe('done')
    expect(settled(userWriting, 'ann', save({ new_email: 'bea' }), usersIn(ann))).toBe('not-done')
    expect(settled(userWriting, 'ann', save({ new_email: 'bea' }), usersIn(ann, user('bea', true, false)))).toBe(
      'done-otherwise',
    )
    expect(settled(userWriting, 'ann', { act: 'remove', change: {}, at: 1 }, usersIn())).toBe('done')
    expect(
      settled(userWriting, 'ann', { act: 'create', change: { admin: true, active: false }, at: 1 }, usersIn(ann)),
    ).toBe('done')
    expect(settled(userWriting, 'ann', { act: 'create', change: { admin: false }, at: 1 }, usersIn(ann))).toBe(
      'done-otherwise',
    )
  })

  test('that set a password is not settled by flags that may have been the same before', () => {
    const ann = user('ann', true, true)
    const save = (change: object) => ({ act: 'save', change, at: 1 }) as const
    expect(settled(userWriting, 'ann', save({ new_password: 'x' }), usersIn(ann))).toBe('unknown')
    expect(settled(userWriting, 'ann', save({ new_password: 'x', admin: true }), usersIn(ann))).toBe('unknown')
    expect(settled(userWriting, 'ann', save({ new_password: 'x', admin: false }), usersIn(ann))).toBe('not-done')
    expect(
      settled(userWriting, 'ann', save({ new_password: 'x', new_email: 'bea' }), usersIn(user('bea', true, true))),
    ).toBe('done')
  })
})

test('a list with an unreadable row settles nothing by absence, and what is there as ever', () => {
  const at = 1
  const remove = { act: 'remove', change: {}, at } as const
  const create = { act: 'create', change: { admin: true }, at } as const
  const save = { act: 'save', change: { admin: true }, at } as const
  const rename = { act: 'save', change: { new_email: 'bea' }, at } as const
  const unreadable = undefined
  const ann = parsed.user({ email: 'ann', admin: true, active: false })
  const bea = { ...ann, email: 'bea' }
  for (const write of [remove, create, save, rename])
    expect(settled(userWriting, 'ann', write, usersIn(unreadable))).toBe('unknown')
  // The former row, or the renamed one, may be the unreadable one.
  expect(settled(userWriting, 'ann', rename, usersIn(bea, unreadable))).toBe('unknown')
  expect(settled(userWriting, 'ann', rename, usersIn(ann, unreadable))).toBe('unknown')
  expect(settled(userWriting, 'ann', rename, usersIn(ann, bea, unreadable))).toBe('done-otherwise')
  expect(settled(userWriting, 'ann', remove, usersIn(ann, unreadable))).toBe('not-done')
  expect(settled(userWriting, 'ann', save, usersIn(ann, unreadable))).toBe('done')
  const list = parsed.listOf<User>([unreadable], 5)
  expect(sinceVerdict(userWriting, 'ann', { is: 'deleted', at }, list)).toBeUndefined()
  expect(sinceVerdict(userWriting, 'ann', { is: 'as-asked', row: ann, unseen: [], at }, list)).toBeUndefined()
})
