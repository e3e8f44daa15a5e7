import { describe, expect, test } from 'vitest'
import type { Problem } from '#api/problem.ts'
import { failWith, failUnreachable } from '#api/testing/memory-resources.ts'
import { outcomeLabel, setUpTokens } from '#api/testing/stored-rows.ts'

const refusal: Problem = { kind: 'refused', status: 409, serviceText: 'no' }
const late = { active: true, write: false, expiration_date: { after: 30_000_000 } } as const

describe('a save', () => {
  test('reads, sends the whole record once, reads back, and says it is as asked', async () => {
    const { tokens, save, snapshotOf, bodies } = setUpTokens('a')
    expect(await save(snapshotOf('a'), { active: false })).toMatchObject({
      delivery: 'accepted',
      readBack: { status: 'matches', writeOnlyFields: [], row: { active: false, write: true } },
      request: { before: { active: true }, requestedFields: ['active'] },
    })
    expect(tokens.calls).toEqual(['read a', 'update a', 'read a'])
    expect(bodies).toEqual([{ name: 'a', active: false, write: true, expiration_date: 1_900_000_000 }])
  })

  test('that changes nothing sends nothing, whoever made it so', async () => {
    const { tokens, save, snapshotOf, rewrite } = setUpTokens('a')
    const before = snapshotOf('a')
    expect(await save(before, { active: true })).toMatchObject({
      delivery: 'not-sent',
      blockedBy: 'no-change',
      request: { requestedFields: ['active'] },
    })
    rewrite('a', { active: false })
    expect(await save(before, { active: false })).toMatchObject({ delivery: 'not-sent', blockedBy: 'no-change' })
    expect(tokens.calls).toEqual(['read a', 'read a'])
  })

  test('of a row that somebody else changed sends nothing; asked about that row, it keeps their change', async () => {
    const { tokens, save, snapshotOf, rewrite, now } = setUpTokens('a')
    const before = snapshotOf('a')
    rewrite('a', { write: false })
    expect(await save(before, { active: false })).toMatchObject({
      delivery: 'not-sent',
      blockedBy: 'conflict',
      request: { before: { write: true } },
      readBack: { row: { write: false }, fields: ['write'] },
    })
    expect(tokens.calls).toEqual(['read a'])
    expect(await save({ row: snapshotOf('a').row, readStartedAt: now() + 1 }, { active: false })).toMatchObject({
      delivery: 'accepted',
      readBack: { status: 'matches', row: { write: false } },
    })
  })

  test('of a row that is gone says so and sends nothing', async () => {
    const { tokens, save, snapshotOf } = setUpTokens('a')
    const before = snapshotOf('a')
    tokens.rows.delete('a')
    expect(await save(before, { active: false })).toMatchObject({ delivery: 'not-sent', blockedBy: 'not-found' })
    expect(tokens.calls).toEqual(['read a'])
  })

  test('whose row shows something else says in which fields, and which of them it did not ask for', async () => {
    const { tokens, save, snapshotOf, rewrite } = setUpTokens('a')
    tokens.after = (call) => void (call.startsWith('update') && rewrite('a', { active: true, write: false }))
    expect(await save(snapshotOf('a'), { active: false })).toMatchObject({
      delivery: 'accepted',
      readBack: { status: 'differs', fields: ['active', 'write'], unrequestedFields: ['write'] },
    })
  })

  test('that the service accepted and ignored is as before; whose row is gone is not', async () => {
    const { tokens, save, snapshotOf } = setUpTokens('a', 'b')
    const { update } = tokens
    tokens.update = () => Promise.resolve()
    expect(await save(snapshotOf('a'), { active: false })).toMatchObject({
      delivery: 'accepted',
      readBack: { status: 'unchanged', fields: ['active'] },
      valueChange: 'unknown',
    })
    tokens.update = update
    tokens.after = (call) => void (call.startsWith('update') && tokens.rows.clear())
    const gone = await save(snapshotOf('b'), { active: false })
    expect(gone).toMatchObject({ delivery: 'accepted', readBack: { status: 'differs', fields: ['name'] } })
    expect(gone.readBack).not.toHaveProperty('row')
  })

  test('with unreadable fields must have them answered first', async () => {
    const { tokens, save, snapshotOf, rewrite } = setUpTokens('a')
    rewrite('a', { write: undefined, expiration_date: '?' })
    expect(await save(snapshotOf('a'), { active: false })).toMatchObject({
      blockedBy: 'fields-unreadable',
      readBack: { fields: ['write', 'expiration_date'] },
    })
    expect(tokens.calls).toEqual(['read a'])
    const answered = { active: false, write: false, expiration_date: { at: 1_900_000_000_000 } }
    expect(outcomeLabel(await save(snapshotOf('a'), answered))).toBe('accepted matches')
  })

  test('that was refused because it had been sent twice on its way is found done', async () => {
    const { tokens, save, remove, snapshotOf } = setUpTokens('a', 'b')
    tokens.after = (call) => void (!call.startsWith('read') && failWith(refusal)())
    const saved = await save(snapshotOf('a'), { active: false })
    expect(outcomeLabel(saved)).toBe('accepted matches')
    expect(saved).not.toHaveProperty('problem')
    expect(outcomeLabel(await remove(snapshotOf('b')))).toBe('accepted matches')
  })

  test.each<[Problem, string, number]>([
    [refusal, 'rejected unchanged', 2],
    [{ kind: 'signed-out', status: 401, serviceText: '' }, 'rejected unchanged', 1],
    [{ kind: 'too-many', retryAfter: 30, serviceText: '' }, 'rejected unchanged', 1],
    [{ kind: 'failing', status: 500, serviceText: '', sent: 'unknown' }, 'unknown unchanged', 2],
    [{ kind: 'failing', status: 502, serviceText: '', sent: 'not-sent' }, 'not-sent unchanged', 1],
  ])('that fails with %j has the word %s after %i reads', async (problem, word, reads) => {
    const { tokens, save, snapshotOf } = setUpTokens('a')
    tokens.before = (call) => void (call.startsWith('update') && failWith(problem)())
    const outcome = await save(snapshotOf('a'), { active: false })
    expect(outcomeLabel(outcome)).toBe(word)
    expect(outcome).toMatchObject({ problem, readBack: { row: { active: true }, fields: ['active'] } })
    expect(tokens.calls.filter((call) => call.startsWith('read'))).toHaveLength(reads)
  })

  test('that was refused is not found done by a row that showed before what was asked', async () => {
    const { tokens, save, snapshotOf, now } = setUpTokens('a')
    tokens.before = (call) => {
      if (call.startsWith('update')) failWith(refusal)()
    }
    // The same second as the stored date, counted from the moment of sending.
    const after = 1_900_000_000_000 - now()
    const outcome = await save(snapshotOf('a'), { expiration_date: { after } })
    expect([tokens.calls.at(-2), outcomeLabel(outcome)]).toEqual(['update a', 'rejected unchanged'])
  })

  test('answered 500 with the row changed otherwise is neither refused nor saved', async () => {
    const { tokens, save, snapshotOf, rewrite } = setUpTokens('a')
    tokens.after = (call) => {
      if (!call.startsWith('update')) return
      rewrite('a', { active: true, write: false })
      failWith({ kind: 'failing', status: 500, serviceText: '', sent: 'unknown' })()
    }
    expect(outcomeLabel(await save(snapshotOf('a'), { active: false }))).toBe('unknown differs')
  })

  test('whose reading before fails was certainly not sent', async () => {
    const { tokens, save, snapshotOf } = setUpTokens('a')
    tokens.before = failUnreachable
    expect(await save(snapshotOf('a'), { active: false })).toMatchObject({
      delivery: 'not-sent',
      blockedBy: 'read-failed',
      problem: { kind: 'unreachable' },
    })
    expect(tokens.calls).toEqual(['read a'])
  })

  test('without an answer is open, unless the row shows that it arrived', async () => {
    const { tokens, save, snapshotOf } = setUpTokens('a', 'b', 'c')
    const update = /^update/
    tokens.before = (call) => void (update.test(call) && failUnreachable())
    expect(outcomeLabel(await save(snapshotOf('a'), { active: false }))).toBe('unknown unchanged')
    tokens.before = () => undefined
    tokens.after = (call) => void (update.test(call) && failUnreachable())
    expect(outcomeLabel(await save(snapshotOf('b'), { active: false }))).toBe('accepted matches')
    tokens.after = (call) => {
      if (update.test(call)) tokens.before = failUnreachable
    }
    tokens.before = (call) => void (update.test(call) && failUnreachable())
    expect(outcomeLabel(await save(snapshotOf('c'), { active: false }))).toBe('unknown unchanged')
  })

  test('whose reading back fails once is read back a second later; twice, it is unread', async () => {
    const waits: number[] = []
    const { tokens, save, snapshotOf } = setUpTokens({ wait: async (ms) => void waits.push(ms) }, 'a', 'b')
    let failures = 1
    tokens.before = (call) => {
      if (
        call.startsWith('read') &&
        tokens.calls.some((earlierCall) => earlierCall.startsWith('update')) &&
        failures-- > 0
      )
        failUnreachable()
    }
    expect(outcomeLabel(await save(snapshotOf('a'), { active: false }))).toBe('accepted matches')
    expect(tokens.calls).toEqual(['read a', 'update a', 'read a', 'read a'])
    expect(waits).toEqual([1000])
    tokens.calls.length = 0
    failures = 2
    expect(await save(snapshotOf('b'), { active: false })).toMatchObject({
      delivery: 'accepted',
      readBack: { status: 'unavailable', reason: { kind: 'unreachable' } },
    })
  })

  test('whose reading back is signed out is not read once more', async () => {
    const { tokens, save, snapshotOf } = setUpTokens('a')
    tokens.after = (call) => {
      if (call.startsWith('update')) tokens.before = failWith({ kind: 'signed-out', status: 401, serviceText: '' })
    }
    expect(outcomeLabel(await save(snapshotOf('a'), { active: false }))).toBe('accepted unavailable')
    expect(tokens.calls).toEqual(['read a', 'update a', 'read a'])
  })
})

