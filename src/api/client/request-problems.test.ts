import { describe, expect, test } from 'vitest'
import { deliveryHeader } from '#api/console-server.ts'
import { getProblem, type Problem } from '#api/problem.ts'
import { streamedResponse, brokenResponse, stalledResponse } from '#api/testing/streams.ts'
import { rejectHtml } from './response-body.ts'
import { sendRequest, problemFrom } from './request.ts'

const patient = { first: 5000 }
const send = (response: Response, patience: { first: number; stall?: number } = patient) =>
  sendRequest(() => Promise.resolve(response), 'http://service/', {}, patience)
const problem = async (
  status: number,
  body: BodyInit | null = '',
  headers: Record<string, string> = {},
  secrets: string[] = [],
  isHosted = false,
) => problemFrom(await send(new Response(body, { status, headers })), { secrets, cap: 1000, isHosted })
const thrown = (promise: Promise<unknown>) =>
  promise.then(
    () => expect.unreachable('it went well'),
    (error: unknown) => error,
  )

describe('an answer that is no success', () => {
  test.each<[number, Problem]>([
    [400, { kind: 'refused', status: 400, serviceText: 'no' }],
    [401, { kind: 'signed-out', status: 401, serviceText: 'no' }],
    [403, { kind: 'signed-out', status: 403, serviceText: 'no' }],
    [404, { kind: 'refused', status: 404, serviceText: 'no' }],
    [409, { kind: 'refused', status: 409, serviceText: 'no' }],
    [413, { kind: 'refused', status: 413, serviceText: 'no' }],
    [422, { kind: 'refused', status: 422, serviceText: 'no' }],
    [429, { kind: 'too-many', retryAfter: undefined, serviceText: 'no' }],
    [500, { kind: 'failing', status: 500, serviceText: 'no', sent: 'unknown' }],
    [502, { kind: 'failing', status: 502, serviceText: 'no', sent: 'unknown' }],
    [503, { kind: 'failing', status: 503, serviceText: 'no', sent: 'unknown' }],
  ])('%i is told as what it is', async (status, expectedProblem) =>
    expect(await problem(status, 'no')).toEqual(expectedProblem),
  )

  test('that asks for basic authentication is a proxy’s, not a refused access token', async () => {
    const asking = (header: string, status = 401) => problem(status, 'no', { 'www-authenticate': header })
    for (const header of ['Basic realm="staff"', 'basic', 'Digest realm="x"', 'Negotiate', 'NTLM'])
      expect(await asking(header)).toEqual({ kind: 'refused', status: 401, serviceText: '', by: 'proxy' })
    for (const header of ['Bearer', 'Bearer realm="Basic"', 'basically', ''])
      expect(await asking(header)).toMatchObject({ kind: 'signed-out' })
    expect(await asking('Basic', 403)).toMatchObject({ kind: 'signed-out' })
  })

  test('of the console server says whether the request was sent', async () => {
    const ofHost = (status: number, delivery: string) => problem(status, '', { [deliveryHeader]: delivery }, [], true)
    expect(await ofHost(502, 'not-sent')).toEqual({ kind: 'unreachable', sent: 'not-sent' })
    expect(await ofHost(502, 'unknown')).toEqual({ kind: 'unreachable', sent: 'unknown' })
    expect(await ofHost(503, 'not-sent')).toMatchObject({ kind: 'failing', sent: 'not-sent' })
  })

  test.each([400, 408, 409, 413, 415, 431])(
    'a %i of the console server is its refusal: nothing was sent',
    async (status) => {
      const ownBody = '{"error":"body-too-large"}'
      expect(await problem(status, ownBody, { [deliveryHeader]: 'not-sent' }, [], true)).toEqual({
        kind: 'refused',
        status,
        serviceText: '',
        by: 'console-server',
      })
      expect(await problem(status, ownBody, {}, [], true)).toMatchObject({ serviceText: 'body-too-large' })
      expect(await problem(status, ownBody, { [deliveryHeader]: 'not-sent' })).not.toHaveProperty('by')
    },
  )

  test('of anybody else never says that the request was not sent', async () => {
    for (const status of [500, 502, 503, 504])
      expect(await problem(status, '', { [deliveryHeader]: 'not-sent' })).toMatchObject({ sent: 'unknown' })
  })

  test.each([
    ['5', {}, 5],
    ['0', {}, 1],
    ['9999999', {}, 86_400],
    ['Sat, 21 Nov 2026 10:00:30 GMT', { date: 'Sat, 21 Nov 2026 10:00:00 GMT' }, 30],
    ['Sat, 21 Nov 2026 09:00:00 GMT', { date: 'Sat, 21 Nov 2026 10:00:00 GMT' }, 1],
    ['Sat, 21 Nov 2026 10:00:30 GMT', {}, undefined],
    ['soon', {}, undefined],
  ])('429 with Retry-After %j waits as long as it says, and a second at least', async (header, date, seconds) =>
    expect(await problem(429, '', { 'retry-after': header, ...date })).toEqual({
      kind: 'too-many',
      retryAfter: seconds,
      serviceText: '',
    }),
  )

  test('503 with Retry-After says so as well', async () =>
    expect(await problem(503, '', { 'retry-after': '7' })).toMatchObject({ kind: 'failing', retryAfter: 7 }))

  test.each([
    ['plain text', 'plain text'],
    ['"a JSON text"', 'a JSON text'],
    ['{"error":"words"}', 'words'],
    ['{"code":7,"message":"words"}', 'words'],
    ['{"error":true,"message":"words"}', 'words'],
    ['{"error":"","message":"words"}', 'words'],
    ['{"error":{"message":"words"}}', 'words'],
    ['{"type":"about:blank","title":"short","detail":"words","status":400}', 'words'],
    ['{"title":"words"}', 'words'],
    ['{"errors":["x"]}', ''],
    ['[1]', ''],
    ['null', ''],
    ['<html><b>words</b>', ''],
    ['', ''],
    ['{"error":', '{"error":'],
  ])('%s says %j', async (body, serviceText) =>
    expect(await problem(400, body)).toEqual({ kind: 'refused', status: 400, serviceText }),
  )

  test('quotes no secret', async () => {
    expect(await problem(401, '{"error":"unknown bearer s3cret"}', {}, ['s3cret'])).toMatchObject({
      serviceText: '',
    })
  })

  test('keeps its status when its body is too large, breaks off or stalls', async () => {
    expect(await problem(409, 'x'.repeat(1001))).toEqual({ kind: 'refused', status: 409, serviceText: '' })
    for (const body of [brokenResponse('said', { status: 401 }), stalledResponse('said', { status: 401 })])
      expect(await problemFrom(await send(body, { first: 15 }), { cap: 99 })).toEqual({
        kind: 'signed-out',
        status: 401,
        serviceText: '',
      })
  })

  test('ended from outside while its words arrive ends with that reason', async () => {
    const leaving = new AbortController()
    const answer = await sendRequest(
      () => Promise.resolve(stalledResponse('x', { status: 500 })),
      'http://service/',
      { signal: leaving.signal },
      patient,
    )
    const error = thrown(problemFrom(answer, { cap: 99 }))
    leaving.abort('left')
    expect(await error).toBe('left')
  })

  test('that is a redirect is not followed: the access token goes nowhere else', async () => {
    let cancelled = false
    const elsewhere = { status: 302, headers: { location: 'http://elsewhere/' } }
    expect(
      await problemFrom(await send(streamedResponse(['x'], elsewhere, () => (cancelled = true))), { cap: 99 }),
    ).toMatchObject({
      kind: 'unreadable',
      status: 302,
      at: ['a redirect'],
    })
    expect(cancelled).toBe(true)
  })
})

test('a page of markup is not a success, and its beginning is shown', () => {
  expect(() => rejectHtml('{"a":"<p>"}', 200)).not.toThrow()
  try {
    rejectHtml(' \n<!doctype html>', 200)
    expect.unreachable()
  } catch (error) {
    expect(getProblem(error)).toMatchObject({
      kind: 'unreadable',
      received: { form: 'html', begins: '<!doctype html>' },
    })
  }
})
