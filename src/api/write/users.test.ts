import { describe, expect, test } from 'vitest'
import { type Problem, ServiceError } from '#api/problem.ts'
import { failWith, failUnreachable } from '#api/testing/memory-resources.ts'
import { outcomeLabel, setUpUsers } from '#api/testing/stored-rows.ts'

const ann = { email: 'ann', password: 'pa55word', admin: true, active: false }
const refusal: Problem = { kind: 'refused', status: 409, serviceText: '' }
const five: Problem = { kind: 'failing', status: 500, serviceText: '', sent: 'unknown' }

describe('a new user', () => {
  test('is created as asked; that the password arrived no read can show, and no outcome holds it', async () => {
    const { create, users } = setUpUsers()
    const outcome = await create(ann)
    expect(outcome).toMatchObject({
      delivery: 'accepted',
      readBack: { status: 'matches', writeOnlyFields: ['password'], row: { admin: true } },
    })
    expect(JSON.stringify(outcome)).not.toContain('pa55word')
    expect(users.calls).toEqual(['read ann', 'create ann', 'read ann'])
  })

  test('whose flags are stored swapped is put right once, and the outcome says so', async () => {
    const { create, users, rewrite, bodies } = setUpUsers()
    users.after = (call) => void (call === 'create ann' && rewrite('ann', { admin: false, active: true }))
    expect(await create(ann)).toMatchObject({
      delivery: 'accepted',
      readBack: { status: 'matches', writeOnlyFields: ['password'], row: { admin: true, active: false } },
      sideEffect: { type: 'flags-corrected' },
      request: { operation: 'create' },
    })
    expect(bodies[1]).toEqual({ email: 'ann', admin: true, active: false })
    expect(users.calls).toEqual(['read ann', 'create ann', 'read ann', 'update ann', 'read ann'])
  })

  test('whose flags stay swapped, or cannot be put right, is reported as stored', async () => {
    for (const fails of [() => undefined, failWith(refusal), failUnreachable]) {
      const { create, users, rewrite } = setUpUsers()
      users.after = (call) =>
        void (users.rows.has('ann') && call.length > 0 && rewrite('ann', { admin: false, active: true }))
      users.before = (call) => void (call.startsWith('update') && fails())
      const outcome = await create(ann)
      expect(outcome).toMatchObject({
        delivery: 'accepted',
        readBack: { status: 'differs', fields: ['admin', 'active'] },
      })
      expect(outcome?.sideEffect).toEqual({ type: 'flags-swapped' })
    }
  })

  test('without an answer, stored swapped, is known to be created; the admin puts it right, not the console', async () => {
    const { create, users, rewrite, bodies } = setUpUsers()
    users.after = (call) =>
      void (call === 'create ann' && (rewrite('ann', { admin: false, active: true }), failUnreachable()))
    const outcome = await create(ann)
    expect(outcome).toMatchObject({
      delivery: 'accepted',
      readBack: { status: 'differs' },
      sideEffect: { type: 'flags-swapped' },
    })
    expect(outcome).not.toHaveProperty('problem')
    expect(bodies).toEqual([ann])
  })

  test('that somebody else creates, changes, deletes or puts right at the same moment is left alone', async () => {
    for (const [theirs, word] of [
      [{ admin: true, active: true }, 'accepted differs'],
      [{ admin: false, active: false }, 'accepted differs'],
      [{ admin: true, active: false }, 'accepted matches'],
      [undefined, 'accepted unchanged'],
    ] as const) {
      const { create, users, rewrite, bodies } = setUpUsers()
      users.after = (call) => {
        if (call !== 'create ann') return
        if (theirs === undefined) users.rows.delete('ann')
        else rewrite('ann', theirs)
      }
      expect(outcomeLabel(await create(ann))).toBe(word)
      expect(bodies).toEqual([ann])
    }
  })

  test('whose email is taken is not touched', async () => {
    const { create, bodies } = setUpUsers('ann')
    expect(await create(ann)).toMatchObject({ blockedBy: 'name-taken', readBack: { row: { admin: false } } })
    expect(bodies).toEqual([])
  })

  test('refused as a duplicate may be somebody else’s, also after an attempt without an answer', async () => {
    const { create, users, pass } = setUpUsers()
    users.before = (call) => void (call.startsWith('create') && failUnreachable())
    expect(outcomeLabel(await create(ann))).toBe('unknown unchanged')
    users.before = () => undefined
    users.after = (call) => void (call.startsWith('create') && failWith(refusal)())
    pass(1000)
    expect(outcomeLabel(await create(ann))).toBe('rejected matches')
    pass(1000)
    expect(outcomeLabel(await create(ann))).toBe('name-taken')
  })
})

