import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Token } from '#contract/token.ts'
import type { Verdict } from '#contract/saving/verdict.ts'
import { noteAfter } from '#web/writes/outcomes/outcomes.ts'
import type { TokenNote } from '#web/tokens/value/new-value.ts'
import { undoOf } from './undo.ts'
import { token, whole } from '#web/testing/rows.ts'
import type { NoteContent } from '#web/writes/note-content.tsx'
import type { ViewContext } from './token-status.ts'
import { tokenNoteContent } from './under-row.tsx'
import { spoken } from '#web/ui/toasts.ts'
import { copiedWords, valueAnnouncementOf } from '#web/tokens/value/value-words.ts'

const at = new Date(2027, 0, 15, 10, 41).getTime()
const issued = (iat: number) => ({ claims: { iat, exp: at + 9_000_000 } })
/** A token whose value agrees with its row. */
const good = token('ci', { updated_at: whole(at), expiration_date: whole(at + 9_000_000), ...issued(at) })
const spoiled = { ...good, ...issued(at - 5000) }
const open = { ...good, expiration_date: whole(at) }
const context: ViewContext = { now: at + 1000, unit: 'milliseconds', onUpdate: 'replaces-and-needs-repair' }

type Written = Extract<Verdict<Token>, { is: 'as-asked' | 'differently' }>
const saved = (row: Token, more: Partial<Written> = {}): Verdict<Token> =>
  ({ is: 'as-asked', row, before: good, at, unseen: [], valueOutcome: 'new', ...more }) as Verdict<Token>

function told(verdict: Verdict<Token>, row: Token, seen = context, change: TokenNote['change'] = { write: true }) {
  const { text, tone, acts } = tokenNoteContent(withUndo({ act: 'save', verdict, change, at }, seen), row, seen)
  return { says: wordsOf({ text }), tone, acts }
}
function withUndo(note: TokenNote, seen: ViewContext): TokenNote {
  const undo = undoOf(note, seen)
  return { ...note, ...(undo !== undefined && { undo }) }
}
const wordsOf = ({ text }: Pick<NoteContent, 'text'>) => render(<p>{text}</p>).container.textContent
const saysOf = (row: Token, seen?: ViewContext) => told(saved(row), row, seen).says

test.each<[string, Token, Partial<ViewContext>, string]>([
  ['agrees with an active row in date', good, {}, 'New value. It should work. Give it to the programs that use “ci”.'],
  [
    'belongs to an inactive row, and updates keep values',
    { ...good, active: false },
    { onUpdate: 'keeps' },
    'New value, but the token is inactive.',
  ],
  [
    'belongs to an inactive row, and updates replace values',
    { ...good, active: false },
    {},
    'New value, but the token is inactive. Activating it replaces the value again.',
  ],
  [
    'belongs to an inactive row, and what an update does is unknown',
    { ...good, active: false },
    { onUpdate: undefined },
    'New value, but the token is inactive. Activating it may replace the value again.',
  ],
  ['has expired', good, { now: at + 9_000_000 }, 'New value, but the token has expired.'],
  ['has expired by the service’s clock', good, { ahead: 9_000_000 }, 'New value, but the token has expired.'],
  [
    'has expired and belongs to an inactive row',
    { ...good, active: false },
    { now: at + 9_000_000 },
    'New value, but the token is inactive. Activating it replaces the value again.',
  ],
  ['has no expiry, and what that means is unknown', open, {}, 'New value. Give it to the programs that use “ci”.'],
  [
    'shows nothing about itself',
    { ...good, claims: undefined } as unknown as Token,
    {},
    'New value. Give it to the programs that use “ci”.',
  ],
])('a new value that %s', (_, row, known, says) => {
  expect(saysOf(row, { ...context, ...known })).toBe(`Saved. ${says}`)
})

test('a save whose new value needs repair is not plainly saved', () => {
  expect(saysOf(spoiled, context)).toBe('Saved, but the new value needs repair. The service will probably reject it.')
})

test('a repaired or replaced value has the same sentence', () => {
  const also = { did: 'repaired', tries: 1 } as const
  const inactive = { ...good, active: false }
  expect(told(saved(inactive, { also }), inactive, context, {}).says).toBe(
    'Repaired. New value, but the token is inactive. Activating it replaces the value again.',
  )
  expect(told(saved(good, { also: { did: 'replaced' } }), good, { ...context, now: at + 9_000_000 }, {}).says).toBe(
    'Value replaced. New value, but the token has expired.',
  )
})

test('a value is judged by the current row and time, not by those of the save', () => {
  expect(told(saved(good), { ...good, active: false }).says).toContain('the token is inactive')
  expect(told(saved(good), spoiled)).toMatchObject({ tone: 'repair', acts: ['replace', 'undo-new', 'dismiss'] })
})

test('a repair is offered only on services that count seconds: two updates never share a millisecond', () => {
  const second = Math.floor(at / 1000)
  const row = {
    ...spoiled,
    updated_at: whole(second),
    expiration_date: whole(second + 9000),
    claims: { iat: second - 5, exp: 1 },
  }
  const seconds = { ...context, unit: 'seconds' } as const
  expect(told(saved(row), row, seconds).acts).toEqual(['repair', 'undo-new', 'dismiss'])
  expect(told(saved(spoiled), spoiled).acts).not.toContain('repair')
})

