import { fireEvent, render } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { VirtualRows, type DrawnRow } from './virtual-rows.tsx'

/** Shows a long table of rows of 40 px. `passing`: how its rows were drawn last. */
function renderRows(count: number, { kept = -1 } = {}) {
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 1440, 40))
  const drawn: DrawnRow[] = []
  const heights: number[] = []
  const draw = (row: DrawnRow) => {
    drawn.push(row)
    return <tbody key={row.index} data-index={row.index} />
  }
  const { container } = render(
    <table>
      <VirtualRows
        rows={Uint32Array.from({ length: count }, (_, row) => row)}
        opened={new Set()}
        kept={kept}
        draw={draw}
        gap={(key, height) => <tbody key={`gap ${key}`} data-gap={height} />}
        onRowHeight={(height) => heights.push(height)}
      />
    </table>,
  )
  /** The indexes of the rows, and the heights of the gaps in px, from the top. */
  const parts = () =>
    [...container.querySelectorAll<HTMLElement>('[data-index], [data-gap]')].map(({ dataset }) =>
      dataset['gap'] === undefined ? Number(dataset['index']) : `${dataset['gap']} px`,
    )
  return { parts, passing: () => drawn.at(-1)?.passing, heights }
}

test('a long table draws the rows in sight and, however far away, the row that has the focus; gaps take the place of all others', () => {
  const { parts, heights } = renderRows(5000, { kept: 4000 })
  const all = parts()
  const first = all.indexOf('0 px') + 1
  const inSight = all.slice(first, -3)
  expect(inSight).toEqual(inSight.map((_, index) => index))
  expect(inSight.length).toBeGreaterThan(window.innerHeight / 40)
  expect(inSight.length).toBeLessThan(window.innerHeight / 40 + 10)
  expect(all.slice(-3)).toEqual([`${40 * (4000 - inSight.length)} px`, 4000, `${40 * 999} px`])
  expect(heights).toEqual([40])
})

test('rows pass by while each scroll moves further than half a screen, but not after a single jump or at rest', async () => {
  const { passing } = renderRows(5000)
  const isFastAfter = (by: number) => {
    window.scrollTo(0, window.scrollY + by)
    fireEvent.scroll(window)
    return passing() === 40
  }
  const screenful = window.innerHeight
  expect([screenful, screenful, -screenful, 80, screenful].map(isFastAfter)).toEqual([false, true, true, false, true])
  await expect.poll(passing).toBeUndefined()
  expect(isFastAfter(screenful)).toBe(false)
})
