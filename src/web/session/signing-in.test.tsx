import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openConsole, openSignIn, signIn, signInByPassword, type World } from '#web/testing/console.tsx'
import { hostAt, ours } from '#web/testing/host.ts'

const byPassword = (world: World, email: string, password: string) => signInByPassword(world, { email, password })
const bearerField = () => screen.getByLabelText<HTMLInputElement>('Your access token')

test('a pasted bearer opens the list of tokens, and is nowhere on the page', async () => {
  const { names, trial } = await openConsole({ tokens: ['ci-deploy', 'grafana'] })
  await screen.findByRole('table', { name: 'Tokens' })
  expect(names()).toEqual(['ci-deploy', 'grafana'])
  expect(document.body.innerHTML).not.toContain(trial.bearer)
  expect(document.documentElement.innerHTML).not.toContain(trial.bearer)
  expect(sessionStorage.length).toBe(0)
  expect(Object.values(localStorage).join()).toMatch(/^[0-9a-f]{32}$/) // what a sign-out must say
})

test('a bearer may be pasted with blanks, line breaks and “Bearer ” around it', async () => {
  const world = await openSignIn({ tokens: ['ci'] })
  const { bearer } = world.trial
  await signIn(world, `  Bearer ${bearer.slice(0, 40)}\n${bearer.slice(40)} \n`)
  await screen.findByRole('table', { name: 'Tokens' })
  expect(world.asks('GET', '/_/token')[0]?.bearer).toBe(`Bearer ${bearer}`)
})

test.each([
  ['', 'Paste an access token.'],
  ['two words', 'An access token contains no spaces.'],
  ['schlüssel', 'An access token contains only ASCII letters, digits and symbols.'],
])('the bearer “%s” is refused in the field, and nothing is sent', async (text, says) => {
  const { user, asks, alerted } = await openSignIn()
  await user.click(await screen.findByLabelText('Your access token'))
  if (text !== '') await user.paste(text)
  await user.keyboard('{Enter}')
  await screen.findByText(says)
  expect(bearerField().getAttribute('aria-invalid')).toBe('true')
  expect(document.activeElement).toBe(bearerField())
  expect(alerted()).toBe('Correct 1 field: Your access token.')
  expect(asks('GET', '/_/token')).toEqual([])
})

