import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { StrictMode, useState, type ReactNode } from 'react'
import { expect, test, vi } from 'vitest'
import { SessionProvider, type Session } from '#web/session/session.ts'
import { FocusKeeper } from '#web/ui/focus/focus-keeper.ts'
import { createAnnouncer } from '#web/ui/live.tsx'
import { TokenValue } from './token-value.tsx'
import { valueOnce, type ValueOnce } from './value-once.ts'

/** A service that only returns values. */
function inConsole(read: (name: string, ending: { signal: AbortSignal }) => Promise<string>) {
  const client = new QueryClient()
  const session = { service: { tokens: { value: read } }, announcer: createAnnouncer(Date.now) } as unknown as Session
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>
      <SessionProvider value={session}>
        <FocusKeeper />
        {children}
      </SessionProvider>
    </QueryClientProvider>
  )
  return { wrapper, client }
}

const never = () => Promise.reject(new Error('not asked for'))

async function shown() {
  vi.useFakeTimers()
  const onHide = vi.fn<() => void>()
  const { unmount } = render(
    <TokenValue
      name="ci"
      once={valueOnce('the-value')}
      selected={false}
      onCopy={() => undefined}
      onAgain={() => undefined}
      onHide={onHide}
    />,
    inConsole(never),
  )
  await act(() => vi.advanceTimersByTimeAsync(0))
  const pass = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1000))
  const box = screen.getByRole('textbox', { name: 'Value of ci' })
  return { onHide, pass, box, unmount }
}

test('a revealed value hides after 30 seconds, not before', async () => {
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

test('the countdown pauses while the focus is inside, and continues afterwards', async () => {
  const { onHide, pass, box } = await shown()
  await pass(20)
  act(() => box.focus())
  await pass(60)
  expect(onHide).not.toHaveBeenCalled()
  act(() => box.blur())
  await pass(10)
  expect(onHide).toHaveBeenCalled()
})

test('leaving the page hides it', async () => {
  const { onHide } = await shown()
  window.dispatchEvent(new Event('pagehide'))
  expect(onHide).toHaveBeenCalled()
})

test('after unmounting there is no timer and no listener', async () => {
  const { onHide, pass, unmount } = await shown()
  unmount()
  await pass(60)
  window.dispatchEvent(new Event('pagehide'))
  expect(onHide).not.toHaveBeenCalled()
})

test('the countdown is hidden from screen readers', async () => {
  await shown()
  expect(screen.getByText('30 s').getAttribute('aria-hidden')).toBe('true')
  expect(screen.getByRole('button', { name: 'Hide ci' })).toBeTruthy()
})

test('while the value is loading, the box is busy and no countdown runs', async () => {
  vi.useFakeTimers()
  const onHide = vi.fn<() => void>()
  render(
    <TokenValue
      name="ci"
      once={valueOnce()}
      selected={false}
      onCopy={() => undefined}
      onAgain={() => undefined}
      onHide={onHide}
    />,
    inConsole(() => new Promise(() => {})),
  )
  await act(() => vi.advanceTimersByTimeAsync(60_000))
  expect(screen.getByRole('textbox', { name: 'Value of ci' }).getAttribute('aria-busy')).toBe('true')
  expect(onHide).not.toHaveBeenCalled()
})

test('the countdown stays paused while the focus is inside, even if the pointer leaves', async () => {
  const { onHide, pass, box } = await shown()
  act(() => box.focus())
  fireEvent.pointerEnter(box.parentElement!)
  fireEvent.pointerLeave(box.parentElement!)
  await pass(60)
  expect(onHide).not.toHaveBeenCalled()
  act(() => box.blur())
  fireEvent.pointerEnter(box.parentElement!)
  await pass(60)
  expect(onHide).not.toHaveBeenCalled()
  fireEvent.pointerLeave(box.parentElement!)
  await pass(30)
  expect(onHide).toHaveBeenCalled()
})

test('after a sleep longer than the countdown, the first tick hides the value', async () => {
  const { onHide, pass } = await shown()
  vi.setSystemTime(Date.now() + 3_600_000)
  await pass(1)
  expect(onHide).toHaveBeenCalled()
})

test('“Keep showing” leaves the focus on Hide', async () => {
  const { pass } = await shown()
  const keep = screen.getByRole('button', { name: 'Keep showing ci' })
  act(() => {
    keep.focus()
    keep.click()
  })
  await pass(0)
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Hide ci')
})

/** Hides the value like the page, by unmounting. */
function Page({ once }: { once: ValueOnce }) {
  const [open, setOpen] = useState(true)
  const [hide] = useState(() => () => setOpen(false))
  return (
    open && (
      <TokenValue
        name="ci"
        once={once}
        selected={false}
        onCopy={() => undefined}
        onAgain={() => undefined}
        onHide={hide}
      />
    )
  )
}

test.each([
  ['the page is left', () => window.dispatchEvent(new Event('pagehide'))],
  ['the tab goes out of sight', () => document.dispatchEvent(new Event('visibilitychange'))],
])('when %s the value is gone synchronously, since the page may be frozen after the event', async (_, happen) => {
  const { container } = render(
    <StrictMode>
      <Page once={valueOnce('the-value')} />
    </StrictMode>,
    inConsole(never),
  )
  await screen.findByText('the-value')
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  happen()
  expect(container.innerHTML).toBe('')
})

test('mounted again after its row was scrolled away, it has no value, and hides without a read', async () => {
  const read = vi.fn<() => Promise<string>>(() => Promise.resolve('the-value'))
  const once = valueOnce()
  const first = render(<Page once={once} />, inConsole(read))
  await screen.findByText('the-value')
  first.unmount()
  const again = render(<Page once={once} />, inConsole(read))
  await vi.waitFor(() => expect(again.container.innerHTML).toBe(''))
  expect(read).toHaveBeenCalledTimes(1)
})

test('the value is in no attribute, and is not offered to translators', async () => {
  const { box } = await shown()
  const root = box.parentElement!
  for (const node of [root, ...root.querySelectorAll('*')]) {
    for (const { value } of node.attributes) expect(value).not.toContain('the-value')
  }
  expect(root.getAttribute('translate')).toBe('no')
})

test('after hiding, no cache contains the value', async () => {
  const { wrapper, client } = inConsole(() => Promise.resolve('the-value'))
  const cacheText = () =>
    JSON.stringify(
      client
        .getMutationCache()
        .getAll()
        .map(({ state }) => state),
    )
  const { unmount } = render(<Page once={valueOnce()} />, { wrapper })
  await screen.findByText('the-value')
  expect(cacheText()).toContain('the-value')
  unmount()
  expect(cacheText()).toBe('[]')
})

test('the value is read once, even if effects run twice, and hiding cancels a read in progress', async () => {
  const signals: AbortSignal[] = []
  const once = valueOnce()
  render(
    <StrictMode>
      <Page once={once} />
    </StrictMode>,
    inConsole((_, { signal }) => {
      signals.push(signal)
      return new Promise(() => {})
    }),
  )
  await act(async () => {})
  expect(signals.map(({ aborted }) => aborted)).toEqual([false])
  once.end()
  expect(signals.map(({ aborted }) => aborted)).toEqual([true])
})

test('revealing works in a browser whose `scrollIntoView` returns a promise', async () => {
  vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(() => Promise.resolve() as unknown as void)
  const { unmount } = await shown()
  expect(unmount).not.toThrow()
})
