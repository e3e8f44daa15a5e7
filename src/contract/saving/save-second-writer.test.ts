import { describe, expect, test } from 'vitest'
import { ServiceError } from '#contract/problem.ts'
import { listOf } from '#contract/testing/lists.ts'
import { savedTokens, savedUsers } from '#contract/testing/memory.ts'
import { sinceVerdict } from './settling.ts'
import { tokenWriting } from './token-saving.ts'
import { userWriting } from './user-saving.ts'

/** Runs `act` after the call number `turn` (from 0) that begins like this took effect. */
function afterCall(resource: ReturnType<typeof savedTokens>['tokens'] | ReturnType<typeof savedUsers>['users']) {
  return (kind: string, turn: number, act: () => void) => {
    let count = 0
    resource.after = (call) => {
      if (!call.startsWith(kind)) return
      if (count === turn) act()
      count += 1
    }
  }
}

function tokenWorld() {
  const world = savedTokens('a')
  const sent: object[] = []
  const { update } = world.tokens
  world.tokens.update = (draft, ending) => (sent.push(draft), update(draft, ending))
  return { ...world, sent, whenDone: afterCall(world.tokens) }
}

function userWorld() {
  const world = savedUsers('ann')
  const rewrite = (change: object) => {
    const row = world.users.rows.get('ann')
    if (row === undefined) throw new Error('no ann')
    world.users.rows.set('ann', { ...row, ...change })
  }
  return { ...world, rewrite, whenDone: afterCall(world.users) }
}

describe('a token that somebody else changes', () => {
  test('before the read of a save is a conflict, and nothing is sent', async () => {
    const { saving, seen, rewrite, sent } = tokenWorld()
    const before = seen('a')
    rewrite('a', { write: false })
    expect(await saving.save(before, { active: false })).toMatchObject({ is: 'conflict', fields: ['write'] })
    expect(sent).toEqual([])
  })

  test('between read and PUT is overwritten with what was read: no client can tell', async () => {
    const { saving, seen, rewrite, sent, whenDone } = tokenWorld()
    const before = seen('a')
    whenDone('read', 0, () => rewrite('a', { write: false }))
    expect(await saving.save(before, { active: false })).toMatchObject({ is: 'as-asked', row: { write: true } })
    expect(sent).toMatchObject([{ active: false, write: true }])
  })

  test('between PUT and read-back is told, in a field that this save did not ask for', async () => {
    const { saving, seen, rewrite, whenDone } = tokenWorld()
    whenDone('update', 0, () => rewrite('a', { write: false }))
    expect(await saving.save(seen('a'), { active: false })).toMatchObject({
      is: 'differently',
      fields: ['write'],
      unasked: ['write'],
      row: { active: false, write: false },
      before: { active: true, write: true },
    })
  })

  test('between PUT and read-back is told, in a field that this save asked for', async () => {
    const { saving, seen, rewrite, whenDone } = tokenWorld()
    whenDone('update', 0, () => rewrite('a', { active: true }))
    expect(await saving.save(seen('a'), { active: false })).toEqual(expect.not.objectContaining({ isUnchanged: true }))
  })

  test('that the service left as it was, though it answered OK, was not saved', async () => {
    const { tokens, saving, seen } = tokenWorld()
    tokens.update = () => Promise.resolve()
    expect(await saving.save(seen('a'), { active: false })).toMatchObject({
      is: 'differently',
      fields: ['active'],
      isUnchanged: true,
    })
  })

  test('after the read-back is told by the next read', async () => {
    const { saving, seen, rewrite, whenDone, now } = tokenWorld()
    whenDone('read', 1, () => rewrite('a', { active: true }))
    const verdict = await saving.save(seen('a'), { active: false })
    expect(verdict).toMatchObject({ is: 'as-asked', row: { active: false } })
    const later = listOf([seen('a').row], now() + 1)
    expect(
      sinceVerdict(
        tokenWriting(() => 'seconds'),
        'a',
        verdict,
        later,
      ),
    ).toMatchObject({
      is: 'changed',
      fields: ['active'],
    })
  })

  test('after a save that had nothing to send is a conflict for the next one', async () => {
    const { saving, seen, rewrite, sent } = tokenWorld()
    const before = seen('a')
    expect(await saving.save(before, { active: true })).toMatchObject({ is: 'already' })
    rewrite('a', { write: false })
    expect(await saving.save(before, { active: false })).toMatchObject({ is: 'conflict', fields: ['write'] })
    expect(sent).toEqual([])
  })

  test('turned off between two switches in a row, it is not turned on again', async () => {
    const { tokens, saving, seen, rewrite } = tokenWorld()
    const saved = await saving.save(seen('a'), { write: false })
    if (saved.is !== 'as-asked') throw new Error(saved.is)
    rewrite('a', { active: false })
    const next = await saving.save({ row: saved.row, beganAt: saved.at }, { write: true })
    expect(next).toMatchObject({ is: 'conflict', fields: ['active'] })
    expect(tokens.rows.get('a')).toMatchObject({ active: false })
  })

  test('between two saves of it that are queued, is a conflict for the second', async () => {
    const { tokens, saving, seen, rewrite, whenDone } = tokenWorld()
    const before = seen('a')
    whenDone('read', 1, () => rewrite('a', { active: false }))
    const verdicts = await Promise.all([saving.save(before, { write: false }), saving.save(before, { write: true })])
    expect(verdicts).toMatchObject([{ is: 'as-asked' }, { is: 'conflict', fields: ['active'] }])
    expect(tokens.rows.get('a')).toMatchObject({ active: false, write: false })
  })
})

