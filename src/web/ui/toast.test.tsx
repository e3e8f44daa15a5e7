import { act, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createAnnouncer } from './announcer.tsx'
import { createToastStore, Toast, showDeletionToast } from './toast.tsx'

function renderToasts() {
  const announcer = createAnnouncer(Date.now)
  const toasts = createToastStore(announcer)
  render(<Toast toasts={toasts} />)
  const toastText = () => screen.getByRole('region', { name: 'Notifications' }).querySelector('p')?.textContent
  const icon = () => screen.getByRole('region').querySelector('.icon')?.getAttribute('class')
  return { toasts, announcer, toastText, icon }
}

test('eight deletions in a row are one toast that counts them, and that of a user after them starts another', () => {
  const { toasts, toastText } = renderToasts()
  for (let time = 1; time <= 8; time += 1) {
    act(() => showDeletionToast(toasts, 'token', `t${time}`))
    expect(toastText()).toBe(time === 1 ? '“t1” deleted.' : `${time} tokens deleted.`)
  }
  act(() => showDeletionToast(toasts, 'user', 'a@x.test'))
  expect(toastText()).toBe('“a@x.test” deleted.')
})

test('a toast that is gone is not counted on', () => {
  const { toasts, toastText } = renderToasts()
  act(() => showDeletionToast(toasts, 'token', 'a'))
  act(() => screen.getByRole('button', { name: 'Dismiss' }).click())
  act(() => showDeletionToast(toasts, 'token', 'b'))
  expect(toastText()).toBe('“b” deleted.')
})

test('a name in a toast is made visible and can be cut alone: the whole stands in its title', () => {
  const { toasts, announcer, toastText } = renderToasts()
  act(() => toasts.show('Copied “ci⟨U+202E⟩”.', { name: 'ci\u202e' }))
  expect(toastText()).toBe('Copied “ci⟨U+202E⟩”.')
  expect(screen.getByTitle('ci⟨U+202E⟩').querySelector('bdi')?.textContent).toBe('ci⟨U+202E⟩')
  expect(announcer.spoken.get().polite).toBe('Copied “ci⟨U+202E⟩”.')
})

test('only what came about without a caution has a tick', () => {
  const { toasts, icon } = renderToasts()
  act(() => toasts.show('Done.'))
  expect(icon()).toContain('lucide-check')
  act(() => toasts.show('Done, but.', { severity: 'warning' }))
  expect(icon()).toContain('lucide-triangle-alert')
  act(() => toasts.show('Not done.', { severity: 'error' }))
  expect(icon()).toContain('lucide-circle-x')
})
