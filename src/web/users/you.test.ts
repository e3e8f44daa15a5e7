import { expect, test } from 'vitest'
import type { Verdict } from '#contract/saving/verdict.ts'
import type { User } from '#contract/user.ts'
import { user } from '#web/testing/rows.ts'
import { createOutcomes } from '#web/writes/outcomes/outcomes.ts'
import { deletedAccount, youIn } from './you.ts'

const identity = { email: 'me@x.test', since: 1000, kept: 'host' } as const
const saved = (email: string): Verdict<User> => ({ is: 'as-asked', row: user(email), at: 0, unseen: [] })
const unknown: Verdict<User> = { is: 'unknown', problem: { kind: 'unreachable', sent: 'unknown' } }

/** Writes to users, in their order. */
function entriesOf(...writes: { name: string; to?: string; verdict: Verdict<User>; at?: number }[]) {
  const outcomes = createOutcomes(() => 0)
  for (const { name, to, verdict, at = 2000 } of writes)
    outcomes.add<User, object>({
      act: to === undefined ? 'remove' : 'save',
      verdict,
      change: to === undefined ? {} : { new_email: to },
      made: {},
      at,
      resource: 'users',
      name,
      after: name,
      told: 'quiet',
    })
  return outcomes.get()
}

test('the account keeps its email until a change of it is saved, and then has the new one', () => {
  expect(youIn(identity, [])).toEqual(['me@x.test'])
  expect(youIn({ ...identity, email: undefined }, [])).toEqual([])
  const twice = entriesOf(
    { name: 'me@x.test', to: 'b@x.test', verdict: saved('b@x.test') },
    { name: 'b@x.test', to: 'c@x.test', verdict: saved('c@x.test') },
    { name: 'else@x.test', to: 'd@x.test', verdict: saved('d@x.test') },
  )
  expect(youIn(identity, twice)).toEqual(['c@x.test'])
})

test('after a change without a certain outcome it may have either email; one before the sign-in says nothing', () => {
  expect(youIn(identity, entriesOf({ name: 'me@x.test', to: 'b@x.test', verdict: unknown }))).toEqual([
    'me@x.test',
    'b@x.test',
  ])
  const before = entriesOf({ name: 'me@x.test', to: 'b@x.test', verdict: saved('b@x.test'), at: 500 })
  expect(youIn(identity, before)).toEqual(['me@x.test'])
})

test('the deletion of one’s own account is known once the service accepts it, and not before', () => {
  const accepted: Verdict<User> = { is: 'not-verified', why: { kind: 'signed-out', status: 401, serviceText: '' } }
  const own = { email: 'me@x.test', isCertain: true }
  expect(deletedAccount(identity, entriesOf({ name: 'me@x.test', verdict: accepted }), undefined)).toEqual(own)
  expect(deletedAccount(identity, entriesOf({ name: 'me@x.test', verdict: unknown }), undefined)).toBeUndefined()
  expect(deletedAccount(identity, entriesOf({ name: 'b@x.test', verdict: accepted }), undefined)).toBeUndefined()
  const byToken = { ...identity, email: undefined }
  expect(deletedAccount(byToken, entriesOf({ name: 'b@x.test', verdict: accepted }), undefined)).toEqual({
    email: 'b@x.test',
    isCertain: false,
  })
})
