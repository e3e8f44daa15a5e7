import { describe, expect, test } from 'vitest'
import { savedTokens } from '#contract/testing/memory.ts'
import type { Token } from '#contract/token.ts'
import type { Moment } from '#contract/wire.ts'

const second = (integer: number): Moment => integer

/**
 * A token of a list that was read at `beganAt`. This browser has saved it since, and then somebody else has changed it.
 * `from`: a row that a verdict put into that list.
 */
async function changedSince() {
  const on = savedTokens('a')
  const { saving, seen, rewrite, pass } = on
  const { row, beganAt } = seen('a')
  pass(1000)
  const saved = await saving.save({ row, beganAt }, { write: false })
  if (saved.is !== 'as-asked') throw new Error(saved.is)
  pass(1000)
  rewrite('a', { active: false, updated_at: second(1_797_000_000) })
  const from = (row: Token) => ({ row: structuredClone(row), beganAt })
  return { ...on, from, mine: from(saved.row) }
}

describe('a row that a verdict has put into an earlier list', () => {
  test.each([
    ['a conflict', { write: true }, 'conflict'],
    ['a change that was there already', { active: false }, 'already'],
  ] as const)('by %s is no conflict again', async (_, change, is) => {
    const { saving, mine, from, pass } = await changedSince()
    const shown = await saving.save(mine, change)
    expect(shown.is).toBe(is)
    if (shown.is !== 'conflict' && shown.is !== 'already') return
    pass(1000)
    expect(await saving.save(from(shown.row), { active: true })).toMatchObject({ is: 'as-asked' })
  })

  test('is what a later conflict compares with; a row from before is still one', async () => {
    const { saving, mine, from, rewrite, pass } = await changedSince()
    const shown = await saving.save(mine, { write: true })
    if (shown.is !== 'conflict') throw new Error(shown.is)
    pass(1000)
    expect(await saving.save(mine, { write: true })).toMatchObject({ is: 'conflict', fields: ['active', 'updated_at'] })
    rewrite('a', { active: true, updated_at: second(1_798_000_000) })
    pass(1000)
    expect(await saving.save(from(shown.row), { write: true })).toMatchObject({
      is: 'conflict',
      seen: { active: false },
      row: { active: true },
    })
  })

  test('can be deleted, though it was created again; the row from before cannot', async () => {
    const { saving, mine, from, rewrite, pass } = await changedSince()
    rewrite('a', { created_at: second(1_797_000_000) })
    const shown = await saving.remove(mine)
    if (shown.is !== 'recreated') throw new Error(shown.is)
    pass(1000)
    expect((await saving.remove(mine)).is).toBe('recreated')
    expect((await saving.remove(from(shown.row))).is).toBe('deleted')
  })

  test('by a look after a save is no conflict again', async () => {
    const { saving, from, rewrite } = await changedSince()
    const look = await saving.show(new Set(['a']))
    const row = look.at(look.find('a'))
    expect(row).toMatchObject({ active: false })
    expect(await saving.save(from(row), { active: true })).toMatchObject({ is: 'as-asked' })
    rewrite('a', { write: true })
    expect(await saving.save(from(row), { active: false })).toMatchObject({ is: 'conflict' })
  })
})
