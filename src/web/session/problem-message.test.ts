import { expect, test } from 'vitest'
import { certificateErrorMessages, type CertificateFault, type Problem } from '#api/problem.ts'
import { problemMessage, receivedBodyText, unknownDeliveryMessage } from './problem-message.ts'

const unreadable = (received: Extract<Problem, { kind: 'unreadable' }>['received'], locations = ['the body']) =>
  ({ kind: 'unreadable', status: 200, received, bytes: 12, at: locations }) as const

/** One problem of each kind. A missing kind is a type error. */
const each: { [ProblemKind in Problem['kind']]: Extract<Problem, { kind: ProblemKind }> } = {
  unreachable: { kind: 'unreachable', sent: 'unknown' },
  'timed-out': { kind: 'timed-out', after: 12_000, sent: 'unknown' },
  'signed-out': { kind: 'signed-out', status: 403, serviceText: 'go away' },
  'no-session': { kind: 'no-session', sent: 'not-sent' },
  'switched-off': { kind: 'switched-off', part: 'users' },
  'no-service': { kind: 'no-service' },
  refused: { kind: 'refused', status: 422, serviceText: 'no such day' },
  'in-front': { kind: 'in-front', status: 401, sent: 'not-sent' },
  'too-many': { kind: 'too-many', retryAfter: 7, serviceText: 'slow down' },
  failing: { kind: 'failing', status: 503, serviceText: 'down for repair', sent: 'unknown' },
  unreadable: unreadable({ form: 'json' }),
  'too-large': { kind: 'too-large', cap: 256 * 1024 * 1024 },
  'perhaps-unreadable': { kind: 'perhaps-unreadable' },
  unsendable: { kind: 'unsendable' },
}

