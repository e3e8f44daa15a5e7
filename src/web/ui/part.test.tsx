import { render, screen, within } from '@testing-library/react'
import { useState, type ReactNode } from 'react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { part, preloadParts, Whole } from './part.tsx'

function Counter({ name }: { name: string }) {
  const [count, setCount] = useState(0)
  return (
    <button type="button" onClick={() => setCount(count + 1)}>
      {`${name} ${count}`}
    </button>
  )
}

test('a part whose code is loaded renders at once, without its fallback', async () => {
  const Late = part(() => Promise.resolve(Counter), { fallback: <p>fallback</p> })
  await preloadParts()
  render(<Late name="clicks" />)
  expect(screen.getByRole('button').textContent).toBe('clicks 0')
})

test('a part whose code arrived late keeps its state on the next render', async () => {
  let arrive: (code: typeof Counter) => void = () => {}
  const Late = part(() => new Promise<typeof Counter>((resolve) => (arrive = resolve)), {
    fallback: <p>fallback</p>,
  })
  const { rerender } = render(<Late name="clicks" />)
  expect(screen.getByText('fallback')).toBeTruthy()
  arrive(Counter)
  await userEvent.click(await screen.findByRole('button'))
  rerender(<Late name="presses" />)
  expect(screen.getByRole('button').textContent).toBe('presses 1')
})

test('a part whose code cannot be loaded says so, the page around it stays, and trying again loads it', async () => {
  const load = vi.fn<() => Promise<typeof Counter>>().mockRejectedValueOnce(new TypeError('offline'))
  const Late = part(load.mockResolvedValue(Counter))
  render(
    <>
      <Late name="x" />
      <p>the page</p>
    </>,
  )
  expect((await screen.findByRole('alert')).textContent).toContain('Part of this page could not be loaded.')
  expect(screen.getByText('the page')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect((await screen.findByText(/^x 0$/)).tagName).toBe('BUTTON')
  expect(screen.queryByRole('alert')).toBeNull()
})

test('code that failed is tried again on the next use, without a click', async () => {
  const load = vi.fn<() => Promise<typeof Counter>>().mockRejectedValueOnce(new TypeError('offline'))
  const Late = part(load.mockResolvedValue(Counter))
  const { unmount } = render(<Late name="x" />)
  await screen.findByRole('alert')
  unmount()
  render(<Late name="y" />)
  await screen.findByText(/^y 0$/)
})

const secret = 'eyJhbGciOi-secret'

function Faulty({ isFaulty }: { isFaulty: { current: boolean } }): ReactNode {
  if (isFaulty.current) throw new Error(`cannot draw ${secret}`)
  return <p>drawn</p>
}

test('a part that fails while it is drawn says so without the error’s message, and the rest keeps what was typed', async () => {
  const Component = part(() => Promise.resolve(Faulty))
  const isFaulty = { current: false }
  const caught = vi.fn<() => void>()
  const page = () => (
    <>
      <input aria-label="typed" />
      <Component isFaulty={isFaulty} />
    </>
  )
  const { rerender } = render(page(), { onCaughtError: caught })
  await screen.findByText('drawn')
  await userEvent.type(screen.getByLabelText('typed'), 'half a form')
  isFaulty.current = true
  rerender(page())
  const alert = screen.getByRole('alert')
  expect(alert.textContent).toContain('A fault in the console stopped this part of the page.')
  expect(document.documentElement.innerHTML).not.toContain(secret)
  expect(localStorage.length + sessionStorage.length).toBe(0)
  expect(screen.getByLabelText<HTMLInputElement>('typed').value).toBe('half a form')
  expect(within(alert).getByRole('button', { name: 'Reload' })).toBeTruthy()
  expect(caught).toHaveBeenCalledTimes(1)
  isFaulty.current = false
  await userEvent.click(within(alert).getByRole('button', { name: 'Try again' }))
  await screen.findByText('drawn')
})

test('a page that fails as a whole offers to reload, and nothing else', () => {
  render(
    <Whole>
      <Faulty isFaulty={{ current: true }} />
    </Whole>,
    { onCaughtError: () => undefined },
  )
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Reload'])
  expect(document.documentElement.innerHTML).not.toContain(secret)
})
