import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parseToken, parseUser } from '#api/testing/lists.ts'
import type { Problem } from '#api/problem.ts'
import type { Token } from '#api/token.ts'
import type { RequestedWrite, Outcome, ReadBack, BlockReason } from '#api/write/outcome.ts'
import { userResource } from '#web/users/resource.ts'
import { describeCompleted, describeOutcome, describeLaterOutcome } from './outcome-message.ts'
import type { ResultMessage } from './result-message.ts'
import type { MessageContext } from './outcome-sentences.ts'
import type { OutcomeStatus } from './outcome-facts.ts'
import type { RowContext } from './row-context.ts'

const instant = Date.UTC(2027, 0, 15, 10, 41)
const context: RowContext = { now: instant, timeUnit: 'seconds', ownEmails: [] }
const definition: MessageContext<Token> = {
  noun: 'token',
  inlineLabelOf: (field) => (field === 'expiration_date' ? 'expires' : field),
}
const row = (part: Partial<Token> = {}): Token =>
  parseToken({
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
  delivery: Outcome<Token, object>['delivery'],
  readBack: ReadBack<Token>,
  part: Partial<Outcome<Token, object>> = {},
): Outcome<Token, object> {
  const requestedFields = does === 'delete' ? [] : ['active']
  const done = {
    operation: does,
    previousName: 'a',
    name: 'a',
    requestedFields,
    writeOnlyFields: [],
    ...(does !== 'create' && { before }),
  }
  return { request: done, delivery, readBack, readStartedAt: instant, ...part }
}
const silent: Problem = { kind: 'timed-out', after: 30_000, sent: 'unknown' }
const refusal: Problem = { kind: 'refused', status: 422, serviceText: 'no' }
const describeToken = (outcome: Outcome<Token, object>) => describeOutcome(outcome, definition, context)
const message = (outcome: Outcome<Token, object>) => describeToken(outcome).message

const asAsked: ReadBack<Token> = { status: 'matches', row: row(), writeOnlyFields: [] }
const otherwise: ReadBack<Token> = {
  status: 'differs',
  row: row({ active: true, write: false }),
  fields: ['active'],
  unrequestedFields: [],
}

// Each cell of what was sent × what shows × later lists: outcome-message-table.test.ts.
describe('what was sent and what shows', () => {
  test('what no list shows is not confirmed', () => {
    expect(describeToken(outcomeOf('update', 'accepted', { status: 'unavailable', reason: 'no-list' }))).toMatchObject({
      facts: { status: 'unknown', isOpen: false },
      message: { tone: 'unknown', text: 'Not confirmed. This service can’t list tokens.', followUps: [] },
    })
    expect(describeToken(outcomeOf('update', 'unknown', asAsked, { problem: silent }))).toMatchObject({
      facts: { status: 'unknown', isOpen: true },
      message: { tone: 'unknown', text: 'Not confirmed: no answer. No list shows passwords.' },
    })
  })

  test.each<[string, Do, ReadBack<Token>, ResultMessage['followUps']]>([
    ['as it was before', 'update', { status: 'unchanged', row: before, fields: ['active'] }, ['retry', 'refresh']],
    ['otherwise', 'update', otherwise, ['retry', 'refresh']],
    ['otherwise', 'create', otherwise, ['edit', 'refresh']],
    ['as it was before', 'create', { status: 'unchanged', fields: ['active'] }, ['retry', 'refresh']],
    ['as it was before', 'delete', { status: 'unchanged', row: before, fields: [] }, ['retry', 'refresh']],
    ['with a password, which no list shows', 'update', asAsked, ['set-password', 'refresh']],
    ['not at all', 'update', { status: 'unavailable', reason: silent }, ['refresh']],
  ])('no answer, and a read that shows the row %s, leaves a way on (%s)', (_, does, readBack, next) => {
    expect(message(outcomeOf(does, 'unknown', readBack, { problem: silent })).followUps).toEqual(next)
  })

  test('a save that asked for two things of which one holds is *Saved with differences*', () => {
    const outcome = outcomeOf('update', 'accepted', otherwise)
    expect(message({ ...outcome, request: { ...outcome.request, requestedFields: ['active', 'write'] } }).text).toBe(
      'Saved with differences: the service answered OK, but “active” is on.',
    )
  })

  test('what nobody asked for is told apart', () => {
    const readBack: ReadBack<Token> = {
      status: 'differs',
      row: row({ write: false }),
      fields: ['write'],
      unrequestedFields: ['write'],
    }
    expect(message(outcomeOf('update', 'accepted', readBack)).text).toBe(
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
    delivery: 'unknown',
    readBack: { status: 'unavailable', reason: silent },
    readStartedAt: instant,
    problem: silent,
  } as const
  const stored = parseUser({ email: 'a', admin: true, active: false })
  const readBack = { status: 'differs', row: stored, fields: ['admin', 'active'], unrequestedFields: [] } as const
  const also = { type: 'flags-swapped' } as const
  expect(
    describeLaterOutcome(
      silence,
      { request: done, delivery: 'accepted', readBack, readStartedAt: instant, sideEffect: also },
      userResource,
      context,
    ),
  ).toMatchObject({
    facts: { status: 'error', concern: 'differs' },
    message: {
      tone: 'warning',
      text: 'Created, but the service swapped admin and active.',
      unseenText: 'No list shows passwords, so the console can’t check it.',
      followUps: ['correct-flags'],
    },
  })
})

test.each<[BlockReason, OutcomeStatus, string]>([
  ['no-change', 'success', 'Already off since 1 Jan 1970. Nothing was sent.'],
  ['conflict', 'error', 'Changed since you opened it (active). Nothing was sent.'],
  ['not-found', 'error', 'Already deleted. Nothing was sent.'],
  ['recreated', 'error', 'Deleted and created again on 1 Jan 1970, after this list was loaded. Nothing was sent.'],
  ['identity-unknown', 'unknown', 'The console can’t check whether this is still the same token. Nothing was sent.'],
  ['name-taken', 'error', 'A token with this name already exists. Nothing was sent.'],
  ['fields-unreadable', 'unknown', 'Choose active first: the stored value cannot be read. Nothing was sent.'],
  ['locks-out-self', 'error', 'This may be your account. Nothing was sent.'],
  ['locks-out-everyone', 'error', 'It is the last active admin. Nothing was sent.'],
  ['read-failed', 'error', 'Not saved. Nothing was sent. The service did not answer within 30 s. Try again.'],
])('stopped before it was sent: %s', (stop, result, text) => {
  const readBack: ReadBack<Token> = { status: 'unchanged', row: row(), fields: ['active'] }
  const problem = stop === 'read-failed' ? { problem: silent } : {}
  expect(describeToken(outcomeOf('update', 'not-sent', readBack, { blockedBy: stop, ...problem }))).toMatchObject({
    facts: { status: result },
    message: { text },
  })
})

test.each<[Outcome<Token, object>['delivery'], ReadBack<Token>, Partial<Outcome<Token, object>>]>([
  ['rejected', { status: 'unchanged', row: row(), fields: [] }, { problem: refusal }],
  ['not-sent', { status: 'unchanged', row: row(), fields: [] }, { problem: refusal }],
  ['not-sent', { status: 'unavailable', reason: refusal }, { blockedBy: 'read-failed', problem: refusal }],
  ['not-sent', { status: 'unchanged', row: row(), fields: [] }, { blockedBy: 'recreated' }],
])('a deletion that was not carried out (sent: %s) can be tried again', (delivery, readBack, more) => {
  expect(message(outcomeOf('delete', delivery, readBack, more)).followUps).toContain('retry')
})

test('only what leaves nothing to do or to know is quiet', () => {
  const saved = outcomeOf('update', 'accepted', asAsked)
  expect(message(saved).isQuiet).toBe(true)
  expect(message({ ...saved, sideEffect: { type: 'flags-corrected' } }).isQuiet).toBeUndefined()
  expect(message({ ...saved, blockedBy: 'no-change', delivery: 'not-sent' }).isQuiet).toBeUndefined()
  const ofSecret = {
    secretResult: () => 'value-new' as const,
    secretSentences: () => [['value', 'New value.']] as const,
  }
  expect(describeOutcome(saved, { ...definition, ...ofSecret }, context)).toMatchObject({
    facts: { status: 'success', concern: 'new-value' },
    message: { tone: 'new-value', text: 'Saved, active off. New value.', followUps: ['copy-value', 'undo'] },
  })
})

test('of a token that a replacement left missing, only the second half can be done', () => {
  const failed = outcomeOf('create', 'rejected', { status: 'unchanged', fields: [] }, { problem: refusal })
  const missing = { name: 'ci', active: true, write: false }
  expect(message(failed).followUps).toEqual(['edit'])
  expect(
    describeToken({
      ...failed,
      sideEffect: { type: 'replace-incomplete', tokenToRecreate: missing, deletion: 'confirmed' },
    }),
  ).toMatchObject({
    facts: { status: 'error', isMissing: true, canRetry: false },
    message: { followUps: ['recreate'] },
  })
})

describe('a later list', () => {
  const saved = outcomeOf('update', 'accepted', asAsked)
  const later = (readBack: ReadBack<Token>, delivery: Outcome<Token, object>['delivery'] = 'accepted') => ({
    ...saved,
    readBack,
    delivery,
  })

  test('does not tell a difference again that was told, as somebody else’s change', () => {
    const differs = { ...saved, readBack: otherwise }
    expect(
      describeLaterOutcome(differs, { ...differs, readStartedAt: instant + 60_000 }, definition, context),
    ).toBeUndefined()
    const write: ReadBack<Token> = {
      status: 'differs',
      row: row({ active: true }),
      fields: ['active', 'write'],
      unrequestedFields: ['write'],
    }
    expect(describeLaterOutcome(differs, later(write), definition, context)?.message.text).toBe(
      '“write” is on again. Changed outside this page, or by the service.',
    )
  })
})

test('a value that needed repair no longer does once it was repaired or replaced from here, and only then', () => {
  const outcome = outcomeOf('update', 'accepted', asAsked)
  const facts = { status: 'success', concern: 'needs-repair', canUndo: true } as const
  const after = (later: Outcome<Token, object>) => describeCompleted({ outcome, facts }, later, definition, context)
  const repair = { ...outcome, request: { ...outcome.request, requestedFields: ['value'] } }
  const repaired = { ...repair, sideEffect: { type: 'repaired', attempts: 1 } } as const
  expect(after(repaired)).toMatchObject({
    facts: { status: 'success', canUndo: true },
    message: { text: 'No longer needs repair.' },
  })
  expect(after({ ...outcome, sideEffect: { type: 'replaced' } })?.message.text).toBe('Value replaced.')
  expect(after({ ...repair, delivery: 'not-sent', blockedBy: 'no-change' })?.facts.concern).toBeUndefined()
  expect(after({ ...repair, sideEffect: { type: 'repair-failed', attempts: 5 } })).toBeUndefined()
  expect(after({ ...repair, delivery: 'unknown' })).toBeUndefined()
  expect(after(outcome)).toBeUndefined()
})

test('README names outcomes by the words of their messages', () => {
  const section = read('../../../README.md').split('## What _Saved_ means')[1] ?? ''
  const names = [...section.matchAll(/^- \*\*(.+?)\*\*:/gm)].map(([, name = '']) => name)
  expect(names).toContain('Saved')
  const words = read('outcome-sentences.ts').toLowerCase()
  expect(names.filter((name) => !words.includes(name.toLowerCase()))).toEqual([])
})

const read = (file: string) => readFileSync(join(import.meta.dirname, file), 'utf8')
