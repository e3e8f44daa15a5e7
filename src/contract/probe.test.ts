import { expect, test } from 'vitest'
import { PRESETS } from '#reference/readings.ts'
import { probed } from './testing/probed.ts'

test('try', async () => {
  for (const preset of ['documented', 'bare', 'query-server'] as const) {
    const world = await probed(PRESETS[preset])
    const t = performance.now()
    const before = world.rows()
    const { learned, left, interrupted } = await world.run()
    console.log(preset, Math.round(performance.now() - t), world.requests.length, left, interrupted)
    console.log(Object.entries(learned).map(([k, v]) => `${k}: ${JSON.stringify({ ...v, at: undefined })}`).join('\n'))
    expect(world.rows()).toBe(before)
  }
})
