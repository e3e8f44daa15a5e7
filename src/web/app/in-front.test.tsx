import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openSignIn } from '#web/testing/console.tsx'
import { signedInAt } from '#web/testing/server.ts'

test('a server in front that begins to ask for its own sign-in is told beside an open form, which stays, with a reload', async () => {
  let open = () => {}
  const world = await openSignIn({
    before: (_, network) => {
      signedInAt(network)
      const stop = network.interceptAll('GET', '/_/token', {
        status: 200,
        body: '{"data":[{"name":"ci","active":true}]}',
      })
      open = () => {
        stop()
        network.interceptNext('GET', '/_/token', { status: 401, isInFront: true })
        network.interceptAll('GET', '/_/token', { status: 200, body: '{"data":[]}' })
      }
    },
  })
  await world.press('New token')
  const form = await screen.findByRole('dialog', { name: 'New token' })
  await world.fill(within(form).getByLabelText<HTMLInputElement>('Name'), 'billing-export')
  open()
  document.querySelector<HTMLElement>('[aria-label=Refresh]')?.click()
  const notifications = await screen.findByRole('region', { name: 'Notifications' })
  within(notifications).getByText(/^A server in front of the console answered 401\. If it asks you to sign in/)
  within(notifications).getByRole('button', { name: 'Reload' })
  expect(within(form).getByLabelText<HTMLInputElement>('Name').value).toBe('billing-export')
  expect(screen.queryByRole('dialog', { name: 'Signed out' })).toBeNull()
  await world.user.keyboard('{Escape}')
  await world.press(/Discard/)
  document.querySelector<HTMLElement>('[aria-label=Refresh]')?.click()
  await waitFor(() => expect(screen.queryByText(/in front of the console/)).toBeNull())
})
