import { describe, expect, test } from 'vitest'
import { createServiceClock } from './clock-offset.ts'

import {
  observedUpdateEffect,
  factLines,
  readServiceFacts,
  contradictsRow,
  needsRepair,
  updateEffects,
  valueState,
  worstEffect,
  type UpdateEffect,
  type ValueContext,
} from './service-facts.ts'
import { listOf, parseToken, parseUser } from './testing/lists.ts'
import type { Token } from './token.ts'

const now = 1_800_000_000_000
const second = now / 1000

/** A token that was updated now. `issued`: when its value says it was issued, in seconds from the update. */
const row = (fields: object = {}, issued?: number): Token => ({
  ...parseToken({
    name: 'a',
    active: true,
    write: false,
    created_at: second - 90,
    updated_at: second,
    expiration_date: second + 3600,
    ...fields,
  }),
  ...(issued !== undefined && { claims: { iat: second + issued, exp: second + 3600 } }),
})

describe('facts are read off the rows', () => {
  test('of tokens first, then of users', () => {
    const tokens = listOf([row(), row({ name: 'b' }, 0), row({ name: 'c' }, -5)])
    const users = listOf([parseUser({ email: 'x@y.test', updated_at: now })])
    const facts = readServiceFacts({ tokens, users }, createServiceClock())
    expect(facts).toEqual({
      unit: { unit: 'seconds', from: 'tokens', rows: 3 },
      values: { carried: 2, disagreeing: 1 },
      onUpdate: 'replaces-and-needs-repair',
      users: 1,
      unknownFields: [],
      clock: undefined,
    })
    expect(readServiceFacts({ tokens: listOf<Token>([]), users }, createServiceClock()).unit).toMatchObject({
      from: 'users',
      rows: 1,
    })
  })

  test('and where nothing was read, nothing is said to be empty', () => {
    const factTexts = (...args: Parameters<typeof readServiceFacts>) =>
      factLines(readServiceFacts(...args)).map(({ value: text }) => text)
    expect(factTexts({}, createServiceClock()).slice(1, 4)).toEqual([
      'Milliseconds, as documented; no row shows it yet',
      'Not read yet',
      'Not read yet',
    ])
    expect(factTexts({ tokens: listOf<Token>([]), users: null }, createServiceClock()).slice(2, 4)).toEqual([
      'None seen',
      'None',
    ])
  })

  test('a mark only where the console works around something, or knows nothing', () => {
    const is = (...args: Parameters<typeof readServiceFacts>) =>
      factLines(readServiceFacts(...args)).map((line) => line.status)
    const tokens = listOf([row({}, 0)])
    const users = listOf([parseUser({ email: 'x@y.test', updated_at: now })])
    const [unknown, around] = ['unknown', 'worked-around'] as const
    expect(is({}, createServiceClock())).toEqual([unknown, unknown, unknown, unknown, undefined, unknown])
    const clock = createServiceClock()
    clock.sample(now, now + 100, now)
    const plain = { tokens: listOf<Token>([]), users }
    expect(is(plain, clock)).toEqual([unknown, undefined, undefined, undefined, undefined, undefined])
    expect(is({ tokens, users: null }, clock).slice(1, 4)).toEqual([around, around, around])
    const ahead = createServiceClock()
    ahead.sample(now, now + 100, now + 90_000)
    expect(is(plain, ahead).at(-1)).toBe(around)
    const facts = readServiceFacts(plain, clock)
    expect([undefined, ...updateEffects].map((onUpdate) => factLines({ ...facts, onUpdate })[0]?.status)).toEqual([
      unknown,
      undefined,
      undefined,
      around,
    ])
  })

  test('what makes no difference to an admin is technical; what an update does never is', () => {
    const terms = (...args: Parameters<typeof readServiceFacts>) =>
      factLines(readServiceFacts(...args)).flatMap(({ term, isTechnical }) => (isTechnical === true ? [] : [term]))
    expect(terms({}, createServiceClock())).toEqual(['Updating a token'])
    const tokens = { ...listOf([row({}, 0)]), unknownFields: ['note'] }
    const ahead = createServiceClock()
    ahead.sample(now, now + 100, now + 90_000)
    expect(terms({ tokens, users: null }, ahead)).toEqual([
      'Updating a token',
      'Values in the list',
      'List of users',
      'Other fields',
      'Clock difference',
    ])
  })

  test('the clock: unknown, none, or a certain difference', () => {
    const words = (ahead?: number) => {
      const clock = createServiceClock()
      if (ahead !== undefined) clock.sample(now, now + 100, now + ahead)
      return factLines(readServiceFacts({}, clock)).find(({ term }) => term === 'Clock difference')?.value
    }
    expect([words(), words(0)]).toEqual(['Unknown: the service sends no date', 'None'])
    expect(words(90_000)).toMatch(/^Service 9\d\.\d s ahead, ± .*; relative times are off by that much$/)
    expect(words(-10_000)).toMatch(/^Service \d+\.\d s behind, ± \d\.\d s$/)
  })
})

