import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { RowsInSight, type Sight } from './rows-in-sight.tsx'

/** The rendered part of a list of this many rows. */
function sightOf(count: number): Sight {
  const told: Sight[] = []
  render(
    <table>
      <RowsInSight
        rows={Uint32Array.from({ length: count }, (_, row) => row)}
        opened={new Set()}
        kept={-1}
        onSight={(sight) => told.push(sight)}
      />
    </table>,
  )
  const [last = { parts: [], beyondReach: -1, measure: () => undefined }] = told.slice(-1)
  return last
}

const gapsOf = ({ parts }: Sight) => parts.flatMap((part) => (typeof part === 'number' ? [] : [part.gap]))

test('rows beyond the height that browsers allow are left out and counted', () => {
  const sight = sightOf(400_000)
  expect(sight.parts[0]).toBe(0)
  const [gap = Number.NaN, ...others] = gapsOf(sight)
  expect(others).toEqual([])
  expect(gap).toBeGreaterThan(14_000_000)
  expect(gap).toBeLessThan(15_000_000)
  expect(sight.beyondReach).toBe(25_000)
})

test('a list just below that height leaves out no row', () => {
  const sight = sightOf(375_000)
  expect(gapsOf(sight)[0]).toBeGreaterThan(14_000_000)
  expect(sight.beyondReach).toBe(0)
})
