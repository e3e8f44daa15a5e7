import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openSignIn } from '#web/testing/console.tsx'
import { ours, signedInAt } from '#web/testing/host.ts'

const lasting = { left: 900_000, limit: 900_000 }
const row = (email: string) => ({ email, admin: true, active: true, created_at: 1, updated_at: 1 })
const list = (email: string) => JSON.stringify({ data: [row(email)], unknown: [] })

/** A session of this account, at a console server. */
async function signedInAs(email: string, rows: string) {
  return openSignIn({
    hash: '#/users',
    before: (_, network) => {
      const session = { identity: 'ann', email, age: 0, idle: lasting, absolute: lasting }
      const answer = { status: 200, body: JSON.stringify({ session }), headers: ours }
      network.interceptAll('GET', '/console-session', answer)
      network.interceptAll('PUT', '/console-session', answer)
      network.interceptAll('GET', '/_/user', { status: 200, body: list(rows) })
      network.interceptAll('PUT', '/_/user', { status: 200 })
      // Before the change, and after it.
      network.interceptNext('POST', '/console-rows/_/user', { status: 200, body: list(rows) })
      network.interceptNext('POST', '/console-rows/_/user', { status: 200, body: list(rows) })
      network.interceptAll('POST', '/console-rows/_/user', { status: 200, body: list('new@x.test') })
      signedInAt(network, { session })
    },
  })
}

test('the console server hears of a change of one’s own email, and the menu shows the new one', async () => {
  const world = await signedInAs('old@x.test', 'old@x.test')
  await world.press('Edit old@x.test')
  const form = await screen.findByRole('dialog', { name: 'Edit old@x.test' })
  const field = within(form).getByLabelText('New email')
  await world.user.clear(field)
  await world.user.type(field, 'new@x.test')
  await world.press('Save changes')
  const question = await screen.findByRole('alertdialog')
  await world.user.type(within(question).getByLabelText('Type the email to continue'), 'old@x.test')
  await world.user.click(within(question).getByRole('button', { name: 'Change email' }))
  await waitFor(() =>
    expect(world.requestsTo('PUT', '/console-session').map(({ body }) => body)).toContainEqual({ email: 'new@x.test' }),
  )
  await world.press(/^Account menu/)
  expect((await screen.findByRole('dialog')).textContent).toContain('new@x.test')
})

test('after a reload the account is the one with the new email', async () => {
  const world = await signedInAs('new@x.test', 'new@x.test')
  const rows = await screen.findByRole('table', { name: 'Users' })
  expect(within(rows).getByText('You')).toBeTruthy()
  await world.flip('new@x.test admin')
  expect((await screen.findByRole('alertdialog')).textContent).toContain('You are the last active admin in this list.')
})
