import { act, fireEvent, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createRef } from 'react'
import { expect, test, vi } from 'vitest'
import { SessionProvider, type Session } from '#web/session/session.ts'
import { createAnnouncer } from '#web/ui/announcer.tsx'
import { PasswordField } from './field-inputs.tsx'

function renderInputs(emails: readonly string[] = []) {
  const announcer = createAnnouncer(Date.now)
  const field = createRef<HTMLInputElement>()
  const tree = (emails: readonly string[]) => (
    <SessionProvider value={{ announcer } as Session}>
      <PasswordField
        password={{ inputRef: field, error: undefined, isOptional: false, setEnabled: () => undefined }}
        emails={emails}
      />
    </SessionProvider>
  )
  const page = render(tree(emails))
  const input = screen.getByLabelText<HTMLInputElement>('Password')
  const announced = () => announcer.spoken.get().polite
  return { input, page, announced: announced, rename: (email: string) => page.rerender(tree([email])) }
}
const pass = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1000))
const press = (name: string | RegExp) => act(() => screen.getByRole('button', { name }).click())
const generated = () => {
  vi.useFakeTimers()
  const all = renderInputs()
  press('Generate')
  return all
}
const listed = /one of the most common passwords/

test('a password is pasted unchanged, with its spaces, into a field that browsers do not fill in', async () => {
  const { input } = renderInputs()
  const long = ` ${'ö'.repeat(1022)} `
  await userEvent.click(input)
  await userEvent.paste(long)
  expect(input.value).toBe(long)
  expect(input.type).toBe('password')
  expect(input.autocomplete).toBe('new-password')
  expect(input.getAttribute('spellcheck')).toBe('false')
})

test('a password can be copied while there is one: an empty field would only clear the clipboard', async () => {
  const { input } = renderInputs()
  const copy = () => screen.queryByRole('button', { name: 'Copy password' })
  expect(copy()).toBeNull()
  await userEvent.type(input, 'p')
  expect(copy()).not.toBeNull()
  await userEvent.clear(input)
  expect(copy()).toBeNull()
  press('Generate')
  expect(copy()).not.toBeNull()
})

test('a generated password is shown for 30 seconds with a countdown, then masked', async () => {
  const { input, announced } = generated()
  expect(announced()).toBe('A new password is shown.')
  expect(input.value).toHaveLength(24)
  expect(input.type).toBe('text')
  expect(screen.getByText('30 s').getAttribute('aria-hidden')).toBe('true')
  await pass(29)
  expect(input.type).toBe('text')
  screen.getByText('1 s')
  await pass(1)
  expect(input.type).toBe('password')
  expect(input.value).toHaveLength(24)
})

test('“Keep showing” stops the countdown until the password is hidden; shown again, it counts again', async () => {
  const { input } = generated()
  press('Keep showing Password')
  await pass(120)
  expect(input.type).toBe('text')
  press('Hide')
  press('Show')
  await pass(30)
  expect(input.type).toBe('password')
})

test('the countdown pauses while the focus or the pointer is in the field', async () => {
  const { input } = generated()
  act(() => input.focus())
  await pass(60)
  expect(input.type).toBe('text')
  fireEvent.pointerEnter(input.closest('.field')!.parentElement!)
  act(() => input.blur())
  await pass(60)
  expect(input.type).toBe('text')
  fireEvent.pointerLeave(input.closest('.field')!.parentElement!)
  await pass(30)
  expect(input.type).toBe('password')
})

test('hiding the tab masks the password, leaving the page clears it', () => {
  const { input } = generated()
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  document.dispatchEvent(new Event('visibilitychange'))
  expect(input.type).toBe('password')
  expect(input.value).not.toBe('')
  window.dispatchEvent(new Event('pagehide'))
  expect(input.value).toBe('')
})

test('unmounting the field clears it, and the copy that React keeps', async () => {
  const { input, page } = renderInputs()
  await userEvent.type(input, 'correct donkey')
  const tracker = (input as unknown as { _valueTracker: { getValue(): string } })._valueTracker
  expect(tracker.getValue()).toBe('correct donkey')
  page.unmount()
  expect(input.value).toBe('')
  expect(tracker.getValue()).toBe('')
})

test.each(['password', 'PassWord1', 'qwertyuiop'])(
  '“%s” gets a warning as a common password, announced once',
  async (typed) => {
    const { input, announced } = renderInputs()
    await userEvent.type(input, typed)
    await screen.findByText(listed)
    expect(announced()).toMatch(listed)
    const described = input.getAttribute('aria-describedby') ?? ''
    expect(document.getElementById(described.trim())?.textContent).toMatch(listed)
    await userEvent.type(input, '-kM3vQ')
    expect(screen.queryByText(listed)).toBeNull()
  },
)

test('a password that equals the email gets a warning, whichever was typed last', async () => {
  const { input, rename } = renderInputs(['anna@x.test'])
  await userEvent.type(input, 'Anna@x.test')
  screen.getByText(/This password is the email/)
  rename('other@x.test')
  expect(screen.queryByText(/This password is the email/)).toBeNull()
  rename('ANNA@x.test')
  screen.getByText(/This password is the email/)
})

test('a generated password gets no warning', async () => {
  const { input } = renderInputs()
  await userEvent.type(input, 'password')
  await screen.findByText(listed)
  press('Generate')
  expect(screen.queryByText(listed)).toBeNull()
})

test('after copying, the page offers to clear the clipboard, and says that it did', async () => {
  const user = userEvent.setup()
  const { input } = renderInputs()
  await user.type(input, 'correct donkey')
  await user.click(screen.getByRole('button', { name: 'Copy password' }))
  await screen.findByText('Copied.')
  expect(await navigator.clipboard.readText()).toBe('correct donkey')
  await user.click(screen.getByRole('button', { name: 'Clear the clipboard' }))
  await screen.findByText(/may still hold what you copied/)
  expect(await navigator.clipboard.readText()).toBe('')
})

test('one that is generated while an earlier one is still being copied does not count as copied', async () => {
  const { input } = renderInputs()
  press('Generate')
  let go = () => {}
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementationOnce(() => new Promise((resolve) => (go = resolve)))
  press('Copy password')
  press('Generate')
  await act(async () => go())
  expect(input.dataset['password']).toBe('generated')
  expect(screen.queryByText('Copied.')).toBeNull()
})
