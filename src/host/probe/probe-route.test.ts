import { expect, onTestFinished, test } from 'vitest'
import { ProbeLine } from '#contract/probe/report.ts'
import { hostAround, ofPage } from '#host/testing/sockets.ts'
import { trialSession } from '#host/testing/trial-site.ts'
import { PRESETS } from '#reference/readings.ts'
import { openTrial } from '#reference/testing/trial.ts'
import { limits } from '#host/limits.ts'
import { createProbeRoute } from './probe-route.ts'
import { functionUpstream } from '#host/upstream.ts'

/** A service, and a function that is called for every request before it is carried out. */
async function openService(before: (request: Request) => void | Promise<unknown>) {
  const trial = await openTrial(PRESETS['query-server'])
  onTestFinished(() => trial.close())
  Object.defineProperty(trial.clock, 'now', { get: Date.now })
  const upstream = functionUpstream(async (request) => {
    await before(request)
    return trial.fetch(request)
  })
  return { trial, upstream, session: { ...trialSession, bearer: trial.bearer } }
}

const asking = (body: object) =>
  new Request('http://console.test/console-probe', { method: 'POST', body: JSON.stringify(body) })

test('the check of updates alone is made from here too, on one token of its own', async () => {
  const requests: string[] = []
  const { upstream, session } = await openService(({ method, url }) => {
    requests.push(`${method} ${new URL(url).pathname}`)
  })
  const route = createProbeRoute(upstream, limits)
  const request = asking({ write: true, only: 'token-updates' })
  const answer = await route.answer(request, session, new AbortController().signal)
  const lines = (await answer.text()).trim().split('\n')
  const last = ProbeLine.parse(JSON.parse(lines.at(-1) ?? ''))
  expect(last).toMatchObject({
    report: { left: [], learned: { 'value-on-put': { seen: 'new-refused' }, 'omitted-on-put': { seen: 'kept' } } },
  })
  expect(requests.filter((call) => !call.startsWith('GET '))).toEqual([
    'POST /_/token',
    'PUT /_/token',
    'PUT /_/token',
    'PUT /_/token',
    'DELETE /_/token',
  ])
})

test('checks run one at a time for a person, however the email was spelled, and end by a sign-in of any spelling', async () => {
  const { upstream, session } = await openService(() => undefined)
  const route = createProbeRoute(upstream, limits)
  const { signal } = new AbortController()
  const other = { ...session, identity: 'the same person in other letters' }
  const first = await route.answer(asking({ write: false }), session, signal)
  expect((await route.answer(asking({ write: false }), other, signal)).status).toBe(409)
  const stop = new Request('http://console.test/console-probe', { method: 'DELETE' })
  expect((await route.answer(stop, other, signal)).status).toBe(204)
  expect(await first.text()).toContain('"interrupted":true')
})

test('closing stops running checks at once, waits until they have deleted what they created, and lets no others begin', async () => {
  let onCreated = () => {}
  const created = new Promise<void>((resolve) => (onCreated = resolve))
  let writes = 0
  const { trial, upstream, session } = await openService(async ({ method }) => {
    if (method === 'POST') writes += 1
    if (method === 'PUT') {
      onCreated()
      await new Promise((go) => setTimeout(go, 200))
    }
  })
  const route = createProbeRoute(upstream, limits)
  const { signal } = new AbortController()
  const answer = await route.answer(asking({ write: true }), session, signal)
  await created
  const before = writes
  await route.close()
  const names = [...trial.store.read('SELECT name FROM token'), ...trial.store.read('SELECT email AS name FROM user')]
  expect(names.filter(({ name }) => String(name).includes('query-admin-probe'))).toEqual([])
  expect(writes).toBe(before)
  const last = ProbeLine.parse(JSON.parse((await answer.text()).trim().split('\n').at(-1) ?? ''))
  expect(last).toMatchObject({ report: { left: [], interrupted: true } })

  const late = await route.answer(asking({ write: true }), session, signal)
  expect(await late.text()).toContain('"interrupted":true')
  expect(writes).toBe(before)
})

test('closing does not wait longer than its limit', async () => {
  let onBegan = () => {}
  const began = new Promise<void>((resolve) => (onBegan = resolve))
  const { upstream, session } = await openService(() => {
    onBegan()
    return new Promise(() => undefined)
  })
  const route = createProbeRoute(upstream, { ...limits, cleanUp: 50 })
  await route.answer(asking({ write: true }), session, new AbortController().signal)
  await began
  const closedAt = performance.now()
  await route.close()
  expect(performance.now() - closedAt).toBeLessThan(2_000)
})

test('a service that takes longer than the idle limit for a step does not cut off the checks', async () => {
  let isFirst = true
  const upstream = functionUpstream(async () => {
    if (isFirst) await new Promise((go) => setTimeout(go, 900))
    isFirst = false
    return Response.json({ data: [] })
  })
  const { origin, close } = await hostAround(upstream, { idle: 300 })
  onTestFinished(close)
  const headers = { ...ofPage, 'content-type': 'application/json' }
  const answer = await fetch(`${origin}/console-probe`, { method: 'POST', headers, body: '{"write":false}' })
  const lines = (await answer.text()).trim().split('\n')
  expect(ProbeLine.parse(JSON.parse(lines.at(-1) ?? ''))).toHaveProperty('report')
  for (const line of lines.slice(0, -1)) expect(line).toMatch(/^(\{"step":"[a-z-]+"\}|\{\})$/)
})
