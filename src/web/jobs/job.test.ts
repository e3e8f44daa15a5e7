import { expect, test } from 'vitest'
import type { SignOutReason } from '#web/session/session-timer.ts'
import { type Job, type JobItem, jobCountsText, stopReasonText, jobTitle } from './job.ts'

const item = (name: string, part: Partial<JobItem>): JobItem => ({
  name,
  currentName: name,
  change: {},
  state: 'settled',
  ...part,
})
const done = (name: string) => item(name, { facts: { status: 'success' } })
const notStarted = (name: string) => item(name, { state: 'not-started' })
const job = (part: Partial<Job>): Job => ({
  id: 1,
  resource: 'tokens',
  action: 'deactivate',
  progressLabel: '#',
  doneLabel: '# imported',
  items: [notStarted('a')],
  skipped: [],
  startedAt: 0,
  endedAt: 1,
  ...part,
})
const stopped = (by: NonNullable<Job['stopReason']>) => stopReasonText(job({ stopReason: by }))

test.each<[SignOutReason | 'cancelled' | 'too-many-failures', string]>([
  [{ by: 'elsewhere' }, 'It stopped because you signed out in another tab.'],
  [{ by: 'service', status: 401 }, 'It stopped because the service no longer accepted your sign-in (401).'],
  [{ by: 'idle', after: 900_000 }, 'It stopped because you were signed out after 15 minutes of inactivity.'],
  [
    { by: 'absolute', after: 28_800_000 },
    'It stopped because you were signed out after 8 hours, the longest a session lasts.',
  ],
  [{ by: 'replaced' }, 'It stopped because another sign-in replaced your session.'],
  [{ by: 'console-server' }, 'It stopped because your session on the console server ended.'],
  ['cancelled', 'You stopped it.'],
  ['too-many-failures', 'It stopped because requests kept failing.'],
])('a job says what ended it: %j', (by, text) => {
  expect(stopped(by)).toBe(`${text} 1 was not started.`)
})

test('a stopped import says how it goes on, unless everything was imported', () => {
  const isImport = true
  expect(stopReasonText(job({ isImport, stopReason: 'cancelled', items: [done('a'), notStarted('b')] }))).toBe(
    'You stopped it. 1 was not started. Import the same file again: what exists is left out.',
  )
  expect(stopReasonText(job({ isImport, stopReason: 'cancelled', items: [done('a')] }))).toBe('You stopped it.')
})

test('the counts of an import add up to the lines of its title', () => {
  const part = {
    items: [done('a'), item('b', { facts: { status: 'error' } }), notStarted('c')],
    skipped: [{ name: 'x', reason: 'exists' }],
  }
  const imported = job({ ...part, isImport: true })
  expect(jobTitle(imported, 'token')).toBe('1 of 4 lines imported')
  expect(jobCountsText(imported)).toBe('1 done, 1 failed, 1 not started, 1 left out')
  expect(jobTitle(job(part), 'token')).toBe('1 of 3 tokens imported')
  expect(jobCountsText(job(part))).toBe('1 done, 1 failed, 1 not started')
})

test('an import counts lines where some of its file were left out, and rows where none was', () => {
  const leftOut = [{ name: 'x', reason: 'exists' }]
  const titled = (part: Partial<Job>) => jobTitle(job({ isImport: true, ...part }), 'token')
  expect(titled({ items: [notStarted('a'), notStarted('b')], skipped: leftOut })).toBe('0 of 3 lines imported')
  expect(titled({ items: [done('a'), done('b')], skipped: leftOut })).toBe('2 of 3 lines imported')
  expect(titled({ items: [done('a'), notStarted('b')] })).toBe('1 of 2 tokens imported')
  expect(titled({ items: [done('a'), done('b')] })).toBe('2 tokens imported')
})
