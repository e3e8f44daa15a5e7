import { expect, test } from 'vitest'
import { mayHaveBeenApplied, getProblem, ServiceError, type Problem } from './problem.ts'

test('only an error of the contract has a problem; an abort or a bug of ours has none', () => {
  const problem: Problem = { kind: 'no-service' }
  expect(getProblem(new ServiceError(problem))).toBe(problem)
  expect(getProblem(new DOMException('stopped', 'AbortError'))).toBeUndefined()
  expect(getProblem({ problem })).toBeUndefined()
})

test('the message of an error holds its kind and nothing of the service’s text', () => {
  const error = new ServiceError({ kind: 'refused', status: 400, serviceText: 'about me' })
  expect(`${error.message} ${String(error)}`).not.toContain('about me')
})

test.each<[boolean, Problem]>([
  [true, { kind: 'unreachable', sent: 'unknown' }],
  [false, { kind: 'unreachable', sent: 'not-sent' }],
  [true, { kind: 'timed-out', after: 1, sent: 'unknown' }],
  [false, { kind: 'timed-out', after: 1, sent: 'not-sent' }],
  [true, { kind: 'failing', status: 500, serviceText: '', sent: 'unknown' }],
  [false, { kind: 'failing', status: 502, serviceText: '', sent: 'not-sent' }],
  [true, { kind: 'unreadable', status: 200, received: { form: 'text' }, bytes: 1, at: [] }],
  [true, { kind: 'too-large', cap: 1 }],
  [false, { kind: 'signed-out', status: 401, serviceText: '' }],
  [false, { kind: 'switched-off', part: 'tokens' }],
  [false, { kind: 'no-service' }],
  [false, { kind: 'refused', status: 409, serviceText: '' }],
  [false, { kind: 'too-many', retryAfter: 1, serviceText: '' }],
  [false, { kind: 'perhaps-unreadable' }],
  [false, { kind: 'unsendable' }],
])('%s: whether a write may have been applied after %j', (maybe, problem) =>
  expect(mayHaveBeenApplied(problem)).toBe(maybe),
)
