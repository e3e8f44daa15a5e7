import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import type { RowStore } from '#contract/list/row-store.ts'
import { tokenShape } from '#contract/list/rows.ts'
import { listOf } from '#contract/testing/lists.ts'
import type { Verdict } from '#contract/saving/verdict.ts'
import type { Token } from '#contract/token.ts'
import { token, tokensOf, whole } from '#web/testing/rows.ts'
import { tokenShown } from '#web/tokens/token-shown.ts'
import { createAnnouncer } from '#web/ui/live.tsx'
import { createToasts } from '#web/ui/toasts.ts'
import { createActivity } from './activity.ts'
import { noteContentOf } from './note-content.tsx'
import { createNotes } from './notes.ts'
import { createUnitStore } from './unit.ts'
import { settleNotes } from './settled-note.ts'

/** Settles these notes by a list, and returns what was announced. */
function settle(list: RowStore<Token>, notes: ReturnType<typeof createNotes>['tokens']) {
  const spoken: string[] = []
  const announcer = { ...createAnnouncer(() => 0), say: (sentence: string) => void spoken.push(sentence) }
  const activity = createActivity(() => 0)
  const toasts = createToasts(announcer)
  const unit = createUnitStore(new QueryClient())
  settleNotes(list, { console: { activity, announcer, toasts, unit }, name: 'tokens', notes, shown: tokenShown })
  return { spoken, activity: activity.get(), toast: toasts.get() }
}

const saved = token('ci', { write: true, updated_at: whole(2000) })

const before = token('ci', { write: false, updated_at: whole(1000) })
const verdict: Verdict<Token> = { is: 'as-asked', row: saved, before, at: 10, unseen: [], valueOutcome: 'kept' }
const note = { act: 'save', verdict, change: { write: true }, at: 10, quiet: true } as const

/** The notes of one save that was said to be done. */
function savedOnce() {
  const notes = createNotes().tokens
  notes.put('ci', note)
  return notes
}

test('a save that a later list shows undone is taken back: in its note, aloud and in Activity', () => {
  const notes = savedOnce()
  const row = token('ci', { write: false, updated_at: whole(9000) })
  const { spoken, activity } = settle(tokensOf([row], 20), notes)
  const now = notes.get().get('ci')
  expect(now).toMatchObject({ changedSince: { fields: ['write', 'updated_at'], row: { write: false } } })
  expect(now?.quiet).toBeUndefined()
  const says = '“write” is off again. It was changed outside this page, or by the service.'
  expect(now && noteContentOf('token', now, undefined).text).toBe(says)
  expect(spoken).toEqual([`ci: ${says}`])
  expect(activity).toMatchObject([{ name: 'ci', request: 'save write on', outcome: says }])
})

test('a save that still holds is not taken back, and one that was is told once', () => {
  const notes = savedOnce()
  expect(settle(tokensOf([saved], 20), notes).spoken).toEqual([])
  notes.put('ci', note)
  const row = token('ci', { write: false, updated_at: whole(9000) })
  expect(settle(tokensOf([row], 20), notes).spoken).toHaveLength(1)
  expect(settle(tokensOf([row], 30), notes)).toMatchObject({ spoken: [], activity: [] })
  expect(notes.get().get('ci')?.changedSince).toBeDefined()
})

test('of a saved row that is gone, a toast says so: no note can stand under it', () => {
  const notes = savedOnce()
  const { spoken, toast } = settle(tokensOf([], 20), notes)
  const says = 'No longer in the list. It was deleted outside this page, or by the service.'
  expect(spoken).toEqual([`ci: ${says}`])
  expect(toast?.message).toEqual({ before: '“', name: 'ci', after: `”: ${says}` })
  expect(notes.get().size).toBe(0)
})

test('a change in another field, in the value alone, or in the last update alone is named as what it is', () => {
  const sentence = (change: Partial<Token>) => {
    const notes = savedOnce()
    settle(tokensOf([{ ...saved, updated_at: whole(9000), ...change }], 20), notes)
    const now = notes.get().get('ci')
    return now && noteContentOf('token', now, undefined).text
  }
  const by = 'It was changed outside this page, or by the service.'
  expect(sentence({ active: false })).toBe(`“active” is now off. ${by}`)
  expect(sentence({ expiration_date: whole(7) })).toBe(`“expires” changed. ${by}`)
  expect(sentence({})).toBe(`Saved again. ${by}`)
})

test('outcomes that one list settles are announced together: of several sentences only the last would be heard', () => {
  const notes = createNotes().tokens
  const verdict: Verdict<Token> = { is: 'unknown', problem: { kind: 'unreachable', sent: 'unknown' }, at: 5 }
  for (const name of ['a', 'b']) notes.put(name, { act: 'save', verdict, change: { write: true }, at: 10 })
  const rows = ['a', 'b'].map((name) => token(name, { write: true, updated_at: whole(2000) }))
  const { spoken } = settle(tokensOf(rows, 20), notes)
  expect(spoken).toHaveLength(1)
  expect(spoken[0]).toMatch(/a.*b/)
})

test.each(['remove', 'save'] as const)(
  'a %s that was not confirmed because of an unreadable row is not called a deletion by the next such list',
  (act) => {
    const notes = createNotes().tokens
    const verdict: Verdict<Token> = { is: 'not-verified', why: { kind: 'perhaps-unreadable' } }
    notes.put('ci', { act, verdict, change: {}, at: 10 })
    const { spoken } = settle(listOf(tokenShape, [undefined], 20), notes)
    expect(notes.get().get('ci')?.verdict).toBe(verdict)
    expect(spoken).toEqual([])
    settle(listOf(tokenShape, [], 30), notes)
    expect(notes.get().get('ci')?.verdict).toEqual({ is: 'deleted', at: 30 })
  },
)
