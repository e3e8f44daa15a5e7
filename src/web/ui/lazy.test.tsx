import { render, screen, within } from '@testing-library/react'
import { useState, type ReactNode } from 'react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { loadEssentialParts, lazyComponent, preloadLazyComponents } from './lazy.tsx'

function Counter({ name }: { name: string }) {
  const [count, setCount] = useState(0)
  return (
    <button type="button" onClick={() => setCount(count + 1)}>
      {`${name} ${count}`}
    </button>
  )
}

test('a part whose code is loaded renders at once, without its fallback', async () => {
  const Late = lazyComponent(() => Promise.resolve(Counter), { fallback: <p>fallback</p> })
  await preloadLazyComponents()
  render(<Late name="clicks" />)
  expect(screen.getByRole('button').textContent).toBe('clicks 0')
})

test('a part whose code arrived late keeps its state on the next render', async () => {
  let arrive: (code: typeof Counter) => void = () => {}
  const Late = lazyComponent(() => new Promise<typeof Counter>((resolve) => (arrive = resolve)), {
    fallback: <p>fallback</p>,
  })
  const { rerender } = render(<Late name="clicks" />)
  expect(screen.getByText('fallback')).toBeTruthy()
  arrive(Counter)
  await userEvent.click(await screen.findByRole('button'))
  rerender(<Late name="presses" />)
  expect(screen.getByRole('button').textContent).toBe('presses 1')
})

test('a part whose file is lost says so and offers a reload, and the form around it keeps what was typed', async () => {
  const Late = lazyComponent(() => Promise.reject<typeof Counter>(new TypeError('404')))
  const onSubmit = vi.fn<() => void>()
  function Form() {
    const [isOpen, setOpen] = useState(false)
    return (
      <form onSubmit={onSubmit}>
        <input aria-label="Name" />
        <button type="button" onClick={() => setOpen(true)}>
          Choose a date
        </button>
        {isOpen && <Late name="x" />}
      </form>
    )
  }
  render(<Form />)
  const field = screen.getByLabelText<HTMLInputElement>('Name')
  await userEvent.type(field, 'half a form')
  await userEvent.click(screen.getByRole('button', { name: 'Choose a date' }))
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toBe('Part of this page could not be loaded.Reload')
  expect(screen.getByLabelText('Name')).toBe(field)
  expect(field.value).toBe('half a form')
  expect(onSubmit).not.toHaveBeenCalled()
})

test('what work can’t do without is loaded before it begins, and nothing else', async () => {
  const loaded = vi.fn<() => Promise<typeof Counter>>().mockResolvedValue(Counter)
  lazyComponent(loaded)
  lazyComponent(loaded, { isEssential: true })
  await loadEssentialParts()
  expect(loaded).toHaveBeenCalledTimes(1)
})

test('what work can’t do without is loaded first', async () => {
  const order: string[] = []
  const load = (name: string) => () => {
    order.push(name)
    return Promise.resolve(Counter)
  }
  lazyComponent(load('a page'))
  lazyComponent(load('signing in again'), { isEssential: true })
  await preloadLazyComponents()
  expect(order).toEqual(['signing in again', 'a page'])
})

const secret = 'eyJhbGciOi-secret'

function Faulty({ isFaulty }: { isFaulty: { current: boolean } }): ReactNode {
  if (isFaulty.current) throw new Error(`cannot draw ${secret}`)
  return <p>drawn</p>
}

test('a part that fails while it is drawn says so without the error’s message, and the rest keeps what was typed', async () => {
  const Component = lazyComponent(() => Promise.resolve(Faulty))
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
  expect(
    within(alert)
      .getAllByRole('button')
      .map(({ textContent }) => textContent),
  ).toEqual(['Reload'])
  expect(caught).toHaveBeenCalledTimes(1)
})
