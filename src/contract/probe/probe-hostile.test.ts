import { afterEach, expect, test } from 'vitest'
import { PRESETS } from '#reference/readings.ts'
import { probed, type Probed } from '#contract/testing/probed.ts'

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