describe('several writes of one row', () => {
  test('take turns on fresh reads: two quick switches both arrive, also in one batch', async () => {
    for (const isBatch of [false, true]) {
      const { tokens, write, snapshotOf } = setUpTokens('a')
      const before = snapshotOf('a')
      const writes = [{ active: false }, { write: false }].map(
        (change) => ({ operation: 'update', snapshot: before, change }) as const,
      )
      const outcomes = isBatch
        ? await write(writes)
        : (await Promise.all(writes.map((request) => write([request])))).flat()
      expect(outcomes.map(outcomeLabel)).toEqual(['accepted matches', 'accepted matches'])
      expect(tokens.rows.get('a')).toMatchObject({ active: false, write: false })
    }
  })

  test('our own write is no change by somebody else, a stranger’s after it is', async () => {
    const { save, snapshotOf, rewrite, pass } = setUpTokens('a')
    const before = snapshotOf('a')
    pass(1)
    await save(before, { active: false })
    pass(1000)
    expect(outcomeLabel(await save(before, { write: false }))).toBe('accepted matches')
    pass(1000)
    rewrite('a', { active: true })
    expect(await save(before, { write: true })).toMatchObject({
      blockedBy: 'conflict',
      request: { before: { active: false } },
      readBack: { fields: ['active'] },
    })
  })

  test('a stranger’s update that shows in its moment alone is asked about: it may have replaced the value', async () => {
    const { tokens, save, snapshotOf, rewrite, pass } = setUpTokens('a')
    const before = snapshotOf('a')
    pass(1000)
    rewrite('a', { updated_at: 1_999_999_999 })
    expect(await save(before, { active: false })).toMatchObject({
      blockedBy: 'conflict',
      readBack: { fields: ['updated_at'] },
    })
    expect(tokens.calls).toEqual(['read a'])
  })

  test('a row that an outcome showed is no change again, though the list that it is put into is older', async () => {
    const { save, snapshotOf, rewrite, pass } = setUpTokens('a')
    const { row, readStartedAt } = snapshotOf('a')
    pass(1000)
    const saved = await save({ row, readStartedAt }, { write: false })
    pass(1000)
    rewrite('a', { active: false, updated_at: 1_797_000_000 })
    if (saved.readBack.status !== 'matches' || saved.readBack.row === undefined) throw new Error(outcomeLabel(saved))
    const mine = { row: saved.readBack.row, readStartedAt }
    const { blockedBy, readBack } = await save(mine, { write: true })
    if (blockedBy !== 'conflict' || readBack.status !== 'differs' || readBack.row === undefined)
      throw new Error(blockedBy)
    pass(1000)
    expect(outcomeLabel(await save(mine, { write: true }))).toBe('conflict')
    expect(outcomeLabel(await save({ row: structuredClone(readBack.row), readStartedAt }, { write: true }))).toBe(
      'accepted matches',
    )
  })

  test('queued behind one that fails still have their turn', async () => {
    const { tokens, save, snapshotOf } = setUpTokens('a')
    let first = true
    tokens.before = (call) => {
      if (!call.startsWith('update') || !first) return
      first = false
      failWith(refusal)()
    }
    const ended = await Promise.all([save(snapshotOf('a'), { active: false }), save(snapshotOf('a'), { write: false })])
    expect(ended.map(outcomeLabel)).toEqual(['rejected unchanged', 'accepted matches'])
  })

  test('end with signing out, queued and under way, and nothing more is sent', async () => {
    const { tokens, save, remove, create, snapshotOf, leave } = setUpTokens('a')
    tokens.before = (call) => {
      if (call.startsWith('update')) leave()
    }
    const ended = [
      save(snapshotOf('a'), { active: false }),
      save(snapshotOf('a'), { write: false }),
      remove(snapshotOf('a')),
      create({ name: 'new', ...late }),
    ]
    for (const outcome of await Promise.allSettled(ended))
      expect(outcome).toMatchObject({ status: 'rejected', reason: { message: 'signed out' } })
    expect(tokens.calls.filter((call) => !call.startsWith('read') && !call.startsWith('create'))).toEqual(['update a'])
  })
})