test('a refused bearer says why, and what was typed stays', async () => {
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

test('a token’s value is refused on the sign-in page, with the way on', async () => {
  const world = await openSignIn({ tokens: ['ci'] })
  await signIn(world, world.trial.valueOf('ci'))
  await screen.findByText('The service rejected this. It is the value of a token; use an admin’s access token.')
})

test('that it is the value of a token is said only where it says so of itself, and after a 401', async () => {
  const world = await openSignIn({ readings: 'documented,value-kind=opaque', tokens: ['ci'] })
  await signIn(world, world.trial.valueOf('ci'))
  await screen.findByText(/^The service rejected this access token \(401\)\. Check that it is complete/)
  const claiming = `e30.${btoa('{"iss":"token"}')}.c2ln`
  world.next('GET', '/_/token', { status: 403 })
  await world.user.clear(bearerField())
  await signIn(world, claiming)
  await screen.findByText(/^The service rejected this access token \(403\)/)
})

test('the wait after too many attempts counts down, and then allows another try', async () => {
  const world = await openSignIn({
    before: (_, wire) => {
      hostAt(wire)
      const refused = { why: 'too-many-tries', retryAfter: 30 }
      wire.next('POST', '/console-session', { status: 429, body: JSON.stringify({ refused }), headers: ours })
    },
  })
  await signIn(world, 'one-more')
  await screen.findByText('Too many rejected sign-ins.')
  await screen.findByRole('button', { name: 'Try again in 30 s' })
  world.pass(10_000)
  await world.user.click(await screen.findByRole('button', { name: 'Try again in 20 s' }))
  expect(world.asks('POST', '/console-session')).toHaveLength(1)
  world.pass(20_000)
  await world.user.click(await screen.findByRole('button', { name: 'Sign in' }))
  expect(screen.queryByText('Too many rejected sign-ins.')).toBeNull()
  await waitFor(() => expect(world.asks('POST', '/console-session')).toHaveLength(2))
})

test('a console server that is down is said of it, and not of the service', async () => {
  const world = await openSignIn({
    before: (_, wire) => {
      hostAt(wire)
      wire.next('POST', '/console-session', 'network')
      const problem = { kind: 'unreachable', sent: 'not-sent' }
      const body = JSON.stringify({ refused: { why: 'problem', problem } })
      wire.next('POST', '/console-session', { status: 502, body, headers: ours })
    },
  })
  await signIn(world)
  await screen.findByText(/^The console server is unreachable/)
  await world.press('Sign in')
  await screen.findByText(/^The service is unreachable/)
})

test('an email and its password open the console, and the password is gone from the page', async () => {
  const world = await openSignIn()
  const { email, password } = world.trial.admin
  await byPassword(world, email, password)
  await screen.findByRole('heading', { name: 'Tokens' })
  expect(document.body.innerHTML).not.toContain(password)
})

test('a wrong password is refused in words, and the email stays', async () => {
  const world = await openSignIn()
  await byPassword(world, world.trial.admin.email, 'wrong')
  await screen.findByText('The service rejected this email and password. It rejects inactive accounts the same way.')
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe(world.trial.admin.email)
  expect(document.activeElement).toBe(screen.getByLabelText('Password'))
})

test('a person who is no admin is told so', async () => {
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

test('an email or a password that is missing is asked for, and nothing is sent', async () => {
  const world = await openSignIn()
  await byPassword(world, '', '')
  await screen.findByText('Enter an email.')
  await world.user.type(screen.getByLabelText('Email'), 'a@x.test')
  await world.press('Sign in')
  await screen.findByText('Enter a password.')
  expect(world.asks('POST', '/_/user/token/value')).toEqual([])
})

test('an unreachable service is no wrong bearer', async () => {
  const world = await openSignIn({ before: (_, wire) => wire.next('GET', '/_/token', 'network') })
  await signIn(world)
  await screen.findByText(/unreachable/)
})

test('pressed twice, it signs in once', async () => {
  const world = await openSignIn()
  const release = world.hold('GET', '/_/token')
  await signIn(world)
  await world.press('Signing in…')
  expect(world.asks('GET', '/_/token')).toHaveLength(1)
  release()
  await screen.findByRole('heading', { name: 'Tokens' })
})

test('before anybody is in, the address of the service is in view', async () => {
  await openSignIn({
    before: (_, wire) => {
      const body = JSON.stringify({
        host: 'query-admin',
        service: { address: 'https://query.acme.test/', example: false },
        sessions: { idle: 900_000, absolute: 28_800_000 },
      })
      wire.always('GET', '/console-session', { status: 200, body: '{"session":null}' })
      wire.always('GET', '/console-host.json', { status: 200, body, headers: { 'x-query-admin-host': '3' } })
    },
  })
  await screen.findByText('https://query.acme.test/')
  expect(document.title).toBe('Sign in · Query Admin')
})

test('signing out shows the sign-in, forgets the list, and the address is the first page again', async () => {
  const { signOut } = await openConsole({ tokens: ['ci-deploy'], hash: '#/tokens?q=ci' })
  await screen.findByRole('table', { name: 'Tokens' })
  await signOut()
  await screen.findByRole('heading', { name: 'Sign in' })
  expect(bearerField().value).toBe('')
  expect(document.body.textContent).not.toContain('ci-deploy')
  expect(window.location.hash).toBe('#/tokens')
})

test('signing out ends a save that waits its turn: nothing more is sent', async () => {
  const { signOut, flip, hold, asks, agree } = await openConsole({ tokens: ['ci'] })
  await screen.findByRole('table', { name: 'Tokens' })
  const release = hold('PUT', '/_/token')
  await flip('ci write')
  await agree()
  await waitFor(() => expect(asks('PUT', '/_/token')).toHaveLength(1))
  await flip('ci active')
  await agree()
  await signOut()
  release()
  await screen.findByRole('heading', { name: 'Sign in' })
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(asks('PUT', '/_/token')).toHaveLength(1)
})