describe('a user', () => {
  test('is always sent with both flags, and never with an empty email or password', async () => {
    const { save, snapshotOf, bodies } = setUpUsers('ann')
    await save(snapshotOf('ann'), { admin: true, new_email: '', new_password: '' })
    expect(bodies).toEqual([{ email: 'ann', admin: true, active: true }])
    for (const change of [{ new_email: '', new_password: '' }, { new_email: 'ann' }])
      expect(outcomeLabel(await save(snapshotOf('ann'), change))).toBe('no-change')
  })

  test('with an unknown flag must have it answered first', async () => {
    const { save, snapshotOf, rewrite } = setUpUsers('ann')
    rewrite('ann', { admin: undefined, active: undefined })
    expect(await save(snapshotOf('ann'), { new_password: 'x' })).toMatchObject({
      blockedBy: 'fields-unreadable',
      readBack: { fields: ['admin', 'active'] },
    })
    expect(outcomeLabel(await save(snapshotOf('ann'), { admin: false, active: true }))).toBe('accepted matches')
  })

  test('whose password changes is sent even if nothing else does', async () => {
    const { save, snapshotOf, bodies } = setUpUsers('ann')
    expect(await save(snapshotOf('ann'), { new_password: 'x' })).toMatchObject({
      delivery: 'accepted',
      readBack: { status: 'matches', writeOnlyFields: ['password'] },
    })
    expect(bodies).toEqual([{ email: 'ann', new_password: 'x', admin: false, active: true }])
  })

  test('whose password had no answer is saved only if another field shows it, and never called refused', async () => {
    for (const fails of [failUnreachable, failWith(five)]) {
      const { save, snapshotOf, users } = setUpUsers('ann')
      users.after = (call) => void (call.startsWith('update') && fails())
      // The update moved `updated_at`, which anybody’s would.
      expect(await save(snapshotOf('ann'), { new_password: 'x' })).toMatchObject({
        delivery: 'unknown',
        readBack: { status: 'matches', writeOnlyFields: ['password'] },
      })
      expect(outcomeLabel(await save(snapshotOf('ann'), { new_password: 'x', admin: true }))).toBe('accepted matches')
    }
  })

  test('whose flags were ignored with an OK may have the password all the same: it is not as before', async () => {
    const { save, snapshotOf, users } = setUpUsers('ann')
    users.update = () => Promise.resolve()
    expect(await save(snapshotOf('ann'), { new_password: 'x', admin: true })).toMatchObject({
      delivery: 'accepted',
      readBack: { status: 'differs', fields: ['admin'], unrequestedFields: [] },
    })
  })

  test('changed by somebody else meanwhile, also without any other trace, is asked about', async () => {
    const { save, snapshotOf, rewrite, users } = setUpUsers('ann')
    const before = snapshotOf('ann')
    rewrite('ann', { updated_at: 1_999_999_999 })
    expect(await save(before, { admin: true })).toMatchObject({
      blockedBy: 'conflict',
      readBack: { fields: ['updated_at'] },
    })
    rewrite('ann', { active: false })
    expect(await save(before, { admin: true })).toMatchObject({
      blockedBy: 'conflict',
      readBack: { fields: ['active', 'updated_at'] },
    })
    expect(users.calls).toEqual(['read ann', 'read ann'])
  })
})