describe('a write without an answer that arrives late', () => {
  /** Loses the next call of this kind; the returned function lets it take effect. */
  function lose(tokens: ReturnType<typeof setUpTokens>['tokens'], kind: 'update' | 'create') {
    let arrive: () => Promise<void> = async () => undefined
    const real = tokens[kind]
    tokens[kind] = async (draft, ending) => {
      tokens[kind] = real
      arrive = () => real(draft, ending)
      failUnreachable()
    }
    return () => arrive()
  }

  test('is already as asked when the same is saved again, and nothing is sent', async () => {
    const { tokens, save, snapshotOf, pass } = setUpTokens('a')
    const before = snapshotOf('a')
    const arrive = lose(tokens, 'update')
    expect(outcomeLabel(await save(before, { active: false }))).toBe('unknown unchanged')
    await arrive()
    pass(1000)
    expect(await save(before, { active: false })).toMatchObject({
      blockedBy: 'no-change',
      readBack: { row: { active: false } },
    })
    expect(tokens.calls.filter((call) => call.startsWith('update'))).toHaveLength(1)
  })

  test('is asked about when something else is saved, or when it is deleted, and asked once', async () => {
    for (const then of ['save', 'remove'] as const) {
      const { tokens, save, remove, snapshotOf, pass, now } = setUpTokens('a')
      const again = (row: ReturnType<typeof snapshotOf>) =>
        then === 'save' ? save(row, { write: false }) : remove(row)
      const before = snapshotOf('a')
      const arrive = lose(tokens, 'update')
      await save(before, { active: false })
      await arrive()
      pass(1000)
      const { blockedBy, readBack } = await again(before)
      if (blockedBy !== 'conflict' || readBack.status !== 'differs' || readBack.row === undefined)
        throw new Error(blockedBy)
      expect(readBack.fields).toEqual(['active', 'updated_at'])
      expect(outcomeLabel(await again({ row: readBack.row, readStartedAt: now() }))).toBe('accepted matches')
      if (then === 'save') expect(tokens.rows.get('a')).toMatchObject({ active: false, write: false })
    }
  })

  test('has taken its name when it is created again, and nothing is sent', async () => {
    const { tokens, create, pass } = setUpTokens()
    const arrive = lose(tokens, 'create')
    const draft = { name: 'n', ...late }
    expect(outcomeLabel(await create(draft))).toBe('unknown unchanged')
    await arrive()
    pass(1000)
    expect(await create(draft)).toMatchObject({ blockedBy: 'name-taken', readBack: { row: { name: 'n' } } })
    expect(tokens.calls.filter((call) => call.startsWith('create'))).toHaveLength(1)
  })
})

