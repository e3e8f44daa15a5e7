import { afterEach, describe, expect, test } from 'vitest'
import { PRESETS, READINGS, type Readings } from '#reference/readings.ts'
import { readingStatement, type StatementContext } from '#contract/testing/statement.ts'
import { tokenStatements } from '#contract/testing/statements-tokens.ts'
import { userStatements } from '#contract/testing/statements-users.ts'
import { isDeep } from '#contract/testing/deep.ts'
import { referenceWorld, type ReferenceWorld } from '#contract/testing/reference.ts'

/** What the console relies on, under every reading of the documentation. */
const statements = [
  readingStatement('An admin’s access token can list.', 'tokens', async (service) => {
    await service.check()
    return true
  }),
  ...tokenStatements,
  ...userStatements,
]

let world: ReferenceWorld | undefined
afterEach(() => world?.close())

async function opened(readings: Readings) {
  world = await referenceWorld(readings)
  let count = 0
  const trial: StatementContext = {
    freshName: () => `query-admin-test-${(count += 1)}`,
    now: Date.now,
    password: 'Throw-away 7f3k',
    stranger: world.as('nobody'),
  }
  return { service: world.service, trial }
}

/** What each statement came to, and how many rows were left behind. */
async function outcomes(readings: Readings) {
  const { service, trial } = await opened(readings)
  const results = new Map<string, string | true>()
  for (const { says, holds } of statements) results.set(says, await holds(service, trial))
  const left = async (list: () => Promise<{ count: number }>) => (await list().catch(() => ({ count: 0 }))).count
  const rows = [await left(() => service.tokens.list()), await left(() => service.users.list())]
  return { results, rows }
}

const presets = Object.entries(PRESETS)
// Each switch on one preset, by turns; with DEEP=1 on both.
const switched = Object.entries(READINGS)
  .flatMap(([name, { choices }]) => choices.map((choice): [string, string] => [name, choice]))
  .flatMap(([name, choice], turn) =>
    presets
      .filter(([preset, readings]) => preset !== 'bare' && (readings as Record<string, string>)[name] !== choice)
      .filter((_, place, { length }) => isDeep() || turn % length === place)
      .map(([preset, readings]): [string, string, Readings] => [
        `${name}=${choice}`,
        preset,
        { ...readings, [name]: choice },
      ]),
  )

describe('what the console relies on holds', () => {
  test.each(presets)('under %s', async (_, readings) => {
    const { results, rows } = await outcomes(readings)
    for (const [says, outcome] of results)
      expect([says, outcome]).toEqual([
        says,
        expect.toSatisfy((result) => result === true || result === 'not-applicable'),
      ])
    expect(rows).toEqual([0, readings['users-list'] === 'offered' ? 1 : 0])
  })

  test.each(switched)('with %s on top of %s', async (_, __, readings) => {
    const { results } = await outcomes(readings)
    const wrong = [...results].filter(([, outcome]) => outcome !== true && outcome !== 'not-applicable')
    expect(wrong).toEqual([])
  })

  test('and every statement applies under the plain reading, where rows exist', async () => {
    const { service, trial } = await opened(PRESETS.documented)
    await service.tokens.create({ name: 'there', active: true, write: true, expiration_date: Date.now() + 1e9 })
    for (const { says, holds } of statements) expect([says, await holds(service, trial)]).toEqual([says, true])
  })
})
