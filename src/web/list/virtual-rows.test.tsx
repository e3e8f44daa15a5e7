import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { VirtualRows, type RowWindow } from './virtual-rows.tsx'

/** What is rendered of lists with so many rows, shown one after the other. */
function windowsOf(...counts: number[]): RowWindow[] {
  const windows: RowWindow[] = []
  const opened = new Set<number>()
  const onWindow = (rowWindow: RowWindow) => windows.push(rowWindow)
  const table = (count: number) => (
    <table>
      <VirtualRows
        rows={Uint32Array.from({ length: count }, (_, row) => row)}
        opened={opened}
        kept={[]}
        onWindow={onWindow}
      />
    </table>
  )
  const { rerender } = render(table(0))
  windows.length = 0
  for (const count of counts) rerender(table(count))
  return windows
}

/** The height in px below the rendered rows of a list with this many. */
const belowOf = (count: number) => {
  const [last] = windowsOf(count).slice(-1)
  return last && (count - last.unreachable) * last.height - last.taken
}

test('rows beyond the height that browsers allow are left out and counted', () => {
  const [rowWindow] = windowsOf(400_000).slice(-1)
  expect(rowWindow?.parts.slice(0, 2)).toEqual([{ gap: 0 }, 0])
  expect(rowWindow?.parts.slice(1).every((part) => typeof part === 'number')).toBe(true)
  expect(belowOf(400_000)).toBeGreaterThan(14_000_000)
  expect(belowOf(400_000)).toBeLessThan(15_000_000)
  expect(rowWindow?.unreachable).toBe(25_000)
})

test('a list just below that height leaves out no row', () => {
  expect(belowOf(375_000)).toBeGreaterThan(14_000_000)
  expect(windowsOf(375_000).at(-1)?.unreachable).toBe(0)
})

test('rows that go below the rendered ones render nothing again', () => {
  const once = windowsOf(5000).map(({ parts }) => parts)
  expect(windowsOf(5000, 900, 300).map(({ parts }) => parts)).toEqual(once)
  expect(windowsOf(5000, 3).at(-1)?.parts).toEqual([{ gap: 0 }, 0, 1, 2])
})
