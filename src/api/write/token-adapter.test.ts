import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseToken } from '#api/testing/lists.ts'
import { memoryTokens, createWriterDependencies } from '#api/testing/memory-resources.ts'
import { outcomeLabel, setUpTokens } from '#api/testing/stored-rows.ts'
import type { Expiry } from '#api/token.ts'
import { parseTimestamp } from '#api/wire.ts'
import { createTokenWriter } from './writers.ts'
import { createTokenAdapter } from './token-adapter.ts'

const units = [
  ['seconds', 1_795_255_200],
  ['milliseconds', 1_795_255_200_000],
] as const
const kindIn = (unit: 'seconds' | 'milliseconds', now = 1_800_000_000_000) =>
  createTokenAdapter(
    () => unit,
    () => now,
  )
const holding = (expiration_date: unknown, updated_at: unknown = 1_795_000_001) =>
  parseToken({ name: 'a', active: true, write: true, created_at: 1, expiration_date, updated_at })
const off = { active: false }

describe('an expiry that is not touched', () => {
  test('goes back as the same integer', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), (integer) => {
        fc.pre(integer !== 1_795_000_001)
        const row = holding(integer)
        const composed = kindIn('seconds').toUpdateBody(row, off)
        const bodies = 'body' in composed ? composed.body : undefined
        expect(bodies?.expiration_date).toBe(integer)
        expect(bodies && kindIn('seconds').mismatches(bodies, row)).toEqual(['active'])
      }),
    )
  })

  test.each([
    [5, 5],
    [null, 5],
    [undefined, undefined],
  ])(
    'of %j that equals the last update %j, or is absent, is left out: sent again it would end a "never"',
    (expires, updated) => {
      expect(kindIn('seconds').toUpdateBody(holding(expires, updated), off)).toEqual({
        body: { name: 'a', active: false, write: true },
      })
    },
  )

  test('that was left out and is no longer "not given" differs', () => {
    expect(kindIn('seconds').mismatches({ name: 'a', active: true, write: true }, holding(5, 6))).toEqual([
      'expiration_date',
    ])
  })

  test('and cannot be read must be answered; a new one is an answer', () => {
    for (const unreadable of ['soon', '2026-11-21T10:00:00Z', '1900000000', 2 ** 53])
      expect(kindIn('seconds').toUpdateBody(holding(unreadable), off)).toEqual({ unreadable: ['expiration_date'] })
    const change = { expiration_date: { at: 1_900_000_000_000 } }
    expect(kindIn('seconds').toUpdateBody(holding('soon'), change)).toHaveProperty('body')
  })
})

describe('a new expiry', () => {
  const draft = (expiration_date: Expiry) => ({ name: 'n', active: true, write: false, expiration_date })

  test.each(units)('is sent in whole seconds, in %s', (unit, integer) => {
    expect(kindIn(unit).toCreateBody(draft({ at: 1_795_255_200_999 })).expiration_date).toBe(integer)
    expect(kindIn(unit, 1_795_251_600_500).toCreateBody(draft({ after: 3_600_000 })).expiration_date).toBe(integer)
  })

  test('not given is not sent', () => {
    expect(kindIn('seconds').toCreateBody(draft('none'))).toEqual({ name: 'n', active: true, write: false })
  })

  test('counts from the moment of sending, not of asking', async () => {
    const { tokens, create, bodies, now, pass } = setUpTokens()
    tokens.before = (call) => void (call === 'read n' && bodies.length === 0 && pass(60_000))
    const askedAt = now()
    await create(draft({ after: 3_600_000 }))
    expect(bodies).toMatchObject([{ expiration_date: Math.floor((askedAt + 60_000) / 1000) + 3600 }])
  })

  test('of the second that is stored asks for nothing; a lifetime from now always does', () => {
    const asks = (stored: unknown, expiration_date: Expiry, updated?: number) =>
      kindIn('seconds').requestedFields(holding(stored, updated), { expiration_date })
    expect(asks(1_900_000_000, { at: 1_900_000_000_400 })).toEqual([])
    expect(asks(5, 'none', 5)).toEqual([])
    expect(asks(1_800_000_060, { after: 60_000 })).toEqual(['expiration_date'])
  })

  test('that equals the second of the update reads as "not given", and differs', () => {
    const bodies = { name: 'a', active: true, write: true, expiration_date: 7 }
    expect(kindIn('seconds').mismatches(bodies, holding(7, 7))).toEqual(['expiration_date'])
  })
})

describe('a token that is created before the unit of the service is known', () => {
  /** A service in seconds, taken for one in milliseconds. */
  function setUp() {
    const tokens = memoryTokens()
    const { dependencies } = createWriterDependencies()
    const writer = createTokenWriter(tokens, dependencies, () => 'milliseconds')
    const made = async (expiration_date: Expiry) => {
      const draft = { name: 'n', active: true, write: false, expiration_date }
      return (await writer.write([{ operation: 'create', draft }]))[0]
    }
    return { tokens, made, bodies: tokens.bodies }
  }

  test('has the date that the service took, and the outcome says so', async () => {
    const { made, bodies, tokens } = setUp()
    expect(await made({ at: 1_900_000_000_000 })).toMatchObject({
      delivery: 'accepted',
      readBack: { status: 'differs', fields: ['expiration_date'] },
      sideEffect: { type: 'time-unit-misread', unit: 'seconds' },
    })
    expect(bodies).toMatchObject([{ expiration_date: 1_900_000_000_000 }])
    expect(tokens.calls.filter((call) => !call.startsWith('read'))).toEqual(['create n'])
  })

  test('is as asked where no date was sent, or one in the unit of the service', async () => {
    for (const expiry of ['none', { integer: 1_900_000_000 }] as const) {
      const outcome = await setUp().made(expiry)
      expect(outcomeLabel(outcome)).toBe('accepted matches')
      expect(outcome).not.toHaveProperty('also')
    }
  })

  test('by somebody else under this name at the same moment is left alone', async () => {
    const { made, tokens } = setUp()
    const second = parseTimestamp(1_795_000_099)
    const theirs = { name: 'n', expiration_date: second, active: true, write: true }
    tokens.before = (call) => {
      if (call === 'create n') tokens.rows.set('n', { ...theirs, created_at: second, updated_at: second })
    }
    expect(await made({ at: 1_900_000_000_000 })).toMatchObject({ readBack: { status: 'differs' } })
    expect(tokens.rows.get('n')).toMatchObject(theirs)
    expect(tokens.calls).not.toContain('remove n')
  })
})
