import { describe, expect, test } from 'vitest'
import { token, user } from '#api/testing/lists.ts'
import type { Problem } from '#api/problem.ts'
import type { Token } from '#api/token.ts'
import type { RequestedWrite, Outcome, ReadBack, BlockReason } from '#api/write/outcome.ts'
import { userResource } from '#web/users/resource.ts'
import { describeOutcome, describeLaterOutcome, type MessageContext, type ResultMessage } from './outcome-message.ts'
import type { RowContext } from './world.ts'

const at = Date.UTC(2027, 0, 15, 10, 41)
const world: RowContext = { now: at, timeUnit: 'seconds', ownEmails: [] }
const telling: MessageContext<Token> = {
  noun: 'token',
  inlineLabelOf: (field) => (field === 'expiration_date' ? 'expires' : field),
}
const row = (part: Partial<Token> = {}): Token =>
  token({
    name: 'a',
    active: false,
    write: true,
    expiration_date: 1_900_000_000,
    created_at: 1,
    updated_at: 2,
    ...part,
  })
const before = row({ active: true })

type Do = RequestedWrite<Token, object>['operation']
function outcomeOf(
  does: Do,
  sent: Outcome<Token, object>['delivery'],
  shown: ReadBack<Token>,
  part: Partial<Outcome<Token, object>> = {},
): Outcome<Token, object> {
  const asked = does === 'remove' ? [] : ['active']
  const done = {
    operation: does,
    previousName: 'a',
    name: 'a',
    requestedFields: asked,
    writeOnlyFields: [],
    ...(does !== 'create' && { before }),
  }
  return { request: done, delivery: sent, readBack: shown, readStartedAt: at, ...part }
}
const silent: Problem = { kind: 'timed-out', after: 30_000, sent: 'unknown' }
const refusal: Problem = { kind: 'refused', status: 422, serviceText: 'no' }
const told = (outcome: Outcome<Token, object>) => describeOutcome(outcome, telling, world)

const asAsked: ReadBack<Token> = { status: 'as-asked', row: row(), writeOnlyFields: [] }
const otherwise: ReadBack<Token> = {
  status: 'otherwise',
  row: row({ active: true, write: false }),
  fields: ['active'],
  unrequestedFields: [],
}

// Each cell of what was sent × what shows × later lists: outcome-message-table.test.ts.
describe('what was sent and what shows', () => {
  test('what no list shows is not confirmed', () => {
    expect(told(outcomeOf('save', 'yes', { status: 'unread', reason: 'no-list' }))).toMatchObject({
      status: 'unknown',
      text: 'Not confirmed. This service can’t list tokens.',
      followUps: [],
    })
    expect(told(outcomeOf('save', 'perhaps', asAsked, { problem: silent }))).toMatchObject({
      status: 'unknown',
      text: 'No answer. Not confirmed. No list shows passwords.',
    })
  })

  test.each<[string, Do, ReadBack<Token>, ResultMessage['followUps']]>([
    ['as it was before', 'save', { status: 'as-before', row: before, fields: ['active'] }, ['again', 'refresh']],
    ['otherwise', 'save', otherwise, ['again', 'refresh']],
    ['otherwise', 'create', otherwise, ['edit', 'refresh']],
    ['as it was before', 'create', { status: 'as-before', fields: ['active'] }, ['again', 'refresh']],
    ['as it was before', 'remove', { status: 'as-before', row: before, fields: [] }, ['again', 'refresh']],
    ['with a password, which no list shows', 'save', asAsked, ['set-password', 'refresh']],
    ['not at all', 'save', { status: 'unread', reason: silent }, ['refresh']],
  ])('no answer, and a read that shows the row %s, leaves a way on (%s)', (_, does, shown, next) => {
    expect(told(outcomeOf(does, 'perhaps', shown, { problem: silent })).followUps).toEqual(next)
  })

  test('a save that asked for two things of which one holds is *Saved with differences*', () => {
    const outcome = outcomeOf('save', 'yes', otherwise)
    expect(told({ ...outcome, request: { ...outcome.request, requestedFields: ['active', 'write'] } }).text).toBe(
      'Saved with differences: the service answered OK, but “active” is on.',
    )
  })

  test('what nobody asked for is told apart', () => {
    const shown: ReadBack<Token> = {
      status: 'otherwise',
      row: row({ write: false }),
      fields: ['write'],
      unrequestedFields: ['write'],
    }
    expect(told(outcomeOf('save', 'yes', shown)).text).toBe(
      'Saved with differences. “write” is now off. This save did not ask for that.',
    )
  })
})

