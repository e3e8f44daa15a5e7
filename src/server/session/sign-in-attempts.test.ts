import { expect, onTestFinished, test } from 'vitest'
import { ServerSessionResponse, proofHeader } from '#api/console-server.ts'
import { parseReadings } from '#reference-service/readings.ts'
import { openTrial } from '#reference-service/testing/trial.ts'
import { ofPage, smallSite } from '#server/testing/sockets.ts'
import { trialSite } from '#server/testing/trial-site.ts'
import { createHandler } from '#server/handler.ts'
import { limits } from '#server/limits.ts'
import type { SecurityEvent } from '#server/log.ts'
import { createMemoryStore, createSessions } from './sessions.ts'
import { createCounterMemory, createSignInRateLimit } from './sign-in-rate-limit.ts'
import { inProcessUpstream, type Upstream } from '#server/upstream.ts'

const origin = 'http://127.0.0.1:4173'
const address = '192.0.2.7'

/** A console server before a service, its clock and what it noted. */
async function site(around: (service: Upstream) => Upstream = (service) => service) {
  const trial = await openTrial(parseReadings('documented'))
  onTestFinished(() => trial.close())
  const clock = { now: 0 }
  const store = createMemoryStore(() => clock.now)
  const sessions = createSessions(
    store,
    { idle: 900_000, absolute: 28_800_000, maxSessions: 100, maxPerPerson: 2 },
    () => clock.now,
  )
  const events: SecurityEvent[] = []
  const pauses: { ms: number; end: () => void }[] = []
  const parts = {
    ...trialSite(around(inProcessUpstream(trial.fetch))),
    sessions,
    signInLimit: createSignInRateLimit(
      createCounterMemory(() => clock.now),
      () => clock.now,
      limits,
    ),
    note: (event: SecurityEvent) => void events.push(event),
  }
  const slowParts = { ...parts, pause: (ms: number) => new Promise<void>((end) => void pauses.push({ ms, end })) }
  const asker = (handler = createHandler({ files: smallSite, ...parts })) => {
    return (method: string, target: string, { body, signal, headers = {} }: Asked = {}) => {
      const init = {
        method,
        body: body === undefined ? null : JSON.stringify(body),
        headers: { ...ofPage, 'content-type': 'application/json', ...headers },
        ...(signal && { signal }),
      }
      return handler(new Request(origin + target, init), target, address)
    }
  }
  const askPatiently = asker(createHandler({ files: smallSite, ...slowParts }))
  return { trial, clock, sessions, events, pauses, ask: asker(), askPatiently }
}

type Asked = { body?: object; signal?: AbortSignal; headers?: Record<string, string> }

const wrong = { by: 'bearer', bearer: 'nobody' }

test('a guess whose client goes away holds its place until the service has answered, and counts', async () => {
  const answers: (() => void)[] = []
  const { ask, events } = await site((service) => async (call) => {
    await new Promise<void>((resolve) => void answers.push(resolve))
    return service(call)
  })
  const going = new AbortController()
  const guesses = Array.from({ length: 5 }, () =>
    ask('POST', '/console-session', { body: wrong, signal: going.signal }),
  )
  await expect.poll(() => answers.length).toBe(5)
  going.abort()
  expect((await ask('POST', '/console-session', { body: wrong })).headers.get('retry-after')).toBe('60')
  expect(answers).toHaveLength(5)
  while (answers.length > 0) answers.pop()?.()
  await Promise.all(guesses)
  expect((await ask('POST', '/console-session', { body: wrong })).headers.get('retry-after')).toBe('60')
  expect(events.filter(({ event }) => event === 'sign-in-refused')).toHaveLength(5)
})

const guess = { by: 'password', email: 'root@x.test', password: 'a guess' }

