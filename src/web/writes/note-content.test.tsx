import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { Problem } from '#contract/problem.ts'
import { success, verdicts } from '#web/testing/verdicts.ts'
import type { TokenNote } from '#web/tokens/value/new-value.ts'
import { noteContentOf, type Action, type NoteContent } from './note-content.tsx'
import { VerdictNote } from './verdict-note.tsx'

const asAsked: NoteContent = { tone: 'plain', text: 'Saved.', acts: ['dismiss'] }
const acts = ['save', 'create', 'remove'] as const
const all = Object.values(verdicts).flatMap((verdict) => acts.map((act) => ({ is: verdict.is, act, verdict })))
const actions: Action[] = ['copy', 'edit', 'send-again', 'only-mine', 'read-again', 'accept', 'dismiss']

const contentOf = (verdict: TokenNote['verdict'], act: TokenNote['act'] = 'save', change: TokenNote['change'] = {}) =>
  noteContentOf(
    'token',
    { act, verdict, change, at: new Date(2027, 0, 15, 9, 41).getTime() },
    verdict.is === 'as-asked' ? asAsked : undefined,
  )

function shown(content: NoteContent): string {
  const { container } = render(<VerdictNote name="ci" content={content} on={{}} />)
  return container.textContent
}

test.each(all)('after $act, “$is” has a sentence and at least one button', ({ verdict, act }) => {
  const content = contentOf(verdict, act)
  expect(shown(content)).toMatch(verdict.is === 'as-asked' ? /^Saved\.$/ : /^\S.{10,}\.$/)
  expect(shown(content)).not.toMatch(/undefined|\[object/)
  expect(content.acts.length).toBeGreaterThan(0)
})

test.each(all.filter(({ is }) => is !== 'as-asked'))(
  'after $act, “$is” does not read like a success',
  ({ is, verdict, act }) => {
    if (is === 'deleted') return
    expect(shown(contentOf(verdict, act)).replace('may or may not be deleted.', '')).not.toMatch(success)
  },
)

test('the note of a verified write is the page’s own', () => {
  expect(contentOf(verdicts['as-asked'])).toBe(asAsked)
})

test('fields that differ are named, flags with their current value', () => {
  expect(shown(contentOf(verdicts.differently))).toBe(
    'Saved with differences: the service answered OK, but active is on and expires is not what was asked.',
  )
  expect(shown(contentOf({ ...verdicts.differently, fields: ['active', 'write', 'expiration_date'] }))).toBe(
    'Saved with differences: the service answered OK, but active is on, write is off and expires is not what was asked.',
  )
  const unreadable = { ...verdicts.differently, fields: ['active'], row: { active: undefined } }
  expect(shown(contentOf(unreadable as unknown as typeof verdicts.differently))).toBe(
    'Saved with differences: the service answered OK, but active cannot be read.',
  )
})

test('a save of which nothing was stored is not called saved, and “still” is said of an unchanged row alone', () => {
  expect(shown(contentOf({ ...verdicts.differently, fields: ['active'], isUnchanged: true }))).toBe(
    'Not saved: the service answered OK, but active is still on.',
  )
})

test('a field that the save did not ask for is told apart from those that it asked for', () => {
  const unasked = ['write']
  expect(shown(contentOf({ ...verdicts.differently, fields: ['write'], unasked }))).toBe(
    'Saved with differences. “write” is now off. This save did not ask for that.',
  )
  expect(shown(contentOf({ ...verdicts.differently, fields: ['active', 'write'], unasked }))).toBe(
    'Saved with differences: the service answered OK, but active is on. “write” is now off. This save did not ask for that.',
  )
})

test('the note of an act without an answer says when it was sent, and what it requested', () => {
  const text = shown(contentOf(verdicts.unknown, 'save', { active: false }))
  expect(text).toBe('No answer. It may or may not be saved (09:41; requested: active off).')
  expect(shown(contentOf(verdicts.unknown, 'remove'))).toContain('may or may not be deleted (09:41)')
})

test('a refused deletion is “not deleted”, a refused save “not saved”', () => {
  expect(shown(contentOf(verdicts.refused, 'remove'))).toMatch(/^Not deleted: /)
  expect(shown(contentOf(verdicts.refused))).toMatch(/^Not saved: .*\(409\), “taken”/)
})

test('every button has a unique name that includes the row’s name, and does its own act', async () => {
  const user = userEvent.setup({ delay: null })
  const done: Action[] = []
  const on = Object.fromEntries(actions.map((action) => [action, () => void done.push(action)]))
  render(<VerdictNote name={'ci\u200b'} content={{ tone: 'amber', text: 'Something.', acts: actions }} on={on} />)
  const buttons = screen.getAllByRole('button', { name: /ci⟨U\+200B⟩/ })
  expect(new Set(buttons.map((button) => button.getAttribute('aria-label'))).size).toBe(actions.length)
  for (const button of buttons) await user.click(button)
  expect(done).toEqual(actions)
})

test('a button without a handler is not rendered', () => {
  render(
    <VerdictNote
      name="ci"
      content={{ tone: 'plain', text: 'Something.', acts: ['copy', 'dismiss'] }}
      on={{ dismiss: () => undefined }}
    />,
  )
  expect(screen.getAllByRole('button')).toHaveLength(1)
})

test('a note is not a live region itself', () => {
  const { container } = render(<VerdictNote name="ci" content={contentOf(verdicts.refused)} on={{}} />)
  expect(container.querySelector('[role=status],[role=alert],[aria-live]')).toBeNull()
})

test.each(['token', 'user'] as const)('no note of a %s says “Try again” without that button', (noun) => {
  const failures: Problem[] = [
    { kind: 'failing', status: 500, serviceText: '', sent: 'unknown' },
    { kind: 'unreachable', sent: 'not-sent' },
    { kind: 'timed-out', after: 10_000, sent: 'unknown' },
    { kind: 'too-many', retryAfter: 3, serviceText: '' },
  ]
  const tried = [...Object.values(verdicts), ...failures.map((problem) => ({ is: 'refused', problem }) as const)]
  const without = tried.flatMap((verdict) =>
    (['save', 'remove'] as const).flatMap((act) => {
      // The form of a new password stays open after a refusal, and has its button.
      if (noun === 'user' && act === 'save' && verdict.is === 'refused') return []
      const { text, acts: offered } = noteContentOf(noun, { act, verdict, change: {}, at: 1 }, undefined)
      const { textContent } = render(<p>{text}</p>).container
      return /try again/i.test(textContent) && !offered.includes('send-again') ? [textContent] : []
    }),
  )
  expect(without).toEqual([])
})

test('a row that is in the list is not said to be missing from it', () => {
  const problem = { kind: 'unreachable', sent: 'unknown' } as const
  const open = (act: TokenNote['act']) => shown(contentOf({ is: 'unknown', problem, at: 1 }, act))
  expect(open('create')).toContain('Not in the list yet')
  expect(open('remove')).toContain('Still in the list')
  expect(open('save')).toContain('The list doesn’t show the change yet')
})
