import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { LongRows } from './long-rows.tsx'

function table(count: number) {
  return render(
    <table>
      <LongRows
        count={count}
        isLong
        view="all"
        keyOf={(index) => `row ${index}`}
        columns={3}
        opened={[]}
        kept={() => undefined}
      >
        {(index, slot) => (
          <tbody key={slot} data-index={index}>
            <tr>
              <td>row {index}</td>
            </tr>
          </tbody>
        )}
      </LongRows>
    </table>,
  )
}

/** In px. */
const gapsIn = (container: HTMLElement) =>
  [...container.querySelectorAll<HTMLElement>('.gap td')].map(({ style }) => Number.parseFloat(style.height))

test('rows that no browser could scroll to are said to be more, and how to get to them', () => {
  const { container } = table(400_000)
  expect(screen.getByText('row 0')).toBeTruthy()
  const [gap = Number.NaN, ...others] = gapsIn(container)
  expect(others).toEqual([])
  expect(gap).toBeGreaterThan(14_000_000)
  expect(gap).toBeLessThan(15_000_000)
  expect(screen.getByRole('row', { name: /more/ }).textContent).toBe(
    '…and 25,000 more. A filter or a search shows others.',
  )
})

test('of a list that a browser can show nothing is left over', () => {
  const { container } = table(375_000)
  expect(gapsIn(container)[0]).toBeGreaterThan(14_000_000)
  expect(screen.queryByText(/more/)).toBeNull()
})
