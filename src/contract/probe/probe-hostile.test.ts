import { afterEach, expect, test } from 'vitest'
import { PRESETS } from '#reference/readings.ts'
import { probed, type Probed } from '#contract/testing/probed.ts'
import { arriving } from '#contract/testing/streams.ts'

let world: Probed | undefined
afterEach(() => world?.trial.close())

test('a value of spaces and one letter is read at once, and is not an empty value', async () => {
  world = await probed(PRESETS.documented)
  const spaces = `${' '.repeat(1024 * 1024 - 1)}x`
  world.between = async (send, _, path) => (path.endsWith('value') ? new Response(spaces) : send())
  const { learned } = await world.run({ write: false })
  for (const point of ['unknown-on-value', 'missing-name-on-value'] as const)
    expect(learned[point]).toMatchObject({ notSeen: 'contradicted' })
})

test('a list that repeats our row is read no further than its second one', async () => {
  world = await probed(PRESETS.documented)
  const { requests } = world
  let lists = 0
  let endedEarly = false
  world.between = async (send, method, path) => {
    const created = requests.find((request) => request.method === 'POST')
    if (created === undefined || method !== 'GET' || path !== '/_/token' || (lists += 1) > 1) return send()
    return arriving(['[', ...Array<string>(1000).fill(`${created.body},`)], {}, () => (endedEarly = true))
  }
  const report = await world.run({ only: 'token-updates' })
  expect(endedEarly).toBe(true)
  expect(report).toEqual({ learned: {}, left: [], interrupted: false })
})
