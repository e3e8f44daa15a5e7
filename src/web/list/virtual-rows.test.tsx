import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { VirtualRows, type RowWindow } from './virtual-rows.tsx'

/** The rendered part of a list of this many rows. */
function windowOf(count: number): RowWindow {
  const windows: RowWindow[] = []
  render(
    <table>
      <VirtualRows
        rows={Uint32Array.from({ length: count }, (_, row) => row)}
        opened={new Set()}
        kept={-1}
        onWindow={(rowWindow) => windows.push(rowWindow)}
      />
    </table>,
  )
  const [last = { parts: [], unreachable: -1, measure: () => undefined }] = windows.slice(-1)
  return last
}

const gapsOf = ({ parts }: RowWindow) => parts.flatMap((part) => (typeof part === 'number' ? [] : [part.gap]))

test('rows beyond the height that browsers allow are left out and counted', () => {
  const rowWindow = windowOf(400_000)
  expect(rowWindow.parts[0]).toBe(0)
  const [gap = Number.NaN, ...others] = gapsOf(rowWindow)
  expect(others).toEqual([])
  expect(gap).toBeGreaterThan(14_000_000)
  expect(gap).toBeLessThan(15_000_000)
  expect(rowWindow.unreachable).toBe(25_000)
})

test('a list just below that height leaves out no row', () => {
  const rowWindow = windowOf(375_000)
  expect(gapsOf(rowWindow)[0]).toBeGreaterThan(14_000_000)
  expect(rowWindow.unreachable).toBe(0)
})
