import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { openConsole } from '#web/testing/console.tsx'

const message = 'Read-only while the console server is unreachable.'

function goOffline() {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  window.dispatchEvent(new Event('offline'))
}

// A confirmation that is open then: run-action.test.ts.
test('a form that was open when the browser went offline says so when sent, and keeps its input; whatever changes or reads something is announced as disabled, says why, opens nothing and sends nothing', async () => {
  const testConsole = await openConsole({ tokens: ['ci'] })
  const flag = await screen.findByRole('switch', { name: 'ci active' })
  const create = screen.getByRole('button', { name: 'New token' })
  const disabled = () => [create, flag].map((button) => button.getAttribute('aria-disabled'))
  expect(disabled()).toEqual([null, null])
  await testConsole.press('New token')
  const form = await screen.findByRole('dialog')
  await testConsole.fill(within(form).getByLabelText('Name'), 'typed')
  const { length } = testConsole.requests
  goOffline()
  await testConsole.press('Create token')
  await testConsole.seesToast(message)
  await within(form).findByText('This browser is offline. What you typed stays here.')
  expect(within(form).getByLabelText('Name')).toHaveProperty('value', 'typed')
  await testConsole.press('Cancel')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await testConsole.press('Dismiss')
  await waitFor(() => expect(disabled()).toEqual(['true', 'true']))
  expect(create).toHaveProperty('title', message)
  const acts = [
    () => testConsole.press('New token'),
    () => testConsole.flip('ci active'),
    () => testConsole.choose('ci', 'Replace value…'),
    () => testConsole.press('Copy ci'),
    () => testConsole.press('Reveal ci'),
  ]
  for (const act of acts) {
    // oxlint-disable-next-line no-await-in-loop -- each says it anew
    await act()
    // oxlint-disable-next-line no-await-in-loop
    await testConsole.seesToast(message)
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(screen.queryByRole('alertdialog')).toBeNull()
    // oxlint-disable-next-line no-await-in-loop
    await testConsole.press('Dismiss')
  }
  expect(testConsole.requests).toHaveLength(length)
})
