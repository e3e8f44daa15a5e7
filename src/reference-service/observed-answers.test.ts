import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { PRESETS } from './readings.ts'
import { openTrial, type Answer, type Trial } from './testing/trial.ts'

let trial: Trial
beforeEach(async () => {
  trial = await openTrial(PRESETS['query-server'])
})
afterEach(() => trial.close())

const answer = (status: number, text = ''): Answer => ({ status, type: null, text })

describe('every answer, status and text', () => {
  test.each<[method: string, path: string, body: unknown, expected: Answer]>([
    ['POST', '/_/token', { name: 'a' }, answer(201)],
    ['PUT', '/_/token', { name: 'kept', active: false }, answer(200)],
    ['DELETE', '/_/token', { name: 'kept' }, answer(200)],
    ['DELETE', '/_/token', { name: 'nobody' }, answer(200)],
    ['POST', '/_/token', undefined, answer(400, 'The body is empty')],
    ['PUT', '/_/token', undefined, answer(400, 'The body is empty')],
    ['DELETE', '/_/token?name=kept', undefined, answer(400, 'The body is empty')],
    ['POST', '/_/token', '\n', answer(400, 'The body is not JSON')],
    ['POST', '/_/token', '{}', answer(400, 'The body is not as expected: name')],
    ['POST', '/_/token', '{\n}', answer(400, 'The body is not as expected: name')],
    ['POST', '/_/token', '{"name":"abcd","active":1}', answer(400, 'The body is not as expected: active')],
    [
      'POST',
      '/_/token',
      { name: 'a', expiration_date: 0 },
      answer(400, 'The expiration_date must be greater than current time'),
    ],
    [
      'POST',
      '/_/token',
      { name: 'a', expiration_date: -1 },
      answer(400, 'The expiration_date must be greater than current time'),
    ],
    [
      'POST',
      '/_/token',
      { name: 'a', expiration_date: 1_799_999_999 },
      answer(400, 'The expiration_date must be greater than current time'),
    ],
    [
      'POST',
      '/_/token',
      { name: 'kept', expiration_date: 1_799_999_999 },
      answer(400, 'The expiration_date must be greater than current time'),
    ],
    ['POST', '/_/token', { name: 'a', expiration_date: 1_800_000_000 }, answer(201)],
    ['POST', '/_/token', { name: 'a', expiration_date: 1_000_000_000_000 }, answer(201)],
    ['POST', '/_/token', { name: 'a', expiration_date: null, active: null, write: null, more: {} }, answer(201)],
    ['POST', '/_/token', { name: 'kept' }, answer(201)],
    ['PUT', '/_/token', { name: 'kept', expiration_date: 1 }, answer(200)],
    ['PUT', '/_/token', { name: 'nobody', active: true }, answer(400, 'Query returned no rows')],
    ['PUT', '/_/token', { name: 'nobody', active: true, write: true, expiration_date: 1 }, answer(200)],
    ['GET', '/_/token/value', undefined, answer(400, 'Missing query string')],
    ['GET', '/_/token/value?', undefined, answer(400, 'Missing query string: name')],
    ['GET', '/_/token/value?Name=kept', undefined, answer(400, 'Missing query string: name')],
    ['GET', '/_/token/value?name=nobody', undefined, answer(200, '{"data":[]}')],
    ['GET', '/_/token/value?name=', undefined, answer(200, '{"data":[]}')],
    ['POST', '/_/user', '{"email":"a@b"}', answer(400, 'The body is not as expected: password')],
    ['POST', '/_/user', { email: 'a', password: '' }, answer(201)],
    ['POST', '/_/user', { email: 'root@example.test', password: 'x' }, answer(201)],
    [
      'PUT',
      '/_/user',
      { email: 'other@example.test', new_email: 'root@example.test' },
      answer(500, 'Internal Server Error'),
    ],
    ['PUT', '/_/user', { email: 'other@example.test', new_email: '' }, answer(500, 'Internal Server Error')],
    ['PUT', '/_/user', { email: 'nobody', admin: true }, answer(500, 'Internal Server Error')],
    ['PUT', '/_/user', { email: 'nobody', new_password: 'x', admin: true, active: true }, answer(200)],
    ['PUT', '/_/user', '{"email":"nobody","admin":"yes"}', answer(400, 'The body is not as expected: admin')],
    ['DELETE', '/_/user', { email: 'other@example.test' }, answer(200)],
    ['DELETE', '/_/user', { email: 'x' }, answer(400, "The email (x) don't exist")],
    [
      'POST',
      '/_/user/token/value',
      { email: 'root@example.test', password: 'no' },
      answer(400, 'The email or password is not correct.'),
    ],
    [
      'POST',
      '/_/user/token/value',
      { email: 'nobody', password: 'no' },
      answer(400, 'The email or password is not correct.'),
    ],
    ['GET', '/_/healthcheck', undefined, answer(200, 'OK')],
    ...['PATCH', 'HEAD', 'OPTIONS'].map((method): [string, string, unknown, Answer] => [
      method,
      '/_/token',
      undefined,
      answer(404, '404 Not Found'),
    ]),
    ['GET', '/', undefined, answer(404, '404 Not Found')],
    ['GET', '/_', undefined, answer(404, '404 Not Found')],
    ['GET', '/_/nothing', undefined, answer(404, '404 Not Found')],
    ['GET', '/_/%74oken', undefined, answer(404, '404 Not Found')],
    ['POST', '/_/token/value', undefined, answer(404, '404 Not Found')],
  ])('%s %s %j', async (method, path, body, expected) => {
    await trial.call('POST', '/_/token', { name: 'kept' })
    await trial.call('POST', '/_/user', { email: 'other@example.test', password: 'x' })
    expect(await trial.call(method, path, body)).toEqual(expected)
  })

  test('the scheme is Bearer in any case, with exactly one space', async () => {
    const ask = async (authorization: string) =>
      (await trial.fetch(new Request('http://x/_/token', { headers: { authorization } }))).status
    const headers = [`bEARER ${trial.bearer}`, `Basic ${trial.bearer}`, `Bearer  ${trial.bearer}`]
    expect(await Promise.all(headers.map(ask))).toEqual([200, 401, 401])
  })
})
