import { describe, expect, test } from 'vitest'
import type { User, UserChange } from '#api/user.ts'
import type { Job } from '#web/jobs/job.ts'
import { userRow, userListOf } from '#web/testing/rows.ts'
import { accepted, noAnswer, refused, userJob } from '#web/testing/user-jobs.ts'
import { findOwnAccountLoss, findOwnEmails } from './own-account.ts'

const signIn = { email: 'me@x.test', since: 1000 }
const byToken = { email: undefined, since: 1000 }
const renamed = (email: string, to: string, ends: Parameters<typeof userJob>[1], settledAt = 2000) =>
  userJob({ operation: 'update', email, change: { new_email: to }, before: userRow(email), readAt: settledAt }, ends)
const saved = (row: User) =>
  ({ delivery: 'accepted', readBack: { status: 'matches', row, writeOnlyFields: [] } }) as const
const removed = (email: string, ends: Parameters<typeof userJob>[1]) => userJob({ operation: 'delete', email }, ends)

describe('the signed-in account', () => {
  test.each<
    [string, Parameters<typeof findOwnEmails>[0], readonly Job[], readonly User[] | undefined, readonly string[]]
  >([
    ['has the email signed in with', signIn, [], undefined, ['me@x.test']],
    ['is unknown after signing in by token', byToken, [], undefined, []],
    [
      'is the row that the list marks',
      signIn,
      [],
      [userRow('me@x.test'), userRow('a@x.test', { yours: true })],
      ['a@x.test'],
    ],
    ['is unknown where the list does not have it', signIn, [], [userRow('a@x.test')], []],
    [
      'has the new email once that is saved',
      signIn,
      [renamed('me@x.test', 'b@x.test', saved(userRow('b@x.test')))],
      undefined,
      ['b@x.test'],
    ],
    [
      'has the last of several new ones, whoever else was renamed',
      signIn,
      [
        renamed('me@x.test', 'b@x.test', saved(userRow('b@x.test'))),
        renamed('b@x.test', 'c@x.test', saved(userRow('c@x.test'))),
        renamed('else@x.test', 'd@x.test', saved(userRow('d@x.test'))),
      ],
      undefined,
      ['c@x.test'],
    ],
    [
      'may have either without an answer',
      signIn,
      [renamed('me@x.test', 'b@x.test', noAnswer)],
      undefined,
      ['me@x.test', 'b@x.test'],
    ],
    [
      'may have either where nothing confirms it',
      signIn,
      [renamed('me@x.test', 'b@x.test', accepted)],
      undefined,
      ['me@x.test', 'b@x.test'],
    ],
    [
      'has that of both which a list shows',
      signIn,
      [renamed('me@x.test', 'b@x.test', noAnswer)],
      [userRow('b@x.test')],
      ['b@x.test'],
    ],
    [
      'is unknown where a list shows neither: the service may spell it otherwise',
      signIn,
      [renamed('me@x.test', 'B@x.test', accepted)],
      [userRow('b@x.test')],
      [],
    ],
    [
      'keeps its email if the change is refused',
      signIn,
      [renamed('me@x.test', 'b@x.test', refused)],
      undefined,
      ['me@x.test'],
    ],
    [
      'keeps its email if the change was stopped',
      signIn,
      [
        renamed('me@x.test', 'b@x.test', {
          delivery: 'not-sent',
          blockedBy: 'name-taken',
          readBack: { status: 'differs', row: userRow('b@x.test'), fields: ['email'], unrequestedFields: [] },
        }),
      ],
      undefined,
      ['me@x.test'],
    ],
    [
      'keeps its email, whatever was done before the sign-in',
      signIn,
      [renamed('me@x.test', 'b@x.test', saved(userRow('b@x.test')), 500)],
      undefined,
      ['me@x.test'],
    ],
  ])('%s', (_, how, jobs, rows, emails) => {
    expect(findOwnEmails(how, jobs, rows && userListOf(rows))).toEqual(emails)
  })
})

test('the deletion of one’s own account is known once the service accepts it, and not before', () => {
  const shutOut = {
    delivery: 'accepted',
    readBack: { status: 'unavailable', reason: { kind: 'signed-out', status: 401, serviceText: '' } },
  } as const
  const ownLoss = { email: 'me@x.test', isCertain: true, lost: 'account' }
  expect(findOwnAccountLoss(signIn, [removed('me@x.test', shutOut)], undefined)).toEqual(ownLoss)
  expect(findOwnAccountLoss(signIn, [removed('me@x.test', accepted)], undefined)).toEqual(ownLoss)
  expect(findOwnAccountLoss(signIn, [removed('me@x.test', noAnswer)], undefined)).toBeUndefined()
  expect(findOwnAccountLoss(signIn, [removed('b@x.test', shutOut)], undefined)).toBeUndefined()
  expect(findOwnAccountLoss(byToken, [removed('b@x.test', shutOut)], undefined)).toEqual({
    email: 'b@x.test',
    isCertain: false,
    lost: 'account',
  })
  expect(findOwnAccountLoss(byToken, [removed('b@x.test', accepted)], undefined)).toBeUndefined()
})

test('so is the loss of admin or active, and nothing else of a save', () => {
  const me = userRow('me@x.test')
  const with_ = (change: UserChange, ends: Parameters<typeof userJob>[1] = accepted) => [
    userJob({ operation: 'update', email: 'me@x.test', change, before: me }, ends),
  ]
  const lost = (jobs: readonly Job[]) => findOwnAccountLoss(signIn, jobs, undefined)?.lost
  expect(lost(with_({ admin: false }))).toBe('admin')
  expect(lost(with_({ active: false }))).toBe('active')
  expect(lost(with_({ admin: false }, noAnswer))).toBeUndefined()
  expect(lost(with_({ active: true, new_email: 'b@x.test' }))).toBeUndefined()
  // It was given back.
  expect(lost([...with_({ admin: false }), ...with_({ admin: true })])).toBeUndefined()
})
