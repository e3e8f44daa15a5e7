import { describe, expect, test } from 'vitest'
import type { Problem } from '#contract/problem.ts'
import { failing, lost, savedTokens as world } from '#contract/testing/memory.ts'

const refusal: Problem = { kind: 'refused', status: 409, serviceText: 'no' }

describe('a save', () => {
  test('reads, sends the whole record once, reads back, and says it is as asked', async () => {
    const { tokens, saving, seen } = world('a')
    const verdict = await saving.save(seen('a'), { active: false })
    expect(verdict).toMatchObject({ is: 'as-asked', unseen: [], row: { active: false, write: true } })
    expect(tokens.calls).toEqual(['read a', 'update a', 'read a'])
  })

  test('that changes nothing sends nothing', async () => {
    const { tokens, saving, seen } = world('a')
    expect(await saving.save(seen('a'), { active: true })).toMatchObject({ is: 'already' })
    expect(tokens.calls).toEqual(['read a'])
  })

  test('of a row that somebody else changed sends nothing and asks, unless it should overwrite', async () => {
    const { tokens, saving, seen, rewrite } = world('a')
    const before = seen('a')
    rewrite('a', { write: false })
    const verdict = await saving.save(before, { active: false })
    expect(verdict).toMatchObject({ is: 'conflict', seen: { write: true }, row: { write: false }, fields: ['write'] })
    expect(tokens.calls).toEqual(['read a'])
    expect(await saving.save(before, { active: false }, { overwrite: true })).toMatchObject({
      is: 'as-asked',
      row: { write: false },
    })
  })

  test('of a row that already has what was asked is "already", whoever changed it', async () => {
    const { saving, seen, rewrite } = world('a')
    const before = seen('a')
    rewrite('a', { active: false })
    expect(await saving.save(before, { active: false })).toMatchObject({ is: 'already' })
  })

  test('of a row that is gone says so and sends nothing', async () => {
    const { tokens, saving, seen } = world('a')
    const before = seen('a')
    tokens.rows.delete('a')
    expect(await saving.save(before, { active: false })).toEqual({ is: 'gone' })
    expect(tokens.calls).toEqual(['read a'])
  })

  test('whose answer is OK and whose row is not what was asked says in which fields', async () => {
    const { tokens, saving, seen, rewrite } = world('a')
    tokens.after = (call) => void (call.startsWith('update') && rewrite('a', { active: true, write: false }))
    expect(await saving.save(seen('a'), { active: false })).toMatchObject({
      is: 'differently',
      fields: ['active', 'write'],
    })
  })

  test('whose row is gone afterwards was not applied', async () => {
    const { tokens, saving, seen } = world('a')
    tokens.after = (call) => void (call.startsWith('update') && tokens.rows.clear())
    expect(await saving.save(seen('a'), { active: false })).toMatchObject({ is: 'not-applied', row: undefined })
  })

  test('with an unknown flag must have it answered first', async () => {
    const { tokens, saving, seen, rewrite } = world('a')
    rewrite('a', { write: undefined, expiration_date: '?' })
    expect(await saving.save(seen('a'), { active: false })).toMatchObject({
      is: 'unanswered',
      fields: ['write', 'expiration_date'],
    })
    expect(tokens.calls).toEqual(['read a'])
    const answered = { active: false, write: false, expiration_date: { at: 1_900_000_000_000 } }
    expect(await saving.save(seen('a'), answered)).toMatchObject({ is: 'as-asked', row: { write: false } })
  })

  test('that is refused says so after a look at the row, and the next one sees what is there then', async () => {
    const { tokens, saving, seen, pass } = world('a')
    tokens.before = (call) => void (call.startsWith('update') && failing(refusal)())
    const was = seen('a')
    expect(await saving.save(was, { active: false })).toEqual({ is: 'refused', problem: refusal })
    expect(tokens.calls).toEqual(['read a', 'update a', 'read a'])
    tokens.rows.delete('a')
    pass(1000)
    expect(await saving.save({ ...was }, { active: false })).toEqual({ is: 'gone' })
  })

  test('that was refused because it had been sent twice on its way is found done', async () => {
    const { tokens, saving, seen } = world('a', 'b')
    tokens.after = (call) => void (!call.startsWith('read') && failing(refusal)())
    expect(await saving.save(seen('a'), { active: false })).toMatchObject({ is: 'as-asked', row: { active: false } })
    expect(await saving.remove(seen('b'))).toMatchObject({ is: 'deleted' })
  })

  test('that is signed out, or never reached the service, had no effect; 500 and 502 leave it open', async () => {
    for (const [problem, verdict, reads] of [
      [{ kind: 'signed-out', status: 401, serviceText: '' }, 'refused', 1],
      [{ kind: 'failing', status: 500, serviceText: '', sent: 'unknown' }, 'unknown', 2],
      [{ kind: 'failing', status: 502, serviceText: '', sent: 'unknown' }, 'unknown', 2],
      [{ kind: 'failing', status: 502, serviceText: '', sent: 'not-sent' }, 'refused', 1],
    ] satisfies [Problem, string, number][]) {
      const { tokens, saving, seen } = world('a')
      tokens.before = (call) => void (call.startsWith('update') && failing(problem)())
      expect((await saving.save(seen('a'), { active: false })).is).toBe(verdict)
      expect(tokens.calls.filter((call) => call.startsWith('read'))).toHaveLength(reads)
    }
  })

  test('answered 500 with the row changed otherwise is not called refused', async () => {
    const { tokens, saving, seen, rewrite } = world('a')
    tokens.after = (call) => {
      if (!call.startsWith('update')) return
      rewrite('a', { active: true, write: false })
      failing({ kind: 'failing', status: 500, serviceText: '', sent: 'unknown' })()
    }
    expect((await saving.save(seen('a'), { active: false })).is).toBe('unknown')
  })

  test('whose reading before fails was certainly not sent', async () => {
    const { tokens, saving, seen } = world('a')
    tokens.before = lost
    expect(await saving.save(seen('a'), { active: false })).toEqual({
      is: 'refused',
      problem: { kind: 'unreachable', sent: 'unknown' },
      unsent: true,
    })
    expect(tokens.calls).toEqual(['read a'])
  })

  test('whose reading back fails cannot be verified', async () => {
    const { tokens, saving, seen } = world('a')
    tokens.after = (call) => {
      if (call.startsWith('update')) tokens.before = lost
    }
    expect(await saving.save(seen('a'), { active: false })).toEqual({
      is: 'not-verified',
      why: { kind: 'unreachable', sent: 'unknown' },
    })
  })

  test('without an answer is unknown, unless the row shows that it was applied', async () => {
    const { tokens, saving, seen, now } = world('a', 'b')
    const update = /^update/
    tokens.before = (call) => void (update.test(call) && lost())
    // It was read that nothing of it is there so far.
    expect(await saving.save(seen('a'), { active: false })).toEqual({
      is: 'unknown',
      problem: { kind: 'unreachable', sent: 'unknown' },
      at: now(),
    })
    tokens.before = () => undefined
    tokens.after = (call) => void (update.test(call) && lost())
    expect(await saving.save(seen('b'), { active: false })).toMatchObject({ is: 'as-asked', row: { active: false } })
    tokens.after = (call) => {
      if (update.test(call)) tokens.before = lost
    }
    tokens.before = (call) => void (update.test(call) && lost())
    expect((await saving.save(seen('a'), { active: false })).is).toBe('unknown')
  })

  test('whose reading back fails once is verified by the next one, a second later', async () => {
    const waits: number[] = []
    const { tokens, saving, seen } = world({ wait: async (ms) => void waits.push(ms) }, 'a')
    tokens.after = (call) => {
      if (!call.startsWith('update')) return
      tokens.before = () => {
        tokens.before = () => undefined
        lost()
      }
    }
    expect(await saving.save(seen('a'), { active: false })).toMatchObject({ is: 'as-asked', row: { active: false } })
    expect(tokens.calls).toEqual(['read a', 'update a', 'read a', 'read a'])
    expect(waits).toEqual([1000])
  })

  test('whose reading back is signed out is not read once more', async () => {
    const { tokens, saving, seen } = world('a')
    tokens.after = (call) => {
      if (call.startsWith('update')) tokens.before = failing({ kind: 'signed-out', status: 401, serviceText: '' })
    }
    expect((await saving.save(seen('a'), { active: false })).is).toBe('not-verified')
    expect(tokens.calls).toEqual(['read a', 'update a', 'read a'])
  })
})

