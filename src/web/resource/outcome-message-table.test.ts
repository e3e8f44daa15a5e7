import { expect, test } from 'vitest'
import type { TimestampedRow } from '#api/list/row-list.ts'
import type { Problem } from '#api/problem.ts'
import { listOf, parseToken, parseUser } from '#api/testing/lists.ts'
import { reverifyWrite, type NewerList } from '#api/write/verify.ts'
import type { Outcome } from '#api/write/outcome.ts'
import { createTokenAdapter } from '#api/write/token-adapter.ts'
import { createUserAdapter } from '#api/write/user-adapter.ts'
import { tokenResource } from '#web/tokens/resource.ts'
import { userResource } from '#web/users/resource.ts'
import { describeOutcome, describeLaterOutcome } from './outcome-message.ts'
import type { MessageContext } from './outcome-sentences.ts'

// Every cell of what was sent × what shows × three later lists, for both resources, judged by the contract itself.

const instant = Date.UTC(2027, 0, 15, 10, 41)
const context = { now: instant, timeUnit: 'seconds', ownEmails: [], updateEffect: 'keeps' } as const
const problems: Readonly<Record<string, Problem>> = {
  unknown: { kind: 'timed-out', after: 30_000, sent: 'unknown' },
  rejected: { kind: 'refused', status: 422, serviceText: 'no' },
}

type Operation = Outcome<TimestampedRow, object>['request']['operation']
type Sent = 'accepted' | 'unknown' | 'rejected'
type Is = Outcome<TimestampedRow, object>['readBack']['status']
/** Undefined: what was said still holds. */
type Says = string | undefined

const elsewhere = 'Changed outside this page, or by the service.'
const refusal = 'The service answered 422, “no”.'
const nevertheless = `${refusal} The list shows a change nevertheless.`
const missed = 'the service answered OK, but “FIRST” is on'
const unread = 'Not confirmed. The service accepted it, but the list could not be read afterwards.'
const open = (did: string, odd: string, time: string) => [
  `No answer. Not ${did} so far; it may still go through.`,
  `No answer. ${odd} not as asked (as of ${time}).`,
]

/** What is said at once. A cell that is missing here cannot come about. */
const now: Readonly<Record<Operation, Readonly<Record<Sent, Partial<Record<Is, string>>>>>> = {
  update: {
    accepted: {
      matches: 'Saved, FIRST off.',
      unchanged: 'Not saved: the service answered OK, but “FIRST” is still on.',
      differs: `Not saved: ${missed}. “SECOND” is now on. This save did not ask for that.`,
      unavailable: unread,
    },
    unknown: {
      unchanged: open('saved', '', '10:41')[0]!,
      differs: open('', 'The NOUN has changed, but', '10:41')[1]!,
      unavailable: 'No answer. It may or may not be saved.',
    },
    rejected: {
      unchanged: `Not saved: ${refusal}`,
      differs: `Not saved: ${nevertheless}`,
      unavailable: `Not saved: ${refusal}`,
    },
  },
  create: {
    accepted: {
      matches: 'Created.VALUE',
      unchanged: 'Not created: the service answered OK, but the list has no NOUN with this name.',
      differs: `Created with differences: ${missed} and “SECOND” is on.`,
      unavailable: unread,
    },
    unknown: {
      unchanged: open('created', '', '10:41')[0]!,
      differs: open('', 'A NOUN with this name exists, but', '10:41')[1]!,
      unavailable: 'No answer. It may or may not be created.',
    },
    rejected: {
      matches: `Not created: ${nevertheless}`,
      unchanged: `Not created: ${refusal}`,
      differs: `Not created: ${refusal}`,
      unavailable: `Not created: ${refusal}`,
    },
  },
  delete: {
    accepted: {
      matches: 'Deleted.',
      unchanged: 'Not deleted: the service answered OK, but the NOUN is still there.',
      unavailable: unread,
    },
    unknown: {
      unchanged: open('deleted', '', '10:41')[0]!,
      unavailable: 'No answer. It may or may not be deleted.',
    },
    rejected: { unchanged: `Not deleted: ${refusal}`, unavailable: `Not deleted: ${refusal}` },
  },
}