describe('a creation', () => {
  const fresh = { name: 'new', expiration_date: { at: 1_900_000_000_000 }, active: true, write: false } as const

  test('is looked for before and after', async () => {
    const { tokens, create } = setUpTokens()
    expect(await create(fresh)).toMatchObject({
      delivery: 'accepted',
      readBack: { status: 'matches', row: { name: 'new' } },
    })
    expect(tokens.calls).toEqual(['read new', 'create new', 'read new'])
  })

  test('of a taken name sends nothing', async () => {
    const { tokens, create } = setUpTokens('new')
    expect(await create(fresh)).toMatchObject({
      delivery: 'not-sent',
      blockedBy: 'name-taken',
      readBack: { row: { write: true } },
    })
    expect(tokens.calls).toEqual(['read new'])
  })

  test('answered OK that stored nothing is as before: there is no row', async () => {
    const { tokens, create } = setUpTokens()
    tokens.after = (call) => void (call.startsWith('create') && tokens.rows.clear())
    const { delivery, readBack } = await create(fresh)
    expect([delivery, readBack.status, 'row' in readBack]).toEqual(['accepted', 'unchanged', false])
  })

  test('refused while a row like it is there may be somebody else’s: it stays refused', async () => {
    const { tokens, create } = setUpTokens()
    tokens.after = (call) => void (call.startsWith('create') && failWith(refusal)())
    expect(await create(fresh)).toMatchObject({
      delivery: 'rejected',
      problem: refusal,
      readBack: { status: 'matches' },
    })
  })

  test('without an answer is open, unread before is not sent', async () => {
    const { tokens, create } = setUpTokens()
    tokens.before = (call) => void (call.startsWith('create') && failUnreachable())
    expect(outcomeLabel(await create(fresh))).toBe('unknown unchanged')
    tokens.before = failUnreachable
    expect(outcomeLabel(await create({ ...fresh, name: 'other' }))).toBe('read-failed')
  })
})
