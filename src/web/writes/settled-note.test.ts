import { expect, test } from 'vitest'
import { tokenShape } from '#contract/list/rows.ts'
import { listOf } from '#contract/testing/lists.ts'
import type { Verdict } from '#contract/saving/verdict.ts'
import type { Token } from '#contract/token.ts'
import { token, tokensOf, whole } from '#web/testing/rows.ts'
import { tokenShown } from '#web/tokens/token-shown.ts'
import { createNotes } from './notes.ts'
import { settleNotes } from './settled-note.ts'

const saved = token('ci', { write: true, updated_at: whole(2000) })

test.each([
  ['changed by somebody else', token('ci', { write: false, updated_at: whole(9000) }), ['write', 'updated_at']],
  ['as it was saved', saved, undefined],
])('a saved row that a later list shows %s is marked with the fields that changed', (_case, row, fields) => {
  const notes = createNotes().tokens
  const verdict: Verdict<Token> = { is: 'as-asked', row: saved, at: 10, unseen: [], valueOutcome: 'kept' }
  notes.put('ci', { act: 'save', verdict, change: { write: true }, at: 10, quiet: true })
  settleNotes(tokensOf([row], 20), notes, tokenShown, 'milliseconds', () => undefined)
  const note = notes.get().get('ci')
  expect(note?.changedSince).toEqual(fields)
  expect(note?.quiet === true).toBe(false)
})

test('outcomes that one list settles are announced together: of several sentences only the last would be heard', () => {
  const notes = createNotes().tokens
  const verdict: Verdict<Token> = { is: 'unknown', problem: { kind: 'unreachable', sent: 'unknown' }, at: 5 }
  for (const name of ['a', 'b']) notes.put(name, { act: 'save', verdict, change: { write: true }, at: 10 })
  const spoken: string[] = []
  const rows = ['a', 'b'].map((name) => token(name, { write: true, updated_at: whole(2000) }))
  settleNotes(tokensOf(rows, 20), notes, tokenShown, 'milliseconds', (sentence) => spoken.push(sentence))
  expect(spoken).toHaveLength(1)
  expect(spoken[0]).toMatch(/a.*b/)
})

test.each(['remove', 'save'] as const)(
  'a %s that was not confirmed because of an unreadable row is not called a deletion by the next such list',
  (act) => {
    const notes = createNotes().tokens
    const verdict: Verdict<Token> = { is: 'not-verified', why: { kind: 'perhaps-unreadable' } }
    notes.put('ci', { act, verdict, change: {}, at: 10 })
    const announced: string[] = []
    const settle = (rows: (Token | undefined)[], at: number) =>
      settleNotes(listOf(tokenShape, rows, at), notes, tokenShown, 'milliseconds', (says) => announced.push(says))
    settle([undefined], 20)
    expect(notes.get().get('ci')?.verdict).toBe(verdict)
    expect(announced).toEqual([])
    settle([], 30)
    expect(notes.get().get('ci')?.verdict).toEqual({ is: 'deleted', at: 30 })
  },
)
