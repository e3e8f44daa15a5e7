import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openSignIn } from '#web/testing/console.tsx'
import { ours } from '#web/testing/console-server.ts'
import { signedInAt } from '#web/testing/server.ts'

const list = (build: string) => ({
  status: 200,
  body: JSON.stringify({ data: [{ name: 'ci', active: true }] }),
  headers: { ...ours, 'x-query-admin-build': build },
})
const reads = ({ requestsTo }: Pick<Awaited<ReturnType<typeof openSignIn>>, 'requestsTo'>) =>
  requestsTo('GET', '/_/token').length

test('a page whose console server has another build now says so, also beside an open form, which stays; the browser asks before a reload loses it', async () => {
  const testConsole = await openSignIn({
    before: (_, network) => {
      signedInAt(network)
      network.interceptNext('GET', '/_/token', list('b1'))
      network.interceptNext('GET', '/_/token', list('b1'))
      network.interceptAll('GET', '/_/token', list('b2'))
    },
  })
  await screen.findByRole('table', { name: 'Tokens' })
  await testConsole.refresh()
  await waitFor(() => expect(reads(testConsole)).toBe(2))
  expect(screen.queryByText('The console was updated.')).toBeNull()
  await testConsole.press('New token')
  const form = within(await screen.findByRole('dialog', { name: 'New token' }))
  await testConsole.fill(form.getByLabelText('Name'), 'billing-export')
  document.querySelector<HTMLElement>('[aria-label=Refresh]')?.click()
  const notifications = within(await screen.findByRole('region', { name: 'Notifications' }))
  notifications.getByText('The console was updated.')
  expect(form.getByLabelText<HTMLInputElement>('Name').value).toBe('billing-export')
  expect(testConsole.asksToLeave()).toBe(true)
  await testConsole.user.click(notifications.getByRole('button', { name: 'Reload' }))
  await waitFor(() => expect(screen.queryByText('The console was updated.')).toBeNull())
  await screen.findByRole('table', { name: 'Tokens' })
  expect(reads(testConsole)).toBe(4)
})

test('after an upgrade that has ended the session, the sheet offers to reload', async () => {
  const over = { status: 401, headers: { ...ours, 'x-query-admin-build': 'b2', 'x-query-admin-session': 'none' } }
  const testConsole = await openSignIn({
    before: (_, network) => {
      signedInAt(network)
      network.interceptNext('GET', '/_/token', list('b1'))
      network.interceptNext('GET', '/_/token', over)
      network.interceptAll('GET', '/_/token', list('b2'))
    },
  })
  await screen.findByRole('table')
  await testConsole.press('Refresh')
  const sheet = await screen.findByRole('dialog', { name: 'Signed out' })
  within(sheet).getByText('The console was updated.')
  await testConsole.user.click(within(sheet).getByRole('button', { name: 'Reload' }))
  await waitFor(() => expect(sheet.isConnected).toBe(false))
})
