import { render, screen } from '@testing-library/react'
import { useState } from 'react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { fetchAll, later, laterPart, NotFetched } from './later.tsx'

function Counter({ name }: { name: string }) {
  const [count, setCount] = useState(0)
  return (
    <button type="button" onClick={() => setCount(count + 1)}>
      {name} {count}
    </button>
  )
}

test('a part whose code is here renders at once, without what stands there meanwhile', async () => {
  const ResourceName = laterPart(() => Promise.resolve(Counter), <p>meanwhile</p>)
  await fetchAll()
  render(<ResourceName name="clicks" />)
  expect(screen.getByRole('button').textContent).toBe('clicks 0')
})

test('a part keeps its state when it is rendered again after its code came late', async () => {
  let come: (code: typeof Counter) => void = () => {}
  const ResourceName = laterPart(() => new Promise<typeof Counter>((resolve) => (come = resolve)), <p>meanwhile</p>)
  const { rerender } = render(<ResourceName name="clicks" />)
  expect(screen.getByText('meanwhile')).toBeTruthy()
  come(Counter)
  await userEvent.click(await screen.findByRole('button'))
  rerender(<ResourceName name="presses" />)
  expect(screen.getByRole('button').textContent).toBe('presses 1')
})

test('a part whose code cannot be had says so, and the page around it stays', async () => {
  const ResourceName = laterPart<{ name: string }>(() => Promise.reject(new TypeError('offline')))
  render(
    <>
      <ResourceName name="x" />
      <p>the page</p>
    </>,
  )
  expect((await screen.findByText(/could not be loaded/)).textContent).toContain('Reload the page')
  expect(screen.getByText('the page')).toBeTruthy()
})

test('code is loaded once, and again only after it failed', async () => {
  const load = vi.fn<() => Promise<string>>().mockRejectedValueOnce(new TypeError('offline')).mockResolvedValue('code')
  const code = later(load)
  await expect(code.fetch()).rejects.toThrow(NotFetched)
  expect(code.here()).toBeUndefined()
  expect(await Promise.all([code.fetch(), code.fetch()])).toEqual(['code', 'code'])
  expect(code.here()).toBe('code')
  expect(load).toHaveBeenCalledTimes(2)
})