describe('a write without an answer that arrives late', () => {
  /** Loses the next call of this kind; the returned function lets it take effect. */
  function late(tokens: ReturnType<typeof world>['tokens'], kind: 'update' | 'create') {
    let arrive: () => void = () => undefined
    const real = tokens[kind]
    tokens[kind] = async (draft, ending) => {
      tokens[kind] = real
      arrive = () => void real(draft, ending)
      lost()
    }
    return () => arrive()
  }

  test('is already as asked when the same is saved again, and nothing is sent', async () => {
    const { tokens, saving, seen, pass } = world('a')
    const before = seen('a')
    const change = { active: false, expiration_date: { after: 30_000_000 } }
    const arrive = late(tokens, 'update')
    expect((await saving.save(before, change)).is).toBe('unknown')
    arrive()
    pass(1000)
    expect(await saving.save(before, change)).toMatchObject({ is: 'already', row: { active: false } })
    expect(tokens.calls.filter((call) => call.startsWith('update'))).toHaveLength(1)
  })

  test('is no change by somebody else when something else is saved', async () => {
    const { tokens, saving, seen, pass } = world('a')
    const before = seen('a')
    const arrive = late(tokens, 'update')
    await saving.save(before, { active: false })
    arrive()
    pass(1000)
    expect(await saving.save(before, { write: false })).toMatchObject({
      is: 'as-asked',
      row: { active: false, write: false },
    })
  })

  test('is still a conflict where somebody else changed the row as well', async () => {
    const { tokens, saving, seen, pass, rewrite } = world('a')
    const before = seen('a')
    late(tokens, 'update')
    await saving.save(before, { active: false })
    rewrite('a', { write: false })
    pass(1000)
    expect(await saving.save(before, { active: false })).toMatchObject({ is: 'conflict', fields: ['write'] })
  })

  test('does not make a token of one’s own one that already exists', async () => {
    const { tokens, saving, pass } = world()
    const arrive = late(tokens, 'create')
    const draft = { name: 'n', active: true, write: false, expiration_date: { after: 30_000_000 } } as const
    expect((await saving.create(draft)).is).toBe('unknown')
    arrive()
    pass(1000)
    expect(await saving.create(draft)).toMatchObject({ is: 'already', row: { name: 'n' } })
    expect(tokens.calls.filter((call) => call.startsWith('create'))).toHaveLength(1)
    expect((await saving.create(draft)).is).toBe('exists')
  })

  test('somebody else’s token of that name is not taken for it', async () => {
    const { tokens, saving, pass } = world()
    late(tokens, 'create')
    const draft = { name: 'n', active: true, write: false, expiration_date: { at: 1_900_000_000_000 } } as const
    await saving.create(draft)
    await tokens.create({ name: 'n', active: false, write: true })
    pass(1000)
    expect((await saving.create(draft)).is).toBe('exists')
  })
})
