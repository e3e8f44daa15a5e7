import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { openConsole, openSignIn } from '#web/testing/console.tsx'
import { ours, signedInAt } from '#web/testing/host.ts'
import type { Fault } from '#web/testing/fake-network.ts'

const fails: readonly [string, Fault, RegExp][] = [
  ['unreachable', 'network', /Unreachable since \d\d:\d\d\..*The last list stays, read-only\. Next attempt in 5 s\./],
  [
    'too many',
    { status: 429, headers: { 'retry-after': '30' } },
    /could not be read\. The service limits requests\. Try again in 30 s \(429\)\. Next attempt in 30 s\./,
  ],
  [
    'a page of HTML',
    { status: 200, body: '<!doctype html><title>Gateway</title>' },
    /The response cannot be read\. Nothing was changed, and the last list stays/,
  ],
]

test.each(fails)('after %s the rows stay and the page says why', async (_what, fault, says) => {
  const world = await openConsole({ tokens: ['ci'] })
  await screen.findByRole('table', { name: 'Tokens' })
  world.interceptNext('GET', '/_/token', fault)
  await world.refresh()
  await waitFor(() => expect(document.querySelector('main')?.textContent).toMatch(says))
  expect(world.names()).toEqual(['ci'])
  expect(screen.queryByText('No tokens yet')).toBeNull()
})

test('on the users page too the rows stay', async () => {
  const world = await openConsole({ hash: '#/users' })
  await screen.findByRole('table', { name: 'Users' })
  world.interceptNext('GET', '/_/user', { status: 503 })
  await world.refresh()
  await screen.findByText(/The list could not be read/)
  expect(world.names()).toEqual(['root@example.test'])
})

test('if the console server doesn’t trust the service’s certificate, the page says why', async () => {
  const body = JSON.stringify({ problem: { kind: 'unreachable', sent: 'not-sent', certificate: 'self-signed' } })
  await openSignIn({
    before: (_, network) => {
      signedInAt(network)
      const headers = { ...ours, 'x-query-admin-sent': 'not-sent' }
      network.interceptAll('GET', '/_/token', { status: 502, body, headers })
    },
  })
  const says = /Unreachable since \d\d:\d\d\. The service’s certificate is self-signed\. .*NODE_EXTRA_CA_CERTS/
  await waitFor(() => expect(document.querySelector('main')?.textContent).toMatch(says))
})

test('after a failed refresh nothing can be switched', async () => {
  const world = await openConsole({ tokens: ['ci'] })
  await screen.findByRole('table', { name: 'Tokens' })
  world.interceptNext('GET', '/_/token', { status: 500 })
  await world.refresh()
  await screen.findByText(/could not be read/)
  expect(screen.getByRole('switch', { name: 'ci active' }).getAttribute('aria-disabled')).toBe('true')
  await world.flip('ci active')
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(world.requestsTo('PUT', '/_/token')).toEqual([])
})

test('after a successful retry the page is as before', async () => {
  const world = await openConsole({ tokens: ['ci'] })
  await screen.findByRole('table', { name: 'Tokens' })
  world.interceptNext('GET', '/_/token', { status: 500 })
  await world.refresh()
  await world.press('Try again')
  await waitFor(() => expect(screen.queryByText(/could not be read/)).toBeNull())
  expect(screen.getByRole('switch', { name: 'ci active' }).getAttribute('aria-disabled')).toBeNull()
})

test('a first read that fails is not shown as an empty list', async () => {
  await openSignIn({
    before: (_, network) => {
      signedInAt(network)
      network.interceptNext('GET', '/_/token', { status: 500 })
    },
  })
  await screen.findByText(/The list could not be read/)
  expect(screen.queryByText('No tokens yet')).toBeNull()
  expect(screen.queryByRole('button', { name: 'New token' })).toBeNull()
})

test('the page says that token administration is turned off, and links to the users page', async () => {
  const world = await openConsole({ readings: 'turned-off=tokens' })
  await screen.findByRole('heading', { name: 'Token administration is turned off' })
  await world.user.click(screen.getByRole('link', { name: 'Go to Users' }))
  await screen.findByRole('table', { name: 'Users' })
})

test('if nothing answers any more, the page names both causes: a wrong address, or both turned off', async () => {
  const world = await openConsole({ tokens: ['ci'] })
  await screen.findByRole('table', { name: 'Tokens' })
  for (const path of ['/_/token', '/_/user']) world.interceptAll('GET', path, { status: 404 })
  await world.refresh()
  await screen.findByText(
    /Neither tokens nor users answered \(404\)\. The address may be wrong, or both are turned off/,
  )
})

test('while offline the page is read-only and says so', async () => {
  const world = await openConsole({ tokens: ['ci'] })
  await screen.findByRole('table', { name: 'Tokens' })
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  window.dispatchEvent(new Event('offline'))
  await screen.findByText('This browser is offline.')
  expect(screen.getByRole('switch', { name: 'ci active' }).getAttribute('aria-disabled')).toBe('true')
  expect(world.names()).toEqual(['ci'])
})

test('no text of an unreadable answer is shown on the page', async () => {
  const world = await openConsole({ tokens: ['ci'] })
  await screen.findByRole('table', { name: 'Tokens' })
  world.interceptNext('GET', '/_/token', { status: 200, body: '{"token":"eyJhbGciOiJIUzI1NiJ9.c2VjcmV0.c2VjcmV0"' })
  await world.refresh()
  await screen.findByText(/The response cannot be read/)
  expect(document.documentElement.innerHTML).not.toContain('eyJ')
})

test('a list that had rows and comes back empty says what it had, on each refresh and after another page', async () => {
  const { press, trial, refresh, passTime, announced } = await openConsole({ tokens: ['a', 'b', 'c'] })
  await screen.findByRole('table', { name: 'Tokens' })
  for (const name of ['a', 'b', 'c']) await trial.call('DELETE', '/_/token', { name })
  passTime(60_000)
  await refresh()
  await screen.findByRole('heading', { name: 'The list is empty now' })
  screen.getByText('It had 3 tokens 1 min ago.')
  expect(announced()).toBe('The list is empty now.')
  expect(screen.queryByText('No tokens yet')).toBeNull()
  passTime(60_000)
  await refresh()
  await screen.findByText('It had 3 tokens 2 min ago.')
  window.location.hash = '#/users'
  await screen.findByRole('table', { name: 'Users' })
  window.location.hash = '#/tokens'
  await screen.findByText('It had 3 tokens 2 min ago.')
  await trial.call('POST', '/_/token', { name: 'd', active: true, write: false })
  await press('Refresh')
  await screen.findByRole('table', { name: 'Tokens' })
})

test('a list that the admin emptied says that there are no tokens', async () => {
  const world = await openConsole({ tokens: ['a'] })
  await world.choose('a', 'Delete a')
  await world.press('Delete token')
  await screen.findByText('No tokens yet')
  await world.refresh()
  await waitFor(() => expect(world.requestsTo('GET', '/_/token').length).toBeGreaterThan(1))
  await screen.findByText('No tokens yet')
  expect(screen.queryByText('The list is empty now')).toBeNull()
})
