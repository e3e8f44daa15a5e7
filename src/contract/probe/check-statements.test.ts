import { afterEach, expect, test } from 'vitest'
import { isDeep } from '#contract/testing/deep.ts'
import { PRESETS } from '#reference/readings.ts'
import { probeStatements } from './check-statements.ts'
import { probed, type Probed } from '#contract/testing/probed.ts'

let world: Probed | undefined
afterEach(() => world?.trial.close())

const options = (more: { write?: boolean; signal?: AbortSignal } = {}) => ({
  write: true,
  signal: new AbortController().signal,
  wait: () => Promise.resolve(),
  ...more,
})

test('all statements are checked, leave nothing behind, and use passwords that nobody knows', async () => {
  for (const preset of ['documented', 'bare', 'query-server'] as const) {
    world = await probed(PRESETS[preset])
    const before = world.rows()
    const { outcomes, left, interrupted } = await probeStatements(world.connection, options())
    expect(outcomes).toHaveLength(23)
    expect(outcomes.filter(({ outcome }) => outcome !== true && outcome !== 'not-applicable')).toEqual([])
    expect([left, interrupted, world.rows()]).toEqual([[], false, before])
    expect(JSON.stringify(world.requests)).not.toContain('Throw-away 7f3k')
    world.trial.close()
  }
})

test('without leave to write it sends GETs only', async () => {
  world = await probed(PRESETS.documented)
  const { outcomes } = await probeStatements(world.connection, options({ write: false }))
  expect(outcomes.map(({ outcome }) => outcome)).toEqual([true, true, true, true, true])
  expect(new Set(world.requests.map(({ method }) => method))).toEqual(new Set(['GET']))
})

test('interrupted it leaves nothing behind', async () => {
  const step = isDeep() ? 1 : 37
  for (const preset of ['bare', 'query-server'] as const) {
    for (let k = 2; k < 260; k += step) {
      world = await probed(PRESETS[preset])
      const { requests } = world
      const before = world.rows()
      const stop = new AbortController()
      world.between = (send) => {
        if (requests.length === k) stop.abort(new Error('Ctrl-C'))
        return send()
      }
      const { left } = await probeStatements(world.connection, options({ signal: stop.signal }))
      expect([preset, k, left, world.rows()]).toEqual([preset, k, [], before])
      world.trial.close()
    }
  }
})
