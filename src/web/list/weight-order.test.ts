import fc from 'fast-check'
import { expect, test } from 'vitest'
import { atOnce } from './slices.ts'
import { byWeight } from './weight-order.ts'

const weight = fc.oneof(
  fc.double({ noNaN: true }),
  fc.constantFrom(0, -0, 1, 2, 9e15, 9.1e15, -1, 1_795_241_441_000, 1_795_241_442_000),
)

test('rows stand by their weights, up and down, and those of one weight as they stood', () => {
  fc.assert(
    fc.property(fc.array(weight, { maxLength: 300 }), fc.boolean(), fc.nat(), (weights, down, seed) => {
      const rows = Uint32Array.from(weights.keys()).sort((a, b) => ((a * seed) % 17) - ((b * seed) % 17))
      const turn = down ? -1 : 1
      const compared = (a: number, b: number) => {
        const [left = 0, right = 0] = [weights[a], weights[b]]
        return left === right ? 0 : left < right ? -turn : turn
      }
      expect(atOnce(byWeight(rows, Float64Array.from(weights), down))).toEqual(rows.toSorted(compared))
    }),
    { numRuns: 300 },
  )
})

test('of all rows only those asked for', () =>
  expect(atOnce(byWeight(Uint32Array.of(3, 1), Float64Array.from([0, 7, 1, 5]), false))).toEqual(Uint32Array.of(3, 1)))
