import { describe, expect, test } from 'vitest'
import type { Problem } from '#contract/problem.ts'
import { failing, lost, savedUsers as world } from '#contract/testing/memory.ts'

const ann = { email: 'ann', password: 'pa55word', admin: true, active: false }
const refusal: Problem = { kind: 'refused', status: 404, serviceText: '' }

describe('a user on a service with a list', () => {
  test('is created as asked; that the password arrived no read can show', async () => {
    const { saving, users } = world()
    expect(await saving.create(ann)).toMatchObject({
      is: 'as-asked',
      unseen: ['password'],
      row: { admin: true, active: false },
    })
    expect(users.calls).toEqual(['read ann', 'create ann', 'read ann'])
  })

  test('whose flags are stored swapped is corrected once, and the verdict says so', async () => {
    const { saving, users, sent } = world()
    users.after = (call) => {
      if (call === 'create ann') users.rows.set('ann', { ...users.rows.get('ann')!, admin: false, active: true })
    }
    const verdict = await saving.create(ann)
    expect(verdict).toMatchObject({
      is: 'as-asked',
      unseen: ['password'],
      also: { did: 'put-right' },
      row: { admin: true, active: false },
    })
    expect(sent[1]).toEqual({ email: 'ann', admin: true, active: false })
  })

  test('that somebody else created at the same moment with other flags is left alone', async () => {
    for (const theirs of [
      { admin: true, active: true },
      { admin: false, active: false },
    ]) {
      const { saving, users, sent } = world()
      users.before = (call) => {
        if (call !== 'create ann') return
        const dated = world('ann').users.rows.get('ann')!
        users.rows.set('ann', { ...dated, ...theirs })
      }
      expect(await saving.create(ann)).toMatchObject({ is: 'differently', row: theirs })
      // The service answers 201 and ignores the duplicate: an update would change somebody else's account.
      expect(sent).toEqual([ann])
    }
  })

  test('whose flags cannot be corrected is reported as stored', async () => {
    const { saving, users } = world()
    users.after = () => {
      for (const [email, row] of users.rows) users.rows.set(email, { ...row, admin: false })
    }
    expect(await saving.create(ann)).toMatchObject({ is: 'differently', fields: ['admin'] })
    users.before = (call) => void (call.startsWith('update') && failing(refusal)())
    expect(await saving.create({ ...ann, email: 'bea' })).toMatchObject({ is: 'differently', fields: ['admin'] })
  })

  test('whose flags are swapped and stay so is reported as stored', async () => {
    const { saving, users } = world()
    users.after = () => {
      for (const [email, row] of users.rows) users.rows.set(email, { ...row, admin: false, active: true })
    }
    expect(await saving.create(ann)).toMatchObject({ is: 'differently', fields: ['admin', 'active'] })
    users.before = (call) => void (call.startsWith('update') && failing(refusal)())
    expect(await saving.create({ ...ann, email: 'bea' })).toMatchObject({
      is: 'differently',
      fields: ['admin', 'active'],
    })
  })

  test('whose email is taken is not touched', async () => {
    const { saving, sent } = world('ann')
    expect(await saving.create(ann)).toMatchObject({ is: 'exists', row: { admin: false } })
    expect(sent).toEqual([])
  })

  test('is always sent with both flags, and never with an empty email or password', async () => {
    const { saving, seen, sent } = world('ann')
    await saving.save(seen('ann'), { admin: true, new_email: '', new_password: '' })
    expect(sent).toEqual([{ email: 'ann', admin: true, active: true }])
    expect((await saving.save(seen('ann'), { new_email: '', new_password: '' })).is).toBe('already')
    expect((await saving.save(seen('ann'), { new_email: 'ann' })).is).toBe('already')
  })

  test('with an unknown flag must have it answered first', async () => {
    const { saving, seen, users } = world('ann')
    users.rows.set('ann', { ...users.rows.get('ann')!, admin: undefined, active: undefined })
    expect(await saving.save(seen('ann'), { new_password: 'x' })).toMatchObject({
      is: 'unanswered',
      fields: ['admin', 'active'],
    })
    expect(await saving.save(seen('ann'), { admin: false, active: true })).toMatchObject({ is: 'as-asked' })
  })

  test('whose password changes is sent even if nothing else does', async () => {
    const { saving, seen, sent } = world('ann')
    expect(await saving.save(seen('ann'), { new_password: 'x' })).toMatchObject({
      is: 'as-asked',
      unseen: ['password'],
    })
    expect(sent).toEqual([{ email: 'ann', new_password: 'x', admin: false, active: true }])
  })

  test('is deleted, and its absence proves it', async () => {
    const { saving, seen } = world('ann')
    expect(await saving.remove(seen('ann'))).toMatchObject({ is: 'deleted' })
  })

  test('changed by somebody else meanwhile is asked about', async () => {
    const { saving, seen, users } = world('ann')
    const before = seen('ann')
    users.rows.set('ann', { ...before.row, active: false, updated_at: undefined })
    expect(await saving.save(before, { admin: true })).toMatchObject({
      is: 'conflict',
      fields: ['active', 'updated_at'],
    })
  })

  test('updated by somebody else without any other trace is asked about too', async () => {
    const { saving, seen, users } = world('ann')
    const before = seen('ann')
    users.rows.set('ann', { ...before.row, updated_at: 1_999_999_999 })
    expect(await saving.save(before, { admin: true })).toMatchObject({ is: 'conflict', fields: ['updated_at'] })
    expect(users.calls).toEqual(['read ann'])
  })
})

