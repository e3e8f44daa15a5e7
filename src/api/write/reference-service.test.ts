import { afterEach, describe, expect, test } from 'vitest'
import { PRESETS, type PresetName } from '#reference-service/readings.ts'
import { timedTrial, type TimedTrial } from '#api/testing/test-service.ts'
import { outcomeLabel } from '#api/testing/stored-rows.ts'
import type { WriteRequestOf } from './resource-adapter.ts'
import type { TokenTypes } from './token-adapter.ts'
import type { UserTypes } from './user-adapter.ts'

const presets = Object.keys(PRESETS) as PresetName[]
const listed = presets.filter((preset) => PRESETS[preset]['users-list'] === 'offered')
const soon = { after: 3_600_000 }
const acknowledged = ['locks-out-self', 'locks-out-everyone'] as const
let opened: TimedTrial | undefined
afterEach(() => opened?.close())

async function setUp(preset: PresetName) {
  opened = await timedTrial(PRESETS[preset])
  const browser = opened.browser()
  const { tokens, users, unlisted } = browser.write
  const token = async (write: WriteRequestOf<TokenTypes>) => (await tokens.write([write]))[0]
  const user = async (write: WriteRequestOf<UserTypes>) => (await users.write([write]))[0]
  return { ...browser, tokens, token, user, unlisted }
}

describe.each(presets)('under the readings of %s', (preset) => {
  test('a token is created, saved, and deleted as asked', async () => {
    const { service, token, snapshotOf } = await setUp(preset)
    const name = ' ключ "x" 😀\u0000+&'
    const draft = { name, active: true, write: false, expiration_date: soon }
    expect(outcomeLabel(await token({ operation: 'create', draft }))).toBe('accepted matches')
    const change = { active: false, write: true }
    expect(await token({ operation: 'update', snapshot: await snapshotOf(name), change })).toMatchObject({
      delivery: 'accepted',
      readBack: { status: 'matches', row: change },
    })
    expect(outcomeLabel(await token({ operation: 'update', snapshot: await snapshotOf(name), change }))).toBe(
      'no-change',
    )
    expect(outcomeLabel(await token({ operation: 'delete', snapshot: await snapshotOf(name) }))).toBe(
      'accepted matches',
    )
    expect((await service.tokens.list()).count).toBe(0)
  })

  test('a batch of twenty arrives, at the cost of two lists', async () => {
    const { tokens, snapshotOf, service, requests } = await setUp(preset)
    const names = Array.from({ length: 20 }, (_, i) => `t${i}`)
    const lists = () => requests.filter((request) => request === 'GET /_/token').length
    const made = await tokens.write(
      names.map((name) => ({ operation: 'create', draft: { name, active: true, write: true, expiration_date: soon } })),
    )
    expect(new Set(made.map(outcomeLabel))).toEqual(new Set(['accepted matches']))
    const rows = await Promise.all(names.map(snapshotOf))
    const before = lists()
    const saved = await tokens.write(
      rows.map((row) => ({ operation: 'update', snapshot: row, change: { active: false } })),
    )
    expect(new Set(saved.map(outcomeLabel))).toEqual(new Set(['accepted matches']))
    expect(lists() - before).toBe(2)
    const list = await service.tokens.list()
    expect(names.every((name) => list.at(list.indexOf(name)).active === false)).toBe(true)
  })
})

describe.each(listed)('where %s lists users', (preset) => {
  test('a user has the flags asked for, whether create swaps them or not; renaming moves the account', async () => {
    const { user, service, userSnapshotOf } = await setUp(preset)
    const draft = { email: 'ann', password: 'pa55word', admin: true, active: false }
    const made = await user({ operation: 'create', draft })
    expect(made).toMatchObject({
      delivery: 'accepted',
      readBack: { status: 'matches', row: { admin: true, active: false } },
    })
    expect(made?.sideEffect?.type === 'flags-corrected').toBe(PRESETS[preset]['create-swaps-flags'] === 'yes')
    const change = { new_email: 'bea', active: true }
    const renamed = await user({
      operation: 'update',
      snapshot: await userSnapshotOf('ann'),
      change,
      acknowledged: acknowledged,
    })
    expect(renamed).toMatchObject({
      delivery: 'accepted',
      readBack: { status: 'matches', row: { email: 'bea', active: true } },
    })
    expect(await service.signIn({ email: 'bea', password: 'pa55word' })).toMatch(/./)
    expect(outcomeLabel(await user({ operation: 'create', draft: { ...draft, email: 'bea' } }))).toBe('name-taken')
    expect(
      outcomeLabel(
        await user({ operation: 'delete', snapshot: await userSnapshotOf('bea'), acknowledged: acknowledged }),
      ),
    ).toBe('accepted matches')
  })
})

test('without a list of users, writes are accepted or refused, and nothing is confirmed', async () => {
  const { unlisted } = await setUp('bare')
  const draft = { email: 'ann', password: 'x', admin: false, active: true }
  const row = { email: 'nobody', admin: true, active: true, created_at: undefined, updated_at: undefined }
  const words = []
  for (const write of [
    { operation: 'create', draft },
    { operation: 'create', draft },
    { operation: 'update', snapshot: { row, readStartedAt: 0 }, change: { admin: false } },
    { operation: 'delete', snapshot: { row: { ...row, email: 'ann' }, readStartedAt: 0 } },
  ] satisfies WriteRequestOf<UserTypes>[]) {
    words.push(outcomeLabel((await unlisted.write([write]))[0]))
  }
  expect(words).toEqual([
    'accepted unavailable',
    'rejected unavailable',
    'rejected unavailable',
    'accepted unavailable',
  ])
})
