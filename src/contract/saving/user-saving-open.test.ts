import { describe, expect, test } from 'vitest'
import type { Problem } from '#contract/problem.ts'
import { failing, lost, stale, savedUsers as world } from '#contract/testing/memory.ts'

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

  test('changed, deleted or corrected by somebody else while its flags are corrected is reported as stored', async () => {
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
      const { saving, users, pass } = world()
      users.after = (call) => {
        const row = users.held.get('ann')
        if (row === undefined) return
        if (call === 'create ann') users.held.set('ann', { ...row, ...swapped })
        if (call !== 'read ann' || row.admin === true) return
        // What the creation read back has been read; what follows reads anew.
        pass(stale)
        if (then === undefined) users.held.delete('ann')
        else users.held.set('ann', { ...row, ...then })
      }
      expect(await saving.create(ann)).toMatchObject(verdict)
    }
  })
})
