import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { keptInBrowser } from '#web/testing/kept.ts'
import { openConsole, openSignIn, signIn, signInByPassword, type World, origin } from '#web/testing/console.tsx'
import { hostAt, ours } from '#web/testing/host.ts'

const byPassword = (world: World, email: string, password: string) => signInByPassword(world, { email, password })
const bearerField = () => screen.getByLabelText<HTMLInputElement>('Your access token')

test('a pasted access token signs in, and is nowhere on the page', async () => {
  const { names, trial } = await openConsole({ tokens: ['ci-deploy', 'grafana'] })
  await screen.findByRole('table', { name: 'Tokens' })
  expect(names()).toEqual(['ci-deploy', 'grafana'])
  expect(document.body.innerHTML).not.toContain(trial.bearer)
  expect(document.documentElement.innerHTML).not.toContain(trial.bearer)
  expect(sessionStorage.length).toBe(0)
  expect(Object.values(keptInBrowser()).join()).toMatch(/^[0-9a-f]{32}$/) // what a sign-out must say
})

test('an access token may be pasted with spaces, line breaks and “Bearer ” around it', async () => {
  const world = await openSignIn({ tokens: ['ci'] })
  const { bearer } = world.trial
  await signIn(world, `  Bearer ${bearer.slice(0, 40)}\n${bearer.slice(40)} \n`)
  await screen.findByRole('table', { name: 'Tokens' })
  expect(world.requestsTo('GET', '/_/token')[0]?.bearer).toBe(`Bearer ${bearer}`)
})

test('spaces around an email are named before it is sent, and can be removed', async () => {
  const { user } = await openSignIn()
  await user.click(await screen.findByText('Email and password'))
  const field = screen.getByLabelText<HTMLInputElement>('Email')
  await user.type(field, ' root@example.test ')
  await screen.findByText(/^The email starts and ends with a space\./)
  await user.click(screen.getByRole('button', { name: 'Remove spaces' }))
  expect(field.value).toBe('root@example.test')
  expect(document.activeElement).toBe(field)
  expect(screen.queryByText(/with a space/)).toBeNull()
})

test.each([
  ['', 'Paste an access token.'],
  ['two words', 'An access token contains no spaces.'],
  ['schlüssel', 'An access token contains only ASCII letters, digits and symbols.'],
])('the access token “%s” gets an error in its field, and nothing is sent', async (text, says) => {
  const { user, requestsTo, alerted } = await openSignIn()
  await user.click(await screen.findByLabelText('Your access token'))
  if (text !== '') await user.paste(text)
  await user.keyboard('{Enter}')
  await screen.findByText(says)
  expect(bearerField().getAttribute('aria-invalid')).toBe('true')
  expect(document.activeElement).toBe(bearerField())
  expect(alerted()).toBe('Correct 1 field: Your access token.')
  expect(requestsTo('GET', '/_/token')).toEqual([])
})

test('a rejected access token says why, and stays in its field', async () => {
  const world = await openSignIn()
  await signIn(world, 'mistyped')
  await screen.findByText(/rejected this access token \(401\)/)
  expect(world.alerted()).toBe('Not signed in. See the error at the field Your access token.')
  expect(bearerField().value).toBe('mistyped')
  expect(document.activeElement).toBe(bearerField())
  await world.user.clear(bearerField())
  await signIn(world)
  await screen.findByRole('heading', { name: 'Tokens' })
})

test('a token’s value is rejected on the sign-in page, with what to do', async () => {
  const world = await openSignIn({ tokens: ['ci'] })
  await signIn(world, world.trial.valueOf('ci'))
  await screen.findByText('The service rejected this. It is the value of a token; use an admin’s access token.')
})

test('the page says that it is a token’s value only if the value shows it, and only after a 401', async () => {
  const world = await openSignIn()
  await signIn(world, 'opaque')
  await screen.findByText(/^The service rejected this access token \(401\)\. Check that it is complete/)
  const claiming = `e30.${btoa('{"iss":"token"}')}.c2ln`
  world.interceptNext('GET', '/_/token', { status: 403 })
  await world.user.clear(bearerField())
  await signIn(world, claiming)
  await screen.findByText(/^The service rejected this access token \(403\)/)
})

