import { expect, test } from 'vitest'
import { sentHeader } from './console-host.ts'
import { hostProblem } from './console-host.ts'
import type { Problem } from './problem.ts'

const problemIn = (status: number, sent: string | undefined, body: object, isHosted = true) =>
  hostProblem(
    new Response(null, { status, headers: sent === undefined ? {} : { [sentHeader]: sent } }),
    JSON.stringify(body),
    isHosted,
  )

test.each<[string, Problem]>([
  ['nothing more than that', { kind: 'unreachable', sent: 'unknown' }],
  ['a refusal under a status that browsers act on', { kind: 'refused', status: 408, serviceText: 'too slow' }],
  ['a refusal without a word', { kind: 'refused', status: 421, serviceText: '' }],
  ['an answer over its cap', { kind: 'too-large', cap: 9 }],
  [
    'an incomplete response',
    { kind: 'unreadable', status: 200, received: { form: 'broken-off' }, bytes: 7, at: ['the body'] },
  ],
])('the host’s 502 says %s', (_, problem) => expect(problemIn(502, 'unknown', { problem })).toEqual(problem))

test.each<[string, object, Problem]>([
  ['a word', { error: 'unreachable' }, { kind: 'unreachable', sent: 'unknown' }],
  ['a word that this page does not know', { error: 'novel' }, { kind: 'unreachable', sent: 'unknown' }],
  ['a problem that this page does not know', { problem: { kind: 'novel' } }, { kind: 'unreachable', sent: 'unknown' }],
  [
    'a problem, which it cannot have masked',
    { problem: { kind: 'refused', status: 400, serviceText: 'secret' } },
    { kind: 'unreachable', sent: 'unknown' },
  ],
  [
    'a redirect',
    { error: 'redirected' },
    { kind: 'unreadable', status: 502, received: { form: 'text' }, bytes: 0, at: ['a redirect'] },
  ],
])('the 502 of another web server says %s', (_, body, problem) =>
  expect(problemIn(502, 'unknown', body, false)).toEqual(problem),
)

test('a 504 of the host is a service that is late; without its header no answer is the host’s own', () => {
  expect(problemIn(504, 'not-sent', { error: 'timed-out' })).toEqual({ kind: 'timed-out', after: 0, sent: 'not-sent' })
  const problem = { kind: 'timed-out', after: 0, sent: 'not-sent' }
  expect(problemIn(504, 'not-sent', { problem })).toEqual(problem)
  expect(problemIn(502, undefined, { error: 'unreachable' })).toBeUndefined()
  expect(problemIn(502, undefined, { problem })).toBeUndefined()
  expect(problemIn(500, 'unknown', { error: 'unreachable' })).toBeUndefined()
})