test.each([
  [404, '', 5],
  [500, '', 5],
  [200, '{"data":[]}', 5],
  [302, '', 5],
  [503, '', 12], // nothing was checked
])('a guessed password counts whatever the service answers: %i %s', async (status, body, heard) => {
  let guesses = 0
  const { ask } = await site(() => async ({ method }) => {
    if (method === 'POST') guesses += 1
    return new Response(body, { status })
  })
  for (let attempt = 0; attempt < 12; attempt += 1) await ask('POST', '/console-session', { body: guess })
  expect(guesses).toBe(heard)
})

test('a right password does not count as a guess when the list cannot be read then', async () => {
  let requests = 0
  const { ask } = await site(() => async ({ target }) => {
    if (target === '/_/token') return new Response('', { status: 500 })
    requests += 1
    return Response.json({ data: [{ token: 'granted' }] })
  })
  for (let attempt = 0; attempt < 12; attempt += 1) await ask('POST', '/console-session', { body: guess })
  expect(requests).toBe(12)
})

test('a sign-in whose client has gone starts no session', async () => {
  const going = new AbortController()
  const { ask, events, trial } = await site((service) => (call) => {
    going.abort()
    return service(call)
  })
  await ask('POST', '/console-session', { body: { by: 'bearer', bearer: trial.bearer }, signal: going.signal })
  expect(events).toEqual([])
})

test('a refusal waits until 500 ms have passed since it was asked for; a sign-in does not', async () => {
  const { askPatiently, pauses, trial } = await site()
  let refused = 0
  for (const body of [
    wrong,
    { by: 'password', email: trial.admin.email, password: 'x' },
    { by: 'password', email: 'no@x.test', password: 'x' },
  ]) {
    const answer = askPatiently('POST', '/console-session', { body }).then(() => (refused += 1))
    await expect.poll(() => pauses.length).toBe(1)
    const { ms, end } = pauses.pop() ?? expect.fail('it does not wait')
    expect(ms).toBe(500)
    const before = refused
    await new Promise((resolve) => setTimeout(resolve, 30))
    expect(refused).toBe(before)
    end()
    await answer
    expect(refused).toBe(before + 1)
  }
  const good = await askPatiently('POST', '/console-session', { body: { by: 'bearer', bearer: trial.bearer } })
  expect(good.status).toBe(201)
})

test('the log has sign-ins, their rejection and their end, by an id that opens nothing, and names nobody', async () => {
  const { ask, clock, sessions, events, trial } = await site()
  const signIn = async (body: object = { by: 'password', ...trial.admin }) => {
    const answer = await ask('POST', '/console-session', { body })
    const cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? ''
    const { proof = '' } = ServerSessionResponse.parse(await answer.json())
    return { cookie, [proofHeader]: proof }
  }
  const heard = () => events.splice(0).map(({ event }) => event)
  const first = await signIn()
  await signIn()
  const logged = JSON.stringify(events)
  expect(heard()).toEqual(['signed-in', 'signed-in'])
  await signIn() // a person has two at most
  expect(heard()).toEqual(['session-ended', 'signed-in'])
  const fourth = await signIn()
  expect(heard()).toEqual(['session-ended', 'signed-in'])
  await ask('DELETE', '/console-session', { headers: fourth })
  expect(heard()).toEqual(['signed-out'])
  clock.now = 900_000
  await sessions.removeExpired()
  expect(heard()).toEqual(['session-ended'])
  await ask('POST', '/console-session', { body: wrong })
  await ask('GET', '/console-session', { headers: { 'sec-fetch-site': 'cross-site' } })
  for (let time = 0; time < 5; time += 1) await ask('POST', '/console-session', { body: wrong })
  expect(heard()).toEqual([
    'sign-in-refused',
    'origin-refused',
    ...Array<string>(4).fill('sign-in-refused'),
    'sign-in-limited',
  ])
  for (const secret of [
    trial.admin.email,
    trial.admin.password,
    trial.bearer,
    first.cookie.slice(-43),
    first[proofHeader],
  ]) {
    expect(logged).not.toContain(secret)
  }
  expect(logged).toMatch(/^\[(\{"event":"signed-in","address":"192\.0\.2\.7","session":"[0-9a-f]{16}"\},?){2}\]$/)
})
