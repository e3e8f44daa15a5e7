import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openConsole } from '#web/testing/console.tsx'

/** Looks are taken when the page is idle, a second later at the soonest. */
const patient = { timeout: 15_000 }
const twin = 'anna@x.test ' // with a space behind
const shownTwin = 'anna@x.test␣'
const open = (...emails: string[]) =>
  openConsole({ hash: '#/users', byPassword: true, users: emails.map((email) => ({ email, admin: true })) })

test('emails that look alike are marked, each with the other', async () => {
  await open('anna@x.test', twin)
  await screen.findByText('Looks like “anna@x.test”, which is a different user.', {}, patient)
  screen.getByText(`Looks like “${shownTwin}”, which is a different user.`)
})

test('before a user is deleted, the dialog names the one that looks like it', async () => {
  const world = await open('anna@x.test', twin)
  await screen.findByText('Looks like “anna@x.test”, which is a different user.', {}, patient)
  await world.choose(shownTwin, `Delete ${shownTwin}`)
  const dialog = await screen.findByRole('alertdialog')
  expect(within(dialog).getByRole('heading').textContent).toBe(`Delete “${shownTwin}”?`)
  within(dialog).getByText('Looks like “anna@x.test”, which is a different user.')
})

test('a new email that looks like an existing one gets a warning, but can be created', async () => {
  const world = await open('anna@x.test')
  await world.press('New user')
  const sheet = await screen.findByRole('dialog', { name: 'New user' })
  await world.user.type(within(sheet).getByLabelText('Email'), twin)
  const hint = await within(sheet).findByText(/^Looks like “/, {}, patient)
  expect(hint.textContent).toBe('Looks like “anna@x.test”, which exists.')
  await world.user.type(within(sheet).getByLabelText('Password'), 'correct donkey')
  await world.press('Create user')
  await world.press('Use anyway')
  await screen.findByRole('button', { name: `Edit ${shownTwin}` })
  expect(world.requestsTo('POST', '/_/user').map(({ body }) => (body as { email: string }).email)).toEqual([twin])
})

test('changing to an email that looks like another user’s gets a warning; to one’s own in another case does not', async () => {
  const world = await open('anna@x.test', 'bea@x.test')
  await world.press('Edit bea@x.test')
  const sheet = await screen.findByRole('dialog', { name: 'Edit bea@x.test' })
  const field = within(sheet).getByLabelText('New email')
  await world.user.type(field, twin)
  await within(sheet).findByText(/^Looks like “/, {}, patient)
  await world.user.clear(field)
  await world.user.type(field, 'Bea@x.test')
  expect(within(sheet).queryByText(/^Looks like “/)).toBeNull()
})

test('emails with direction marks get a mark in the row and a warning in the form', async () => {
  const mark = 'Contains marks that change the text direction: U+200F.'
  const world = await open('anna\u200f@x.test')
  await screen.findByText(mark)
  await world.press('New user')
  const sheet = await screen.findByRole('dialog', { name: 'New user' })
  await world.user.click(within(sheet).getByLabelText('Email'))
  await world.user.paste('li\u200f@x.test')
  within(sheet).getByText(mark)
})
