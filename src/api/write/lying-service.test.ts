import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { PRESETS, type Readings } from '#reference-service/readings.ts'
import { lyingWays } from '#api/testing/lying-service.ts'
import { batchOperation, tokenOperations } from '#api/testing/token-operations.ts'
import { isDeep, seeded } from '#api/testing/full-length.ts'
import { shortenTimers, timedTrial } from '#api/testing/test-service.ts'
import { userOperations } from '#api/testing/user-operations.ts'

const full = isDeep()
const seed = Number(process.env.MATRIX_SEED ?? 4)
const { 'without a list': _, ...ofUsers } = userOperations
const operations = Object.entries({ ...tokenOperations, ...ofUsers })
const services: Record<string, Readings> = {
  'carries values': { ...PRESETS.documented, 'list-secret': 'carried' },
  'is like query-server': PRESETS['query-server'],
}
/** Each lie once by default, alternately of the one service and the other; with DEEP=1 both. */
const cells = Object.keys(lyingWays).flatMap((lie, index) =>
  Object.keys(services)
    .filter((_, position) => full || position === index % 2)
    .map((service) => [service, lie] as const),
)
const words = new Map<string, number>()
/** What cannot be found out: a list that is old whenever it is asked makes "it is so already" of what was so. */
const unseeable = /serves an old list.*false "already"/

beforeAll(shortenTimers)
afterAll(() => {
  vi.unstubAllGlobals()
  console.log(`lies: seed ${seed}, ${cells.length * operations.length} cells;`, Object.fromEntries(words))
})

test.each(cells)('nor is a row of a batch on one that %s and %s', async (service, lie) => {
  const readings = services[service]!
  const timed = await timedTrial(readings, { lie: lyingWays[lie]! })
  const { faults, words } = await batchOperation(timed, timed.browser(), readings, seeded(seed))
  timed.close()
  expect(words).toHaveLength(4)
  expect(faults.filter((fault) => !unseeable.test(`${lie}: ${fault}`))).toEqual([])
})

test.each(cells)('a service that %s and %s is never called saved', async (service, lie) => {
  const readings = services[service]!
  const random = seeded(seed)
  const timed = await timedTrial(readings, { lie: lyingWays[lie]! })
  for (const other of ['other', 'other@example.test']) {
    const part = other.includes('@') ? 'user' : 'token'
    const body = { name: other, email: other, password: 'x', expiration_date: 4_102_444_800_000 }
    await timed.trial.call('POST', `/_/${part}`, body)
  }
  const faults: string[] = []
  for (const [name, operation] of operations) {
    const outcome = await operation(timed, timed.browser(), readings, random)
    faults.push(...outcome.faults.map((fault) => `${lie}: ${name}: ${fault} (${outcome.words.join(', ')})`))
    for (const word of outcome.words) words.set(word, (words.get(word) ?? 0) + 1)
    timed.pass(2500)
  }
  timed.close()
  expect(faults.filter((fault) => !unseeable.test(fault))).toEqual([])
})