describe('a value', () => {
  const context: ValueContext = { now, timeUnit: 'seconds' }
  const states = (issued: number | undefined, onUpdate?: UpdateEffect) =>
    [{}, { active: false }, { expiration_date: second - 1 }, { expiration_date: second }, { active: 'maybe' }].map(
      (fields) => valueState(row(fields, issued), { ...context, updateEffect: onUpdate }),
    )

  test.each<[string, number | undefined, UpdateEffect | undefined, string[]]>([
    ['that agrees', 0, undefined, ['should-work', 'inactive', 'expired', 'unknown', 'unknown']],
    ['that disagrees', -5, undefined, ['needs-repair', 'inactive', 'needs-repair', 'needs-repair', 'needs-repair']],
    [
      'that disagrees where updates replace',
      -5,
      'replaces',
      ['needs-repair', 'inactive', 'needs-repair', 'needs-repair', 'needs-repair'],
    ],
    ['that disagrees where updates keep', -5, 'keeps', ['should-work', 'inactive', 'expired', 'unknown', 'unknown']],
    ['that no row shows', undefined, undefined, ['unknown', 'inactive', 'expired', 'unknown', 'unknown']],
    [
      'that no row shows where updates keep',
      undefined,
      'keeps',
      ['should-work', 'inactive', 'expired', 'unknown', 'unknown'],
    ],
  ])('%s: active, inactive, expired, without an expiry, with an unreadable flag', (_, issued, onUpdate, expected) => {
    expect(states(issued, onUpdate)).toEqual(expected)
  })

  test('expires at the second of its date', () => {
    const soon = row({ expiration_date: second + 5 }, 0)
    expect(valueState(soon, { ...context, now: context.now + 4000 })).toBe('should-work')
    expect(valueState(soon, { ...context, now: context.now + 5000 })).toBe('expired')
  })

  test('of an inactive token needs no repair, though it is spoiled', () => {
    const off = row({ active: false }, -5)
    expect([needsRepair(off, context), contradictsRow(off, context)]).toEqual([false, true])
  })
})

describe('what an update does', () => {
  const before = (fields: object = {}) => row({ updated_at: second - 60, ...fields }, -60)

  test.each<[string, Token | undefined, Token, Parameters<typeof observedUpdateEffect>[2], UpdateEffect | undefined]>([
    ['kept in another second', before(), row({}, -60), 'kept', 'keeps'],
    [
      'the same text within one second: it may be another value',
      before({ updated_at: second }),
      row({}, -60),
      'kept',
      undefined,
    ],
    ['the same text without a former row', undefined, row({}, -60), 'kept', undefined],
    ['a text without claims says nothing about seconds', row(), row(), 'kept', 'keeps'],
    ['new and agreeing', before(), row({}, 0), 'changed', 'replaces'],
    ['new without claims', row(), row(), 'changed', 'replaces'],
    ['new and contradicting its row', before(), row({}, -60), 'changed', 'replaces-and-needs-repair'],
    ['unknown', before(), row({}, 0), 'unknown', undefined],
    ['nothing', before(), row({}, 0), undefined, undefined],
  ])('%s', (_, was, is, value, effect) => {
    expect(observedUpdateEffect(was, is, value, 'seconds')).toBe(effect)
  })

  test('is seen in a list by a value that disagrees with its row, of an inactive token, too', () => {
    const updateEffectOf = (...rows: Token[]) =>
      readServiceFacts({ tokens: listOf(rows) }, createServiceClock()).onUpdate
    expect(updateEffectOf(row(), row({}, 0))).toBeUndefined()
    expect(updateEffectOf(row({}, 0), row({ active: false }, -5))).toBe('replaces-and-needs-repair')
  })

  test('counts by the worst that was seen', () => {
    expect(worstEffect('keeps', 'replaces-and-needs-repair', 'replaces')).toBe('replaces-and-needs-repair')
    expect(worstEffect(undefined, 'keeps')).toBe('keeps')
    expect(worstEffect(undefined)).toBeUndefined()
  })
})
