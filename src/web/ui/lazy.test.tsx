import { render, screen } from '@testing-library/react'
import { useState } from 'react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { loadAllCode, lazyCode, lazyComponent, CodeNotLoaded } from './lazy.tsx'

function Counter({ name }: { name: string }) {
  const [count, setCount] = useState(0)
  return (
    <button type="button" onClick={() => setCount(count + 1)}>
      {`${name} ${count}`}
    </button>
  )
}

test('a lazy component whose code is loaded renders at once, without its fallback', async () => {
  const LazyCounter = lazyComponent(() => Promise.resolve(Counter), <p>fallback</p>)
  await loadAllCode()
  render(<LazyCounter name="clicks" />)
  expect(screen.getByRole('button').textContent).toBe('clicks 0')
})

test('a lazy component whose code arrived late keeps its state on the next render', async () => {
  let arrive: (code: typeof Counter) => void = () => {}
  const LazyCounter = lazyComponent(() => new Promise<typeof Counter>((resolve) => (arrive = resolve)), <p>fallback</p>)
  const { rerender } = render(<LazyCounter name="clicks" />)
  expect(screen.getByText('fallback')).toBeTruthy()
  arrive(Counter)
  await userEvent.click(await screen.findByRole('button'))
  rerender(<LazyCounter name="presses" />)
  expect(screen.getByRole('button').textContent).toBe('presses 1')
})

test('a lazy component whose code cannot be loaded says so, and the page around it stays', async () => {
  const LazyCounter = lazyComponent<{ name: string }>(() => Promise.reject(new TypeError('offline')))
  render(
    <>
      <LazyCounter name="x" />
      <p>the page</p>
    </>,
  )
  expect((await screen.findByText(/could not be loaded/)).textContent).toContain('Reload the page')
  expect(screen.getByText('the page')).toBeTruthy()
})

test('code is loaded once, and again only after it failed', async () => {
  const load = vi.fn<() => Promise<string>>().mockRejectedValueOnce(new TypeError('offline')).mockResolvedValue('code')
  const code = lazyCode(load)
  await expect(code.load()).rejects.toThrow(CodeNotLoaded)
  expect(code.loaded()).toBeUndefined()
  expect(await Promise.all([code.load(), code.load()])).toEqual(['code', 'code'])
  expect(code.loaded()).toBe('code')
  expect(load).toHaveBeenCalledTimes(2)
})
