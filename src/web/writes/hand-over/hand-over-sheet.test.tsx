import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { SessionProvider, type Session } from '#web/ui/session.ts'
import { createToasts, spoken } from '#web/ui/toasts.ts'
import { HandOverSheet } from './hand-over-sheet.tsx'
import type { Secret } from './secret.ts'

/** Opens the list of so many values. */
function listOf(count: number) {
  const read = vi.fn<Secret['read']>(async () => 'the-secret')
  const onHanded = vi.fn<Secret['onHanded']>()
  const secrets = Array.from({ length: count }, (_, at): Secret => {
    const name = `token-${at}`
    return { resource: 'tokens', name, is: 'value', isConfirmed: true, read, onHanded }
  })
  const toasts = createToasts({ say: () => undefined, alert: () => undefined })
  const over = new AbortController()
  const session = { place: { name: 'here' }, over: over.signal, toasts } as unknown as Session
  render(
    <SessionProvider value={session}>
      <HandOverSheet secrets={secrets} onClose={() => undefined} />
    </SessionProvider>,
  )
  const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 })
  const said = () => {
    const message = toasts.get()?.message
    return message === undefined ? undefined : spoken(message)
  }
  return { read, onHanded, user, said, over }
}

test('a hundred values are copied together', async () => {
  const { read, onHanded, user, said } = listOf(100)
  await user.click(screen.getByRole('button', { name: 'Copy all' }))
  await waitFor(() => expect(said()).toBe('Copied 100 new values.'))
  expect(read).toHaveBeenCalledTimes(100)
  expect(onHanded).toHaveBeenCalledTimes(100)
})

test('a hundred and one are a file: Copy all is off, and says why', () => {
  listOf(101)
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Copy all' }).disabled).toBe(true)
  expect(screen.getByText('Copy all takes at most 100 lines. Download the file instead.')).toBeDefined()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Download…' }).disabled).toBe(false)
})

test('if the browser refuses to copy, nothing counts as copied', async () => {
  const { onHanded, user, said } = listOf(2)
  vi.spyOn(navigator.clipboard, 'write').mockRejectedValue(new DOMException('no', 'NotAllowedError'))
  document.execCommand = () => false
  await user.click(screen.getByRole('button', { name: 'Copy all' }))
  await waitFor(() => expect(said()).toBe('This browser refused to copy. Nothing was copied.'))
  expect(onHanded).not.toHaveBeenCalled()
  expect(screen.queryByText('Copied')).toBeNull()
})

test('a download that the end of the session overtakes writes no file', async () => {
  const { read, user, over } = listOf(2)
  const saved = vi.spyOn(URL, 'createObjectURL')
  const answers: (() => void)[] = []
  read.mockImplementation(() => new Promise((resolve) => answers.push(() => resolve('the-secret'))))
  await user.click(screen.getByRole('button', { name: 'Download…' }))
  await user.click(screen.getByRole('button', { name: 'Download' }))
  await waitFor(() => expect(read).toHaveBeenCalledTimes(2))
  over.abort()
  for (const answer of answers) answer()
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(saved).not.toHaveBeenCalled()
})
