import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { PRESETS, READINGS, type PresetName, type Readings } from '#reference-service/readings.ts'
import { someServices, shortenTimers, timedTrial } from '#api/testing/test-service.ts'
import { tokenOperations } from '#api/testing/token-operations.ts'
import { isDeep, seeded } from '#api/testing/full-length.ts'
import { userOperations } from '#api/testing/user-operations.ts'

/** `DEEP=1` runs every cell; else a sample. `MATRIX_SEED` chooses other combinations and another sample. */
const full = isDeep()
const seed = Number(process.env.MATRIX_SEED ?? 4)
const random = seeded(seed)
const operations = { ...tokenOperations, ...userOperations }

/** Every choice of every switch, on top of each preset, the presets themselves among them. */
const alone = (Object.keys(PRESETS) as PresetName[]).map((preset): [PresetName, [string, Readings][]] => [
  preset,
  [
    ['as it is', PRESETS[preset]] as [string, Readings],
    ...Object.entries(READINGS).flatMap(([name, { choices }]) =>
      choices
        .filter((choice) => (PRESETS[preset] as Record<string, string>)[name] !== choice)
        .map((choice): [string, Readings] => [`${name}=${choice}`, { ...PRESETS[preset], [name]: choice }]),
    ),
  ],
])

const combined = someServices(random, 50)

/** A sample of so many, the first always among them. */
const sample = <T>(all: T[], size: number) =>
  full ? all : all.filter((_, index) => index === 0 || random() < size / all.length)

const counts = new Map<string, number>()
let cells = 0

/** Runs all operations against one service and tells what was false. */
async function faultsUnder(label: string, readings: Readings): Promise<string[]> {
  const faults: string[] = []
  const connection = { latencyMs: 2 + Math.floor(random() * 80), clockAheadMs: Math.floor((random() - 0.5) * 10_000) }
  const timed = await timedTrial(readings, connection)
  for (const [name, operation] of Object.entries(operations)) {
    const outcome = await operation(timed, timed.browser(), readings, random)
    cells += 1
    for (const word of outcome.words) counts.set(word, (counts.get(word) ?? 0) + 1)
    faults.push(...outcome.faults.map((fault) => `${name}: ${fault} (${outcome.words.join(', ')}) ${label}`))
    timed.pass(2500)
  }
  timed.close()
  return faults
}

beforeAll(shortenTimers)
afterAll(() => {
  vi.unstubAllGlobals()
  const words = [...counts].sort(([, a], [, b]) => b - a).map(([word, times]) => `${word} ${times}`)
  console.log(`matrix: seed ${seed}, ${cells} cells; ${words.join(', ')}`)
})

describe('no outcome says what the service does not hold', () => {
  test.each(alone)('under each switch alone on top of %s', async (_, all) => {
    const faults: string[] = []
    for (const [label, readings] of sample(all, 3)) faults.push(...(await faultsUnder(label, readings)))
    expect(faults).toEqual([])
  })

  test(`under combinations of all switches, seed ${seed}`, async () => {
    const faults: string[] = []
    for (const [label, readings] of sample(combined, 3)) faults.push(...(await faultsUnder(label, readings)))
    expect(faults).toEqual([])
  })
})
