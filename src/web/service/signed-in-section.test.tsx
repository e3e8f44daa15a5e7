import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openSignIn } from '#web/testing/console.tsx'
import { ours, signedInAt } from '#web/testing/host.ts'

test('“Sign out everywhere” says which generated password it loses', async () => {
  const { press, user } = await openSignIn({
    hash: '#/users',
    before: (_, network) => {
      signedInAt(network)
      const body = JSON.stringify({ data: [{ email: 'a@b.test', admin: true, active: true, updated_at: 1 }] })
      network.interceptAll('GET', '/_/token', { status: 200, body: '{"data":[]}' }) // a 401 would sign out
      network.interceptAll('GET', '/_/user', { status: 200, body })
      network.interceptAll('POST', '/console-rows/_/user', { status: 200, body })
      network.interceptAll('PUT', '/_/user', { status: 200 })
    },
  })
  await press('Edit a@b.test')
  await press('Set a new password')
  await press('Generate')
  await press('Save changes')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await screen.findByText(/Generated password, not copied yet/)
  await user.click(screen.getByRole('link', { name: 'Service' }))
  await press('Sign out everywhere')
  const dialog = await screen.findByRole('alertdialog', { name: 'Sign out everywhere?' })
  await within(dialog).findByText('You haven’t copied 1 new password.')
  await within(dialog).findByText('A password can’t be read again.')
})

test.each([
  [5, null],
  [6, '0'],
])('a list of %i sessions has a tab stop only if it scrolls', async (count, stop) => {
  await openSignIn({
    hash: '#/service',
    before: (_, network) => {
      const place = { age: 60_000, unused: 60_000, browser: 'Chrome on Linux', isThis: false }
      const body = JSON.stringify({ sessions: Array.from({ length: count }, () => place) })
      network.interceptAll('GET', '/console-sessions', { status: 200, body, headers: ours })
      signedInAt(network)
    },
  })
  const list = await screen.findByRole('list', { name: 'Signed in' })
  expect(within(list).getAllByRole('listitem')).toHaveLength(count)
  expect(within(list).queryByText('This browser')).toBeNull()
  expect(list.getAttribute('tabindex')).toBe(stop)
})
