import { expect, test } from 'vitest'
import { seenOf } from '#contract/learned.ts'
import { describedPoint, pointNames } from '#contract/probe/points.ts'
import { probed } from '#contract/testing/probed.ts'
import { parseReadings } from '#reference/readings.ts'
import { findings } from './finding-sentences.ts'

const seenAt = async (readings: string) => {
  const world = await probed(parseReadings(readings))
  const { learned } = await world.run()
  world.trial.close()
  return Object.fromEntries(pointNames.map((name) => [name, seenOf(learned, name)]))
}

test('a service that follows the documentation has no findings', async () => {
  const seen = await seenAt('documented')
  const documented = Object.fromEntries(
    pointNames.flatMap((name) => {
      const { documented } = describedPoint(name)
      return documented === undefined ? [] : [[name, documented]]
    }),
  )
  expect(seen).toMatchObject(documented)
})

test('findings about a service whose updates break values say that first, in at most eight sentences', async () => {
  const found = findings(await seenAt('query-server'))
  expect(found[0]).toBe('Every update gives a token a new value. The service rejects it until the token is repaired.')
  expect(found).toContain('New users are stored with admin and active swapped. The console corrects them.')
  expect(found.length).toBeLessThanOrEqual(8)
})

test('findings about a service that follows the documentation say only what the console acts on', async () => {
  expect(findings(await seenAt('documented'))).toEqual([
    'Updates keep a token’s value.',
    'An update resets the token fields that the console doesn’t know.',
    'Dates are counted in milliseconds.',
  ])
})

test('without checks there are no findings', () => expect(findings({})).toEqual([]))
