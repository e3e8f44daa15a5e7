import { expect, test, vi } from 'vitest'
import { backendOf } from '#web/testing/backends.ts'

test('an admin’s access token and an admin’s password both sign in', async () => {
  const { signIn, trial, right } = await backendOf()
  expect(await signIn({ by: 'bearer', bearer: trial.bearer })).toMatchObject({ signed: { email: undefined } })
  expect(await signIn(right)).toMatchObject({ signed: { email: trial.admin.email } })
})

test.each([
  ['documented', 401],
  ['query-server', 401],
])('under “%s” an unknown access token is rejected with its status', async (readings, status) => {
  const { signIn } = await backendOf(readings)
  expect(await signIn({ by: 'bearer', bearer: 'nobody' })).toEqual({ refused: { why: 'bearer-refused', status } })
})

test('the value of a token is told as one, if it shows that it is, and only after a 401', async () => {
  const { signIn, network } = await backendOf()
  const claiming = { by: 'bearer', bearer: `e30.${btoa('{"iss":"token"}')}.c2ln` } as const
  expect(await signIn(claiming)).toMatchObject({ refused: { why: 'bearer-refused', status: 401, isTokenValue: true } })
  network.interceptNext('GET', '/admin/_/token', { status: 403 })
  expect(await signIn(claiming)).toEqual({ refused: { why: 'bearer-refused', status: 403 } })
})

test.each(['documented', 'wrong-password=refused-400', 'query-server'])(
  'under “%s” a wrong password is a rejected password, whatever its status',
  async (readings) => {
    const { signIn, trial } = await backendOf(readings)
    const refused = await signIn({ by: 'password', email: trial.admin.email, password: 'wrong horse' })
    expect(refused).toEqual({ refused: { why: 'password-refused' } })
  },
)

test.each(['documented', 'query-server'])(
  'under “%s” a user who is not an admin is told so, and not kept',
  async (readings) => {
    const { signIn, trial, network } = await backendOf(readings)
    await trial.call('POST', '/_/user', { email: 'li@x.test', password: 'long enough', admin: false, active: true })
    await trial.call('PUT', '/_/user', { email: 'li@x.test', admin: false, active: true })
    const refused = await signIn({ by: 'password', email: 'li@x.test', password: 'long enough' })
    expect(refused).toEqual({ refused: { why: 'not-an-admin' } })
    expect(network.requestsTo('GET', '/admin/_/token').at(-1)?.bearer).toMatch(/^Bearer /)
  },
)

test('a service without sign-in by password is reported as such', async () => {
  const { signIn, right } = await backendOf('bare')
  expect(await signIn(right)).toEqual({ refused: { why: 'no-password-sign-in' } })
})

test.each([
  ['network', 'unreachable'],
  [{ status: 500 }, 'failing'],
  [{ status: 429 }, 'too-many'],
  [{ status: 200, body: '<!doctype html>' }, 'unreadable'],
] as const)('after “%o” nobody is signed in, and the problem is %s', async (fault, kind) => {
  const { signIn, trial, network, right } = await backendOf()
  network.interceptNext('GET', '/admin/_/token', fault)
  expect(await signIn({ by: 'bearer', bearer: trial.bearer })).toMatchObject({
    refused: { why: 'problem', problem: { kind } },
  })
  network.interceptNext('POST', '/admin/_/user/token/value', fault)
  expect(await signIn(right)).toMatchObject({ refused: { why: 'problem', problem: { kind } } })
})

test('a proxy that asks for basic authentication is not a rejected access token or password', async () => {
  const { signIn, trial, network, right } = await backendOf()
  const fault = { status: 401, headers: { 'www-authenticate': 'Basic realm="staff"' } }
  const refused = { why: 'problem', problem: { kind: 'refused', status: 401, serviceText: '', by: 'proxy' } }
  network.interceptNext('GET', '/admin/_/token', fault)
  expect(await signIn({ by: 'bearer', bearer: trial.bearer })).toMatchObject({ refused })
  network.interceptNext('POST', '/admin/_/user/token/value', fault)
  expect(await signIn(right)).toEqual({ refused })
})

