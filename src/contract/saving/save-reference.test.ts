import { setMaxListeners } from 'node:events'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { PRESETS, type PresetName } from '#reference/readings.ts'
import { problemOf } from '#contract/problem.ts'
import { learnedUnit } from '#contract/list/row-store.ts'
import { referenceWorld, type ReferenceWorld } from '#contract/testing/reference.ts'
import { createTokenSaving } from './token-saving.ts'
import { createTurns } from './turns.ts'
import { createUnlistedUserSaving, createUserSaving } from './user-saving.ts'

const presets = Object.keys(PRESETS) as PresetName[]
const listed = presets.filter((preset) => PRESETS[preset]['users-list'] === 'offered')
const soon = { after: 3_600_000 }
let opened: ReferenceWorld | undefined
afterEach(() => {
  vi.unstubAllGlobals()
  opened?.close()
})

async function world(preset: PresetName) {
  opened = await referenceWorld(PRESETS[preset])
  const { service } = opened
  const { signal } = new AbortController()
  setMaxListeners(0, signal) // a session has one signal, and twenty calls at once listen to it
  const saving = { turns: createTurns(), now: Date.now, signal }
  const unit = PRESETS[preset].moments === 's' ? 'seconds' : 'milliseconds'
  const tokens = createTokenSaving(service.tokens, saving, () => ({ unit, learned: true }))
  const seen = async (name: string) => {
    const list = await service.tokens.list()
    return { row: list.at(list.find(name)), beganAt: list.beganAt }
  }
  return {
    ...opened,
    unit,
    tokens,
    seen,
    users: createUserSaving(service.users, saving),
    unlisted: createUnlistedUserSaving(service.users, saving),
  }
}

describe.each(presets)('under the readings of %s', (preset) => {
  test('a token is created, found by its unit, revealed, switched, and deleted as asked', async () => {
    const { service, tokens, unit, seen } = await world(preset)
    const name = ' ключ "x" 😀\u0000+&'
    expect(await tokens.create({ name, active: true, write: false, expiration_date: soon })).toMatchObject({
      is: 'as-asked',
      row: { name, write: false },
    })
    expect(learnedUnit((await service.tokens.list()).units)).toBe(unit)
    expect(await service.tokens.value(name)).toMatch(/./)
    expect(await tokens.save(await seen(name), { active: false, write: true })).toMatchObject({
      is: 'as-asked',
      row: { active: false, write: true },
    })
    expect(await tokens.save(await seen(name), { active: false })).toMatchObject({ is: 'already' })
    expect(await tokens.remove(await seen(name))).toMatchObject({ is: 'deleted' })
    expect((await service.tokens.list()).count).toBe(0)
  })

  test('an expiry beyond 2^53 stays to the last digit through a switch', async () => {
    const { service, tokens, seen } = await world(preset)
    const expiration_date = 2n ** 60n + 1n
    await service.tokens.create({ name: 'far', active: true, write: true, expiration_date })
    expect(await tokens.save(await seen('far'), { active: false })).toMatchObject({
      is: 'as-asked',
      row: { expiration_date: String(expiration_date) },
    })
  })

  test('twenty switches at once arrive, at the cost of at most four lists', async () => {
    const { tokens, seen, service, requests } = await world(preset)
    const names = Array.from({ length: 20 }, (_, i) => `t${i}`)
    await Promise.all(names.map((name) => tokens.create({ name, active: true, write: true, expiration_date: soon })))
    const rows = await Promise.all(names.map(seen))
    const before = requests.filter((request) => request === 'GET /_/token').length
    // On a busy machine twenty answers take longer than the 8 ms in which reads gather.
    const real = globalThis.setTimeout
    vi.stubGlobal('setTimeout', (run: () => void, ms = 0) => real(run, ms === 8 ? 300 : ms))
    const verdicts = await Promise.all(rows.map((row) => tokens.save(row, { active: false })))
    expect(new Set(verdicts.map(({ is }) => is))).toEqual(new Set(['as-asked']))
    expect(requests.filter((request) => request === 'GET /_/token').length - before).toBeLessThanOrEqual(4)
    const list = await service.tokens.list()
    expect(names.every((name) => list.at(list.find(name)).active === false)).toBe(true)
  })

  test('a taken name is not touched; a missing name is reported and not deleted again', async () => {
    const { service, tokens, seen } = await world(preset)
    await tokens.create({ name: 'a', active: true, write: true, expiration_date: soon })
    expect(await tokens.create({ name: 'a', active: false, write: false, expiration_date: soon })).toMatchObject({
      is: 'exists',
      row: { active: true },
    })
    const row = await seen('a')
    await service.tokens.remove('a')
    await new Promise((resolve) => setTimeout(resolve, 5))
    expect(['gone', 'refused', 'not-applied']).toContain((await tokens.save(row, { active: false })).is)
    expect(await tokens.remove(row)).toEqual({ is: 'gone' })
  })

  test('an empty name is not stored, and no verdict says it was', async () => {
    const { tokens } = await world(preset)
    expect(['not-applied', 'refused']).toContain(
      (await tokens.create({ name: '', active: true, write: true, expiration_date: soon })).is,
    )
  })

  test('a wrong access token is signed out, at sign-in and on every act', async () => {
    const { as } = await world(preset)
    const stranger = as('wrong')
    for (const call of [
      stranger.check(),
      stranger.tokens.list(),
      stranger.tokens.value('a'),
      stranger.users.remove('a'),
    ])
      expect(problemOf(await call.catch((error: unknown) => error))?.kind).toBe('signed-out')
  })
})

