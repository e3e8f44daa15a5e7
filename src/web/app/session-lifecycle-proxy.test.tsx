import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openSignIn } from '#web/testing/console.tsx'
import { signedInAt, someone } from '#web/testing/server.ts'

test('a server in front that begins to ask for its own sign-in is told beside an open form, which stays, with a reload', async () => {
  let open = () => {}
  const testConsole = await openSignIn({
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
  await testConsole.press('New token')
  const form = await screen.findByRole('dialog', { name: 'New token' })
  await testConsole.fill(within(form).getByLabelText<HTMLInputElement>('Name'), 'billing-export')
  open()
  document.querySelector<HTMLElement>('[aria-label=Refresh]')?.click()
  const notifications = await screen.findByRole('region', { name: 'Notifications' })
  within(notifications).getByText(/^A server in front of the console answered 401\. If it asks you to sign in/)
  within(notifications).getByRole('button', { name: 'Reload' })
  expect(within(form).getByLabelText<HTMLInputElement>('Name').value).toBe('billing-export')
  expect(screen.queryByRole('dialog', { name: 'Signed out' })).toBeNull()
  await testConsole.user.keyboard('{Escape}')
  await testConsole.press(/Discard/)
  document.querySelector<HTMLElement>('[aria-label=Refresh]')?.click()
  await waitFor(() => expect(screen.queryByText(/in front of the console/)).toBeNull())
})

/** A console that is read once more, after a server in front asked for a sign-in if `isAsked`, and signed out of. */
async function signOut({ isAsked = false, session = {}, deletion = { status: 204 } } = {}) {
  const testConsole = await openSignIn({
    before: (_, network) => {
      signedInAt(network, { session: { ...someone.session, ...session } })
      network.interceptAll('DELETE', '/console-session', deletion)
      if (isAsked) network.interceptNext('GET', '/_/token', { status: 401, isInFront: true })
      network.interceptAll('GET', '/_/token', { status: 200, body: '{"data":[]}' })
    },
  })
  if (isAsked) await screen.findByText(/^A server in front of the console answered 401\. If it asks you to sign in/)
  await testConsole.signOut()
  return testConsole
}
const atProxy = 'You may still be signed in at the proxy in front.'

test('after signing out behind a server that asks for its own sign-in, the page says that this one may last, also after a reload', async () => {
  const testConsole = await signOut({ isAsked: true })
  await screen.findByText(atProxy)
  testConsole.reload()
  await screen.findByText(atProxy)
  expect(testConsole.openedAddresses).toEqual([])
})

test('after signing out with no such server in front, nothing is said of one', async () => {
  await signOut()
  await screen.findByRole('heading', { name: 'Sign in' })
  expect(screen.queryByText(atProxy)).toBeNull()
})

test('after signing out the page is left for the address that the console server names', async () => {
  const testConsole = await signOut({ isAsked: true, session: { signOutUrl: '/oauth2/sign_out' } })
  await waitFor(() => expect(testConsole.openedAddresses).toEqual(['/oauth2/sign_out']))
  expect(screen.queryByRole('heading', { name: 'Sign in' })).toBeNull()
})

test('a sign-out that the console server did not carry out leaves for no address, and says that the admin may still be signed in at both', async () => {
  const session = { signOutUrl: '/oauth2/sign_out' }
  const testConsole = await signOut({ isAsked: true, session, deletion: { status: 500 } })
  await screen.findByText(atProxy)
  expect(testConsole.openedAddresses).toEqual([])
})
