import { describe, expect, test } from 'vitest'
import type { Problem } from '#contract/problem.ts'
import { failing, lost, savedUsers as world } from '#contract/testing/memory.ts'

const ann = { email: 'ann', password: 'pa55word', admin: true, active: false }
const refusal: Problem = { kind: 'refused', status: 409, serviceText: '' }

describe('a user', () => {
  test('whose password had no answer is saved only if something shows it, and never called refused', async () => {
    const five: Problem = { kind: 'failing', status: 500, serviceText: '', sent: 'unknown' }
    for (const fails of [lost, failing(five)]) {
      const { saving, seen, users } = world('ann')
      users.before = (call) => void (call.startsWith('update') && fails())
      expect((await saving.save(seen('ann'), { new_password: 'x' })).is).toBe('unknown')
      users.before = () => undefined
      users.after = (call) => void (call.startsWith('update') && fails())
      expect(await saving.save(seen('ann'), { new_password: 'x', admin: true })).toMatchObject({
        is: 'as-asked',
        unseen: ['password'],
      })
    }
  })

  test('refused as a duplicate after all may be somebody else’s, and stays open', async () => {
    const { saving, users } = world()
    users.after = (call) => void (call.startsWith('create') && failing(refusal)())
    expect((await saving.create(ann)).is).toBe('unknown')
  })

  test('refused after an attempt without an answer is still known as that attempt', async () => {
    const { saving, users, pass } = world()
    users.before = (call) => void (call.startsWith('create') && lost())
    expect((await saving.create(ann)).is).toBe('unknown')
    users.before = () => undefined
    users.after = (call) => void (call.startsWith('create') && failing(refusal)())
    pass(1000)
    expect((await saving.create(ann)).is).toBe('unknown')
    pass(1000)
    expect((await saving.create(ann)).is).toBe('already')
  })

  test('changed, deleted or corrected by somebody else before it is read back is reported as stored, and not touched', async () => {
    const swapped = { admin: false, active: true }
    for (const [then, verdict] of [
      [undefined, { is: 'not-applied', row: undefined }],
      [
        { admin: true, active: false },
        { is: 'as-asked', unseen: ['password'] },
      ],
      [
        { admin: false, active: false },
        { is: 'differently', fields: ['admin'] },
      ],
    ] as const) {
      const { saving, users } = world()
      users.after = (call) => {
        const row = users.rows.get('ann')
        if (row === undefined || call !== 'create ann') return
        if (then === undefined) users.rows.delete('ann')
        else users.rows.set('ann', { ...row, ...swapped, ...then })
      }
      expect(await saving.create(ann)).toMatchObject(verdict)
      expect(users.calls).not.toContain('update ann')
    }
  })
})

describe('a new email without an answer that arrives late', () => {
  /** Ann, renamed with a new password by an update that arrives after the console has given up. */
  async function renamedLate() {
    const on = world('ann')
    const { saving, users, seen, pass } = on
    const before = seen('ann')
    const change = { new_email: 'bea', new_password: 'x', admin: true }
    users.before = (call) => void (call.startsWith('update') && lost())
    expect((await saving.save(before, change)).is).toBe('unknown')
    users.before = () => undefined
    await users.update({ email: 'ann', new_email: 'bea', admin: true, active: true })
    pass(1000)
    return { ...on, before, change }
  }
  const renamed = { is: 'conflict', seen: { email: 'ann' }, row: { email: 'bea', admin: true } }

  test('is not called deleted, whatever is done with the old row, however often', async () => {
    const { saving, before, change, sent } = await renamedLate()
    const count = sent.length
    expect(await saving.save(before, change)).toMatchObject({
      ...renamed,
      fields: ['email', 'admin', 'updated_at'],
    })
    expect(await saving.save(before, { active: false })).toMatchObject(renamed)
    expect(await saving.save(before, { active: false }, { overwrite: true })).toMatchObject(renamed)
    expect(await saving.remove(before)).toMatchObject(renamed)
    expect(sent).toHaveLength(count)
  })

  test('is saved on from the row that the conflict showed', async () => {
    const { saving, before, change, sent, pass } = await renamedLate()
    const ended = await saving.save(before, change)
    if (ended.is !== 'conflict') throw new Error(ended.is)
    pass(1000)
    expect(await saving.save({ row: ended.row, beganAt: before.beganAt }, change)).toMatchObject({
      is: 'as-asked',
      row: { email: 'bea', admin: true },
    })
    expect(sent.at(-1)).toEqual({ email: 'bea', new_password: 'x', admin: true, active: true })
  })

  test('is called deleted once the new row is gone, too', async () => {
    const { saving, before, users } = await renamedLate()
    users.rows.clear()
    expect(await saving.save(before, { active: false })).toEqual({ is: 'gone' })
  })
})
