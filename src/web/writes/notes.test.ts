import { expect, test } from 'vitest'
import type { ValueOutcome } from '#contract/saving/value-outcome.ts'
import { token, whole } from '#web/testing/rows.ts'
import { createSubmitted } from '#web/users/submitted-store.ts'
import { createNotes, isNewValue, isToCopy, noteAfter, type TokenNote } from './notes.ts'

const note = (at: number): TokenNote => ({ act: 'save', verdict: { is: 'gone' }, change: { active: true }, at })

test('a note stays under its name until it is dismissed', () => {
  const { tokens } = createNotes()
  tokens.put('a', note(1))
  tokens.put('b', note(2))
  tokens.dismiss('a')
  expect([...tokens.get()]).toEqual([['b', note(2)]])
})

test('a later note of the same name replaces the former', () => {
  const { tokens } = createNotes()
  tokens.put('a', note(1))
  tokens.put('a', note(2))
  expect([...tokens.get()]).toEqual([['a', note(2)]])
})

test('a token and a user of the same name have separate notes', () => {
  const { tokens, users } = createNotes()
  tokens.put('admin', note(1))
  expect(users.get().has('admin')).toBe(false)
})

test('every change creates a new map and notifies the page', () => {
  const { tokens } = createNotes()
  let told = 0
  const stop = tokens.subscribe(() => (told += 1))
  const before = tokens.get()
  tokens.put('a', note(1))
  expect(tokens.get()).not.toBe(before)
  expect(before.size).toBe(0)
  tokens.dismiss('a')
  stop()
  tokens.put('a', note(1))
  expect(told).toBe(2)
})

test('submitted requests are kept latest first, each with its own outcome', () => {
  const submitted = createSubmitted()
  const first = submitted.add({ email: 'a@x.test', request: 'Create', sent: '', at: 1 })
  const second = submitted.add({ email: 'a@x.test', request: 'Delete', sent: '', at: 2 })
  second({ is: 'deleted', at: 3 })
  expect(submitted.get().map(({ request, verdict }) => [request, verdict?.is])).toEqual([
    ['Delete', 'deleted'],
    ['Create', undefined],
  ])
  first({ is: 'not-verified', why: 'no-list' })
  expect(submitted.get().map(({ verdict }) => verdict?.is)).toEqual(['deleted', 'not-verified'])
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
  expect(isToCopy(spoiled, { unit: 'milliseconds', valueOnPut: 'kept' })).toBe(true)
  expect(isToCopy({ ...note(2), uncopied: true }, { unit: 'milliseconds' })).toBe(true)
})