test('after too many attempts a countdown runs, then another try is possible', async () => {
  const world = await openSignIn({
    before: (_, network) => {
      hostAt(network)
      const refused = { why: 'too-many-tries', retryAfter: 30 }
      network.interceptNext('POST', '/console-session', {
        status: 429,
        body: JSON.stringify({ refused }),
        headers: ours,
      })
    },
  })
  await signIn(world, 'one-more')
  await screen.findByText('Too many rejected sign-ins.')
  await screen.findByRole('button', { name: 'Try again in 30 s' })
  world.passTime(10_000)
  await world.user.click(await screen.findByRole('button', { name: 'Try again in 20 s' }))
  expect(world.requestsTo('POST', '/console-session')).toHaveLength(1)
  world.passTime(20_000)
  await world.user.click(await screen.findByRole('button', { name: 'Sign in' }))
  expect(screen.queryByText('Too many rejected sign-ins.')).toBeNull()
  await waitFor(() => expect(world.requestsTo('POST', '/console-session')).toHaveLength(2))
})

test('a console server that is down is named as such, not as the service', async () => {
  const world = await openSignIn({
    before: (_, network) => {
      hostAt(network)
      network.interceptNext('POST', '/console-session', 'network')
      const problem = { kind: 'unreachable', sent: 'not-sent' }
      const body = JSON.stringify({ refused: { why: 'problem', problem } })
      network.interceptNext('POST', '/console-session', { status: 502, body, headers: ours })
    },
  })
  await signIn(world)
  await screen.findByText(/^The console server is unreachable/)
  await world.press('Sign in')
  await screen.findByText(/^The service is unreachable/)
})

test('an email and a password sign in, and the password is gone from the page', async () => {
  const world = await openSignIn()
  const { email, password } = world.trial.admin
  await byPassword(world, email, password)
  await screen.findByRole('heading', { name: 'Tokens' })
  expect(document.body.innerHTML).not.toContain(password)
})

test('the sign-in page remembers the way that was used, and not the email', async () => {
  const world = await openSignIn()
  const { email, password } = world.trial.admin
  expect(keptInBrowser()).toEqual({})
  await byPassword(world, email, 'wrong')
  await screen.findByText(/^The service rejected this email and password/)
  expect(keptInBrowser()).toEqual({}) // it was tried, not used
  await world.user.clear(screen.getByLabelText('Password'))
  await world.user.type(screen.getByLabelText('Password'), password)
  await world.press('Sign in')
  await screen.findByRole('button', { name: /^Account menu/ })
  expect(Object.values(localStorage).join()).not.toContain(email)
  await world.signOut()
  const field = await screen.findByLabelText<HTMLInputElement>('Email')
  expect(field.value).toBe('')
  await waitFor(() => expect(document.activeElement).toBe(field))
  await world.user.click(screen.getByRole('radio', { name: 'Access token' }))
  await signIn(world)
  await screen.findByRole('button', { name: /^Account menu/ })
  await world.signOut()
  await screen.findByLabelText('Your access token')
  expect(keptInBrowser()).toEqual({})
})

