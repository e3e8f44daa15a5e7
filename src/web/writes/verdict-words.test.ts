import { expect, test } from 'vitest'
import { success, verdicts } from '#web/testing/verdicts.ts'
import { announced, askedWords, fieldWord, fieldWords, flagWords } from './verdict-words.ts'
import { onOff } from '#web/ui/row-switch.tsx'

const all = Object.values(verdicts)

test.each(all)('of “$is” screen readers are told a sentence with the name', (verdict) => {
  const says = announced('token', 'ci\u202e-deploy', verdict)
  expect(says).toContain('ci⟨U+202E⟩-deploy')
  expect(says).toMatch(/^\S.{10,}\.$/)
  expect(says).not.toMatch(/undefined|\[object|\bnull\b/)
})

test('words of success are said of what was verified alone', () => {
  const successful = all.filter((verdict) => success.test(announced('token', 'ci', verdict))).map(({ is }) => is)
  expect(successful).toEqual(['as-asked', 'deleted'])
})

test('a service without a list is said to have no way to check', () => {
  expect(announced('user', 'a@x.test', { is: 'not-verified', why: 'no-list' })).toContain('no way to check')
})

test('what was not sent is said not to be sent', () => {
  for (const is of ['already', 'conflict', 'gone', 'exists', 'unanswered'] as const) {
    expect(announced('token', 'ci', verdicts[is])).toContain('Nothing was sent')
  }
})

test('a repair that stopped had sent something, and says what became of the value', () => {
  const stopped = (value?: string) =>
    announced(
      'token',
      'ci',
      { ...verdicts.conflict, fields: ['active'], during: { tries: 1, valueOutcome: 'new' } },
      { value },
    )
  expect(stopped()).toBe('ci: The repair stopped because active changed.')
  expect(stopped('new value, needs repair')).toBe(
    'ci: The repair stopped because active changed. New value, needs repair.',
  )
  const gone = announced('token', 'ci', { is: 'gone', during: { tries: 1, valueOutcome: 'not-told' } })
  expect(gone).toBe('ci: already deleted.')
})

test('no two verdicts are told in the same words', () => {
  const told = all.map((verdict) => announced('token', 'ci', verdict))
  expect(new Set(told).size).toBe(told.length)
})

test('flags are told by name: on, off, or unknown; other fields are left out', () => {
  expect(flagWords(verdicts['as-asked'].row)).toBe('active on, write off')
  expect(onOff(undefined)).toBe('unknown')
  expect(flagWords({ expiration_date: 'not-given' })).toBe('')
  // That it is the token of whoever is signed in is no flag of it.
  expect(flagWords({ active: true, yours: true })).toBe('active on')
})

test('fields have the page’s own words', () => {
  expect(fieldWords(['expiration_date', 'updated_at', 'email', 'active'])).toBe(
    'expires and its last update and email and active',
  )
  expect(fieldWord('write')).toBe('write')
})

test('what was asked is told by field: each one that a change or a new row names, and flags by what they are to be', () => {
  expect(askedWords('save', { active: false, expiration_date: 'not-given' })).toBe('save expires, active off')
  expect(askedWords('save', { new_email: 'a@x.test', admin: true })).toBe('save new email, admin on')
  expect(askedWords('save', { unheard_of: 1 })).toBe('save unheard_of')
  expect(askedWords('remove', {})).toBe('delete')
})

test('a failed deletion is said to be one, and of a change that never left that nothing was sent', () => {
  const problem = { kind: 'failing', status: 503, serviceText: '', sent: 'unknown' } as const
  expect(announced('token', 'ci', { is: 'refused', problem }, { act: 'remove' })).toMatch(/^ci: not deleted: /)
  expect(announced('token', 'ci', { is: 'unknown', problem }, { act: 'remove' })).toMatch(/may or may not be deleted/)
  expect(announced('user', 'li', { is: 'refused', problem, unsent: true })).toMatch(
    /^li: not saved\. Nothing was sent\. /,
  )
})
