import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openConsole, origin, signIn, signInByPassword, type World } from '#web/testing/console.tsx'
import { openWindows } from './windows.ts'

/** Signs out in another tab of this browser. */
async function signOutElsewhere() {
  const secret = localStorage.getItem(`query-admin sign-out ${origin}`) ?? ''
  openWindows(origin).tell('signed-out', secret)
  await screen.findByRole('heading', { name: 'Sign in' })
  await screen.findByText(/^You signed out in another tab\./)
}

async function newToken(world: World, name: string) {
  await world.press(/^(New|Create the first) token$/)
  await world.user.type(await screen.findByLabelText('Name'), name)
  await world.user.click(screen.getByRole('radio', { name: '90 days' }))
}

test('a sign-out in another tab clears everything at once, and the same person gets the form back', async () => {
  const world = await openConsole({ tokens: ['ci'] })
  await newToken(world, 'billing-export')
  await signOutElsewhere()
  world.passTime(3_600_000)
  await screen.findByText(/Sign in as the same person to get your form back/)
  expect(document.body.textContent).not.toContain('ci')
  const storageText = JSON.stringify([Object.entries(sessionStorage), Object.entries(localStorage)])
  expect(storageText).toContain('billing-export')
  expect(storageText).not.toContain(world.trial.bearer)
  await signIn(world)
  const form = await screen.findByRole('dialog', { name: 'New token' })
  await waitFor(() => expect(within(form).getByLabelText<HTMLInputElement>('Name').value).toBe('billing-export'))
  expect(within(form).getByRole<HTMLInputElement>('radio', { name: '90 days' }).checked).toBe(true)
  expect(sessionStorage.length).toBe(0)
  await world.press('Create token')
  await screen.findByRole('button', { name: 'Edit billing-export' })
})

test('a form of an existing row comes back with its changes, on top of the row as it is now', async () => {
  const world = await openConsole({ tokens: ['ci'] })
  await world.press('Edit ci')
  await world.user.click(await screen.findByRole('switch', { name: 'Write' }))
  await signOutElsewhere()
  await signIn(world)
  const form = await screen.findByRole('dialog', { name: 'Edit ci' })
  const isOn = (name: string) => within(form).getByRole<HTMLInputElement>('switch', { name }).checked
  await waitFor(() => expect(isOn('Write')).toBe(true))
  expect(isOn('Active')).toBe(true)
})

test('a new user’s email is kept, the password is not', async () => {
  const world = await openConsole({ hash: '#/users' })
  await world.press('New user')
  await world.user.type(await screen.findByLabelText('Email'), 'li@x.test')
  await world.user.type(screen.getByLabelText('Password'), 'a password of mine')
  await signOutElsewhere()
  expect(JSON.stringify(Object.entries(sessionStorage))).not.toContain('a password')
  await signIn(world)
  const form = await screen.findByRole('dialog', { name: 'New user' })
  await waitFor(() => expect(within(form).getByLabelText<HTMLInputElement>('Email').value).toBe('li@x.test'))
  expect(within(form).getByLabelText<HTMLInputElement>('Password').value).toBe('')
})

test('for another person the form is discarded, and the page says so', async () => {
  const world = await openConsole({
    before: async (trial) => {
      const li = { email: 'li@x.test', password: 'long enough', admin: true, active: true }
      await trial.call('POST', '/_/user', li)
    },
  })
  await newToken(world, 'billing-export')
  await signOutElsewhere()
  await signInByPassword(world, { email: 'li@x.test', password: 'long enough' })
  await screen.findByText('The open form belonged to another account and was discarded.')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(sessionStorage.length).toBe(0)
})

test('without an open form the page says why, and keeps nothing', async () => {
  await openConsole({ tokens: ['ci'] })
  await signOutElsewhere()
  expect(screen.queryByText(/to get your form back/)).toBeNull()
})

test('a forged message about a sign-out changes nothing', async () => {
  const { names } = await openConsole({ tokens: ['ci'] })
  await screen.findByRole('table', { name: 'Tokens' })
  openWindows(origin).tell('signed-out')
  openWindows(origin).tell('signed-out', 'x'.repeat(32))
  await new Promise((go) => setTimeout(go, 100))
  expect(names()).toEqual(['ci'])
})
