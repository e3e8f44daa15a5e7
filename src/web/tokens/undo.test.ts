import { expect, test } from 'vitest'
import type { Token } from '#contract/token.ts'
import type { Verdict } from '#contract/saving/verdict.ts'
import type { TokenNote } from '#web/tokens/value/new-value.ts'
import { token, whole } from '#web/testing/rows.ts'
import { undoOf } from './undo.ts'

const server = { now: 0, unit: 'seconds', onUpdate: 'replaces-and-needs-repair' } as const
const keeps = { now: 0, unit: 'milliseconds', onUpdate: 'keeps' } as const
const dated = token('ci', { updated_at: whole(900), expiration_date: whole(5000) })
const open = token('ci', { updated_at: whole(900), expiration_date: whole(900), claims: { iat: 900, exp: 900 } })
/** A token without an expiry after an update, on a service that stores the time of the update and breaks the value. */
const ended = token('ci', { updated_at: whole(950), expiration_date: whole(900), claims: { iat: 900, exp: 900 } })

type Saved = Extract<Verdict<Token>, { is: 'as-asked' }>
const note = (before: Token | undefined, change: TokenNote['change'], more: Partial<Saved> = {}): TokenNote => ({
  act: 'save',
  verdict: { is: 'as-asked', row: dated, at: 1, unseen: [], ...(before && { before }), ...more },
  change,
  at: 1,
})

/** How a save is undone that left this row. */
function undoAfter(saved: TokenNote, row: Token, context: Parameters<typeof undoOf>[1]) {
  const { verdict } = saved
  return undoOf(verdict.is === 'as-asked' ? { ...saved, verdict: { ...verdict, row } } : saved, context)
}

test('undo restores what the save changed, and leaves alone what a colleague changed later', () => {
  const after: Token = { ...dated, active: false }
  expect(undoAfter(note(dated, { active: false }, { row: after }), after, keeps)).toEqual({
    change: { active: true },
    isWithNewValue: false,
  })
  const moved: Token = { ...after, expiration_date: whole(6000) }
  expect(undoAfter(note(dated, { active: false }, { row: moved }), moved, keeps)?.change).toEqual({
    active: true,
    expiration_date: { integer: 5000 },
  })
  const iso: Token = { ...dated, expiration_date: new Date(7).toISOString() }
  expect(undoAfter(note(iso, { active: false }), dated, keeps)?.change.expiration_date).toEqual({ integer: 7 })
})

test('undo restores a “never” that the save ended, or that an earlier update had ended', () => {
  expect(undoAfter(note(open, { active: false }), ended, server)?.change).toEqual({
    active: true,
    expiration_date: 'not-given',
  })
  expect(undoAfter(note(ended, { active: false }), ended, server)?.change.expiration_date).toBe('not-given')
  expect(undoAfter(note(open, { active: false }), open, server)?.change.expiration_date).toBeUndefined()
})

test('no undo is offered when a field cannot be restored', () => {
  expect(undoAfter(note({ ...dated, active: undefined }, { active: false }), dated, keeps)).toBeUndefined()
  const unreadable: Token = { ...dated, expiration_date: '?' }
  expect(undoAfter(note(unreadable, { expiration_date: { at: 9 } }), dated, keeps)).toBeUndefined()
  expect(undoAfter(note(unreadable, { active: false }), dated, keeps)?.change).toEqual({ active: true })
})

test('no undo is offered for a repair, a replacement, or a write that was not read back', () => {
  expect(undoAfter(note(dated, {}), dated, server)).toBeUndefined()
  expect(undoAfter(note(dated, { active: false }, { also: { did: 'replaced' } }), dated, server)).toBeUndefined()
  expect(undoAfter(note(undefined, { active: false }), dated, server)).toBeUndefined()
  expect(undoAfter({ ...note(dated, { active: false }), verdict: { is: 'gone' } }, dated, server)).toBeUndefined()
})

test('undo brings back the old value only if updates do not replace it', () => {
  const isNew = (context: Parameters<typeof undoOf>[1], more?: Partial<Saved>) =>
    undoAfter(note(dated, { active: false }, more), dated, context)?.isWithNewValue
  expect(isNew(keeps)).toBe(false)
  expect(isNew(server)).toBe(true)
  expect(isNew({ ...server, onUpdate: undefined })).toBe(false)
  expect(isNew({ ...server, onUpdate: undefined }, { valueOutcome: 'new' })).toBe(true)
})