/** What three later lists make of what was open then: the row as asked, as before, as somebody else wants it. */
const settled: Readonly<Record<Operation, Readonly<Record<Sent, readonly [Says, Says, Says]>>>> = {
  update: {
    accepted: ['It is saved.', now.update.accepted['unchanged'], now.update.accepted.differs],
    unknown: ['It is saved.', open('saved', '', '10:42')[0], open('', 'The NOUN has changed, but', '10:42')[1]],
    rejected: ['It is saved.', now.update.rejected['unchanged'], now.update.rejected.differs],
  },
  create: {
    accepted: ['It is created.VALUE', now.create.accepted['unchanged'], now.create.accepted.differs],
    unknown: [
      'It is created.VALUE',
      open('created', '', '10:42')[0],
      open('', 'A NOUN with this name exists, but', '10:42')[1],
    ],
    // The row that is there may be the one because of which it was refused.
    rejected: [now.create.rejected['matches'], now.create.rejected['unchanged'], now.create.rejected.differs],
  },
  delete: {
    accepted: ['It is deleted.', now.delete.accepted['unchanged'], 'It is deleted.'],
    unknown: ['It is deleted.', open('deleted', '', '10:42')[0], 'It is deleted.'],
    rejected: ['It is deleted.', now.delete.rejected['unchanged'], 'It is deleted.'],
  },
}

/** The same of what was read back after an OK: what is so still is not told again. */
const contradicted: Readonly<Record<Operation, Partial<Record<Is, readonly [Says, Says, Says]>>>> = {
  update: {
    matches: [
      undefined,
      `“FIRST” is on again. ${elsewhere}`,
      `“FIRST” is on again and “SECOND” is now on. ${elsewhere}`,
    ],
    differs: ['It is saved.', undefined, undefined],
  },
  create: {
    matches: [
      undefined,
      'No longer in the list. LEFT outside this page, or by the service.',
      `“FIRST” is now on and “SECOND” is now on. ${elsewhere}`,
    ],
    differs: ['It is created.VALUE', 'No longer in the list. LEFT outside this page, or by the service.', undefined],
  },
  delete: {
    matches: [
      undefined,
      'In the list again. Created outside this page, or by the service.',
      'In the list again. Created outside this page, or by the service.',
    ],
  },
}

interface Rows<Row> {
  before: Row
  asAsked: Row
  other: Row
  /** Created again after it was deleted. */
  again: Row
}

/** A resource with the first and second field of a save, and how the contract judges it. */
interface Case<Row extends TimestampedRow> {
  definition: MessageContext<Row>
  fields: readonly [string, string]
  rows: Rows<Row>
  record: object
  judge: (outcome: Outcome<Row, object>, list: NewerList<Row>) => Outcome<Row, object> | undefined
}

/** The cells of one resource: what is said now, and what three later lists make of it. */
function cellsOf<Row extends TimestampedRow>({ definition, fields, rows, record, judge }: Case<Row>) {
  const { before, asAsked, other, again } = rows
  const [first] = fields
  const list = (row: readonly Row[], began: number) => listOf(row as never[], began) as unknown as NewerList<Row>
  const acts = [
    { operation: 'update', requestedFields: [first], lists: [[asAsked], [before], [other]], before, body: record },
    { operation: 'create', requestedFields: Object.keys(record), lists: [[asAsked], [], [other]], body: record },
    { operation: 'delete', requestedFields: [], lists: [[], [before], [again]], before },
  ] as const
  return acts.flatMap(({ lists, ...rest }) =>
    (['accepted', 'unknown', 'rejected'] as const).flatMap((delivery) => {
      const done = { ...rest, previousName: 'a', name: 'a', writeOnlyFields: [] }
      const problem = problems[delivery]
      const blank: Outcome<Row, object> = {
        request: done,
        delivery,
        readStartedAt: instant,
        readBack: { status: 'unavailable', reason: problems['unknown']! },
        ...(problem && { problem }),
      }
      const outcomes = new Map<Is, Outcome<Row, object>>([['unavailable', blank]])
      for (const rowsThen of lists) {
        const outcome = judge(blank, list(rowsThen, instant))
        // What proves that it arrived is told as sent; another row of the name, as deleted.
        if (outcome?.delivery === delivery && !outcomes.has(outcome.readBack.status))
          outcomes.set(outcome.readBack.status, outcome)
      }
      return [...outcomes].map(([is, outcome]) => ({
        act: rest.operation,
        sent: delivery,
        is,
        described: describeOutcome(outcome, definition, context),
        lists: lists.map((rowsLater) => {
          const since = judge(outcome, list(rowsLater, instant + 60_000))
          return since && describeLaterOutcome(outcome, since, definition, context)
        }),
      }))
    }),
  )
}

