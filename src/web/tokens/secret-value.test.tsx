import { act, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { already, asked } from './secret.ts'
import { SecretValue } from './secret-value.tsx'

async function shown() {
  vi.useFakeTimers()
  const onHide = vi.fn<() => void>()
  const { unmount } = render(
    <SecretValue name="ci" handed={already('the-value')} selected={false} onCopy={() => undefined} onHide={onHide} />,
  )
  await act(() => vi.advanceTimersByTimeAsync(0))
  const pass = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1000))
  const box = screen.getByRole('textbox', { name: 'Value of ci' })
  return { onHide, pass, box, unmount }
}

test('a shown value hides after 30 seconds, not before', async () => {
  const { onHide, pass, box } = await shown()
  expect(box.textContent).toBe('the-value')
  await pass(29)
  expect(onHide).not.toHaveBeenCalled()
  await pass(1)
  expect(onHide).toHaveBeenCalled()
})

test('“Keep showing” stops the countdown', async () => {
  const { onHide, pass } = await shown()
  await pass(10)
  act(() => screen.getByRole('button', { name: 'Keep showing ci' }).click())
  await pass(120)
  expect(onHide).not.toHaveBeenCalled()
  expect(screen.queryByRole('button', { name: 'Keep showing ci' })).toBeNull()
})

test('the countdown pauses while the focus is inside, and goes on after', async () => {
  const { onHide, pass, box } = await shown()
  await pass(20)
  act(() => box.focus())
  await pass(60)
  expect(onHide).not.toHaveBeenCalled()
  act(() => box.blur())
  await pass(10)
  expect(onHide).toHaveBeenCalled()
})

test('the page that is left hides it', async () => {
  const { onHide } = await shown()
  window.dispatchEvent(new Event('pagehide'))
  expect(onHide).toHaveBeenCalled()
})

test('unmounted, it counts and listens no more', async () => {
  const { onHide, pass, unmount } = await shown()
  unmount()
  await pass(60)
  window.dispatchEvent(new Event('pagehide'))
  expect(onHide).not.toHaveBeenCalled()
})

test('the countdown is not read out', async () => {
  await shown()
  expect(screen.getByText('30 s').getAttribute('aria-hidden')).toBe('true')
  expect(screen.getByRole('button', { name: 'Hide ci' })).toBeTruthy()
})

test('while the value is on its way, the box is busy and nothing counts', async () => {
  vi.useFakeTimers()
  const onHide = vi.fn<() => void>()
  const handed = asked(() => new Promise(() => {}))
  render(<SecretValue name="ci" handed={handed} selected={false} onCopy={() => undefined} onHide={onHide} />)
  await act(() => vi.advanceTimersByTimeAsync(60_000))
  expect(screen.getByRole('textbox', { name: 'Value of ci' }).getAttribute('aria-busy')).toBe('true')
  expect(onHide).not.toHaveBeenCalled()
})