test.each(Object.values(each))('“$kind” has a sentence', (problem) => {
  const message = problemMessage(problem)
  expect(message).toMatch(/^[A-Z].{15,}\.$/)
  expect(message).not.toMatch(/undefined|NaN|null|\[object|!|oops/i)
})

test('no two kinds have the same sentence', () => {
  const message = Object.values(each).map((problem) => problemMessage(problem))
  expect(new Set(message).size).toBe(message.length)
})

test.each<[Problem, string]>([
  [each['signed-out'], '(403), “go away”'],
  [each.refused, '422, “no such day”'],
  [each['too-many'], 'Try again in 7 s (429), “slow down”'],
  [each.failing, '(503), “down for repair”'],
])('the service’s own text and its status are quoted: $kind', (problem, part) => {
  expect(problemMessage(problem)).toContain(part)
})

test('a proxy’s own sign-in is named as such, and not as the service’s', () => {
  expect(problemMessage({ kind: 'refused', status: 401, serviceText: '', by: 'proxy' })).toMatch(
    /^A proxy .* asks for its own sign-in \(401\)\. That can’t work: the access token takes the same header\.$/,
  )
})

test.each([
  [
    401,
    'A server in front of the console answered 401. If it asks you to sign in, do so in another tab, or reload this page.',
  ],
  [
    0,
    'A server in front of the console redirects to another page. If it asks you to sign in, do so in another tab, or reload this page.',
  ],
  [
    200,
    'A server in front of the console answered with another page. If it asks you to sign in, do so in another tab, or reload this page.',
  ],
  [502, 'A server in front of the console answered 502. Try again.'],
  [413, 'A server in front of the console rejected this as too large (413).'],
  [431, 'This browser sends too many cookies to this host (431). Delete them, then reload.'],
])('what a server in front of the console answers (%i) is not told as the service’s', (status, message) => {
  expect(problemMessage({ ...each['in-front'], status })).toBe(message)
})

test('an unread or empty body has no size', () => {
  expect(receivedBodyText(unreadable({ form: 'text' }, ['a redirect']))).toBe('a redirect, status 200')
  expect(receivedBodyText(unreadable({ form: 'text' }, ['a compressed body']))).toBe('a compressed body, status 200')
  expect(receivedBodyText(unreadable({ form: 'empty' }))).toBe('nothing, status 200')
})

test('a resource that answers 405 is not said to answer 404', () => {
  expect(problemMessage(each['switched-off'])).toContain('is turned off (404)')
  expect(problemMessage({ ...each['switched-off'], status: 405 })).toContain('is turned off (405)')
})

test('if the service sent no text, nothing is quoted', () => {
  for (const problem of [
    { ...each.refused, serviceText: '' },
    { ...each.failing, serviceText: '' },
    { ...each['signed-out'], serviceText: '' },
  ]) {
    expect(problemMessage(problem)).not.toContain('“')
  }
})

test('the time waited is in seconds, and omitted if the console server did not send it', () => {
  expect(problemMessage(each['timed-out'])).toContain('within 12 s')
  expect(problemMessage({ ...each['timed-out'], after: 0 })).not.toContain('0')
})

test('without a wait from the service there is no number of seconds', () => {
  expect(problemMessage({ ...each['too-many'], retryAfter: undefined })).toContain('Try again in a while')
})

test('a duplicate and a body that is too large have their own sentences', () => {
  expect(problemMessage({ ...each.refused, status: 409 })).toContain('conflicts with existing data (409)')
  expect(problemMessage({ ...each.refused, status: 413 })).toContain('too large (413)')
})

test('what the console server refused is not said to be the service’s refusal', () => {
  const problem = { ...each.refused, serviceText: '', by: 'console-server' } as const
  for (const status of [400, 408, 409, 413, 415]) {
    expect(problemMessage({ ...problem, status })).toMatch(
      /^(The console server|This is too large for the console server)/,
    )
  }
  expect(problemMessage({ ...problem, status: 413 })).toContain('Nothing was sent to the service.')
  expect(problemMessage({ ...problem, status: 431 })).toContain('too many cookies')
})

test.each(Object.keys(certificateErrorMessages) as CertificateFault[])(
  'a certificate that is not trusted (%s) is named instead of “unreachable”',
  (certificate) => {
    const message = problemMessage({ ...each.unreachable, certificate })
    expect(message).toContain('certificate')
    expect(message).not.toContain('unreachable')
    for (const sentence of message.split(/(?<=\.) /)) expect(sentence.split(' ').length).toBeLessThanOrEqual(20)
  },
)

test('a redirect is named as such', () => {
  expect(problemMessage(unreadable({ form: 'text' }, ['a redirect']))).toContain(
    'redirect, which the console doesn’t follow',
  )
})

test.each([
  ['html', 'HTML, 12 B, status 200'],
  ['json', 'unexpected JSON, 12 B, status 200'],
  ['text', 'text, 12 B, status 200'],
  ['malformed', 'malformed JSON, 12 B, status 200'],
  ['broken-off', 'an incomplete response, 12 B, status 200'],
] as const)('an answer of the form %s is named, with its size', (form, words) => {
  expect(receivedBodyText(unreadable(form === 'html' ? { form, begins: '<!doctype html>' } : { form }))).toBe(words)
})

test('a size is in kB from a thousand bytes, in MB from a million', () => {
  expect(receivedBodyText({ ...unreadable({ form: 'text' }), bytes: 999_949 })).toContain('999.9 kB')
  expect(receivedBodyText({ ...unreadable({ form: 'text' }), bytes: 4_219_700 })).toContain('4.2 MB')
  expect(receivedBodyText({ ...unreadable({ form: 'text' }), bytes: 39_250 })).toContain('39.3 kB')
})

test('the sentence about a resource that is turned off names it', () => {
  expect(problemMessage(each['switched-off'])).toMatch(/^User administration/)
  expect(problemMessage({ kind: 'switched-off', part: 'tokens' })).toMatch(/^Token administration/)
})

test.each<[Problem, string | undefined]>([
  [each.unreachable, undefined],
  [each['timed-out'], undefined],
  [each.failing, 'Not confirmed (503), “down for repair”'],
  [each.refused, 'Not confirmed (422), “no such day”'],
  [each.unreadable, 'Not confirmed: the response cannot be read (unexpected JSON, 12 B, status 200)'],
  [unreadable({ form: 'text' }, ['a redirect']), 'Not confirmed: the service answered with a redirect'],
  [each['too-large'], 'Not confirmed: the response is larger than 256 MiB'],
  [{ ...each['in-front'], status: 502 }, 'Not confirmed (502)'],
  [{ ...each['in-front'], status: 200 }, 'Not confirmed: a server in front of the console answered with another page'],
])('a write with an unknown outcome has the status of its answer, if there was one: $kind', (problem, message) => {
  expect(unknownDeliveryMessage(problem)).toBe(message)
})
