import { describe, expect, test } from 'vitest'
import { type Problem, ServiceError } from '#api/problem.ts'
import { failing, lost } from '#api/testing/memory.ts'
import { wordOf, writtenUsers as world } from '#api/testing/stored-rows.ts'

const ann = { email: 'ann', password: 'pa55word', admin: true, active: false }
const refusal: Problem = { kind: 'refused', status: 409, serviceText: '' }
const five: Problem = { kind: 'failing', status: 500, serviceText: '', sent: 'unknown' }

describe('a new user', () => {
  test('is created as asked; that the password arrived no read can show, and no outcome holds it', async () => {
    const { create, users } = world()
    const outcome = await create(ann)
    expect(outcome).toMatchObject({
      delivery: 'accepted',
      readBack: { status: 'matches', writeOnlyFields: ['password'], row: { admin: true } },
    })
    expect(JSON.stringify(outcome)).not.toContain('pa55word')
    expect(users.calls).toEqual(['read ann', 'create ann', 'read ann'])
  })

  test('whose flags are stored swapped is put right once, and the outcome says so', async () => {
    const { create, users, rewrite, sent } = world()
    users.after = (call) => void (call === 'create ann' && rewrite('ann', { admin: false, active: true }))
    expect(await create(ann)).toMatchObject({
      delivery: 'accepted',
      readBack: { status: 'matches', writeOnlyFields: ['password'], row: { admin: true, active: false } },
      sideEffect: { type: 'flags-corrected' },
      request: { operation: 'create' },
    })
    expect(sent[1]).toEqual({ email: 'ann', admin: true, active: false })
    expect(users.calls).toEqual(['read ann', 'create ann', 'read ann', 'update ann', 'read ann'])
  })

  test('whose flags stay swapped, or cannot be put right, is reported as stored', async () => {
    for (const fails of [() => undefined, failing(refusal), lost]) {
      const { create, users, rewrite } = world()
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
    const { create, users, rewrite, sent } = world()
    users.after = (call) => void (call === 'create ann' && (rewrite('ann', { admin: false, active: true }), lost()))
    const outcome = await create(ann)
    expect(outcome).toMatchObject({
      delivery: 'accepted',
      readBack: { status: 'differs' },
      sideEffect: { type: 'flags-swapped' },
    })
    expect(outcome).not.toHaveProperty('problem')
    expect(sent).toEqual([ann])
  })

  test('that somebody else creates, changes, deletes or puts right at the same moment is left alone', async () => {
    for (const [theirs, word] of [
      [{ admin: true, active: true }, 'accepted differs'],
      [{ admin: false, active: false }, 'accepted differs'],
      [{ admin: true, active: false }, 'accepted matches'],
      [undefined, 'accepted unchanged'],
    ] as const) {
      const { create, users, rewrite, sent } = world()
      users.after = (call) => {
        if (call !== 'create ann') return
        if (theirs === undefined) users.rows.delete('ann')
        else rewrite('ann', theirs)
      }
      expect(wordOf(await create(ann))).toBe(word)
      expect(sent).toEqual([ann])
    }
  })

  test('whose email is taken is not touched', async () => {
    const { create, sent } = world('ann')
    expect(await create(ann)).toMatchObject({ blockedBy: 'name-taken', readBack: { row: { admin: false } } })
    expect(sent).toEqual([])
  })

  test('refused as a duplicate may be somebody else’s, also after an attempt without an answer', async () => {
    const { create, users, pass } = world()
    users.before = (call) => void (call.startsWith('create') && lost())
    expect(wordOf(await create(ann))).toBe('unknown unchanged')
    users.before = () => undefined
    users.after = (call) => void (call.startsWith('create') && failing(refusal)())
    pass(1000)
    expect(wordOf(await create(ann))).toBe('rejected matches')
    pass(1000)
    expect(wordOf(await create(ann))).toBe('name-taken')
  })
})

describe('a user', () => {
  test('is always sent with both flags, and never with an empty email or password', async () => {
    const { save, seen, sent } = world('ann')
    await save(seen('ann'), { admin: true, new_email: '', new_password: '' })
    expect(sent).toEqual([{ email: 'ann', admin: true, active: true }])
    for (const change of [{ new_email: '', new_password: '' }, { new_email: 'ann' }])
      expect(wordOf(await save(seen('ann'), change))).toBe('no-change')
  })

  test('with an unknown flag must have it answered first', async () => {
    const { save, seen, rewrite } = world('ann')
    rewrite('ann', { admin: undefined, active: undefined })
    expect(await save(seen('ann'), { new_password: 'x' })).toMatchObject({
      blockedBy: 'fields-unreadable',
      readBack: { fields: ['admin', 'active'] },
    })
    expect(wordOf(await save(seen('ann'), { admin: false, active: true }))).toBe('accepted matches')
  })

  test('whose password changes is sent even if nothing else does', async () => {
    const { save, seen, sent } = world('ann')
    expect(await save(seen('ann'), { new_password: 'x' })).toMatchObject({
      delivery: 'accepted',
      readBack: { status: 'matches', writeOnlyFields: ['password'] },
    })
    expect(sent).toEqual([{ email: 'ann', new_password: 'x', admin: false, active: true }])
  })

  test('whose password had no answer is saved only if another field shows it, and never called refused', async () => {
    for (const fails of [lost, failing(five)]) {
      const { save, seen, users } = world('ann')
      users.after = (call) => void (call.startsWith('update') && fails())
      // The update moved `updated_at`, which anybody’s would.
      expect(await save(seen('ann'), { new_password: 'x' })).toMatchObject({
        delivery: 'unknown',
        readBack: { status: 'matches', writeOnlyFields: ['password'] },
      })
      expect(wordOf(await save(seen('ann'), { new_password: 'x', admin: true }))).toBe('accepted matches')
    }
  })

  test('whose flags were ignored with an OK may have the password all the same: it is not as before', async () => {
    const { save, seen, users } = world('ann')
    users.update = () => Promise.resolve()
    expect(await save(seen('ann'), { new_password: 'x', admin: true })).toMatchObject({
      delivery: 'accepted',
      readBack: { status: 'differs', fields: ['admin'], unrequestedFields: [] },
    })
  })

  test('changed by somebody else meanwhile, also without any other trace, is asked about', async () => {
    const { save, seen, rewrite, users } = world('ann')
    const before = seen('ann')
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
    const { save, seen, users } = world('ann')
    expect(await save(seen('ann'), { new_email: 'bea' })).toMatchObject({
      delivery: 'accepted',
      readBack: { status: 'matches', row: { email: 'bea' } },
      request: { previousName: 'ann', name: 'bea' },
    })
    expect(users.calls).toEqual(['read ann,bea', 'update ann', 'read bea,ann'])
  })

  test('that is taken, or cannot be looked for, is not sent', async () => {
    const { save, seen, sent, users } = world('ann', 'bea')
    expect(await save(seen('ann'), { new_email: 'bea' })).toMatchObject({
      blockedBy: 'name-taken',
      readBack: { row: { email: 'bea' } },
    })
    users.before = lost
    expect(wordOf(await save(seen('ann'), { new_email: 'cleo' }))).toBe('read-failed')
    expect(sent).toEqual([])
  })

  test('that the service ignored is as before; a copy under the new name is reported', async () => {
    const { save, seen, users } = world('ann')
    const before = seen('ann')
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
    const { save, seen, users } = world('ann')
    users.after = (call) => {
      const row = users.rows.get('Bea')
      if (!call.startsWith('update') || row === undefined) return
      users.rows.delete('Bea')
      users.rows.set('bea', { ...row, email: 'bea' })
    }
    expect(await save(seen('ann'), { new_email: 'Bea' })).toMatchObject({
      delivery: 'accepted',
      readBack: { status: 'unavailable', reason: 'renamed-row-missing' },
    })
  })

  test('refused while the former row stands is refused, though somebody else now has the new email', async () => {
    const { users, save, seen } = world('a')
    users.update = async () => {
      await users.create({ email: 'b', password: '', admin: true, active: true })
      throw new ServiceError(refusal)
    }
    expect(await save(seen('a'), { new_email: 'b' })).toMatchObject({
      delivery: 'rejected',
      readBack: { status: 'unchanged', row: { email: 'a' } },
    })
  })

  test('refused after it was done is not called refused', async () => {
    const { users, save, seen } = world('a')
    users.after = (call) => void (call.startsWith('update') && failing(refusal)())
    expect(wordOf(await save(seen('a'), { new_email: 'b' }))).toBe('accepted matches')
  })

  test('without an answer that arrives late leaves no account of the old one: nothing is sent to it', async () => {
    const { users, save, remove, seen, sent, pass } = world('ann')
    const before = seen('ann')
    users.before = (call) => void (call.startsWith('update') && lost())
    expect(wordOf(await save(before, { new_email: 'bea', admin: true }))).toBe('unknown unchanged')
    users.before = () => undefined
    await users.update({ email: 'ann', new_email: 'bea', admin: true, active: true })
    pass(1000)
    const count = sent.length
    expect(wordOf(await save(before, { active: false }))).toBe('not-found')
    expect(wordOf(await remove(before))).toBe('not-found')
    expect(sent).toHaveLength(count)
  })

  test('and one that crosses it take their turns; a new user of that email does not find it free', async () => {
    const { users, save, create, seen, sent } = world('a', 'b')
    const both = [save(seen('a'), { new_email: 'b' }), save(seen('b'), { new_email: 'a' })]
    expect((await Promise.all(both)).map(wordOf)).toEqual(['name-taken', 'name-taken'])
    expect(users.calls).toEqual(['read a,b', 'read b,a'])
    const renamed = [save(seen('a'), { new_email: 'c' }), create({ ...ann, email: 'c' })]
    expect((await Promise.all(renamed)).map(wordOf)).toEqual(['accepted matches', 'name-taken'])
    expect(sent).toHaveLength(1)
  })
})

describe('a lock-out', () => {
  const admin = { admin: true, active: true } as const
  const demote = { admin: false } as const

  /** Admins, and batches that demote some of them. */
  function admins(...emails: string[]) {
    const on = world(...emails)
    for (const email of emails) on.rewrite(email, admin)
    const demoted = (some: readonly string[], others: readonly string[] = []) => {
      on.pass(1000)
      const writes = some.map((email) => ({ operation: 'update', snapshot: on.seen(email), change: demote }) as const)
      return on.inTurn(writes, { alsoRead: others })
    }
    return { ...on, demoted }
  }

  test('is seen by each of a batch as those before it leave the rows: of all admins, one stays', async () => {
    const { demoted, users } = admins('a', 'b', 'c')
    expect((await demoted(['a', 'b', 'c'])).map(wordOf)).toEqual([
      'accepted matches',
      'accepted matches',
      'locks-out-everyone',
    ])
    expect(users.rows.get('c')).toMatchObject(admin)
  })

  test('is none while another admin stays, by the read before the write and not by the list', async () => {
    const { demoted, rewrite } = admins('a', 'b')
    expect((await demoted(['a'], ['b'])).map(wordOf)).toEqual(['accepted matches'])
    rewrite('a', admin)
    // A colleague demotes the other admin between list and click.
    rewrite('b', { admin: false })
    expect((await demoted(['a'], ['b'])).map(wordOf)).toEqual(['locks-out-everyone'])
  })

  test('of the last admin, and of yourself, is sent to whoever knows it', async () => {
    const { one, seen, rewrite } = admins('a')
    rewrite('a', { yours: true })
    const write = { operation: 'delete', snapshot: seen('a') } as const
    expect(wordOf(await one(write))).toBe('locks-out-everyone')
    expect(wordOf(await one({ ...write, acknowledged: ['locks-out-everyone'] }))).toBe('locks-out-self')
    expect(wordOf(await one({ ...write, acknowledged: ['locks-out-self', 'locks-out-everyone'] }))).toBe(
      'accepted matches',
    )
  })

  test('is none of a write that takes nothing, a password or the email of the last admin, but your own email is', async () => {
    const { save, seen, rewrite } = admins('a')
    expect(wordOf(await save(seen('a'), { new_password: 'x' }))).toBe('accepted matches')
    expect(wordOf(await save(seen('a'), { new_email: 'b' }))).toBe('accepted matches')
    rewrite('b', { yours: true })
    expect(wordOf(await save(seen('b'), { new_email: 'c' }))).toBe('locks-out-self')
  })
})

describe('a user on a service without a list', () => {
  const unknown = { created_at: undefined, updated_at: undefined }
  const seen = { row: { email: 'ann', admin: true, active: true, ...unknown }, readStartedAt: 0 }

  test('is sent as its row says, nothing is read, and nothing is confirmed', async () => {
    const { unlisted, users, sent } = world()
    const writes = [
      { operation: 'create', draft: ann } as const,
      { operation: 'update', snapshot: seen, change: { admin: false } } as const,
      // The same again, as what this page remembers may be wrong.
      { operation: 'update', snapshot: seen, change: { admin: true, active: true } } as const,
      { operation: 'delete', snapshot: seen } as const,
    ]
    for (const write of writes) {
      const [outcome] = await unlisted.inTurn([write])
      expect(outcome).toMatchObject({ delivery: 'accepted', readBack: { status: 'unavailable', reason: 'no-list' } })
      expect(JSON.stringify(outcome)).not.toContain('pa55word')
    }
    expect(sent).toEqual([
      ann,
      { email: 'ann', admin: false, active: true },
      { email: 'ann', admin: true, active: true },
    ])
    expect(users.calls).toEqual(['create ann', 'update ann', 'update ann', 'remove ann'])
  })

  test('refused is refused, without an answer is open, with an unknown flag must be answered', async () => {
    const { unlisted, users } = world()
    const save = async (change: object, row = seen.row) =>
      wordOf((await unlisted.inTurn([{ operation: 'update', snapshot: { row, readStartedAt: 0 }, change }]))[0])
    users.before = failing(refusal)
    expect(await save({ admin: false })).toBe('rejected unavailable')
    users.before = lost
    expect(await save({ admin: false })).toBe('unknown unavailable')
    const flagless = { email: 'bea', admin: undefined, active: undefined, ...unknown }
    const [outcome] = await unlisted.inTurn([
      { operation: 'update', snapshot: { row: flagless, readStartedAt: 0 }, change: { admin: true } },
    ])
    expect(outcome).toMatchObject({
      delivery: 'not-sent',
      blockedBy: 'fields-unreadable',
      readBack: { fields: ['active'] },
    })
  })

  test('is not touched after the admin has signed out', async () => {
    const { unlisted, users, leave } = world()
    leave()
    await expect(unlisted.inTurn([{ operation: 'delete', snapshot: seen }])).rejects.toThrow('signed out')
    expect(users.calls).toEqual([])
  })
})
