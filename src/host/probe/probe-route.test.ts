import { expect, onTestFinished, test } from 'vitest'
import { ProbeLine } from '#contract/probe/report.ts'
import { trialSession } from '#host/testing/trial-site.ts'
import { PRESETS } from '#reference/readings.ts'
import { openTrial } from '#reference/testing/trial.ts'
import { limits } from '#host/limits.ts'
import { createProbeRoute } from './probe-route.ts'
import { functionUpstream } from '#host/upstream.ts'

test('the check of updates alone is made from here too, on one token of its own', async () => {
  const trial = await openTrial(PRESETS['query-server'])
  onTestFinished(() => trial.close())
  Object.defineProperty(trial.clock, 'now', { get: Date.now })
  const asked: string[] = []
  const upstream = functionUpstream((request) => {
    asked.push(`${request.method} ${new URL(request.url).pathname}`)
    return trial.fetch(request)
  })
  const route = createProbeRoute(upstream, limits)
  const body = JSON.stringify({ write: true, only: 'token-updates' })
  const request = new Request('http://console.test/console-probe', { method: 'POST', body })
  const answer = await route(request, { ...trialSession, bearer: trial.bearer }, new AbortController().signal)
  const lines = (await answer.text()).trim().split('\n')
  const last = ProbeLine.parse(JSON.parse(lines.at(-1) ?? ''))
  expect(last).toMatchObject({
    report: { left: [], learned: { 'value-on-put': { seen: 'new-refused' }, 'omitted-on-put': { seen: 'kept' } } },
  })
  expect(asked.filter((call) => !call.startsWith('GET '))).toEqual([
    'POST /_/token',
    'PUT /_/token',
    'PUT /_/token',
    'PUT /_/token',
    'DELETE /_/token',
  ])
})