test('nobody can sign in to a service where both tokens and users are turned off', async () => {
  const { signIn, trial } = await backendOf('turned-off=both')
  expect(await signIn({ by: 'bearer', bearer: trial.bearer })).toMatchObject({
    refused: { why: 'problem', problem: { kind: 'no-service' } },
  })
})

test('an admin can sign in to a service where only users are turned on', async () => {
  const { signIn, trial } = await backendOf('turned-off=tokens')
  expect(await signIn({ by: 'bearer', bearer: trial.bearer })).toHaveProperty('signed')
  expect(await signIn({ by: 'bearer', bearer: 'nobody' })).toMatchObject({ refused: { why: 'bearer-refused' } })
})

test('a cancelled sign-in is not a rejection', async () => {
  const { backend, network } = await backendOf()
  network.interceptNext('GET', '/admin/_/token', 'never')
  const ending = new AbortController()
  const signing = backend.signIn({ by: 'bearer', bearer: 'x' }, false, ending.signal)
  ending.abort()
  await expect(signing).rejects.toHaveProperty('name', 'AbortError')
})

test('a refusal during the sign-in does not sign out; once the service refuses every call, the session is over', async () => {
  const { signIn, trial, network } = await backendOf()
  await signIn({ by: 'bearer', bearer: 'nobody' })
  const came = await signIn({ by: 'bearer', bearer: trial.bearer }, true)
  if (!('signed' in came)) throw new Error('not in')
  const { state, service } = came.signed
  expect(state.get().is).toBe('open')
  network.interceptAll('GET', '/admin/_/token', { status: 403 })
  await expect(service.tokens.list()).rejects.toThrow('signed-out')
  await vi.waitFor(() => expect(state.get()).toMatchObject({ is: 'over', by: { by: 'service', status: 403 } }))
  expect(sessionStorage.length).toBe(0)
})

test('the password is sent in one request, and the bearer from its answer in the next', async () => {
  const { network, signIn, right, trial } = await backendOf()
  await signIn(right)
  expect(network.requests.map(({ method, path: requestPath, bearer }) => [method, requestPath, bearer])).toEqual([
    ['POST', '/admin/_/user/token/value', null],
    ['GET', '/admin/_/token', `Bearer ${trial.bearer}`],
  ])
})

test('a bearer can be kept in the tab: a reload stays signed in, and signing out clears it', async () => {
  const { find, signIn, signal, trial } = await backendOf()
  await signIn({ by: 'bearer', bearer: trial.bearer })
  expect(sessionStorage.length).toBe(0)
  expect(await signIn({ by: 'bearer', bearer: trial.bearer }, true)).toMatchObject({ signed: { kept: 'tab' } })
  expect(Object.values(sessionStorage)).toEqual([trial.bearer])
  expect(Object.keys(localStorage)).toEqual(['query-admin sign-out http://console.test/admin/'])
  const reloaded = await find()
  expect(await reloaded.resume(signal)).toMatchObject({ signed: { kept: 'tab' } })
  await reloaded.signOut()
  expect(sessionStorage.length + localStorage.length).toBe(0)
  expect(await (await find()).resume(signal)).toBeUndefined()
})

test('a sign-in that keeps nothing removes what an earlier one kept: a reload signs nobody in', async () => {
  const { find, signIn, signal, trial, right } = await backendOf()
  await signIn({ by: 'bearer', bearer: trial.bearer }, true)
  expect(await signIn(right)).toMatchObject({ signed: { kept: 'page' } })
  expect(sessionStorage.length).toBe(0)
  expect(await (await find()).resume(signal)).toBeUndefined()
})

test('a sign-out message is believed only with this sign-in’s secret, and only until the sign-out', async () => {
  const { find, signIn, backend, told, right } = await backendOf()
  await signIn(right)
  const other = await find()
  for (const forged of [undefined, '', 'x'.repeat(32)]) expect(await other.followSignOut(forged)).toBeUndefined()
  await backend.signOut()
  const secret = told.at(-1)?.[1]
  expect(secret).toMatch(/^[0-9a-f]{32}$/)
  expect(await other.followSignOut(secret)).toBe('ended')
  await other.signIn(right, false, new AbortController().signal)
  expect(await other.followSignOut(secret)).toBeUndefined()
})

