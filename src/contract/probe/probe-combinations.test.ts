import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isDeep } from '#contract/testing/deep.ts'
import { READINGS, type Readings } from '#reference/readings.ts'
import { problemOf } from '#contract/problem.ts'
import { probed } from '#contract/testing/probed.ts'
import { wrongClaims } from '#contract/testing/truth.ts'

const anyReadings = fc.record(
  Object.fromEntries(Object.entries(READINGS).map(([name, { choices }]) => [name, fc.constantFrom(...choices)])),
) as unknown as fc.Arbitrary<Readings>

test('under any combination of switches it claims nothing wrong and leaves nothing behind', async () => {
  await fc.assert(
    fc.asyncProperty(anyReadings, async (readings) => {
      const world = await probed(readings)
      const before = world.rows()
      try {
        const { learned, left } = await world.run()
        expect([wrongClaims(learned, readings), left]).toEqual([[], []])
      } catch (error) {
        // Neither part is administered, or tokens are not and users have no list.
        if (problemOf(error) === undefined || readings['tokens-administration'] === 'on') throw error
      }
      expect(world.rows()).toBe(before)
      world.trial.close()
    }),
    { numRuns: isDeep() ? 400 : 10 },
  )
})
