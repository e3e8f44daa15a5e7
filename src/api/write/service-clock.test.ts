import { expect, test } from 'vitest'
import { memoryTokens, createWriterDependencies } from '#api/testing/memory-resources.ts'
import { createTokenWriter } from './writers.ts'

test('by a clock that is two hours slow, a token of one hour still has one hour of the service', async () => {
  const tokens = memoryTokens()
  const { dependencies } = createWriterDependencies()
  const ahead = 2 * 3_600_000
  const clock = { difference: () => undefined, surely: () => ({ ms: ahead, at: 0 }) }
  const writer = createTokenWriter(tokens, { ...dependencies, clock: clock as never }, () => 'milliseconds')
  await writer.write([
    { operation: 'create', draft: { name: 'a', active: true, write: false, expiration_date: { after: 3_600_000 } } },
  ])
  expect(tokens.rows.get('a')?.expiration_date).toBe(dependencies.now() + ahead + 3_600_000)
})
