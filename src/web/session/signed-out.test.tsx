import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openConsole, origin, type World } from '#web/testing/console.tsx'
import { openWindows } from './windows.ts'

/** Makes the service reject everything from now on, until somebody signs in again. */
function rejectEverything({ interceptAll }: World, status = 401) {
  const calls = [
    ['GET', '/_/token'],
    ['PUT', '/_/token'],
    ['POST', '/_/token'],
    ['POST', '/_/user'],
    ['GET', '/_/user'],
  ] as const
  const ends = calls.map(([method, path]) => interceptAll(method, path, { status }))
  return () => ends.forEach((end) => end())
}

async function signedOutWhileReading(world: World, status = 401) {
  const accept = rejectEverything(world, status)
  await world.press('Refresh')
  const sheet = await screen.findByRole('dialog', { name: 'Signed out' })
  accept()
  return sheet
}

async function signInAgain({ user, trial }: World, sheet: HTMLElement) {
  await waitFor(() => expect(sheet.contains(document.activeElement)).toBe(true)) // what takes the focus when it opens
  await user.click(within(sheet).getByLabelText('Your access token'))
  await user.paste(trial.bearer)
  await user.click(within(sheet).getByRole('button', { name: 'Sign in' }))
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Signed out' })).toBeNull())
}

test.each([401, 403])('after a %i a sheet says why, and the rows under it stay', async (status) => {
  const world = await openConsole({ tokens: ['ci'] })
  await screen.findByRole('table', { name: 'Tokens' })
  const sheet = await signedOutWhileReading(world, status)
  expect(
    within(sheet).getByText(new RegExp(`no longer accepts your sign-in \\(${status}, \\d\\d:\\d\\d\\)`)),
  ).toBeTruthy()
  expect(document.querySelector('[data-name="ci"]')).not.toBeNull()
})

test('after signing in again the sheet closes and the list is read again', async () => {
  const world = await openConsole({ tokens: ['ci'] })
  await screen.findByRole('table', { name: 'Tokens' })
  const sheet = await signedOutWhileReading(world)
  await world.trial.call('POST', '/_/token', { name: 'new-one' })
  await signInAgain(world, sheet)
  await screen.findByRole('button', { name: 'Edit new-one' })
  expect(screen.queryByText(/could not be read/)).toBeNull()
})

test('a form keeps its input through signing in again, and can be sent', async () => {
  const world = await openConsole({ tokens: ['ci'] })
  await world.press('New token')
  await world.user.type(await screen.findByLabelText('Name'), 'billing-export')
  await world.user.click(screen.getByRole('radio', { name: '90 days' }))
  const accept = rejectEverything(world)
  await world.press('Create token')
  const sheet = await screen.findByRole('dialog', { name: 'Signed out' })
  accept()
  await signInAgain(world, sheet)
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('billing-export')
  expect(screen.getByRole<HTMLInputElement>('radio', { name: '90 days' }).checked).toBe(true)
  expect(world.trial.store.read('SELECT name FROM token')).toHaveLength(1)
  await world.press('Create token')
  await screen.findByRole('button', { name: 'Edit billing-export' })
})

test('signing in again does not send a write whose first read was rejected', async () => {
  const world = await openConsole({ tokens: ['ci'] })
  await world.flip('ci write')
  const dialog = await screen.findByRole('alertdialog')
  const accept = rejectEverything(world)
  await world.user.click(within(dialog).getByRole('button', { name: 'Turn write on' }))
  const sheet = await screen.findByRole('dialog', { name: 'Signed out' })
  accept()
  await signInAgain(world, sheet)
  expect(world.requestsTo('PUT', '/_/token')).toHaveLength(0)
  expect(screen.getByRole('switch', { name: 'ci write' }).getAttribute('aria-checked')).toBe('false')
})

