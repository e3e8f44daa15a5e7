import { expect, onTestFinished, test } from 'vitest'
import { parseReadings } from '#reference-service/readings.ts'
import { openTrial } from '#reference-service/testing/trial.ts'
import type { SignInRequest } from '#api/credentials.ts'
import type { Fetch } from './request.ts'
import { signInWith } from './sign-in.ts'

/** Signing in to a service of this reading. `answers`: what calls to a path get instead of its answer. */
async function signingIn(readings = 'documented') {
  const trial = await openTrial(parseReadings(readings))
  onTestFinished(() => trial.close())
  const requests: (string | null)[][] = []
  const answers = new Map<string, Fetch>()
  const fetch: Fetch = async (url, init) => {
    const request = new Request(url, init)
    const { pathname } = new URL(url)
    requests.push([request.method, pathname, request.headers.get('authorization')])
    const answer = answers.get(pathname)
    return answer === undefined ? trial.fetch(request) : answer(url, init)
  }
  const signIn = (way: SignInRequest, { signal } = new AbortController()) =>
    signInWith({ fetch, origin: 'http://service.test/' }, way, signal)
  return { trial, requests, answers, signIn, right: { by: 'password' as const, ...trial.admin } }
}

const by = (bearer: string) => ({ by: 'bearer', bearer }) as const
const list = '/_/token'
const passwords = '/_/user/token/value'

test('an admin’s access token and an admin’s password both sign in', async () => {
  const { signIn, trial, right } = await signingIn()
  expect(await signIn(by(trial.bearer))).toEqual({ bearer: trial.bearer })
  expect(await signIn(right)).toHaveProperty('bearer')
})

test.each(['documented', 'query-server'])('under “%s” an unknown access token is rejected', async (readings) => {
  const { signIn } = await signingIn(readings)
  expect(await signIn(by('nobody'))).toEqual({ refused: { why: 'bearer-refused', status: 401 } })
})

test('the value of a token is told as one, if it shows that it is, and only after a 401', async () => {
  const { signIn, answers } = await signingIn()
  const claiming = by(`e30.${btoa('{"iss":"token"}')}.c2ln`)
  expect(await signIn(claiming)).toEqual({ refused: { why: 'bearer-refused', status: 401, isTokenValue: true } })
  answers.set(list, async () => new Response('', { status: 403 }))
  expect(await signIn(claiming)).toEqual({ refused: { why: 'bearer-refused', status: 403 } })
})

test.each(['documented', 'wrong-password=refused-400', 'query-server'])(
  'under “%s” a wrong password is a rejected password, whatever its status',
  async (readings) => {
    const { signIn, right } = await signingIn(readings)
    expect(await signIn({ ...right, password: 'wrong horse' })).toEqual({ refused: { why: 'password-refused' } })
  },
)

test.each(['documented', 'query-server'])('under “%s” a user who is not an admin is told so', async (readings) => {
  const { signIn, trial } = await signingIn(readings)
  await trial.call('POST', '/_/user', { email: 'li@x.test', password: 'long enough', admin: false, active: true })
  await trial.call('PUT', '/_/user', { email: 'li@x.test', admin: false, active: true })
  const refused = await signIn({ by: 'password', email: 'li@x.test', password: 'long enough' })
  expect(refused).toEqual({ refused: { why: 'not-an-admin' } })
})

test.each(['bare', 'turned-off=users'])(
  'a service without sign-in by password is reported as such: under “%s” another call rejects that nobody is signed in',
  async (readings) => {
    const { signIn, right, requests } = await signingIn(readings)
    expect(await signIn(right)).toEqual({ refused: { why: 'no-password-sign-in' } })
    expect(requests).toEqual([
      ['POST', passwords, null],
      ['GET', list, null],
      ['GET', '/_/user', null],
    ])
  },
)

test('an address where no call of the service exists may be wrong; one that fails meanwhile tells nothing', async () => {
  const { signIn, right, answers } = await signingIn('turned-off=both')
  expect(await signIn(right)).toEqual({ refused: { why: 'problem', problem: { kind: 'no-service' } } })
  answers.set(list, () => Promise.reject(new TypeError('network')))
  expect(await signIn(right)).toEqual({ refused: { why: 'no-password-sign-in' } })
})

test.each<[string, Fetch, string]>([
  ['no answer', () => Promise.reject(new TypeError('network')), 'unreachable'],
  ['a 500', async () => new Response('', { status: 500 }), 'failing'],
  ['a 429', async () => new Response('', { status: 429 }), 'too-many'],
  ['a page', async () => new Response('<!doctype html>'), 'unreadable'],
])('after %s nobody is signed in, and the problem is told', async (_, answer, kind) => {
  const { signIn, trial, answers, right } = await signingIn()
  const refused = { why: 'problem', problem: { kind } }
  answers.set(list, answer)
  expect(await signIn(by(trial.bearer))).toMatchObject({ refused, isUnjudged: true })
  answers.set(passwords, answer)
  expect(await signIn(right)).toMatchObject({ refused })
})

test('a proxy that asks for basic authentication is not a rejected access token or password', async () => {
  const { signIn, trial, answers, right } = await signingIn()
  const fault = async () => new Response('', { status: 401, headers: { 'www-authenticate': 'Basic realm="staff"' } })
  const refused = { why: 'problem', problem: { kind: 'refused', status: 401, serviceText: '', by: 'proxy' } }
  answers.set(list, fault)
  expect(await signIn(by(trial.bearer))).toMatchObject({ refused })
  answers.set(passwords, fault)
  expect(await signIn(right)).toEqual({ refused })
})

test('nobody can sign in to a service where both tokens and users are turned off, but where only users are on', async () => {
  const off = await signingIn('turned-off=both')
  const refused = { why: 'problem', problem: { kind: 'no-service' } }
  expect(await off.signIn(by(off.trial.bearer))).toMatchObject({ refused })
  const { signIn, trial } = await signingIn('turned-off=tokens')
  expect(await signIn(by(trial.bearer))).toEqual({ bearer: trial.bearer })
  expect(await signIn(by('nobody'))).toMatchObject({ refused: { why: 'bearer-refused' } })
})

test('a cancelled sign-in is not a rejection', async () => {
  const { signIn, answers } = await signingIn()
  const ending = new AbortController()
  answers.set(list, (_, { signal }) => {
    return new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason as Error)))
  })
  const signing = signIn(by('x'), ending)
  ending.abort()
  await expect(signing).rejects.toHaveProperty('name', 'AbortError')
})

test('the password is sent in one request, and the access token from its answer in the next', async () => {
  const { requests, signIn, right, trial } = await signingIn()
  await signIn(right)
  expect(requests).toEqual([
    ['POST', passwords, null],
    ['GET', list, `Bearer ${trial.bearer}`],
  ])
})
