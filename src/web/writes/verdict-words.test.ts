import { expect, test } from 'vitest'
import { success, verdicts } from '#web/testing/verdicts.ts'
import { announcementOf, deedWords, requestWords, fieldWord, fieldWords, flagWords } from './verdict-words.ts'
import { onOff } from '#web/ui/row-switch.tsx'

const all = Object.values(verdicts)

test.each(all)('“$is” has an announcement with the name', (verdict) => {
  const says = announcementOf('token', 'ci\u202e-deploy', verdict)
  expect(says).toContain('ci⟨U+202E⟩-deploy')
  expect(says).toMatch(/^\S.{10,}\.$/)
  expect(says).not.toMatch(/undefined|\[object|\bnull\b/)
})

test('only verified writes are announced as a success', () => {
  const successful = all.filter((verdict) => success.test(announcementOf('token', 'ci', verdict))).map(({ is }) => is)
  expect(successful).toEqual(['as-asked', 'deleted'])
})

test('for a service without a list, the announcement says that there is no way to check', () => {
  expect(announcementOf('user', 'a@x.test', { is: 'not-verified', why: 'no-list' })).toContain('no way to check')
})

test('if nothing was sent, the announcement says so', () => {
  for (const is of ['already', 'conflict', 'gone', 'exists', 'unanswered'] as const) {
    expect(announcementOf('token', 'ci', verdicts[is])).toContain('Nothing was sent')
  }
})

test('a repair that stopped had sent something, and the announcement says what happened to the value', () => {
  const stopped = (value?: string) =>
    announcementOf(
      'token',
      'ci',
      { ...verdicts.conflict, fields: ['active'], during: { valueOutcome: 'new' } },
      { value },
    )
  expect(stopped()).toBe('ci: The repair stopped because active changed.')
  expect(stopped('new value, needs repair')).toBe(
    'ci: The repair stopped because active changed. New value, needs repair.',
  )
  const gone = announcementOf('token', 'ci', { is: 'gone', during: { valueOutcome: 'unknown' } })
  expect(gone).toBe('ci: already deleted.')
})

test('no two verdicts have the same announcement', () => {
  const told = all.map((verdict) => announcementOf('token', 'ci', verdict))
  expect(new Set(told).size).toBe(told.length)
})

test('flags are listed by name with on or off; other fields are omitted', () => {
  expect(flagWords(verdicts['as-asked'].row)).toBe('active on, write off')
  expect(onOff(undefined)).toBe('unknown')
  expect(flagWords({ expiration_date: 'not-given' })).toBe('')
  // `yours` is not a flag of the token.
  expect(flagWords({ active: true, yours: true })).toBe('active on')
})

test('fields have the words of the page', () => {
  expect(fieldWords(['expiration_date', 'updated_at', 'email', 'active'])).toBe(
    'expires, its last update, email and active',
  )
  expect(fieldWord('write')).toBe('write')
})

test('a request is described by its fields, with flags as requested', () => {
  expect(requestWords('save', { active: false, expiration_date: 'not-given' })).toBe('save expires, active off')
  expect(requestWords('save', { new_email: 'a@x.test', admin: true })).toBe('save new email, admin on')
  expect(requestWords('save', { unheard_of: 1 })).toBe('save unheard_of')
  expect(requestWords('remove', {})).toBe('delete')
})

test('a failed deletion says “not deleted”, and an unsent change says that nothing was sent', () => {
  const problem = { kind: 'failing', status: 503, serviceText: '', sent: 'unknown' } as const
  expect(announcementOf('token', 'ci', { is: 'refused', problem }, { act: 'remove' })).toMatch(/^ci: not deleted: /)
  expect(announcementOf('token', 'ci', { is: 'unknown', problem }, { act: 'remove' })).toMatch(
    /may or may not be deleted/,
  )
  expect(announcementOf('user', 'li', { is: 'refused', problem, unsent: true })).toMatch(
    /^li: not saved\. Nothing was sent\. /,
  )
})

test('a replacement whose deletion is not confirmed is not announced as deleted', () => {
  const half = verdicts['half-replaced']
  expect(announcementOf('token', 'ci', half)).toBe('ci: deleted, but not created again.')
  expect(announcementOf('token', 'ci', { ...half, deleted: false })).toBe(
    'ci: may or may not be deleted, and was not created again.',
  )
})

test('Activity, which shows the name beside the sentence, does not name a duplicate again', () => {
  expect(deedWords('token', { act: 'create', change: {} }, verdicts.exists)).toBe(
    'Asked to create it. It already exists. Nothing was sent.',
  )
  const renamed = deedWords('user', { act: 'save', change: { new_email: 'b@x.test' } }, verdicts.exists)
  expect(renamed).toMatch(/^Asked for new email\. A user named “ci.*-deploy” already exists\. Nothing was sent\.$/)
})

test('three fields are listed with a comma and one “and”', () => {
  expect(fieldWords(['active', 'expiration_date', 'write'])).toBe('active, expires and write')
  expect(fieldWords(['active', 'write'])).toBe('active and write')
})
