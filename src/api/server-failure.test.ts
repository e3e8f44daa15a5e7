import { expect, test } from 'vitest'
import { deliveryHeader, problemFromServer } from './console-server.ts'
import type { Problem } from './problem.ts'

const problemIn = (status: number, delivery: string | undefined, body: object) =>
  problemFromServer(
    new Response(null, { status, headers: delivery === undefined ? {} : { [deliveryHeader]: delivery } }),
    JSON.stringify(body),
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
])('the console server’s 502 says %s', (_, problem) => expect(problemIn(502, 'unknown', { problem })).toEqual(problem))

test('a problem that this page does not know is a service that is unreachable', () => {
  const problem = { kind: 'novel' }
  expect(problemIn(502, 'not-sent', { problem })).toEqual({ kind: 'unreachable', sent: 'not-sent' })
  expect(problemIn(504, 'unknown', {})).toEqual({ kind: 'unreachable', sent: 'unknown' })
})

test('without its header, or under another status, no answer is the console server’s own', () => {
  const problem = { kind: 'timed-out', after: 0, sent: 'not-sent' }
  expect(problemIn(504, 'not-sent', { problem })).toEqual(problem)
  expect(problemIn(502, undefined, { problem })).toBeUndefined()
  expect(problemIn(500, 'unknown', { problem })).toBeUndefined()
})
