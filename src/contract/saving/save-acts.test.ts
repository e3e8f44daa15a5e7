import { describe, expect, test } from 'vitest'
import type { Problem } from '#contract/problem.ts'
import { failing, lost, savedTokens as world } from '#contract/testing/memory.ts'

const fresh = { name: 'new', expiration_date: { at: 1_900_000_000_000 }, active: true, write: false } as const
const refusal: Problem = { kind: 'refused', status: 409, serviceText: 'no' }

describe('several acts', () => {
  test('on one row run in turn on fresh reads: two quick switches both arrive', async () => {
    const { tokens, saving, seen } = world('a')
    const before = seen('a')
    const verdicts = await Promise.all([saving.save(before, { active: false }), saving.save(before, { write: false })])
    expect(verdicts.map(({ is }) => is)).toEqual(['as-asked', 'as-asked'])
    expect(tokens.rows.get('a')).toMatchObject({ active: false, write: false })
    expect(tokens.calls.filter((call) => call.startsWith('update'))).toHaveLength(2)
  })

  test('on twenty rows at once cost at most four lists', async () => {
    const names = Array.from({ length: 20 }, (_, i) => `t${i}`)
    const { tokens, saving, seen } = world(...names)
    const verdicts = await Promise.all(names.map((name) => saving.save(seen(name), { active: false })))
    expect(new Set(verdicts.map(({ is }) => is))).toEqual(new Set(['as-asked']))
    expect(tokens.calls.filter((call) => call.startsWith('read')).length).toBeLessThanOrEqual(4)
  })

  test('our own write is no conflict for the next, a stranger’s after it is', async () => {
    const { saving, seen, rewrite, pass } = world('a')
    const before = seen('a')
    pass(1)
    await saving.save(before, { active: false })
    pass(1000)
    expect((await saving.save(before, { write: false })).is).toBe('as-asked')
    pass(1000)
    rewrite('a', { active: true })
    expect(await saving.save(before, { write: true })).toMatchObject({
      is: 'conflict',
      fields: ['active'],
      seen: { active: false },
    })
  })

  test('a stranger’s update that shows in its moment alone is a conflict: it may have replaced the value', async () => {
    const { tokens, saving, seen, rewrite, pass } = world('a')
    const before = seen('a')
    pass(1000)
    rewrite('a', { updated_at: 1_999_999_999 })
    expect(await saving.save(before, { active: false })).toMatchObject({ is: 'conflict', fields: ['updated_at'] })
    expect(tokens.calls.filter((call) => call.startsWith('update'))).toEqual([])
  })

  test('queued behind one that fails still have their turn', async () => {
    const { tokens, saving, seen } = world('a')
    let first = true
    tokens.before = (call) => {
      if (call.startsWith('update') && first) {
        first = false
        failing(refusal)()
      }
    }
    const ended = [saving.save(seen('a'), { active: false }), saving.save(seen('a'), { write: false })]
    expect((await Promise.all(ended)).map(({ is }) => is)).toEqual(['refused', 'as-asked'])
  })

  test('end with signing out, queued and under way, and nothing more is sent', async () => {
    const { tokens, saving, seen, leave } = world('a')
    tokens.before = (call) => {
      if (call.startsWith('update')) leave()
    }
    const ended = [
      saving.save(seen('a'), { active: false }),
      saving.save(seen('a'), { write: false }),
      saving.remove(seen('a')),
      saving.create(fresh),
    ]
    for (const outcome of await Promise.allSettled(ended))
      expect(outcome).toMatchObject({ status: 'rejected', reason: { message: 'signed out' } })
    expect(tokens.calls.filter((call) => !call.startsWith('read') && !call.startsWith('create'))).toEqual(['update a'])
  })
})

describe('a create', () => {
  test('is looked for before and after', async () => {
    const { tokens, saving } = world()
    expect(await saving.create(fresh)).toMatchObject({ is: 'as-asked', row: { name: 'new', write: false } })
    expect(tokens.calls).toEqual(['read new', 'create new', 'read new'])
  })

  test('of a taken name sends nothing', async () => {
    const { tokens, saving } = world('new')
    expect(await saving.create(fresh)).toMatchObject({ is: 'exists', row: { name: 'new', write: true } })
    expect(tokens.calls).toEqual(['read new'])
  })

  test('answered OK that stored nothing was not applied', async () => {
    const { tokens, saving } = world()
    tokens.after = (call) => void (call.startsWith('create') && tokens.rows.clear())
    expect(await saving.create(fresh)).toMatchObject({ is: 'not-applied', row: undefined })
  })

  test('without an answer is unknown, refused is refused, unread before is not sent', async () => {
    const { tokens, saving } = world()
    tokens.before = (call) => void (call.startsWith('create') && lost())
    expect((await saving.create(fresh)).is).toBe('unknown')
    tokens.before = (call) => void (call.startsWith('create') && failing(refusal)())
    expect((await saving.create(fresh)).is).toBe('refused')
    tokens.before = lost
    expect((await saving.create({ ...fresh, name: 'other' })).is).toBe('refused')
  })
})

describe('a delete', () => {
  test('is proved by its absence', async () => {
    const { tokens, saving, seen } = world('a')
    expect(await saving.remove(seen('a'))).toMatchObject({ is: 'deleted' })
    expect(tokens.calls).toEqual(['read a', 'remove a', 'read a'])
  })

  test('answered OK while the row is still there was not applied', async () => {
    const { tokens, saving, seen } = world('a')
    const { row } = seen('a')
    tokens.after = (call) => void (call.startsWith('remove') && tokens.rows.set('a', row))
    expect(await saving.remove(seen('a'))).toMatchObject({ is: 'not-applied', row })
  })

  test('without an answer is settled by the row’s absence, else unknown', async () => {
    const { tokens, saving, seen } = world('a', 'b')
    tokens.after = (call) => void (call.startsWith('remove') && lost())
    expect((await saving.remove(seen('a'))).is).toBe('deleted')
    tokens.before = (call) => void (call.startsWith('remove') && lost())
    expect((await saving.remove(seen('b'))).is).toBe('unknown')
  })
})
