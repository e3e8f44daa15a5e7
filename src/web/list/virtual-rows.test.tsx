import { fireEvent, render } from '@testing-library/react'
import type { RefObject } from 'react'
import { expect, test, vi } from 'vitest'
import { VirtualRows, type RowWindow } from './virtual-rows.tsx'

/** What is rendered of lists with so many rows, shown one after the other. */
function windowsOf(...counts: number[]): RowWindow[] {
  const windows: RowWindow[] = []
  const opened = new Set<number>()
  const onWindow = (rowWindow: RowWindow) => windows.push(rowWindow)
  const top = { current: document.createElement('tbody') }
  const table = (count: number) => (
    <VirtualRows
      top={top}
      rows={Uint32Array.from({ length: count }, (_, row) => row)}
      opened={opened}
      kept={[]}
      onWindow={onWindow}
    />
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

test('rows pass by while each scroll moves further than half a screen, but not after a single jump or at rest', async () => {
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 1440, 40))
  const windows: RowWindow[] = []
  const top: RefObject<HTMLTableSectionElement | null> = { current: null }
  render(
    <>
      <table>
        <tbody ref={top} />
        <tbody data-index="0" />
      </table>
      <VirtualRows
        top={top}
        rows={Uint32Array.from({ length: 5000 }, (_, row) => row)}
        opened={new Set()}
        kept={[]}
        onWindow={(rowWindow) => windows.push(rowWindow)}
      />
    </>,
  )
  const isFastAfter = (by: number) => {
    window.scrollTo(0, window.scrollY + by)
    fireEvent.scroll(window)
    return windows.at(-1)?.isFast
  }
  const screenful = window.innerHeight
  expect([screenful, screenful, -screenful, 80, screenful].map(isFastAfter)).toEqual([false, true, true, false, true])
  await expect.poll(() => windows.at(-1)?.isFast).toBe(false)
  expect(isFastAfter(screenful)).toBe(false)
})
