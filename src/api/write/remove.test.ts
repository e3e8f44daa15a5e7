import { describe, expect, test } from 'vitest'
import { failWith, failUnreachable } from '#api/testing/memory-resources.ts'
import { outcomeLabel, setUpTokens, setUpUsers } from '#api/testing/stored-rows.ts'
import type { Timestamp } from '#api/wire.ts'

const second = (integer: number): Timestamp => integer

describe('a deletion', () => {
  test('is proved by absence', async () => {
    const { tokens, remove, snapshotOf } = setUpTokens('a')
    const outcome = await remove(snapshotOf('a'))
    expect(outcome).toMatchObject({
      delivery: 'accepted',
      readBack: { status: 'matches' },
      request: { before: { name: 'a' } },
    })
    expect(outcome.readBack).not.toHaveProperty('row')
    expect(tokens.calls).toEqual(['read a', 'remove a', 'read a'])
  })

  test('answered OK while the row is still there had no effect', async () => {
    const { tokens, remove, snapshotOf } = setUpTokens('a')
    const { row } = snapshotOf('a')
    tokens.after = (call) => void (call.startsWith('remove') && tokens.rows.set('a', row))
    expect(await remove(snapshotOf('a'))).toMatchObject({
      delivery: 'accepted',
      readBack: { status: 'unchanged', row },
    })
  })

  test('without an answer is known by absence, else open', async () => {
    const { tokens, remove, snapshotOf } = setUpTokens('a', 'b')
    tokens.after = (call) => void (call.startsWith('remove') && failUnreachable())
    expect(outcomeLabel(await remove(snapshotOf('a')))).toBe('accepted matches')
    tokens.before = (call) => void (call.startsWith('remove') && failUnreachable())
    expect(outcomeLabel(await remove(snapshotOf('b')))).toBe('unknown unchanged')
  })

  test('after which somebody else creates the name again is done, and shows their row', async () => {
    const { tokens, remove, snapshotOf } = setUpTokens('a')
    const other = { ...snapshotOf('a').row, created_at: second(1_799_000_000), write: false }
    tokens.after = (call) => void (call.startsWith('remove') && tokens.rows.set('a', other))
    const before = snapshotOf('a')
    expect(await remove(before)).toMatchObject({ delivery: 'accepted', readBack: { status: 'matches', row: other } })
    // Theirs is not deleted by whoever still sees the former one.
    expect(outcomeLabel(await remove(before))).toBe('recreated')
  })

  test('of a row that was deleted and created again sends nothing', async () => {
    const { tokens, remove, snapshotOf, rewrite } = setUpTokens('a')
    const before = snapshotOf('a')
    rewrite('a', { created_at: second(1_799_000_000), write: false })
    expect(await remove(before)).toMatchObject({
      delivery: 'not-sent',
      blockedBy: 'recreated',
      readBack: { row: { write: false } },
    })
    const users = setUpUsers('ann')
    const ann = users.snapshotOf('ann')
    users.rewrite('ann', { created_at: second(1_799_000_000) })
    expect(outcomeLabel(await users.remove(ann))).toBe('recreated')
    expect([...tokens.calls, ...users.users.calls]).toEqual(['read a', 'read ann'])
  })

  test('of a row that was only changed asks first, and deletes what was then shown', async () => {
    const { tokens, remove, snapshotOf, rewrite, now } = setUpTokens('a')
    const before = snapshotOf('a')
    rewrite('a', { write: false, updated_at: second(1_799_000_000) })
    expect(await remove(before)).toMatchObject({ blockedBy: 'conflict', readBack: { fields: ['write', 'updated_at'] } })
    expect(tokens.calls).toEqual(['read a'])
    expect(outcomeLabel(await remove({ row: snapshotOf('a').row, readStartedAt: now() }))).toBe('accepted matches')
  })

  test('of a row that is gone sends nothing', async () => {
    const { tokens, remove, snapshotOf } = setUpTokens('a')
    const before = snapshotOf('a')
    tokens.rows.clear()
    expect(outcomeLabel(await remove(before))).toBe('not-found')
    expect(tokens.calls).toEqual(['read a'])
  })

  test('of what this page itself saved is no surprise', async () => {
    const { save, remove, snapshotOf, pass } = setUpTokens('a')
    const before = snapshotOf('a')
    await save(before, { write: false })
    pass(1000)
    expect(outcomeLabel(await remove(before))).toBe('accepted matches')
  })
})

describe('where the row to delete cannot be checked', () => {
  const down = failWith({ kind: 'failing', status: 500, serviceText: '', sent: 'unknown' })
  const acknowledged = ['identity-unknown'] as const

  test('nothing is sent, until the admin says to delete without it', async () => {
    const { tokens, perform, snapshotOf, replace } = setUpTokens('a')
    tokens.before = (call) => void (call.startsWith('read') && down())
    expect(outcomeLabel(await perform({ operation: 'delete', snapshot: snapshotOf('a') }))).toBe('read-failed')
    expect(outcomeLabel(await replace(snapshotOf('a'), {}))).toBe('read-failed')
    expect(tokens.calls).toEqual(['read a', 'read a'])
    expect(
      outcomeLabel(await perform({ operation: 'delete', snapshot: snapshotOf('a'), acknowledged: acknowledged })),
    ).toBe('accepted unavailable')
    expect(tokens.rows.has('a')).toBe(false)
  })

  test('since no date tells, another row may be there: it is deleted only knowing that', async () => {
    const { tokens, perform, snapshotOf, rewrite } = setUpTokens('a')
    const none: Timestamp = undefined
    rewrite('a', { created_at: none })
    const before = snapshotOf('a')
    rewrite('a', { updated_at: second(1_799_999_999) })
    expect(outcomeLabel(await perform({ operation: 'delete', snapshot: before }))).toBe('identity-unknown')
    expect(tokens.rows.has('a')).toBe(true)
    expect(outcomeLabel(await perform({ operation: 'delete', snapshot: before, acknowledged: acknowledged }))).toBe(
      'accepted matches',
    )
  })

  test('where no date has moved, it is the row that was seen', async () => {
    const { perform, snapshotOf, rewrite } = setUpTokens('a')
    const none: Timestamp = undefined
    rewrite('a', { created_at: none })
    expect(outcomeLabel(await perform({ operation: 'delete', snapshot: snapshotOf('a') }))).toBe('accepted matches')
  })
})
