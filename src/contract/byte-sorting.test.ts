import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sortedByBytes, type ByteTexts } from './byte-sorting.ts'

function packed(texts: readonly Uint8Array[]): ByteTexts {
  const begins = [0]
  for (const { length } of texts) begins.push(begins.at(-1)! + length)
  return { count: texts.length, bytes: Buffer.concat(texts), begins: Uint32Array.from(begins) }
}

function ordered(texts: readonly Uint8Array[]): number[] {
  const numbers = Array.from(texts, (_, at) => at)
  return numbers.toSorted((a, b) => Buffer.compare(texts[a]!, texts[b]!) || a - b)
}

const bytes = (most: number) => fc.uint8Array({ max: most, maxLength: 12 })
/** Few bytes, so that many texts begin alike or are the same; and any. */
const texts = fc.array(fc.oneof(bytes(2), bytes(255)), { maxLength: 400, size: 'max' })

test('texts come in the order of their bytes, and equal ones in their own', async () => {
  await fc.assert(
    fc.asyncProperty(texts, async (some) => {
      expect(Array.from(await sortedByBytes(packed(some), () => undefined))).toEqual(ordered(some))
    }),
    { numRuns: 300 },
  )
})

test.each([
  ['in order already', (at: number) => `name-${String(at).padStart(6, '0')}`],
  ['in reverse', (at: number) => `name-${String(20_000 - at).padStart(6, '0')}`],
  ['all the same', () => 'name'],
  ['each longer than the one before, at first', (at: number) => 'a'.repeat(at % 300)],
])('so do many that come %s, in slices', async (_, textAt) => {
  const many = Array.from({ length: 20_000 }, (_, at) => Buffer.from(textAt(at)))
  let turns = 0
  const sorted = await sortedByBytes(packed(many), async () => void (turns += 1))
  expect(Array.from(sorted)).toEqual(ordered(many))
  expect(turns).toBeGreaterThan(0)
})
