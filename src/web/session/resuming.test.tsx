import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { keptInBrowser } from '#web/testing/kept.ts'
import { openSignIn, origin, signIn } from '#web/testing/console.tsx'
import { ours, signedInAt } from '#web/testing/host.ts'
import { openWindows } from './windows.ts'

const rows = { data: [{ name: 'ci', active: true }] }

test('a list that fails before the page is shown is reported, and showing the page does not read it again', async () => {
  const { requestsTo } = await openSignIn({
    before: (_, network) => {
      signedInAt(network)
      network.interceptAll('GET', '/_/token', 'network')
    },
  })
  await screen.findByText(/^Console server unreachable since/)
  expect(requestsTo('GET', '/_/token')).toHaveLength(1)
})

test.each([
  ['#/tokens', 'Tokens', 1, 0],
  ['#/users', 'Users', 0, 1],
])('a console that opens at %s reads that page’s list once, and no other list', async (hash, title, tokens, users) => {
  const { requestsTo } = await openSignIn({
    hash,
    strict: true,
    before: (_, network) => {
      signedInAt(network)
      network.interceptAll('GET', '/_/token', { status: 200, body: JSON.stringify(rows) })
      network.interceptAll('GET', '/_/user', {
        status: 200,
        body: JSON.stringify({ data: [{ email: 'a@b.test', active: true }] }),
      })
    },
  })
  await screen.findByRole('table', { name: title })
  expect([requestsTo('GET', '/_/token').length, requestsTo('GET', '/_/user').length]).toEqual([tokens, users])
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

test('a sign-out in another window while the first list loads keeps everybody out', async () => {
  let release: (() => void) | undefined
  let end: (() => void) | undefined
  const { requestsTo } = await openSignIn({
    before: (_, network) => {
      end = signedInAt(network)
      release = network.hold('GET', '/_/token')
      network.interceptAll('GET', '/_/token', { status: 200, body: JSON.stringify(rows) })
    },
  })
  await waitFor(() => expect(requestsTo('GET', '/_/token')).toHaveLength(1))
  end?.()
  openWindows(origin).tell('signed-out')
  await screen.findByText(/^You signed out in another tab\. Sign in again to continue\./)
  release?.()
  expect(screen.queryByRole('table', { name: 'Tokens' })).toBeNull()
})

test('a message that another window signed out is believed only if the console server confirms it', async () => {
  const { requestsTo } = await openSignIn({
    before: (_, network) => {
      signedInAt(network)
      network.interceptAll('GET', '/_/token', { status: 200, body: JSON.stringify(rows) })
    },
  })
  await screen.findByRole('table', { name: 'Tokens' })
  const before = requestsTo('GET', '/console-session').length
  openWindows(origin).tell('signed-out', 'forged')
  await waitFor(() => expect(requestsTo('GET', '/console-session')).toHaveLength(before + 1))
  await new Promise((go) => setTimeout(go, 50))
  expect(screen.getByRole('table', { name: 'Tokens' })).toBeTruthy()
})

test('a replaced cookie signs out with a sentence, and the proof is removed', async () => {
  await openSignIn({
    before: (_, network) => {
      signedInAt(network, { session: null, other: true })
    },
  })
  await screen.findByText(/replaced this browser’s session cookie/)
  expect(keptInBrowser()).toEqual({})
})

test('without a proof nobody is signed in, and the console server gets no request about the session', async () => {
  const { requestsTo } = await openSignIn({
    before: (_, network) => {
      signedInAt(network)
      localStorage.clear()
    },
  })
  await screen.findByRole('heading', { name: 'Sign in' })
  expect(requestsTo('GET', '/console-session')).toEqual([])
})

test('over the list, a console server that is down is named as such, not as the service', async () => {
  await openSignIn({
    before: (_, network) => {
      signedInAt(network)
      network.interceptNext('GET', '/_/token', 'network')
      const down = { 'x-query-admin-sent': 'not-sent', ...ours }
      network.interceptAll('GET', '/_/token', { status: 502, body: '{"error":"unreachable"}', headers: down })
    },
  })
  await screen.findByText(/^Console server unreachable since/)
  await userEvent.click(screen.getByRole('button', { name: /^Try/ }))
  await screen.findByText(/^Unreachable since/)
})

test('a 401 of the console server is named as its own, and does not ask for another sign-in', async () => {
  const { press } = await openSignIn({
    before: (_, network) => {
      signedInAt(network)
      network.interceptNext('GET', '/_/token', { status: 200, body: JSON.stringify(rows) })
      const ended = { 'x-query-admin-session': 'none', ...ours }
      network.interceptAll('GET', '/_/token', { status: 401, body: '{"error":"signed-out"}', headers: ended })
    },
  })
  await screen.findByRole('table', { name: 'Tokens' })
  await press('Refresh')
  await screen.findByText(/The console server rejected this sign-in \(401\)\.$/)
})

test('the Service page lists this account’s sessions, and can end all of them', async () => {
  const { requestsTo, press, user } = await openSignIn({
    hash: '#/service',
    before: (_, network) => {
      signedInAt(network)
      network.interceptAll('DELETE', '/console-sessions', { status: 204 })
      network.interceptAll('DELETE', '/console-session', { status: 204 })
    },
  })
  const section = await screen.findByRole('region', { name: 'Signed in' })
  await within(section).findByText('Signed in 2 h ago · Active 5 min ago')
  expect(
    within(section)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([
    'Firefox on macOS · This browserSigned in 1 h ago · Active now',
    'Chrome on LinuxSigned in 2 h ago · Active 5 min ago',
  ])
  await press('Sign out everywhere')
  const dialog = await screen.findByRole('alertdialog', { name: 'Sign out everywhere?' })
  await within(dialog).findByText(/^2 sessions end, this one included/)
  await user.click(within(dialog).getByRole('button', { name: 'Sign out everywhere' }))
  await waitFor(() => expect(requestsTo('DELETE', '/console-session')).toHaveLength(1))
  expect(requestsTo('DELETE', '/console-sessions')).toHaveLength(1)
  expect(keptInBrowser()).toEqual({})
})

test('a failed “Sign out everywhere” says so, and the page stays signed in', async () => {
  const { requestsTo, press, user } = await openSignIn({
    hash: '#/service',
    before: (_, network) => {
      signedInAt(network)
      network.interceptAll('DELETE', '/console-sessions', 'network')
    },
  })
  await press('Sign out everywhere')
  const dialog = await screen.findByRole('alertdialog', { name: 'Sign out everywhere?' })
  await user.click(within(dialog).getByRole('button', { name: 'Sign out everywhere' }))
  await screen.findByText(/^Not signed out\. The console server is unreachable/)
  expect(requestsTo('DELETE', '/console-session')).toEqual([])
})

test('“Sign out everywhere” in a session that has ended leaves the sheet over the page, and says nothing else', async () => {
  const { requestsTo, press, user } = await openSignIn({
    hash: '#/service',
    before: (_, network) => {
      signedInAt(network)
      const headers = { 'x-query-admin-session': 'none', ...ours }
      network.interceptAll('DELETE', '/console-sessions', { status: 401, body: '{"error":"signed-out"}', headers })
    },
  })
  await press('Sign out everywhere')
  const dialog = await screen.findByRole('alertdialog', { name: 'Sign out everywhere?' })
  await user.click(within(dialog).getByRole('button', { name: 'Sign out everywhere' }))
  await screen.findByRole('dialog', { name: 'Signed out' })
  await new Promise((go) => setTimeout(go, 50))
  expect(screen.getByRole('dialog', { name: 'Signed out' })).toBeTruthy()
  expect(screen.queryByText(/^Not signed out/)).toBeNull()
  expect(requestsTo('DELETE', '/console-session')).toEqual([])
})

test('a sign-out that failed is made again by the next sign-in, which says so', async () => {
  const world = await openSignIn({
    before: (_, network) => {
      signedInAt(network)
      for (const status of [500, 500, 204]) network.interceptNext('DELETE', '/console-session', { status })
      network.interceptAll('GET', '/_/token', { status: 200, body: JSON.stringify(rows) })
    },
  })
  await screen.findByRole('table', { name: 'Tokens' })
  await world.signOut()
  await screen.findByText(/^Signed out here\. The console server couldn’t be reached/)
  await signIn(world)
  await screen.findByText(/^A server in front of the console answered 500\./)
  expect(world.requestsTo('POST', '/console-session')).toEqual([])
  await world.press('Sign in')
  await waitFor(() => expect(world.requestsTo('POST', '/console-session')).toHaveLength(1))
  expect(keptInBrowser()).toEqual({})
})
