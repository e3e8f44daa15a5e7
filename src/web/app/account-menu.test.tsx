import { screen, waitFor, within } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openConsole, type TestConsole, origin } from '#web/testing/console.tsx'
import { emailInitials } from './shell.tsx'

const open = async (testConsole: TestConsole) => {
  await testConsole.press(/^Account menu/)
  return screen.findByRole('menu', { name: 'Account menu' })
}

test('after a sign-in by access token the menu shows no email; a theme is shown at once and remembered, but that of the system; by keyboard it is two keys to the way out', async () => {
  onTestFinished(() => localStorage.clear())
  const testConsole = await openConsole()
  const opened = await open(testConsole)
  expect(screen.getByText('Access token')).toBeTruthy()
  await waitFor(() => expect(opened.contains(document.activeElement)).toBe(true))
  const chosen = () => within(opened).getByRole('menuitemradio', { checked: true }).textContent
  const { dataset } = document.documentElement
  expect([chosen(), dataset['theme']]).toEqual(['System', undefined])
  await testConsole.user.click(within(opened).getByRole('menuitemradio', { name: 'Dark' }))
  expect([chosen(), dataset['theme'], localStorage.getItem(`query-admin theme ${origin}`)]).toEqual([
    'Dark',
    'dark',
    'dark',
  ])
  await testConsole.user.click(within(opened).getByRole('menuitemradio', { name: 'System' }))
  expect([chosen(), dataset['theme'], localStorage.getItem(`query-admin theme ${origin}`)]).toEqual([
    'System',
    undefined,
    null,
  ])
  await testConsole.user.keyboard('{Escape}')
  await waitFor(() => expect(testConsole.focused()).toMatch(/^Account menu/))
  await testConsole.user.keyboard('{Enter}')
  const menu = await screen.findByRole('menu', { name: 'Account menu' })
  // The menu takes the focus itself before its first item gets it.
  await waitFor(() => expect(within(menu).getByRole('menuitemradio', { name: 'System' })).toBe(document.activeElement))
  await testConsole.user.keyboard('{ArrowUp}')
  expect(within(menu).getByRole('menuitem', { name: 'Sign out' })).toBe(document.activeElement)
  await testConsole.user.keyboard('{Enter}')
  await screen.findByRole('heading', { name: 'Sign in' })
})

test('an account has two initials where its email has two parts', () => {
  const emails = ['li.wei@example.test', 'root@example.test', 'ops-on-call@x.test', '']
  expect(emails.map(emailInitials)).toEqual(['lw', 'r', 'oo', undefined])
})

test('the menu has the keyboard shortcuts, but not where there is only a finger', async () => {
  const testConsole = await openConsole()
  const entries = async () => {
    const menu = await open(testConsole)
    const labels = within(menu)
      .getAllByRole('menuitem')
      .map(({ textContent }) => textContent)
    await testConsole.user.keyboard('{Escape}')
    await waitFor(() => expect(menu.isConnected).toBe(false))
    return labels
  }
  expect(await entries()).toEqual(['Keyboard shortcuts', 'Sign out'])
  const matchMedia = window.matchMedia.bind(window)
  const spy = vi
    .spyOn(window, 'matchMedia')
    .mockImplementation((query) => matchMedia(query === '(hover: none) and (pointer: coarse)' ? 'all' : query))
  onTestFinished(() => spy.mockRestore())
  expect(await entries()).toEqual(['Sign out'])
})