const dates = { created_at: 3, updated_at: 5 }
const rowsBy = <Row>(row: (part: object) => Row, [first, second]: readonly [string, string]): Rows<Row> => ({
  before: row({ [first]: 1, [second]: 0, ...dates }),
  asAsked: row({ [first]: 0, [second]: 0, ...dates, updated_at: 6 }),
  other: row({ [first]: 1, [second]: 1, ...dates, updated_at: 7 }),
  again: row({ [first]: 1, [second]: 0, created_at: 8, updated_at: 8 }),
})
const far = { expiration_date: 4_102_444_800 }
const ofToken = createTokenAdapter(
  () => 'seconds',
  () => 0,
)
const ofUser = createUserAdapter()
const cases = {
  tokens: cellsOf({
    definition: tokenResource,
    fields: ['active', 'write'],
    rows: rowsBy((part) => parseToken({ name: 'a', ...far, ...part }), ['active', 'write']),
    record: { name: 'a', active: false, write: false, ...far },
    judge: (outcome, list) => reverifyWrite(ofToken, outcome as never, list) as never,
  }),
  users: cellsOf({
    definition: userResource,
    fields: ['admin', 'active'],
    rows: rowsBy((part) => parseUser({ email: 'a', ...part }), ['admin', 'active']),
    record: { email: 'a', active: false, admin: false },
    judge: (outcome, list) => reverifyWrite(ofUser, outcome as never, list) as never,
  }),
}
const wordsOf = {
  tokens: {
    FIRST: 'active',
    SECOND: 'write',
    NOUN: 'token',
    LEFT: 'Deleted',
    VALUE: ' The token is inactive. Activating it keeps the value.',
  },
  users: { FIRST: 'admin', SECOND: 'active', NOUN: 'user', LEFT: 'Deleted or renamed', VALUE: '' },
} as const

test.each(['tokens', 'users'] as const)('each cell of sent × shown × three later lists, for %s', (resource) => {
  const filled = (text: Says) =>
    text?.replace(/FIRST|SECOND|NOUN|LEFT|VALUE/g, (word) => wordsOf[resource][word as keyof (typeof wordsOf)['users']])
  const expected = Object.entries(now).flatMap(([act, bySent]) =>
    Object.entries(bySent).flatMap(([delivery, byShown]) =>
      Object.entries(byShown).map(([is, sentences]) => {
        const read = delivery === 'accepted' ? contradicted[act as Operation][is as Is] : undefined
        const lists = read ?? settled[act as Operation][delivery as Sent]
        return [`${act}, sent: ${delivery}, ${is}`, filled(sentences), ...lists.map(filled)]
      }),
    ),
  )
  const said = cases[resource].map(({ act, sent: delivery, is, described, lists }) => [
    `${act}, sent: ${delivery}, ${is}`,
    described.message.text,
    ...lists.map((result) => result?.message.text),
  ])
  const byName = (first: (string | undefined)[], second: (string | undefined)[]) => (first[0]! < second[0]! ? -1 : 1)
  expect(said.toSorted(byName)).toEqual(expected.toSorted(byName))
  expect(said).toHaveLength(28)
})

test.each(['tokens', 'users'] as const)(
  'a cell of %s is done, and quiet, only where an OK was read back as asked',
  (resource) => {
    for (const { act, sent: delivery, is, described, lists } of cases[resource]) {
      const isSaved = delivery === 'accepted' && is === 'matches'
      expect([delivery, is, described.facts.status === 'success', described.message.isQuiet === true]).toEqual([
        delivery,
        is,
        isSaved,
        // Its row does not show *Saved*.
        isSaved && act !== 'create',
      ])
      for (const result of lists) {
        expect(result?.message.isQuiet).toBeUndefined()
        expect(result?.facts.status === 'success').toBe(result?.message.text.startsWith('It is ') === true)
      }
    }
  },
)

test('a new value of a save that was open is told with what a later list makes of it', () => {
  const row = parseToken({ name: 'a', active: 1, write: 1, ...far, ...dates })
  const open: Outcome<typeof row, object> = {
    request: {
      operation: 'update',
      previousName: 'a',
      name: 'a',
      before: row,
      requestedFields: ['write'],
      writeOnlyFields: [],
    },
    delivery: 'unknown',
    readBack: { status: 'unchanged', row, fields: ['write'] },
    readStartedAt: instant,
    problem: problems['unknown']!,
  }
  const readBack = { status: 'matches', row: { ...row, write: false }, writeOnlyFields: [] } as const
  expect(
    describeLaterOutcome(open, { ...open, delivery: 'accepted', readBack, valueChange: 'changed' }, tokenResource, {
      ...context,
      updateEffect: 'replaces',
    }),
  ).toMatchObject({
    facts: { status: 'success', concern: 'new-value' },
    message: { tone: 'new-value', text: 'It is saved. New value. Give it to the programs that use this token.' },
  })
})
