import { describe, expect, test } from 'vitest'
import type { TimestampedRow } from '#api/list/row-list.ts'
import type { Problem } from '#api/problem.ts'
import type { UpdateEffect } from '#api/service-facts.ts'
import { parseToken, parseUser } from '#api/testing/lists.ts'
import type { BlockReason, Outcome, ReadBack, SideEffect } from '#api/write/outcome.ts'
import { tokenResource } from '#web/tokens/resource.ts'
import { userResource } from '#web/users/resource.ts'
import { completionOf, outcomeFacts } from './outcome-facts.ts'
import { describeCompleted, describeLaterOutcome, describeOutcome, outcomeSentences } from './outcome-message.ts'
import { completeText } from './result-message.ts'
import type { AnyResourceDefinition } from './resource.ts'
import type { RowContext } from './row-context.ts'

// Every outcome that can be put together: what was sent × what shows × why it was blocked × what else was done × what
// became of the value × what is known of updates. Not all of them come about; what is said of each says nothing twice.

const now = Date.UTC(2027, 0, 15, 10, 41)
const seconds = now / 1000
const problems: readonly Problem[] = [
  { kind: 'timed-out', after: 30_000, sent: 'unknown' },
  { kind: 'failing', status: 500, serviceText: '', sent: 'unknown' },
  { kind: 'refused', status: 422, serviceText: 'no' },
  { kind: 'in-front', status: 502, sent: 'unknown' },
  { kind: 'in-front', status: 302, sent: 'unknown' },
  { kind: 'unsendable' },
]
const effects: readonly (UpdateEffect | undefined)[] = [undefined, 'keeps', 'replaces', 'replaces-and-needs-repair']
const operations = ['create', 'update', 'delete'] as const
const blockReasons: readonly BlockReason[] = [
  'no-change',
  'conflict',
  'not-found',
  'recreated',
  'identity-unknown',
  'name-taken',
  'fields-unreadable',
  'locks-out-self',
  'locks-out-everyone',
  'read-failed',
]
const tokenToRecreate = { name: 'a', active: true, write: false }
const sideEffects: readonly (SideEffect | undefined)[] = [
  undefined,
  { type: 'repaired', attempts: 1 },
  { type: 'repair-failed', attempts: 5 },
  { type: 'replaced' },
  { type: 'replace-incomplete', tokenToRecreate, deletion: 'confirmed' },
  { type: 'replace-incomplete', tokenToRecreate, deletion: 'unknown' },
  { type: 'flags-corrected' },
  { type: 'flags-swapped' },
  { type: 'time-unit-misread', unit: 'seconds', field: 'expiration_date' },
]

interface Rows {
  definition: AnyResourceDefinition
  before: TimestampedRow
  after: readonly TimestampedRow[]
  fields: readonly string[]
  writeOnlyFields: readonly string[]
}
const dates = { created_at: 3, updated_at: 5 }
const token = (part: object) =>
  parseToken({ name: 'a', active: 1, write: 1, expiration_date: seconds + 9e6, ...dates, ...part })
const user = (part: object) => parseUser({ email: 'a', admin: 1, active: 1, ...dates, ...part })
const resources: Readonly<Record<'tokens' | 'users', Rows>> = {
  tokens: {
    definition: tokenResource as AnyResourceDefinition,
    before: token({}),
    after: [
      token({ write: 0 }),
      token({ active: 0 }),
      token({ expiration_date: seconds - 9 }),
      { ...token({ write: 0 }), claims: { iat: 1, exp: 2 } } as TimestampedRow,
    ],
    fields: ['write', 'active', 'expiration_date'],
    writeOnlyFields: [],
  },
  users: {
    definition: userResource as AnyResourceDefinition,
    before: user({}),
    after: [user({ admin: 0 })],
    fields: ['admin', 'active'],
    writeOnlyFields: ['password'],
  },
}

