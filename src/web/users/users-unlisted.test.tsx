import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openConsole, type World } from '#web/testing/console.tsx'

const li = 'li@x.test'
const open = () => openConsole({ readings: 'bare', hash: '#/users', users: [{ email: li }] })
const sent = ({ requestsTo }: World, method: string) => requestsTo(method, '/_/user').map(({ body }) => body)
const unconfirmed = /^Not confirmed\. This service can’t list users\./

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
