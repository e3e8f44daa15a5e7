import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openConsole } from '#web/testing/console.tsx'

test('a user whom the service copied instead of renaming stays in the list beside the copy', async () => {
  const flags = { admin: false, active: true }
  const world = await openConsole({ hash: '#/users', users: [{ email: 'li@x.test', ...flags }] })
  await world.press('Edit li@x.test')
  const sheet = await screen.findByRole('dialog', { name: 'Edit li@x.test' })
  await world.user.type(within(sheet).getByLabelText('New email'), 'lu@x.test')
  const release = world.hold('PUT', '/_/user')
  await world.press('Save changes')
  await waitFor(() => expect(world.requestsTo('PUT', '/_/user')).toHaveLength(1))
  await world.trial.call('POST', '/_/user', { email: 'lu@x.test', password: 'pa55 word', ...flags })
  world.interceptNext('PUT', '/_/user', { status: 200 })
  release()
  await screen.findByRole('button', { name: 'Edit lu@x.test' })
  expect(screen.getByRole('button', { name: 'Edit li@x.test' })).toBeTruthy()
})