test('a refusal of a former sign-in neither ends the current one nor forgets its access token', async () => {
  const { signIn, network, right, trial } = await backendOf()
  const first = await signIn(right)
  const second = await signIn({ by: 'bearer', bearer: trial.bearer }, true)
  if (!('signed' in first) || !('signed' in second)) throw new Error('refused')
  const release = network.hold('GET', '/admin/_/token/value')
  network.interceptNext('GET', '/admin/_/token/value', { status: 401 })
  const late = first.signed.service.tokens.value('ci')
  first.signed.leave()
  network.requests.length = 0
  release()
  await expect(late).rejects.toThrow('signed-out')
  await new Promise((go) => setTimeout(go))
  expect(network.requests).toEqual([])
  expect(second.signed.state.get().is).toBe('open')
  expect(sessionStorage.length).toBe(1)
})

test('a kept bearer is cleared when the service rejects it, but not when nobody answers', async () => {
  const { find, signIn, signal, network, trial } = await backendOf()
  await signIn({ by: 'bearer', bearer: trial.bearer }, true)
  network.interceptNext('GET', '/admin/_/token', 'network')
  expect(await (await find()).resume(signal)).toMatchObject({ refused: { why: 'problem' } })
  expect(sessionStorage.length).toBe(1)
  network.interceptNext('GET', '/admin/_/token', { status: 401 })
  expect(await (await find()).resume(signal)).toEqual({ refused: { why: 'bearer-refused', status: 401 } })
  expect(sessionStorage.length).toBe(0)
})

test('the next person counts as the same one only if the service names the same account', async () => {
  const { signIn, trial, right } = await backendOf()
  await trial.call('POST', '/_/user', { email: 'li@x.test', password: 'long enough', admin: true, active: true })
  expect(await signIn(right)).toMatchObject({ signed: { isSamePerson: false } })
  expect(await signIn({ by: 'bearer', bearer: trial.bearer })).toMatchObject({ signed: { isSamePerson: true } })
  const other = await signIn({ by: 'password', email: 'li@x.test', password: 'long enough' })
  expect(other).toMatchObject({ signed: { isSamePerson: false } })
})

test('after a sign-out in another tab, an access token that names nobody is forgotten: nobody can tell who it was', async () => {
  const { backend, signIn, trial, network, right } = await backendOf()
  for (const path of ['/admin/_/token', '/admin/_/user'])
    network.interceptAll('GET', path, { status: 200, body: '{"data":[]}' })
  const opaque = { by: 'bearer', bearer: 'an-opaque-token' } as const
  await signIn(opaque)
  expect(await signIn(opaque)).toMatchObject({ signed: { isSamePerson: true } })
  const secret = localStorage.getItem('query-admin sign-out http://console.test/admin/') ?? undefined
  expect(await backend.followSignOut(secret)).toBe('ended')
  expect(await signIn(opaque)).toMatchObject({ signed: { isSamePerson: false } })
  await signIn(right)
  const own = localStorage.getItem('query-admin sign-out http://console.test/admin/') ?? undefined
  expect(await backend.followSignOut(own)).toBe('ended')
  expect(await signIn({ by: 'bearer', bearer: trial.bearer })).toMatchObject({ signed: { isSamePerson: true } })
})

test('once its session is over, nothing more is sent', async () => {
  const { signIn, trial, network } = await backendOf()
  const outcome = await signIn({ by: 'bearer', bearer: trial.bearer })
  if (!('signed' in outcome)) throw new Error('refused')
  outcome.signed.end({ by: 'elsewhere' })
  network.requests.length = 0
  await expect(outcome.signed.service.tokens.list()).rejects.toThrow('no-session')
  expect(network.requests).toEqual([])
})
