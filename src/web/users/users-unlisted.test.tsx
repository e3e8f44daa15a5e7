import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openConsole, type World } from '#web/testing/console.tsx'

const li = 'li@x.test'
const open = () => openConsole({ readings: 'bare', hash: '#/users', users: [{ email: li }] })
const sent = ({ requestsTo }: World, method: string) => requestsTo(method, '/_/user').map(({ body }) => body)
const unconfirmed = /^Not confirmed\. This service can’t list users\./

test('an account is changed by its email once both flags are answered, stands in the table, and is deleted unchecked', async () => {
  const world = await open()
  const form = within(await screen.findByRole('form', { name: 'Act on an account' }))
  await world.fill(form.getByLabelText('Email'), li)
  await world.user.click(form.getByRole('button', { name: 'Edit' }))
  const sheet = within(await screen.findByRole('dialog', { name: li }))
  sheet.getByText('Both are sent with every change.')
  await world.user.click(within(sheet.getByRole('group', { name: 'Admin' })).getByRole('radio', { name: 'On' }))
  await world.press('Save changes')
  await sheet.findByText(/^Active can’t be read\. Choose before you save\.$/)
  expect(sent(world, 'PUT')).toEqual([])
  await world.user.click(within(sheet.getByRole('group', { name: 'Active' })).getByRole('radio', { name: 'On' }))
  await world.press('Save changes')
  await screen.findByText(unconfirmed)
  expect(sent(world, 'PUT')).toEqual([{ email: li, admin: true, active: true }])
  expect(world.names()).toEqual([li])
  expect(screen.getByRole('switch', { name: `${li} admin` }).getAttribute('aria-checked')).toBe('true')
  await world.choose(li, `Delete ${li}`)
  await world.answer('Delete without checking', li)
  await waitFor(() => expect(screen.queryByRole('button', { name: `Edit ${li}` })).toBeNull())
  expect(sent(world, 'DELETE')).toEqual([{ email: li }])
  expect(document.body.textContent).not.toContain('Saved')
})

test('a new account may have existed: its flags can be sent', async () => {
  const world = await open()
  await world.press('New user')
  const sheet = within(await screen.findByRole('dialog', { name: 'New user' }))
  await world.fill(sheet.getByLabelText('Email'), 'new@x.test')
  await world.fill(sheet.getByLabelText('Password'), 'long enough')
  await world.press('Create user')
  await screen.findByText(unconfirmed)
  await world.press('Send flags of new@x.test')
  // If it existed, it may be the account of this page.
  await world.answer('Turn admin off', 'new@x.test')
  await waitFor(() => expect(sent(world, 'PUT')).toEqual([{ email: 'new@x.test', admin: false, active: true }]))
  await waitFor(() =>
    expect(screen.getByRole('switch', { name: 'new@x.test active' }).getAttribute('aria-checked')).toBe('true'),
  )
})
