import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openConsole, type World } from '#web/testing/console.tsx'

/** Creates users with generated passwords. Returns these. */
async function withPasswords(emails: readonly string[], readings: string) {
  const world = await openConsole({ hash: '#/users', users: [], readings })
  const made: string[] = []
  for (const email of emails) {
    await world.press('New user')
    const sheet = within(await screen.findByRole('dialog', { name: 'New user' }))
    await world.user.type(sheet.getByLabelText('Email'), email)
    await world.press('Generate')
    made.push(sheet.getByLabelText<HTMLInputElement>('Password').value)
    await world.press('Create user')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  }
  return { world, made }
}

/** Opens the list. */
async function open({ press }: World) {
  await press('Hand over…')
  return within(await screen.findByRole('dialog', { name: 'Hand over' }))
}

const tag = () => screen.queryAllByText('Not confirmed', { selector: '.tag' })

test('generated passwords are handed over together, and forgotten once the list is closed', async () => {
  const { world, made } = await withPasswords(['a@x.test', 'b@x.test'], 'documented')
  await screen.findByText('2 new passwords were not copied.')
  const list = await open(world)
  expect(tag()).toHaveLength(0)
  await world.user.click(list.getByRole('button', { name: 'Copy password of b@x.test' }))
  await waitFor(async () => expect(await navigator.clipboard.readText()).toBe(made[1]))
  await world.press('Copy all')
  await world.toasted('Copied 2 new passwords.')
  expect(await navigator.clipboard.readText()).toBe(`a@x.test\t${made[0]}\nb@x.test\t${made[1]}`)
  expect(document.body.textContent).not.toContain(made[0])
  expect(world.asksToLeave()).toBe(true)
  await world.press('Close')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.queryByText(/not copied/)).toBeNull()
  expect(world.asksToLeave()).toBe(false)
})

test('a password that is not copied is still kept after the list is closed', async () => {
  const { world } = await withPasswords(['a@x.test', 'b@x.test'], 'documented')
  const list = await open(world)
  await world.user.click(list.getByRole('button', { name: 'Copy password of b@x.test' }))
  await screen.findByText('Copied')
  await world.press('Close')
  await world.user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Close' }))
  expect(await screen.findByRole('button', { name: 'Copy password of a@x.test' })).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Copy password of b@x.test' })).toBeNull()
})

test('if the session ends, only the passwords that were not copied are named as lost', async () => {
  const { world } = await withPasswords(['a@x.test', 'b@x.test'], 'documented')
  const list = await open(world)
  await world.user.click(list.getByRole('button', { name: 'Copy password of b@x.test' }))
  await screen.findByText('Copied')
  const accept = ['/_/token', '/_/user'].map((path) => world.interceptAll('GET', path, { status: 401 }))
  await world.press('Refresh')
  const signedOut = within(await screen.findByRole('dialog', { name: 'Signed out' }))
  for (const end of accept) end()
  await world.user.click(signedOut.getByLabelText('Your access token'))
  await world.user.paste(world.trial.bearer)
  await world.user.click(signedOut.getByRole('button', { name: 'Sign in' }))
  const told = () => document.querySelector('main')?.textContent
  await waitFor(() => expect(told()).toContain('The generated password of “a@x.test” was not copied'))
  expect(told()).not.toContain('more')
  expect(told()).not.toContain('The generated password of “b@x.test”')
})

test('without a list of users, every password is marked as not confirmed', async () => {
  const { world } = await withPasswords(['a@x.test', 'b@x.test'], 'bare')
  await open(world)
  expect(tag()).toHaveLength(2)
})