test('many rejections open one sheet, and Escape does not close it', async () => {
  const world = await openConsole({ tokens: ['a', 'b'] })
  const release = [world.hold('PUT', '/_/token'), world.hold('PUT', '/_/token')]
  await world.flip('a write')
  await world.confirmWarning()
  await world.flip('b write')
  await waitFor(() => expect(world.requestsTo('PUT', '/_/token')).toHaveLength(2))
  rejectEverything(world)
  for (const go of release) go()
  await screen.findByRole('dialog', { name: 'Signed out' })
  await world.user.keyboard('{Escape}')
  expect(screen.getAllByRole('dialog')).toHaveLength(1)
})

test('leaving the sheet ends the session', async () => {
  const world = await openConsole({ tokens: ['ci'] })
  await screen.findByRole('table', { name: 'Tokens' })
  await signedOutWhileReading(world)
  await world.press('Leave and discard')
  await screen.findByRole('heading', { name: 'Sign in' })
  expect(document.body.textContent).not.toContain('ci')
})

test('another person who signs in on the sheet does not get the form, and the page says so', async () => {
  const world = await openConsole({ tokens: ['ci'] })
  const li = { email: 'li@x.test', password: 'long enough' }
  await world.trial.call('POST', '/_/user', { ...li, admin: true, active: true })
  await world.press('New token')
  await world.user.type(await screen.findByLabelText('Name'), 'billing-export')
  const accept = rejectEverything(world)
  await world.press('Create token')
  const sheet = await screen.findByRole('dialog', { name: 'Signed out' })
  accept()
  await world.user.click(within(sheet).getByRole('radio', { name: 'Email and password' }))
  await world.user.type(within(sheet).getByLabelText('Email'), li.email)
  await world.user.type(within(sheet).getByLabelText('Password'), li.password)
  await world.user.click(within(sheet).getByRole('button', { name: 'Sign in' }))
  await screen.findByRole('button', { name: 'Edit ci' })
  expect(screen.queryByRole('dialog')).toBeNull()
  screen.getByText('The open form belonged to another account and was discarded.')
  expect(sessionStorage.length).toBe(0)
})

test('the sheet rejects an access token with the same words as the sign-in page', async () => {
  const world = await openConsole({ tokens: ['ci'] })
  await screen.findByRole('table', { name: 'Tokens' })
  const sheet = await signedOutWhileReading(world)
  await world.user.click(within(sheet).getByLabelText('Your access token'))
  await world.user.paste('mistyped')
  await world.user.click(within(sheet).getByRole('button', { name: 'Sign in' }))
  await within(sheet).findByText(/rejected this access token/)
})

test('after signing in again the focus returns to its field', async () => {
  const world = await openConsole({ tokens: ['ci'] })
  await screen.findByRole('table', { name: 'Tokens' })
  const release = world.hold('GET', '/_/token')
  const accept = rejectEverything(world)
  await world.press('Refresh')
  await world.user.click(screen.getByRole('searchbox', { name: 'Search tokens' }))
  release()
  const sheet = await screen.findByRole('dialog', { name: 'Signed out' })
  accept()
  await signInAgain(world, sheet)
  await waitFor(() => expect(world.focused()).toBe('Search tokens'))
})

test('without a console server, too, a sign-out in another tab hides the page and keeps the form for the same person', async () => {
  const world = await openConsole({ tokens: ['ci'] })
  await world.press('New token')
  await world.user.type(await screen.findByLabelText('Name'), 'billing-export')
  openWindows(origin).tell('signed-out', localStorage.getItem(`query-admin sign-out ${origin}`) ?? '')
  const sheet = await screen.findByRole('dialog', { name: 'Signed out' })
  within(sheet).getByText(/^You signed out in another tab\./)
  expect(document.querySelector('main')?.hidden).toBe(true)
  expect(localStorage.length).toBe(0)
  await signInAgain(world, sheet)
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('billing-export')
  expect(document.querySelector('main')?.hidden).toBe(false)
})
