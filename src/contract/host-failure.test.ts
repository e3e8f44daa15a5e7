import { expect, test } from 'vitest'
import { sentHeader } from './console-host.ts'
import { hostProblem } from './console-host.ts'
import type { Problem } from './problem.ts'

const said = (status: number, valueOutcome: string | undefined, body: object) =>
  hostProblem(
    new Response(null, { status, headers: valueOutcome === undefined ? {} : { [sentHeader]: valueOutcome } }),
    JSON.stringify(body),
  )

test.each<[string, object, Problem]>([
  ['nothing to say beyond that', { error: 'unreachable' }, { kind: 'unreachable', sent: 'unknown' }],
  ['a word that this page does not know', { error: 'novel' }, { kind: 'unreachable', sent: 'unknown' }],
  [
    'a refusal under a status that browsers act on',
    { error: 'refused', status: 408, serviceText: 'too slow' },
    { kind: 'refused', status: 408, serviceText: 'too slow' },
  ],
  ['a refusal without a word', { error: 'refused', status: 421 }, { kind: 'refused', status: 421, serviceText: '' }],
  ['an answer over its cap', { error: 'too-large', bytes: 9 }, { kind: 'too-large', cap: 9 }],
  [
    'an incomplete response',
    { error: 'unreadable', status: 200, received: { form: 'broken-off' }, bytes: 7, at: ['the body'] },
    { kind: 'unreadable', status: 200, received: { form: 'broken-off' }, bytes: 7, at: ['the body'] },
  ],
])('the host’s 502 says %s', (_, body, problem) => expect(said(502, 'unknown', body)).toEqual(problem))

test('a 504 of the host is a service that is late; without its header no answer is the host’s own', () => {
  expect(said(504, 'not-sent', { error: 'timed-out' })).toEqual({ kind: 'timed-out', after: 0, sent: 'not-sent' })
  expect(said(502, undefined, { error: 'unreachable' })).toBeUndefined()
  expect(said(500, 'unknown', { error: 'unreachable' })).toBeUndefined()
})
