import { expect, test } from 'vitest'
import type { Token, TokenChange } from '#api/token.ts'
import type { UserChange } from '#api/user.ts'
import { timestampOf, tokenRow, userRow } from '#web/testing/rows.ts'
import { tokenResource } from '#web/tokens/resource.ts'
import type { AnyResourceDefinition } from '#web/resource/resource.ts'
import { formatTime } from '#web/ui/format.ts'
import { userResource } from '#web/users/resource.ts'
import type { Conflict } from './confirmations.ts'
import { describeConflict } from './conflict.ts'

const now = 1_800_000_000_000
const minute = 60_000
const changedAt = now - 5 * minute
const context = { now, timeUnit: 'seconds', ownEmails: [], list: undefined, isWarned: false } as const
const resources: Record<'token' | 'user', AnyResourceDefinition> = { token: tokenResource, user: userResource }

const conflictOf = (theirs: Partial<Token>, change: TokenChange, given: Partial<Conflict> = {}) => {
  const previous = tokenRow('ci', { expiration_date: timestampOf(1_830_000_000), write: false })
  const current = { ...previous, ...theirs, updated_at: timestampOf(changedAt / 1000) }
  const fields = [...Object.keys(theirs), 'updated_at']
  const conflict = { previous, current, fields, change, setsPassword: false, overwriteText: undefined, ...given }
  return describeConflict(conflict, resources.token, context)
}
const last = `Last change at ${formatTime(changedAt)}.`

test.each<[string, Partial<Token>, TokenChange, string, string]>([
  ['another field', { write: true }, { active: false }, 'turned write on', 'keeps that and only deactivates the token'],
  [
    'two others',
    { write: true, active: false },
    { expiration_date: 'none' },
    'turned write on and deactivated the token',
    'keeps that and only sets the expiry',
  ],
  [
    'the same field',
    { expiration_date: timestampOf(1_840_000_000) },
    { expiration_date: 'none' },
    'set the expiry',
    'overwrites that and sets the expiry',
  ],
  [
    'the same field and another',
    { expiration_date: timestampOf(1_840_000_000), active: false },
    { expiration_date: 'none', write: true },
    'set the expiry and deactivated the token',
    'keeps the rest and sets the expiry and turns write on',
  ],
  ['what cannot be read', { active: undefined }, { write: true }, 'changed it', 'keeps that and only turns write on'],
  ['nothing that shows', {}, { active: true }, 'saved it again', 'keeps that and only activates the token'],
])('a change of %s: who did what, when, and what saving writes', (_, theirs, change, did, saving) => {
  expect(conflictOf(theirs, change).sentences).toEqual([`Somebody ${did}.`, last, `Saving ${saving}.`])
})

test('both sides are shown, yours from the row as it is now; when it changed stands beside no field', () => {
  const { theirs, yours } = conflictOf({ write: true }, { active: false })
  expect(theirs).toEqual([{ label: 'Write', before: 'off', after: 'on' }])
  expect(yours).toEqual([{ label: 'Active', before: 'on', after: 'off' }])
  const { theirs: date, yours: own } = conflictOf(
    { expiration_date: timestampOf(1_840_000_000) },
    { expiration_date: { at: 1_860_000_000_000 } },
  )
  expect(own[0]?.before).toBe(date[0]?.after)
})

test('an older change says its day, and a deletion what it does to their change', () => {
  const previous = tokenRow('ci')
  const conflict = {
    previous,
    current: { ...previous, write: true, updated_at: timestampOf(now / 1000 - 3 * 86_400) },
    fields: ['write', 'updated_at'],
    change: {},
    setsPassword: false,
    overwriteText: 'Deleting it deletes that, too.',
  }
  expect(describeConflict(conflict, resources.token, context).sentences).toEqual([
    'Somebody turned write on.',
    expect.stringMatching(/^Last change on \d\d? \w+ \d{4} at \d\d:\d\d\.$/),
    'Deleting it deletes that, too.',
  ])
})

test('a new password is named, and never shown', () => {
  const previous = userRow('li@x.test')
  const current = { ...previous, admin: true }
  const change: UserChange = {}
  const conflict = { previous, current, fields: ['admin'], change, setsPassword: true, overwriteText: undefined }
  const { sentences, yours } = describeConflict(conflict, resources.user, context)
  expect(sentences[0]).toBe('Somebody turned admin on.')
  expect(sentences.at(-1)).toBe('Saving keeps that and only sets a new password.')
  expect(yours).toEqual([])
})
