import { expect, test } from 'vitest'
import type { ValueOutcome } from '#contract/write/value.ts'
import type { Token, TokenChange } from '#contract/token.ts'
import { token, whole } from '#web/testing/rows.ts'
import { isToCopy, type TokenNote } from '#web/tokens/value/new-value.ts'
import { undoable } from './activity.ts'
import { createOutcomes, currentOf, isNewValue, noteAfter, type Outcome, type OutcomesOf } from './outcomes.ts'

const note = (at: number): TokenNote => ({ act: 'save', verdict: { is: 'gone' }, change: { active: true }, at })

const tokens: OutcomesOf<Token, TokenChange> = { name: 'tokens' }
const users: OutcomesOf<object, object> = { name: 'users' }

function opened() {
  const outcomes = createOutcomes(() => 7)
  const add = (name: string, more: Partial<Outcome<Token, TokenChange>> = {}) =>
    outcomes.add<Token, TokenChange>({
      ...note(1),
      resource: 'tokens',
      name,
      after: name,
      told: 'note',
      made: {},
      ...more,
    })
  return { outcomes, add, current: () => [...currentOf(outcomes.get(), tokens).keys()] }
}

test('an outcome counts under the name of its row until it is dismissed', () => {
  const { outcomes, add, current } = opened()
  const first = add('a')
  add('b')
  add('c', { after: 'd' })
  outcomes.dismiss(first)
  expect(current()).toEqual(['b', 'd'])
})

test('a later outcome of the same row takes the place of the former, for good', () => {
  const { outcomes, add, current } = opened()
  add('a')
  const second = add('a')
  expect(currentOf(outcomes.get(), tokens).get('a')).toBe(second)
  outcomes.dismiss(second)
  expect(current()).toEqual([])
})

test('what a dialog or a form tells leaves the note that the row had', () => {
  const { outcomes, add } = opened()
  const first = add('a')
  add('a', { told: 'elsewhere' })
  outcomes.addReading({ resource: 'tokens', name: 'a', act: 'copy value', says: 'Value copied.' })
  expect(currentOf(outcomes.get(), tokens).get('a')).toBe(first)
})

test('a token and a user of the same name have separate outcomes', () => {
  const { outcomes, add } = opened()
  add('admin')
  expect(currentOf(outcomes.get(), users).has('admin')).toBe(false)
})

test('everything that was done is kept, latest first, and a change notifies the page', () => {
  const { outcomes, add } = opened()
  let notified = 0
  const stop = outcomes.subscribe(() => (notified += 1))
  const first = add('a')
  outcomes.addReading({ resource: 'users', name: '2 users', act: 'export', says: 'Exported.' })
  outcomes.change(first.id, { told: 'quiet' })
  stop()
  add('b')
  expect(notified).toBe(3)
  expect(outcomes.get()).toMatchObject([
    { id: 2, name: 'b', at: 1 },
    { id: 1, name: '2 users', at: 7 },
    { id: 0, name: 'a', told: 'quiet' },
  ])
})

test('a save can be undone until a later act may have changed its row, under either name', () => {
  const { outcomes, add } = opened()
  const verdict = { is: 'as-asked', row: token('a'), at: 1, unseen: [] } as const
  const undo = { change: { active: false } }
  add('a', { verdict: { ...verdict, unseen: [] }, undo, after: 'b' })
  const names = () => [...undoable(outcomes.get())].map(({ name }) => name)
  expect(names()).toEqual(['a'])
  add('a', { verdict: { is: 'gone' } })
  outcomes.addReading({ resource: 'tokens', name: 'a', act: 'copy value', says: 'Value copied.' })
  expect(names()).toEqual(['a'])
  add('b', { verdict: { is: 'unknown', problem: { kind: 'unreachable', sent: 'unknown' } } })
  expect(names()).toEqual([])
})

const saved = (valueOutcome: ValueOutcome, at = 1): TokenNote => ({
  ...note(at),
  verdict: { is: 'as-asked', row: token('a'), at, unseen: [], valueOutcome },
})

test.each<[ValueOutcome, boolean]>([
  ['new', true],
  ['kept', false],
  ['unknown', false],
])('a save after which the value is “%s” counts as a new value: %s', (valueOutcome, counts) => {
  expect(isNewValue(saved(valueOutcome))).toBe(counts)
  expect(
    isNewValue({
      ...note(1),
      verdict: { is: 'differently', row: token('a'), fields: ['active'], at: 1, valueOutcome },
    }),
  ).toBe(counts)
})

test.each<[string, TokenNote]>([
  ['sent nothing', note(2)],
  ['kept the value', saved('kept', 2)],
  ['cannot tell of the value', saved('unknown', 2)],
])('a new value that is not copied yet stays counted through a later save that %s', (_, later) => {
  expect(isNewValue(later)).toBe(false)
  const once = noteAfter(saved('new'), later)
  expect(isNewValue(once)).toBe(true)
  expect(isNewValue(noteAfter(once, note(3)))).toBe(true)
})

test('nothing stays counted if there was no new value, or if the later save issued another', () => {
  expect(noteAfter(undefined, note(2))).toEqual(note(2))
  expect(noteAfter(saved('kept'), note(2))).toEqual(note(2))
  expect(noteAfter(saved('new'), saved('new', 2))).toEqual(saved('new', 2))
})

test('a new value that needs repair is not ready to be copied', () => {
  const rows = { updated_at: whole(2000), claims: { iat: 1, exp: 9 } }
  const spoiled: TokenNote = {
    ...note(1),
    verdict: { is: 'as-asked', row: token('a', rows), at: 1, unseen: [], valueOutcome: 'new' },
  }
  expect(isToCopy(saved('new'), { unit: 'milliseconds' })).toBe(true)
  expect(isToCopy(spoiled, { unit: 'milliseconds' })).toBe(false)
  expect(isToCopy(spoiled, { unit: 'milliseconds', onUpdate: 'keeps' })).toBe(true)
  expect(isToCopy({ ...note(2), uncopied: true }, { unit: 'milliseconds' })).toBe(true)
})
