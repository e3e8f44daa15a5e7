import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { storedInBrowser } from '#web/testing/browser-storage.ts'
import { openSignIn } from '#web/testing/console.tsx'
import { signedInAt, signsOutElsewhere } from '#web/testing/server.ts'

const rows = { data: [{ name: 'ci', active: true }] }

test('a first list that fails before the page is shown is reported, not shown as empty, and not read again by showing the page', async () => {
  const { requestsTo } = await openSignIn({
    before: (_, network) => {
      signedInAt(network)
      network.interceptAll('GET', '/_/token', 'network')
    },
  })
  await screen.findByText(/^Console server unreachable since/)
  expect(screen.queryByText('No tokens yet')).toBeNull()
  expect(screen.getByRole('button', { name: 'New token' }).getAttribute('aria-disabled')).toBe('true')
  expect(requestsTo('GET', '/_/token')).toHaveLength(1)
})

test('a console that opens at #/users reads that page’s list once, and no other list', async () => {
  const { requestsTo } = await openSignIn({
    hash: '#/users',
    strict: true,
    before: (_, network) => {
      signedInAt(network)
      network.interceptAll('GET', '/_/user', {
        status: 200,
        body: JSON.stringify({ data: [{ email: 'a@b.test', active: true }] }),
      })
    },
  })
  await screen.findByRole('table', { name: 'Users' })
  expect([requestsTo('GET', '/_/token').length, requestsTo('GET', '/_/user').length]).toEqual([0, 1])
})

test('a sign-in that the service no longer accepts opens the sheet over the page, however early that is known', async () => {
  await openSignIn({
    before: (_, network) => {
      network.interceptAll('POST', '/console-rows/_/token', { status: 401 })
      signedInAt(network)
      network.interceptAll('GET', '/_/token', { status: 401 })
    },
  })
  await screen.findByRole('dialog', { name: 'Signed out' })
})

test('while the first list loads, the account menu opens, and a sign-out in another window keeps everybody out', async () => {
  let release: (() => void) | undefined
  let end: (() => void) | undefined
  const { requestsTo, press, user } = await openSignIn({
    before: (_, network) => {
      end = signedInAt(network)
      release = network.hold('GET', '/_/token')
      network.interceptAll('GET', '/_/token', { status: 200, body: JSON.stringify(rows) })
    },
  })
  await waitFor(() => expect(requestsTo('GET', '/_/token')).toHaveLength(1))
  await press(/^Account menu/)
  await screen.findByRole('menu', { name: 'Account menu' })
  await user.keyboard('{Escape}')
  end?.()
  signsOutElsewhere()
  await screen.findByText(/^You signed out in another tab\. Sign in again to continue\./)
  release?.()
  expect(screen.queryByRole('table', { name: 'Tokens' })).toBeNull()
})

test('a page that the browser kept for Back, and whose session ended meanwhile, hides what it showed', async () => {
  let end: (() => void) | undefined
  await openSignIn({
    before: (_, network) => {
      end = signedInAt(network)
      network.interceptAll('GET', '/_/token', { status: 200, body: JSON.stringify(rows) })
    },
  })
  await screen.findByRole('table', { name: 'Tokens' })
  end?.()
  window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
  await screen.findByRole('dialog', { name: 'Signed out' })
})

test('a replaced cookie signs out with a sentence, and the proof is removed', async () => {
  await openSignIn({
    before: (_, network) => {
      signedInAt(network, { session: null, other: true })
    },
  })
  await screen.findByText(/replaced this browser’s session cookie/)
  expect(storedInBrowser()).toEqual({})
})
