import fc from 'fast-check'
import { expect, test } from 'vitest'
import { offsetOf, partsOf, placeOf, type Heights } from './row-places.ts'

const heightsOf = (open: Record<number, number>): Heights => ({
  row: 40,
  opened: Object.keys(open)
    .map(Number)
    .toSorted((a, b) => a - b),
  heightOf: (index) => open[index] ?? 40,
})
const anyHeights = fc.dictionary(fc.nat(99).map(String), fc.integer({ min: 41, max: 300 })).map(heightsOf)

test('rows follow each other without a gap or an overlap', () => {
  fc.assert(
    fc.property(anyHeights, fc.nat(120), (heights, index) => {
      expect(offsetOf(index + 1, heights) - offsetOf(index, heights)).toBe(
        heights.opened.includes(index) ? heights.heightOf(index) : 40,
      )
    }),
  )
})

test('what stands at a place is the row that begins before it and ends after it', () => {
  fc.assert(
    fc.property(anyHeights, fc.nat(8000), (heights, y) => {
      const index = placeOf(y, heights)
      expect(offsetOf(index, heights)).toBeLessThanOrEqual(y)
      expect(offsetOf(index + 1, heights)).toBeGreaterThan(y)
    }),
  )
})

test('rows and gaps together are as high as all rows', () => {
  fc.assert(
    fc.property(anyHeights, fc.nat(100), fc.nat(20), fc.array(fc.nat(110)), (heights, from, more, kept) => {
      const parts = partsOf(100, { from, to: from + more }, kept, heights)
      const sum = parts.map((part) =>
        'gap' in part ? part.gap : offsetOf(part.index + 1, heights) - offsetOf(part.index, heights),
      )
      expect(sum.reduce((a, b) => a + b, 0)).toBe(offsetOf(100, heights))
      const rows = parts.flatMap((part) => ('index' in part ? [part.index] : []))
      expect(rows).toEqual([...new Set(rows)].toSorted((a, b) => a - b))
      for (const index of kept) expect(rows.includes(index)).toBe(index < 100)
      expect(parts.every((part) => !('gap' in part) || part.gap > 0)).toBe(true)
    }),
  )
})

test('above the first row there is none, and a list may be empty', () => {
  expect(placeOf(-1, heightsOf({}))).toBe(-1)
  expect(partsOf(0, { from: 0, to: 9 }, [3], heightsOf({}))).toEqual([])
})
