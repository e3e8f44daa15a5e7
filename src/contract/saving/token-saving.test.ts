import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { memoryTokens, savingWorld } from '#contract/testing/memory.ts'
import type { TokenDraft } from '#contract/token.ts'
import { createTokenSaving, type KnownUnit } from './token-saving.ts'
import type { Expiry } from '#contract/token.ts'
import { momentFrom } from '#contract/wire.ts'

function world(knownUnit: KnownUnit = { unit: 'seconds', learned: true }) {
  const tokens = memoryTokens('a')
  const { world, pass } = savingWorld()
  const sent: TokenDraft[] = []
  const { create, update } = tokens
  tokens.create = (draft, ending) => (sent.push(draft), create(draft, ending))
  tokens.update = (draft, ending) => (sent.push(draft), update(draft, ending))
  const holding = (expiration_date: unknown, updated_at: unknown = 1_795_000_001) => {
    const row = {
      ...tokens.rows.get('a')!,
      expiration_date: momentFrom(expiration_date),
      updated_at: momentFrom(updated_at),
    }
    tokens.rows.set('a', row)
    return { row, beganAt: 0 }
  }
  const saving = createTokenSaving(tokens, world, () => knownUnit)
  return {
    tokens,
    saving,
    sent,
    holding,
    pass,
    now: world.now,
    create: (expiration_date: Expiry) => saving.create({ name: 'new', active: true, write: false, expiration_date }),
  }
}

describe('an expiry that was not touched', () => {
  test('goes back as the same integer, to the last digit', async () => {
    await fc.assert(
      fc.asyncProperty(fc.bigInt(-(10n ** 30n), 10n ** 30n), async (integer) => {
        fc.pre(integer !== 1_795_000_001n)
        const { saving, sent, holding } = world()
        expect((await saving.save(holding(integer.toString()), { active: false })).is).toBe('as-asked')
        expect(BigInt(sent[0]?.expiration_date ?? 0)).toBe(integer)
      }),
      { numRuns: 20 },
    )
  })

  test('written as a date goes back as an integer of the service’s unit', async () => {
    for (const [unit, integer] of [
      ['seconds', 1_795_255_200],
      ['milliseconds', 1_795_255_200_000],
    ] as const) {
      const { saving, sent, holding } = world({ unit, learned: true })
      await saving.save(holding('2026-11-21T10:00:00Z'), { active: false })
      expect(sent[0]?.expiration_date).toBe(integer)
    }
  })

  test('that equals the last update or is absent is left out: sent again it would end a "never"', async () => {
    for (const [stored, updated] of [
      [5, 5],
      ['5', 5],
      [null, 5],
      [undefined, undefined],
    ]) {
      const { saving, sent, holding } = world()
      await saving.save(holding(stored, updated), { active: false })
      expect(sent).toEqual([{ name: 'a', active: false, write: true }])
    }
  })

  test('that was left out and is no longer "not given" is reported', async () => {
    const { tokens, saving, holding } = world()
    tokens.after = (call) => void (call.startsWith('update') && holding(5, 6))
    expect(await saving.save(holding(5, 5), { active: true, write: false })).toMatchObject({
      is: 'differently',
      fields: expect.arrayContaining(['expiration_date']) as string[],
    })
  })
})

