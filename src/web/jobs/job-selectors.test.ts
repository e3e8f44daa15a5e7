import { describe, expect, test } from 'vitest'
import type { Outcome } from '#api/write/outcome.ts'
import type { OutcomeFacts } from '#web/resource/outcome-facts.ts'
import type { ResultMessage } from '#web/resource/result-message.ts'
import type { TimestampedRow } from '#api/list/row-list.ts'
import type { Job, JobItem } from './job.ts'
import { shouldShowNote, selectJobRows } from './job-selectors.ts'

const message = (part: Partial<ResultMessage> = {}): ResultMessage => ({
  tone: 'neutral',
  text: 'Saved.',
  followUps: [],
  ...part,
})
const outcome: Outcome<TimestampedRow, object> = {
  request: { operation: 'update', previousName: 'a', name: 'a', requestedFields: [], writeOnlyFields: [] },
  delivery: 'accepted',
  readBack: { status: 'unchanged', fields: [] },
  readStartedAt: 0,
}
const item = (name: string, part: Partial<JobItem> = {}): JobItem => ({
  name,
  currentName: name,
  change: {},
  state: 'settled',
  ...part,
})
const ended = (name: string, part: Partial<JobItem> = {}) =>
  item(name, { outcome, facts: { status: 'success' }, message: message(), ...part })
let last = 0
const job = (items: readonly JobItem[], part: Partial<Job> = {}): Job => ({
  id: (last += 1),
  resource: 'tokens',
  action: 'update',
  progressLabel: '#',
  doneLabel: '#',
  items,
  skipped: [],
  startedAt: 0,
  ...part,
})
const over = (...items: readonly JobItem[]) => job(items, { endedAt: 1 })
const rows = (...jobs: readonly Job[]) => selectJobRows(jobs, 'tokens')

describe('what is pending', () => {
  test('is what was asked for and is not told yet, of jobs that go on', () => {
    const { pending } = rows(
      job([
        item('a', { state: 'running', change: { active: false } }),
        item('b', { state: 'queued', change: { active: false } }),
        ended('c'),
        item('d', { state: 'not-started' }),
      ]),
      over(item('e', { state: 'queued' })),
      job([item('f', { state: 'running' })], { resource: 'users' }),
    )
    expect([...pending]).toEqual([
      ['a', { change: { active: false }, isWaiting: false }],
      ['b', { change: { active: false }, isWaiting: true }],
    ])
  })

  test('is, of several for one row, the last one for each field', () => {
    const { pending } = rows(
      job([item('a', { state: 'running', change: { active: false, write: true } })]),
      job([item('a', { state: 'queued', change: { active: true } })]),
    )
    expect(pending.get('a')).toEqual({ change: { active: true, write: true }, isWaiting: true })
  })
})

describe('the last thing that was done to a row', () => {
  test('is told under its name since, and of both names replaces what was told before', () => {
    const first = over(ended('a'), ended('b'))
    const second = over(ended('a', { currentName: 'renamed' }), item('b', { state: 'not-started' }))
    const { last: deeds } = rows(first, second)
    expect([...deeds].map(([name, entry]) => [name, entry.job.id])).toEqual([
      ['b', first.id],
      ['renamed', second.id],
    ])
  })

  test('is what ended last, though its job began first', () => {
    const first = over(ended('a', { place: 2 }))
    const second = over(ended('a', { place: 1 }))
    expect(rows(first, second).last.get('a')?.job.id).toBe(first.id)
  })

  test('is what was read back last, though its job told it before others that it was told with', () => {
    const first = over(ended('a', { place: 2, outcome: { ...outcome, readStartedAt: 1 } }))
    const second = over(ended('a', { place: 1, outcome: { ...outcome, readStartedAt: 2 } }))
    expect(rows(first, second).last.get('a')?.job.id).toBe(second.id)
  })

  test('of a row that is missing stays so until it is created, or is dismissed', () => {
    const half = over(
      ended('a', {
        facts: { status: 'error', isMissing: true },
        message: message({ text: 'Deleted, but not created again.', followUps: ['recreate'] }),
      }),
    )
    const failed = over(
      ended('a', { facts: { status: 'error' }, message: message({ text: 'Not created.', followUps: ['edit'] }) }),
    )
    expect(rows(half, failed).last.get('a')).toMatchObject({
      job: half,
      item: { facts: { isMissing: true }, message: { tone: 'error', text: 'Not created.', followUps: ['recreate'] } },
    })
    expect(rows(half, over(ended('a'))).last.get('a')?.item.facts).toEqual({ status: 'success' })
    const dismissed = { ...half, items: half.items.map((jobItem) => ({ ...jobItem, isDismissed: true as const })) }
    expect(rows(dismissed, failed).last.get('a')?.job).toBe(failed)
  })
})

test.each<[string, boolean, Partial<OutcomeFacts>, Partial<JobItem>, number]>([
  ['what went well and leaves nothing to know', false, {}, { message: message({ isQuiet: true }) }, 1],
  ['what went well of one row, with something to know', true, {}, {}, 1],
  ['the same, of several: it is in the report', false, {}, {}, 2],
  ['what failed of several', true, { status: 'error' }, {}, 2],
  ['what is open of several', true, { status: 'unknown' }, {}, 2],
  ['a new value', true, { concern: 'new-value' }, {}, 1],
  ['a new value of several, which their status says', false, { concern: 'new-value' }, {}, 2],
  ['of several what is not as asked', true, { concern: 'differs' }, {}, 2],
  ['a new value that was copied', false, { concern: 'new-value' }, { isCopied: true }, 1],
  ['what was dismissed', false, { status: 'error' }, { isDismissed: true }, 1],
])('a note under its row tells %s: %s', (_, isShown, part, more, count) => {
  const item = ended('a', { facts: { status: 'success', ...part }, ...more })
  const entry = { job: over(item, ...Array.from({ length: count - 1 }, () => ended('b'))), item }
  expect(shouldShowNote(entry)).toBe(isShown)
})