test('a repair that stopped says what happened to the value, and offers what is needed', () => {
  const stopped = (row: Token, valueOutcome: 'new' | 'kept' | 'unknown') =>
    told({ is: 'conflict', seen: good, row, fields: ['active'], during: { valueOutcome } }, row, context, {})
  const because = 'The repair stopped because active changed.'
  expect(stopped(spoiled, 'new')).toEqual({
    tone: 'repair',
    says: `${because} The new value needs repair. The service will probably reject it.`,
    acts: ['replace', 'dismiss'],
  })
  expect(stopped({ ...good, active: false }, 'new').says).toContain(`${because} New value, but the token is inactive.`)
  expect(stopped(good, 'kept').says).toBe(`${because} The value is unchanged.`)
  expect(stopped(good, 'unknown').says).toContain(`${because} The service may have issued a new value`)
})

test('of a token that is off, no program is said to stop working with a value that may be new', () => {
  const noteOf = (row: Token) => told(saved(row, { valueOutcome: 'unknown' }), row).says
  const stops = 'programs that use the old one stop working until they get it.'
  expect(noteOf(good)).toContain(stops)
  expect(noteOf({ ...good, active: false })).toContain('The service may have issued a new value')
  expect(noteOf({ ...good, active: false })).not.toContain(stops)
})

test('a field that changed without a request is named with its old and new value', () => {
  const before = { ...open, updated_at: whole(at - 1), expiration_date: whole(at - 1) }
  const row = { ...spoiled, expiration_date: whole(at - 1) }
  const verdict = saved(row, { is: 'differently', fields: ['expiration_date'], unasked: ['expiration_date'], before })
  expect(told(verdict, row).says).toBe(
    'Saved with differences. The service also changed the expiry: no expiry set → today 10:40 (expired). The new value needs repair. The service will probably reject it.',
  )
})

test('a new value of an earlier save may have been replaced by whatever updated the token since', () => {
  const uncopied = (row: Token, onUpdate?: 'keeps') => {
    const note = noteAfter(
      { act: 'save', change: { write: true }, at, verdict: saved(good) },
      {
        act: 'save',
        change: { active: false },
        at,
        verdict: { is: 'refused', problem: { kind: 'offline' } },
      },
    )
    return wordsOf(tokenNoteContent(note, row, { ...context, ...(onUpdate && { onUpdate }) }))
  }
  const later = { ...good, updated_at: whole(at + 5000) }
  expect(uncopied(good)).toContain('The new value from an earlier save is not copied yet.')
  expect(uncopied(later)).toContain(
    'The new value from an earlier save was not copied. It may have been replaced since.',
  )
  expect(uncopied(later, 'keeps')).toContain('is not copied yet.')
})

test('the toast after a copy says why the value may not work, and nothing if it should', () => {
  const toastFor = (state: Parameters<typeof copiedWords>[0], seen: Partial<ViewContext> = {}) =>
    spoken(copiedWords(state, 'ci', undefined, { unit: 'seconds', ...seen })[0])
  expect(toastFor(undefined)).toBe('Copied “ci”.')
  expect(toastFor('should-work')).toBe('Copied “ci”.')
  expect(toastFor('needs-repair')).toBe(
    'Copied “ci”, but the service will probably reject this value. Repair it first.',
  )
  expect(toastFor('needs-repair', { unit: 'milliseconds' })).toBe(
    'Copied “ci”, but the service will probably reject this value. Replace it first.',
  )
  expect(toastFor('expired')).toBe('Copied “ci”, but the token has expired.')
  expect(toastFor('inactive', { onUpdate: 'replaces' })).toContain('Activating it replaces the value')
  expect(toastFor('inactive', { onUpdate: 'keeps' })).toBe('Copied “ci”, but the token is inactive.')
})

test.each([
  [4000, 'Copied “ci”. The token expires in 4 s.', 'caution'],
  [299_999, 'Copied “ci”. The token expires in 5 min.', 'caution'],
  [300_000, 'Copied “ci”.', undefined],
  [undefined, 'Copied “ci”.', undefined],
] as const)('a copy %s ms before the token expires says “%s”', (left, says, mark) => {
  const [message, marked] = copiedWords('should-work', 'ci', left, context)
  expect([spoken(message), marked]).toEqual([says, mark])
})

test.each([
  [undefined, undefined],
  ['should-work', undefined],
  ['expired', 'caution'],
  ['needs-repair', 'caution'],
] as const)('a copied value that is %o is marked as %s: a tick stands for no doubt', (state, mark) => {
  expect(copiedWords(state, 'ci', undefined, context)[1]).toBe(mark)
})

test('the announcement says the same in a few words', () => {
  expect(valueAnnouncementOf(saved(good), context)).toBe('new value, should work')
  expect(valueAnnouncementOf(saved({ ...good, active: false }), context)).toBe('new value, token inactive')
  expect(valueAnnouncementOf(saved(good), { ...context, ahead: 9_000_000 })).toBe('new value, token expired')
  expect(valueAnnouncementOf(saved(spoiled), context)).toBe('new value, needs repair')
  expect(valueAnnouncementOf(saved(good, { valueOutcome: 'kept' }), context)).toBe('value unchanged')
  expect(valueAnnouncementOf({ is: 'gone' }, context)).toBeUndefined()
})
