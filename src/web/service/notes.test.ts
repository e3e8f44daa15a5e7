import { expect, test } from 'vitest'
import { createHandled } from './handled.ts'
import { createNotes, type TokenNote } from './notes.ts'

const note = (at: number): TokenNote => ({ act: 'save', verdict: { is: 'gone' }, change: { active: true }, at })

test('a note stands under its name until it is dismissed', () => {
  const { tokens } = createNotes()
  tokens.put('a', note(1))
  tokens.put('b', note(2))
  tokens.dismiss('a')
  expect([...tokens.get()]).toEqual([['b', note(2)]])
})

test('a later note of the same name takes the place of the former', () => {
  const { tokens } = createNotes()
  tokens.put('a', note(1))
  tokens.put('a', note(2))
  expect([...tokens.get()]).toEqual([['a', note(2)]])
})

test('notes of tokens and users of one name are kept apart', () => {
  const { tokens, users } = createNotes()
  tokens.put('admin', note(1))
  expect(users.get().has('admin')).toBe(false)
})

test('every change gives another map and is told, so that the page shows it', () => {
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

test('the people handled stand latest first, and each keeps its own outcome', () => {
  const handled = createHandled()
  const first = handled.add({ email: 'a@x.test', asked: 'Create', sent: '', at: 1 })
  const second = handled.add({ email: 'a@x.test', asked: 'Delete', sent: '', at: 2 })
  second({ is: 'deleted', at: 3 })
  expect(handled.get().map(({ asked, verdict }) => [asked, verdict?.is])).toEqual([
    ['Delete', 'deleted'],
    ['Create', undefined],
  ])
  first({ is: 'not-verified', why: 'no-list' })
  expect(handled.get().map(({ verdict }) => verdict?.is)).toEqual(['deleted', 'not-verified'])
})