describe('a new email', () => {
  test('is looked for before and read back under its new name', async () => {
    const { save, snapshotOf, users } = setUpUsers('ann')
    expect(await save(snapshotOf('ann'), { new_email: 'bea' })).toMatchObject({
      delivery: 'accepted',
      readBack: { status: 'matches', row: { email: 'bea' } },
      request: { previousName: 'ann', name: 'bea' },
    })
    expect(users.calls).toEqual(['read ann,bea', 'update ann', 'read bea,ann'])
  })

  test('that is taken, or cannot be looked for, is not sent', async () => {
    const { save, snapshotOf, bodies, users } = setUpUsers('ann', 'bea')
    expect(await save(snapshotOf('ann'), { new_email: 'bea' })).toMatchObject({
      blockedBy: 'name-taken',
      readBack: { row: { email: 'bea' } },
    })
    users.before = failUnreachable
    expect(outcomeLabel(await save(snapshotOf('ann'), { new_email: 'cleo' }))).toBe('read-failed')
    expect(bodies).toEqual([])
  })

  test('that the service ignored is as before; a copy under the new name is reported', async () => {
    const { save, snapshotOf, users } = setUpUsers('ann')
    const before = snapshotOf('ann')
    users.after = (call) => {
      if (!call.startsWith('update')) return
      users.rows.delete('bea')
      users.rows.set('ann', before.row)
    }
    expect(await save(before, { new_email: 'bea' })).toMatchObject({
      delivery: 'accepted',
      readBack: { status: 'unchanged', row: { email: 'ann' } },
    })
    users.after = (call) => void (call.startsWith('update') && users.rows.set('ann', before.row))
    expect(await save(before, { new_email: 'bea' })).toMatchObject({
      delivery: 'accepted',
      readBack: { status: 'differs', fields: ['email'], unrequestedFields: [] },
    })
  })

  test('that the service spells differently is not confirmed: neither name is in the list', async () => {
    const { save, snapshotOf, users } = setUpUsers('ann')
    users.after = (call) => {
      const row = users.rows.get('Bea')
      if (!call.startsWith('update') || row === undefined) return
      users.rows.delete('Bea')
      users.rows.set('bea', { ...row, email: 'bea' })
    }
    expect(await save(snapshotOf('ann'), { new_email: 'Bea' })).toMatchObject({
      delivery: 'accepted',
      readBack: { status: 'unavailable', reason: 'renamed-row-missing' },
    })
  })

  test('refused while the former row stands is refused, though somebody else now has the new email', async () => {
    const { users, save, snapshotOf } = setUpUsers('a')
    users.update = async () => {
      await users.create({ email: 'b', password: '', admin: true, active: true })
      throw new ServiceError(refusal)
    }
    expect(await save(snapshotOf('a'), { new_email: 'b' })).toMatchObject({
      delivery: 'rejected',
      readBack: { status: 'unchanged', row: { email: 'a' } },
    })
  })

  test('refused after it was done is not called refused', async () => {
    const { users, save, snapshotOf } = setUpUsers('a')
    users.after = (call) => void (call.startsWith('update') && failWith(refusal)())
    expect(outcomeLabel(await save(snapshotOf('a'), { new_email: 'b' }))).toBe('accepted matches')
  })

  test('without an answer that arrives late leaves no account of the old one: nothing is sent to it', async () => {
    const { users, save, remove, snapshotOf, bodies, pass } = setUpUsers('ann')
    const before = snapshotOf('ann')
    users.before = (call) => void (call.startsWith('update') && failUnreachable())
    expect(outcomeLabel(await save(before, { new_email: 'bea', admin: true }))).toBe('unknown unchanged')
    users.before = () => undefined
    await users.update({ email: 'ann', new_email: 'bea', admin: true, active: true })
    pass(1000)
    const count = bodies.length
    expect(outcomeLabel(await save(before, { active: false }))).toBe('not-found')
    expect(outcomeLabel(await remove(before))).toBe('not-found')
    expect(bodies).toHaveLength(count)
  })

  test('and one that crosses it take their turns; a new user of that email does not find it free', async () => {
    const { users, save, create, snapshotOf, bodies } = setUpUsers('a', 'b')
    const both = [save(snapshotOf('a'), { new_email: 'b' }), save(snapshotOf('b'), { new_email: 'a' })]
    expect((await Promise.all(both)).map(outcomeLabel)).toEqual(['name-taken', 'name-taken'])
    expect(users.calls).toEqual(['read a,b', 'read b,a'])
    const renamed = [save(snapshotOf('a'), { new_email: 'c' }), create({ ...ann, email: 'c' })]
    expect((await Promise.all(renamed)).map(outcomeLabel)).toEqual(['accepted matches', 'name-taken'])
    expect(bodies).toHaveLength(1)
  })
})