describe('a user whom somebody else changes', () => {
  test('before the read of a save is a conflict, and nothing is sent', async () => {
    const { saving, seen, rewrite, sent } = userWorld()
    const before = seen('ann')
    rewrite({ admin: true })
    expect(await saving.save(before, { active: false })).toMatchObject({ is: 'conflict', fields: ['admin'] })
    expect(sent).toEqual([])
  })

  test('between read and PUT is overwritten with what was read: no client can tell', async () => {
    const { saving, seen, rewrite, sent, whenDone } = userWorld()
    const before = seen('ann')
    whenDone('read', 0, () => rewrite({ admin: true }))
    expect(await saving.save(before, { active: false })).toMatchObject({ is: 'as-asked' })
    expect(sent).toMatchObject([{ active: false, admin: false }])
  })

  test('between PUT and read-back is told, in a field that this save did not ask for', async () => {
    const { saving, seen, rewrite, whenDone } = userWorld()
    whenDone('update', 0, () => rewrite({ admin: true }))
    expect(await saving.save(seen('ann'), { active: false })).toMatchObject({
      is: 'differently',
      fields: ['admin'],
      unasked: ['admin'],
    })
  })

  test('after the read-back is told by the next read', async () => {
    const { saving, seen, rewrite, whenDone } = userWorld()
    whenDone('read', 1, () => rewrite({ active: true }))
    const verdict = await saving.save(seen('ann'), { active: false })
    if (verdict.is !== 'as-asked') throw new Error(verdict.is)
    const later = listOf([seen('ann').row], verdict.at + 1)
    expect(sinceVerdict(userWriting, 'ann', verdict, later)).toMatchObject({ is: 'changed', fields: ['active'] })
  })

  test('made no admin between two switches in a row, is not made one again', async () => {
    const { users, saving, seen, rewrite } = userWorld()
    rewrite({ admin: true })
    const saved = await saving.save(seen('ann'), { active: false })
    if (saved.is !== 'as-asked') throw new Error(saved.is)
    rewrite({ admin: false })
    const next = await saving.save({ row: saved.row, beganAt: saved.at }, { active: true })
    expect(next).toMatchObject({ is: 'conflict', fields: ['admin'] })
    expect(users.rows.get('ann')).toMatchObject({ admin: false })
  })
})

describe('a rename', () => {
  test('and one that crosses it take their turns: neither begins before the other has its verdict', async () => {
    const { users, saving, seen, sent } = savedUsers('a@x.test', 'b@x.test')
    const both = [
      saving.save(seen('a@x.test'), { new_email: 'b@x.test' }),
      saving.save(seen('b@x.test'), { new_email: 'a@x.test' }),
    ]
    expect(await Promise.all(both)).toMatchObject([{ is: 'exists' }, { is: 'exists' }])
    expect(users.calls).toEqual(['read a@x.test,b@x.test', 'read b@x.test,a@x.test'])
    expect(sent).toEqual([])
  })

  test('and a new user of the same email do not both find it free', async () => {
    const { saving, seen, sent } = savedUsers('a@x.test')
    const verdicts = await Promise.all([
      saving.save(seen('a@x.test'), { new_email: 'b@x.test' }),
      saving.create({ email: 'b@x.test', password: 'pa55 word', admin: false, active: true }),
    ])
    expect(verdicts).toMatchObject([{ is: 'as-asked' }, { is: 'exists' }])
    expect(sent).toHaveLength(1)
  })

  test('refused while the former row stands unchanged is refused, though somebody else now has the new email', async () => {
    const { users, saving, seen } = savedUsers('a@x.test')
    users.update = async () => {
      await users.create({ email: 'b@x.test', password: '', admin: true, active: true })
      throw new ServiceError({ kind: 'refused', status: 409, serviceText: 'taken' })
    }
    expect(await saving.save(seen('a@x.test'), { new_email: 'b@x.test' })).toMatchObject({ is: 'refused' })
  })

  test('refused after it was done is not called refused', async () => {
    const { users, saving, seen } = savedUsers('a@x.test')
    users.after = (call) => {
      if (!call.startsWith('update')) return
      throw new ServiceError({ kind: 'refused', status: 409, serviceText: 'taken' })
    }
    expect(await saving.save(seen('a@x.test'), { new_email: 'b@x.test' })).toMatchObject({ is: 'as-asked' })
  })
})
