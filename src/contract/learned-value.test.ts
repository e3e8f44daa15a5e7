import { describe, expect, test } from 'vitest'
import { valueKnown, valueShown, valueWord, type ValueOnPut } from './learned-value.ts'
import { token } from '#contract/testing/lists.ts'
import type { Token } from './token.ts'
import type { Also, Verdict } from '#contract/saving/verdict.ts'

const row = (updated_at: unknown, iat?: number): Token => ({
  ...token({ name: 'a', active: true, write: true, created_at: 1, updated_at, expiration_date: 9 }),
  ...(iat !== undefined && { claims: { iat, exp: 9 } }),
})
type ValueOutcome = Extract<Verdict<Token>, { is: 'as-asked' }>['valueOutcome']

function saved(valueOutcome: ValueOutcome, before: Token, after: Token, also?: Also): Verdict<Token> {
  return {
    is: 'as-asked',
    row: after,
    at: 7,
    unseen: [],
    before,
    ...(valueOutcome !== undefined && { valueOutcome }),
    ...(also !== undefined && { also }),
  }
}
const seen = (verdict: Verdict<Token>) => valueShown(verdict, 'seconds')?.seen

describe('a save shows of the value', () => {
  test('that it stayed, and when that was seen', () => {
    expect(valueShown(saved('kept', row(100), row(200)), 'seconds')).toEqual({ seen: 'kept', at: 7 })
    expect(seen(saved('kept', row(100, 100), row(200, 100)))).toBe('kept')
  })

  test('nothing, where it was signed twice within one second', () => {
    expect(seen(saved('kept', row(200, 200), row(200, 200)))).toBeUndefined()
    expect(valueShown(saved('kept', row(200_100, 200), row(200_900, 200)), 'milliseconds')).toBeUndefined()
    expect(seen(saved('kept', row('?', 200), row('?', 200)))).toBeUndefined()
    expect(seen(saved('kept', row(200), row(200)))).toBe('kept')
  })

  test('nothing, where the service did something else than was asked', () => {
    const ignored: Verdict<Token> = { is: 'differently', row: row(200), at: 7, fields: ['write'], valueOutcome: 'kept' }
    expect(seen(ignored)).toBeUndefined()
    expect(seen({ ...ignored, row: row(200, 100), valueOutcome: 'new' })).toBe('new-refused')
  })

  test('a new one: one that agrees with its row, one that says nothing of itself, one that will be refused', () => {
    expect(seen(saved('new', row(100, 100), row(200, 200)))).toBe('new')
    expect(seen(saved('new', row(100), row(200)))).toBe('new-unknown')
    expect(seen(saved('new', row(200, 100), row(200, 200)))).toBe('new-unknown')
    expect(seen(saved('new', row(100, 100), row(200, 100)))).toBe('new-refused')
  })

  test('that new ones are refused, where it took a repair to make one work', () => {
    const works = (also?: Also) => saved('new', row(100, 100), row(200, 200), also)
    expect(seen(works({ did: 'repaired', tries: 1 }))).toBe('new-refused')
    expect(seen(works())).toBe('new')
  })

  test('nothing, where nothing tells, or the value was replaced on purpose', () => {
    expect(seen(saved('unknown', row(100), row(200)))).toBeUndefined()
    expect(seen(saved(undefined, row(100), row(200)))).toBeUndefined()
    expect(seen(saved('new', row(100), row(200), { did: 'replaced' }))).toBeUndefined()
    expect(seen({ is: 'unknown', problem: { kind: 'unreachable', sent: 'unknown' } })).toBeUndefined()
  })
})

test.each<[ValueOnPut | undefined, ValueOnPut, ValueOnPut]>([
  [undefined, 'kept', 'kept'],
  ['kept', 'new-unknown', 'new-unknown'],
  ['kept', 'new-refused', 'new-refused'],
  ['new-unknown', 'new', 'new'],
  ['new', 'new-unknown', 'new'],
  ['new', 'kept', 'new'],
  ['new', 'new-refused', 'new-refused'],
  ['new-unknown', 'kept', 'new-unknown'],
  ['new-refused', 'new', 'new-refused'],
  ['new-refused', 'kept', 'new-refused'],
])('known as %s, after a save that showed %s it is %s', (before, shown, then) => {
  expect(valueKnown(before, shown)).toBe(then)
})

test('a word that is none of these is forgotten', () => {
  expect(valueWord('new-refused')).toBe('new-refused')
  expect(valueWord('eaten')).toBeUndefined()
  expect(valueWord(undefined)).toBeUndefined()
})