describe.each(listed)('where %s lists users', (preset) => {
  test('a user has the flags asked for, whether create swaps them or not; renaming moves the account', async () => {
    const { users, service } = await world(preset)
    const verdict = await users.create({ email: 'ann', password: 'pa55word', admin: true, active: false })
    expect(verdict).toMatchObject({ is: 'as-asked', row: { admin: true, active: false } })
    expect('also' in verdict).toBe(PRESETS[preset]['create-swaps-flags'] === 'yes')
    if (verdict.is !== 'as-asked') return
    const renamed = await users.save({ row: verdict.row, beganAt: verdict.at }, { new_email: 'bea', active: true })
    expect(renamed).toMatchObject({ is: 'as-asked', row: { email: 'bea', active: true } })
    if (renamed.is !== 'as-asked') return
    expect(await service.signIn({ email: 'bea', password: 'pa55word' })).toMatch(/./)
    expect(await users.create({ email: 'bea', password: 'other', admin: false, active: true })).toMatchObject({
      is: 'exists',
    })
    expect(await users.remove({ row: renamed.row, beganAt: renamed.at })).toMatchObject({ is: 'deleted' })
  })
})

test('without a list of users, acts on them are accepted, and refusals are reported', async () => {
  const { unlisted, service } = await world('bare')
  expect(problemOf(await service.users.list().catch((error: unknown) => error))).toEqual({
    kind: 'switched-off',
    part: 'users',
  })
  expect(problemOf(await service.signIn({ email: 'a', password: 'b' }).catch((error: unknown) => error))).toEqual({
    kind: 'switched-off',
    part: 'users',
  })
  expect(await unlisted.create({ email: 'ann', password: 'x', admin: false, active: true })).toEqual({
    is: 'not-verified',
    why: 'no-list',
  })
  expect(await unlisted.create({ email: 'ann', password: 'x', admin: false, active: true })).toMatchObject({
    is: 'refused',
  })
  expect(await unlisted.save({ email: 'nobody', admin: true })).toMatchObject({
    is: 'refused',
    problem: { kind: 'refused', status: 404 },
  })
  expect(await unlisted.remove('ann')).toEqual({ is: 'not-verified', why: 'no-list' })
})

test('a "never" that a switch ends on a server that keeps omitted fields is reported, not called saved', async () => {
  const { tokens, seen } = await world('query-server')
  await tokens.create({ name: 'a', active: true, write: true, expiration_date: 'not-given' })
  await new Promise((resolve) => setTimeout(resolve, 1100))
  expect(await tokens.save(await seen('a'), { active: false })).toMatchObject({
    is: 'differently',
    fields: ['expiration_date'],
  })
})