describe('a new email', () => {
  test('is looked for before and read back under its new name', async () => {
    const { saving, seen, users } = world('ann')
    expect(await saving.save(seen('ann'), { new_email: 'bea' })).toMatchObject({
      is: 'as-asked',
      row: { email: 'bea' },
    })
    expect(users.calls).toEqual(['read ann,bea', 'update ann', 'read bea,ann'])
  })

  test('that is taken is not sent', async () => {
    const { saving, seen, sent } = world('ann', 'bea')
    expect(await saving.save(seen('ann'), { new_email: 'bea' })).toMatchObject({ is: 'exists', row: { email: 'bea' } })
    expect(sent).toEqual([])
  })

  test('that cannot be looked for is not sent, and that is a verdict', async () => {
    const { saving, seen, users, sent } = world('ann')
    users.before = (call) => void (call === 'read ann,bea' && lost())
    expect(await saving.save(seen('ann'), { new_email: 'bea' })).toEqual({
      is: 'refused',
      problem: { kind: 'unreachable', sent: 'unknown' },
      unsent: true,
    })
    expect(sent).toEqual([])
  })

  test('that the service ignored was not applied; a copy under the new name is reported', async () => {
    const { saving, seen, users } = world('ann')
    const before = seen('ann')
    users.after = (call) => {
      if (!call.startsWith('update')) return
      users.rows.delete('bea')
      users.rows.set('ann', before.row)
    }
    expect(await saving.save(before, { new_email: 'bea' })).toMatchObject({ is: 'not-applied', row: { email: 'ann' } })
    users.after = (call) => void (call.startsWith('update') && users.rows.set('ann', before.row))
    expect(await saving.save(before, { new_email: 'bea' })).toMatchObject({ is: 'differently', fields: ['email'] })
  })

  test('that the service spells differently is not verified: neither name is in the list', async () => {
    const { saving, seen, users } = world('ann')
    users.after = (call) => {
      if (!call.startsWith('update')) return
      const row = users.rows.get('Bea')!
      users.rows.delete('Bea')
      users.rows.set('bea', { ...row, email: 'bea' })
    }
    const verdict = await saving.save(seen('ann'), { new_email: 'Bea' })
    expect(verdict).toEqual({ is: 'not-verified', why: 'neither-name' })
  })
})

describe('a user on a service without a list', () => {
  test('is sent exactly what was named, and nothing can be verified', async () => {
    const { unlisted, sent, users } = world('ann')
    expect(await unlisted.save({ email: 'ann', admin: true })).toEqual({ is: 'not-verified', why: 'no-list' })
    expect(await unlisted.create({ ...ann, email: 'bea' })).toEqual({ is: 'not-verified', why: 'no-list' })
    expect(await unlisted.remove('ann')).toEqual({ is: 'not-verified', why: 'no-list' })
    expect(sent[0]).toEqual({ email: 'ann', admin: true })
    expect(users.calls).toEqual(['update ann', 'create bea', 'remove ann'])
  })

  test('refused is refused, without an answer is unknown', async () => {
    const { unlisted, users } = world('ann')
    users.before = failing(refusal)
    expect(await unlisted.remove('ann')).toEqual({ is: 'refused', problem: refusal })
    users.before = lost
    expect(await unlisted.remove('ann')).toMatchObject({ is: 'unknown' })
  })

  test('is not touched after the admin has signed out', async () => {
    const { unlisted, users, leave } = world('ann')
    leave()
    await expect(unlisted.remove('ann')).rejects.toThrow('signed out')
    expect(users.calls).toEqual([])
  })
})