function* outcomesOf({ before, after, fields, writeOnlyFields }: Rows): Generator<Outcome<TimestampedRow, object>> {
  const readBacks = (row: TimestampedRow): readonly ReadBack<TimestampedRow>[] => [
    { status: 'matches', row, writeOnlyFields },
    { status: 'matches', writeOnlyFields },
    { status: 'differs', row, fields, unrequestedFields: fields.slice(1) },
    { status: 'differs', row, fields, unrequestedFields: [] },
    { status: 'differs', fields, unrequestedFields: [] },
    { status: 'unchanged', row: before, fields },
    { status: 'unchanged', fields },
    { status: 'unavailable', reason: 'no-list' },
    { status: 'unavailable', reason: 'renamed-row-missing' },
    { status: 'unavailable', reason: { kind: 'perhaps-unreadable' } },
    { status: 'unavailable', reason: { kind: 'unsendable' } },
  ]
  for (const operation of operations)
    for (const row of after)
      for (const readBack of readBacks(row))
        for (const sideEffect of sideEffects) {
          const outcome: Omit<Outcome<TimestampedRow, object>, 'delivery'> = {
            request: {
              operation,
              previousName: 'a',
              name: 'a',
              before,
              body: {},
              requestedFields: sideEffect?.type === 'repaired' ? ['value'] : [...fields, ...writeOnlyFields],
              writeOnlyFields,
            },
            readBack,
            readStartedAt: now,
            ...(sideEffect && { sideEffect }),
          }
          for (const valueChange of ['kept', 'changed', 'unknown'] as const)
            yield { ...outcome, delivery: 'accepted', ...('row' in readBack && { valueChange }) }
          for (const problem of problems)
            for (const delivery of ['not-sent', 'rejected', 'unknown'] as const) yield { ...outcome, delivery, problem }
          for (const blockedBy of blockReasons)
            for (const problem of problems.slice(0, 1)) yield { ...outcome, delivery: 'not-sent', blockedBy, problem }
        }
}

const contexts = effects.map((updateEffect): RowContext => ({
  now,
  timeUnit: 'seconds',
  ownEmails: [],
  ...(updateEffect && { updateEffect }),
}))
const sentencesOf = (text: string) => text.split(/(?<=[.?]) (?=\p{Lu}|“)/u)
const wordCount = (sentence: string) => sentence.split(' ').length

describe.each(['tokens', 'users'] as const)('what is said of an outcome of %s', (resource) => {
  const rows = resources[resource]
  const outcomes = [...outcomesOf(rows)]

  test('has one sentence about each thing', () => {
    const repeated = new Set<string>()
    for (const outcome of outcomes)
      for (const context of contexts) {
        const sentences = outcomeSentences(outcome, rows.definition, context)
        const topics = sentences.map(([about]) => about)
        if (new Set(topics).size < topics.length)
          repeated.add(sentences.map((sentence) => sentence.join(': ')).join(' '))
      }
    expect([...repeated]).toEqual([])
    expect(outcomes.length).toBeGreaterThan(2000)
  })

  test('has no sentence twice, and none of more than twenty words, at once, by a later list, and after the next write', () => {
    const faults = new Set<string>()
    const addFaults = (text: string) => {
      const sentences = sentencesOf(text)
      if (new Set(sentences).size < sentences.length) faults.add(`twice: ${text}`)
      for (const sentence of sentences)
        if (wordCount(sentence) > 20) faults.add(`${wordCount(sentence)} words: ${sentence}`)
    }
    for (const [index, outcome] of outcomes.entries())
      for (const context of contexts) {
        const described = describeOutcome(outcome, rows.definition, context)
        addFaults(completeText(described.message))
        const later = outcomes[(index * 7 + 3) % outcomes.length]!
        const laterMessage = describeLaterOutcome(outcome, later, rows.definition, context)?.message
        if (laterMessage) addFaults(completeText(laterMessage))
        const completed = describeCompleted({ outcome, facts: described.facts }, later, rows.definition, context)
        if (completed) addFaults(completeText(completed.message))
      }
    expect([...faults]).toEqual([])
  })

  test('has each button once', () => {
    const repeated = new Set<string>()
    for (const outcome of outcomes)
      for (const context of contexts) {
        const { followUps } = describeOutcome(outcome, rows.definition, context).message
        if (new Set(followUps).size < followUps.length) repeated.add(followUps.join(', '))
      }
    expect([...repeated]).toEqual([])
  })
})

test('these outcomes are of every kind: the next write completes some, others miss a row or have a new value', () => {
  const outcomes = [...outcomesOf(resources.tokens)]
  const results = new Set(
    outcomes.flatMap((outcome) =>
      contexts.map((context) => resources.tokens.definition.secretResult?.(outcome, context)),
    ),
  )
  for (const result of ['value-new', 'value-created', 'value-unused', 'value-kept', 'value-needs-repair'] as const)
    expect(results).toContain(result)
  const missing = outcomes.find((outcome) => outcomeFacts(outcome, undefined).isMissing === true)!
  const facts = outcomeFacts(missing, undefined)
  expect(outcomes.some((later) => completionOf({ outcome: missing, facts }, later)?.type === 'recreated')).toBe(true)
})