test('an admin whose browser can’t remember the way is signed in all the same', async () => {
  const world = await openSignIn()
  const refused = vi.fn<() => never>(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  const { localStorage: kept } = window
  const setItem = (key: string, text: string) => (text === 'password' ? refused() : kept.setItem(key, text))
  const removeItem = (key: string) => kept.removeItem(key)
  vi.stubGlobal('localStorage', { setItem, removeItem, getItem: () => null, key: () => null, length: 0 })
  const { email, password } = world.trial.admin
  await byPassword(world, email, password)
  await screen.findByRole('button', { name: /^Account menu/ })
  expect(refused).toHaveBeenCalledTimes(1)
})

test('a wrong password gets a sentence, and the email stays', async () => {
  const world = await openSignIn()
  await byPassword(world, world.trial.admin.email, 'wrong')
  await screen.findByText('The service rejected this email and password. It rejects inactive accounts the same way.')
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe(world.trial.admin.email)
  expect(document.activeElement).toBe(screen.getByLabelText('Password'))
})

test('a user who is not an admin is told so', async () => {
  const world = await openSignIn({
    before: async (trial) => {
      await trial.call('POST', '/_/user', { email: 'li@x.test', password: 'long enough', admin: false, active: true })
    },
  })
  await byPassword(world, 'li@x.test', 'long enough')
  await screen.findByText('This account is not an active admin.')
})

test('a service without sign-in by password says so', async () => {
  const world = await openSignIn({ readings: 'bare' })
  await byPassword(world, 'root@example.test', 'correct horse')
  await screen.findByText('This service has no sign-in by password.')
})

test('a missing email or password gets an error, and nothing is sent', async () => {
  const world = await openSignIn()
  await byPassword(world, '', '')
  await screen.findByText('Enter an email.')
  await world.user.type(screen.getByLabelText('Email'), 'a@x.test')
  await world.press('Sign in')
  await screen.findByText('Enter a password.')
  expect(world.requestsTo('POST', '/_/user/token/value')).toEqual([])
})

test('an unreachable service is not reported as a rejected access token', async () => {
  const world = await openSignIn({ before: (_, network) => network.interceptNext('GET', '/_/token', 'network') })
  await signIn(world)
  await screen.findByText(/unreachable/)
})

test('two presses sign in once', async () => {
  const world = await openSignIn()
  const release = world.hold('GET', '/_/token')
  await signIn(world)
  await world.press('Signing in…')
  expect(world.requestsTo('GET', '/_/token')).toHaveLength(1)
  release()
  await screen.findByRole('heading', { name: 'Tokens' })
})

test.each([
  [null, 'Email'],
  ['bearer', 'Your access token'],
  ['something else', 'Email'],
])('the demo’s sign-in page opens on email and password, or on the way used last (%s)', async (last, label) => {
  if (last !== null) localStorage.setItem(`query-admin sign-in ${origin}`, last)
  await openSignIn({
    before: (_, network) => {
      const body = JSON.stringify({
        host: 'query-admin',
        service: { address: 'http://127.0.0.1:4173/_/', example: true },
        sessions: { idle: 900_000, absolute: 28_800_000 },
      })
      network.interceptAll('GET', '/console-host.json', { status: 200, body, headers: ours })
    },
  })
  const field = await screen.findByLabelText(label)
  await waitFor(() => expect(document.activeElement).toBe(field))
  screen.getByText('The terminal where you started the console shows the sign-in details, or the file with them.')
})

test('the sign-in page shows the address of the service', async () => {
  await openSignIn({
    before: (_, network) => {
      const body = JSON.stringify({
        host: 'query-admin',
        service: { address: 'https://query.acme.test/', example: false },
        sessions: { idle: 900_000, absolute: 28_800_000 },
      })
      network.interceptAll('GET', '/console-host.json', { status: 200, body, headers: ours })
    },
  })
  await screen.findByText('https://query.acme.test/')
  expect(document.title).toBe('Sign in · Query Admin')
})

test('signing out shows the sign-in page, clears the list, and resets the address', async () => {
  const { signOut } = await openConsole({ tokens: ['ci-deploy'], hash: '#/tokens?q=ci' })
  await screen.findByRole('table', { name: 'Tokens' })
  await signOut()
  await screen.findByRole('heading', { name: 'Sign in' })
  expect(bearerField().value).toBe('')
  expect(document.body.textContent).not.toContain('ci-deploy')
  expect(window.location.hash).toBe('#/tokens')
})

test('signing out cancels a queued save: nothing more is sent', async () => {
  const { signOut, flip, hold, requestsTo, confirmWarning, answer } = await openConsole({ tokens: ['ci'] })
  await screen.findByRole('table', { name: 'Tokens' })
  const release = hold('PUT', '/_/token')
  await flip('ci write')
  await confirmWarning()
  await waitFor(() => expect(requestsTo('PUT', '/_/token')).toHaveLength(1))
  await flip('ci active')
  await confirmWarning()
  await signOut()
  expect((await screen.findByRole('alertdialog')).textContent).toContain('A job is still under way.')
  await answer('Sign out')
  release()
  await screen.findByRole('heading', { name: 'Sign in' })
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(requestsTo('PUT', '/_/token')).toHaveLength(1)
})