describe('a new expiry', () => {
  test('is sent in whole seconds of the service’s unit', async () => {
    for (const [unit, integer] of [
      ['seconds', 1_900_000_000],
      ['milliseconds', 1_900_000_000_000],
    ] as const) {
      const { create, sent } = world({ unit, learned: true })
      expect((await create({ at: 1_900_000_000_999 })).is).toBe('as-asked')
      expect(sent[0]?.expiration_date).toBe(integer)
    }
  })

  test('counted from now counts from the moment of sending, not of asking', async () => {
    const { tokens, create, sent, now, pass } = world()
    tokens.before = (call) => {
      if (call === 'read new' && sent.length === 0) pass(60_000)
    }
    await create({ after: 3_600_000 })
    expect(sent[0]?.expiration_date).toBe(Math.floor(now() / 1000) + 3600)
  })

  test('not given is not sent', async () => {
    const { create, sent } = world()
    expect((await create('not-given')).is).toBe('as-asked')
    expect(sent).toEqual([{ name: 'new', active: true, write: false }])
  })

  test('of the second that is stored already sends nothing; a stretch from now always does', async () => {
    const { saving, holding, sent, now, pass } = world()
    expect((await saving.save(holding(1_900_000_000), { expiration_date: { at: 1_900_000_000_400 } })).is).toBe(
      'already',
    )
    pass(1000)
    expect((await saving.save(holding(5, 5), { expiration_date: 'not-given' })).is).toBe('already')
    pass(1000)
    expect(sent).toEqual([])
    await saving.save(holding(Math.floor(now() / 1000) + 60), { expiration_date: { after: 60_000 } })
    expect(sent).toHaveLength(1)
  })

  test('of an unreadable one is an answer, leaving it is none', async () => {
    const { saving, holding } = world()
    expect(await saving.save(holding('soon'), { active: false })).toMatchObject({
      is: 'unanswered',
      fields: ['expiration_date'],
    })
    expect(await saving.save(holding('soon'), { expiration_date: { at: 1_900_000_000_000 } })).toMatchObject({
      is: 'as-asked',
    })
  })

  test('that is stored as another one is reported', async () => {
    const { tokens, create } = world()
    tokens.after = (call) => {
      const row = tokens.rows.get('new')
      if (call === 'create new' && row !== undefined) tokens.rows.set('new', { ...row, expiration_date: momentFrom(1) })
    }
    expect(await create({ at: 1_900_000_000_000 })).toMatchObject({ is: 'differently', fields: ['expiration_date'] })
  })
})

describe('the first token of a service whose unit is not known', () => {
  const unsure: KnownUnit = { unit: 'milliseconds', learned: false }

  test('that shows the other unit keeps what the service took its expiry for, and the verdict says so', async () => {
    const { create, sent, tokens } = world(unsure)
    expect(await create({ at: 1_900_000_000_000 })).toMatchObject({
      is: 'differently',
      fields: ['expiration_date'],
      also: { did: 'took-other-unit', unit: 'seconds' },
    })
    expect(sent.map(({ expiration_date }) => expiration_date)).toEqual([1_900_000_000_000])
    expect(tokens.calls.filter((call) => !call.startsWith('read'))).toEqual(['create new'])
  })

  test('that somebody else made under this name at the same moment is not deleted', async () => {
    const { create, tokens } = world(unsure)
    const theirs = { name: 'new', expiration_date: momentFrom(1_900_000_007), active: true, write: true }
    const made = momentFrom(1_795_000_099)
    tokens.before = (call) => {
      if (call === 'create new') tokens.rows.set('new', { ...theirs, created_at: made, updated_at: made })
    }
    expect(await create({ at: 1_900_000_000_000 })).toMatchObject({
      is: 'differently',
      fields: ['write', 'expiration_date'],
    })
    expect(tokens.calls).not.toContain('remove new')
    expect(tokens.rows.get('new')).toMatchObject(theirs)
  })

  test('stays when the unit was right, learned, or no expiry was sent', async () => {
    for (const [knownUnit, expires] of [
      [{ unit: 'seconds', learned: false }, { at: 1_900_000_000_000 }],
      [{ unit: 'milliseconds', learned: true }, { at: 1_900_000_000_000 }],
      [unsure, 'not-given'],
    ] satisfies [KnownUnit, Expiry][]) {
      const { create, sent } = world(knownUnit)
      expect(await create(expires)).not.toHaveProperty('also')
      expect(sent).toHaveLength(1)
    }
  })
})