describe('a lock-out', () => {
  const admin = { admin: true, active: true } as const
  const demote = { admin: false } as const

  /** Admins, and batches that demote some of them. */
  function admins(...emails: string[]) {
    const setup = setUpUsers(...emails)
    for (const email of emails) setup.rewrite(email, admin)
    const demoted = (some: readonly string[], others: readonly string[] = []) => {
      setup.pass(1000)
      const writes = some.map(
        (email) => ({ operation: 'update', snapshot: setup.snapshotOf(email), change: demote }) as const,
      )
      return setup.write(writes, { alsoRead: others })
    }
    return { ...setup, demoted }
  }

  test('is seen by each of a batch as those before it leave the rows: of all admins, one stays', async () => {
    const { demoted, users } = admins('a', 'b', 'c')
    expect((await demoted(['a', 'b', 'c'])).map(outcomeLabel)).toEqual([
      'accepted matches',
      'accepted matches',
      'locks-out-everyone',
    ])
    expect(users.rows.get('c')).toMatchObject(admin)
  })

  test('is none while another admin stays, by the read before the write and not by the list', async () => {
    const { demoted, rewrite } = admins('a', 'b')
    expect((await demoted(['a'], ['b'])).map(outcomeLabel)).toEqual(['accepted matches'])
    rewrite('a', admin)
    // A colleague demotes the other admin between list and click.
    rewrite('b', { admin: false })
    expect((await demoted(['a'], ['b'])).map(outcomeLabel)).toEqual(['locks-out-everyone'])
  })

  test('of the last admin, and of yourself, is sent to whoever knows it', async () => {
    const { perform, snapshotOf, rewrite } = admins('a')
    rewrite('a', { yours: true })
    const write = { operation: 'delete', snapshot: snapshotOf('a') } as const
    expect(outcomeLabel(await perform(write))).toBe('locks-out-everyone')
    expect(outcomeLabel(await perform({ ...write, acknowledged: ['locks-out-everyone'] }))).toBe('locks-out-self')
    expect(outcomeLabel(await perform({ ...write, acknowledged: ['locks-out-self', 'locks-out-everyone'] }))).toBe(
      'accepted matches',
    )
  })

  test('is none of a write that takes nothing, a password or the email of the last admin, but your own email is', async () => {
    const { save, snapshotOf, rewrite } = admins('a')
    expect(outcomeLabel(await save(snapshotOf('a'), { new_password: 'x' }))).toBe('accepted matches')
    expect(outcomeLabel(await save(snapshotOf('a'), { new_email: 'b' }))).toBe('accepted matches')
    rewrite('b', { yours: true })
    expect(outcomeLabel(await save(snapshotOf('b'), { new_email: 'c' }))).toBe('locks-out-self')
  })
})

describe('a user on a service without a list', () => {
  const unknown = { created_at: undefined, updated_at: undefined }
  const snapshotOf = { row: { email: 'ann', admin: true, active: true, ...unknown }, readStartedAt: 0 }

  test('is sent as its row says, nothing is read, and nothing is confirmed', async () => {
    const { unlisted, users, bodies } = setUpUsers()
    const writes = [
      { operation: 'create', draft: ann } as const,
      { operation: 'update', snapshot: snapshotOf, change: { admin: false } } as const,
      // The same again, as what this page remembers may be wrong.
      { operation: 'update', snapshot: snapshotOf, change: { admin: true, active: true } } as const,
      { operation: 'delete', snapshot: snapshotOf } as const,
    ]
    for (const write of writes) {
      const [outcome] = await unlisted.write([write])
      expect(outcome).toMatchObject({ delivery: 'accepted', readBack: { status: 'unavailable', reason: 'no-list' } })
      expect(JSON.stringify(outcome)).not.toContain('pa55word')
    }
    expect(bodies).toEqual([
      ann,
      { email: 'ann', admin: false, active: true },
      { email: 'ann', admin: true, active: true },
    ])
    expect(users.calls).toEqual(['create ann', 'update ann', 'update ann', 'remove ann'])
  })

  test('is sent as its last save left it, though the page knew an earlier one', async () => {
    const { unlisted, bodies } = setUpUsers()
    const snapshot = snapshotOf
    for (const change of [{ admin: false }, { active: false }])
      await unlisted.write([{ operation: 'update', snapshot, change }])
    expect(bodies.at(-1)).toEqual({ email: 'ann', admin: false, active: false })
  })

  test('refused is refused, without an answer is open, with an unknown flag must be answered', async () => {
    const { unlisted, users } = setUpUsers()
    const save = async (change: object, row = snapshotOf.row) =>
      outcomeLabel((await unlisted.write([{ operation: 'update', snapshot: { row, readStartedAt: 0 }, change }]))[0])
    users.before = failWith(refusal)
    expect(await save({ admin: false })).toBe('rejected unavailable')
    users.before = failUnreachable
    expect(await save({ admin: false })).toBe('unknown unavailable')
    const flagless = { email: 'bea', admin: undefined, active: undefined, ...unknown }
    const [outcome] = await unlisted.write([
      { operation: 'update', snapshot: { row: flagless, readStartedAt: 0 }, change: { admin: true } },
    ])
    expect(outcome).toMatchObject({
      delivery: 'not-sent',
      blockedBy: 'fields-unreadable',
      readBack: { fields: ['active'] },
    })
  })

  test('is not touched after the admin has signed out', async () => {
    const { unlisted, users, leave } = setUpUsers()
    leave()
    await expect(unlisted.write([{ operation: 'delete', snapshot: snapshotOf }])).rejects.toThrow('signed out')
    expect(users.calls).toEqual([])
  })
})