test('a new user without an answer whose flags a later list shows swapped is created, and can be corrected', () => {
  const done = {
    operation: 'create',
    previousName: 'a',
    name: 'a',
    requestedFields: ['admin', 'active'],
    writeOnlyFields: ['password'],
  } as const
  const silence = {
    request: done,
    delivery: 'perhaps',
    readBack: { status: 'unread', reason: silent },
    readStartedAt: at,
    problem: silent,
  } as const
  const stored = user({ email: 'a', admin: true, active: false })
  const shown = { status: 'otherwise', row: stored, fields: ['admin', 'active'], unrequestedFields: [] } as const
  const also = { type: 'swapped' } as const
  expect(
    describeLaterOutcome(
      silence,
      { request: done, delivery: 'yes', readBack: shown, readStartedAt: at, sideEffect: also },
      userResource,
      world,
    ),
  ).toMatchObject({
    status: 'failed',
    tone: 'amber',
    text: expect.stringMatching(/^Created, but the service swapped admin and active\. No list shows passwords/),
    followUps: ['correct'],
  })
})

test.each<[BlockReason, ResultMessage['status'], string]>([
  ['already', 'done', 'Already off since 1 Jan 1970. Nothing was sent.'],
  ['changed', 'failed', 'Changed since you opened it (active). Nothing was sent.'],
  ['gone', 'failed', 'Already deleted. Nothing was sent.'],
  ['recreated', 'failed', 'Deleted and created again on 1 Jan 1970, after this list was loaded. Nothing was sent.'],
  ['undated', 'unknown', 'The console can’t check whether this is still the same token. Nothing was sent.'],
  ['taken', 'failed', 'A token with this name already exists. Nothing was sent.'],
  ['unanswered', 'unknown', 'Choose active first: the stored value cannot be read. Nothing was sent.'],
  ['locks-you-out', 'failed', 'This may be your account. Nothing was sent.'],
  ['locks-all-out', 'failed', 'It is the last active admin. Nothing was sent.'],
  ['unread', 'failed', 'Not saved. Nothing was sent. The service did not answer within 30 s. Try again.'],
])('stopped before it was sent: %s', (stop, result, says) => {
  const shown: ReadBack<Token> = { status: 'as-before', row: row(), fields: ['active'] }
  const problem = stop === 'unread' ? { problem: silent } : {}
  expect(told(outcomeOf('save', 'no', shown, { blockedBy: stop, ...problem }))).toMatchObject({
    status: result,
    text: says,
  })
})

test.each<[Outcome<Token, object>['delivery'], ReadBack<Token>, Partial<Outcome<Token, object>>]>([
  ['refused', { status: 'as-before', row: row(), fields: [] }, { problem: refusal }],
  ['no', { status: 'as-before', row: row(), fields: [] }, { problem: refusal }],
  ['no', { status: 'unread', reason: refusal }, { blockedBy: 'unread', problem: refusal }],
  ['no', { status: 'as-before', row: row(), fields: [] }, { blockedBy: 'recreated' }],
])('a deletion that was not carried out (sent: %s) can be tried again', (sent, shown, more) => {
  expect(told(outcomeOf('remove', sent, shown, more)).followUps).toContain('again')
})

test('only what leaves nothing to do or to know is quiet', () => {
  const saved = outcomeOf('save', 'yes', asAsked)
  expect(told(saved).isQuiet).toBe(true)
  expect(told({ ...saved, sideEffect: { type: 'put-right' } }).isQuiet).toBeUndefined()
  expect(told({ ...saved, blockedBy: 'already', delivery: 'no' }).isQuiet).toBeUndefined()
  const ofSecret = () => ({ tone: 'news', text: 'New value.', followUps: ['copy'] }) as const
  expect(describeOutcome(saved, { ...telling, secretMessage: ofSecret }, world)).toMatchObject({
    tone: 'news',
    text: 'Saved, active off. New value.',
  })
})

test('of a token that a replacement left missing, only the second half can be done', () => {
  const failed = outcomeOf('create', 'refused', { status: 'as-before', fields: [] }, { problem: refusal })
  const missing = { name: 'ci', active: true, write: false }
  expect(told(failed).followUps).toEqual(['edit'])
  expect(
    told({ ...failed, sideEffect: { type: 'half-replaced', tokenToRecreate: missing, deletion: 'yes' } }),
  ).toMatchObject({
    status: 'failed',
    followUps: ['create-again'],
  })
})

describe('a later list', () => {
  const saved = outcomeOf('save', 'yes', asAsked)
  const later = (shown: ReadBack<Token>, sent: Outcome<Token, object>['delivery'] = 'yes') => ({
    ...saved,
    readBack: shown,
    delivery: sent,
  })

  test('does not tell a difference again that was told, as somebody else’s change', () => {
    const differs = { ...saved, readBack: otherwise }
    expect(describeLaterOutcome(differs, { ...differs, readStartedAt: at + 60_000 }, telling, world)).toBeUndefined()
    const write: ReadBack<Token> = {
      status: 'otherwise',
      row: row({ active: true }),
      fields: ['active', 'write'],
      unrequestedFields: ['write'],
    }
    expect(describeLaterOutcome(differs, later(write), telling, world)?.text).toBe(
      '“write” is on again. Changed outside this page, or by the service.',
    )
  })
})
