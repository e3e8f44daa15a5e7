import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openConsole, type World } from '#web/testing/console.tsx'

const me = 'root@example.test'
const action = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })

test('removing your own rights asks for the email first', async () => {
  const world = await openConsole({ hash: '#/users', byPassword: true, users: [{ email: 'anna@x.test', admin: true }] })
  await world.flip(`${me} admin`)
  const dialog = await screen.findByRole('alertdialog')
  expect(dialog.textContent).toContain('You signed in with this account.')
  expect(action('Turn admin off').disabled).toBe(true)
  await world.user.type(within(dialog).getByLabelText('Type the email to continue'), 'root@example.tes')
  expect(action('Turn admin off').disabled).toBe(true)
  await world.user.type(within(dialog).getByLabelText('Type the email to continue'), 't')
  expect(world.requestsTo('PUT', '/_/user')).toEqual([])
  await world.press('Turn admin off')
  await waitFor(() =>
    expect(world.requestsTo('PUT', '/_/user').map(({ body }) => body)).toEqual([
      { email: me, admin: false, active: true },
    ]),
  )
})

test('deleting the last active admin asks for the email in the same dialog, and Cancel deletes nobody', async () => {
  const world = await openConsole({ hash: '#/users', users: [{ email: 'old@x.test', admin: true, active: false }] })
  await world.choose(me, `Delete ${me}`)
  await screen.findByText(/This is the last active admin in this list/)
  expect(action('Delete user').disabled).toBe(true)
  await world.press('Cancel')
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(world.requestsTo('DELETE', '/_/user')).toEqual([])
})

test.each([
  ['demote', async (world: World) => world.flip(`${me} admin`)],
  ['deactivate', async (world: World) => world.flip(`${me} active`)],
  ['delete', async (world: World) => world.choose(me, `Delete ${me}`)],
])('a last active admin who would %s their own account is not told that another admin can undo it', async (_, act) => {
  const users = [{ email: 'old@x.test', admin: true, active: false }, { email: 'li@x.test' }]
  const world = await openConsole({ hash: '#/users', byPassword: true, users })
  await act(world)
  await screen.findByText(
    'You are the last active admin in this list. Afterwards, nobody may be able to manage this service.',
  )
  expect(screen.getByRole('alertdialog').textContent).not.toMatch(/another admin/)
  await world.press('Cancel')
  expect(world.requests.filter(({ method }) => method === 'PUT' || method === 'DELETE')).toEqual([])
})

test('signed in by access token, only acts that could lock you out ask for the email', async () => {
  const world = await openConsole({
    hash: '#/users',
    users: [{ email: 'anna@x.test', admin: true }, { email: 'li@x.test' }],
  })
  await world.flip('li@x.test admin')
  await waitFor(() => expect(world.requestsTo('PUT', '/_/user')).toHaveLength(1))
  expect(screen.queryByRole('alertdialog')).toBeNull()
  await world.flip('anna@x.test admin')
  const dialog = await screen.findByRole('alertdialog')
  expect(dialog.textContent).toMatch(/^Turn admin off for “anna@x\.test”\?/)
  expect(dialog.textContent).toContain('If this is your account, you will be signed out')
  expect(action('Turn admin off').disabled).toBe(true)
  await world.user.type(within(dialog).getByLabelText('Type the email to continue'), 'anna@x.test')
  await world.press('Turn admin off')
  await waitFor(() => expect(world.requestsTo('PUT', '/_/user')).toHaveLength(2))
  await waitFor(() =>
    expect(screen.getByRole('switch', { name: 'anna@x.test admin' }).getAttribute('aria-checked')).toBe('false'),
  )
  await world.flip('anna@x.test admin')
  await waitFor(() => expect(world.requestsTo('PUT', '/_/user')).toHaveLength(3))
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

test('deactivating a user says what keeps working, and offers to delete the user instead', async () => {
  const world = await openConsole({ hash: '#/users', byPassword: true, users: [{ email: 'li@x.test' }] })
  await world.flip('li@x.test active')
  const leaving = await screen.findByRole('alertdialog')
  expect(leaving.textContent).toMatch(/^Deactivate “li@x\.test”\?/)
  expect(leaving.textContent).toContain('Access tokens issued before may still read and write data')
  await world.press('Delete user…')
  await world.press('Delete user')
  await waitFor(() => expect(world.requestsTo('DELETE', '/_/user')).toHaveLength(1))
  expect(world.requestsTo('PUT', '/_/user')).toEqual([])
})

/** Also types the email, because the account counts as the admin's own. */
async function asksForMine(
  world: World,
  email: string,
  warning = /You (signed in with this account|are the last active admin in this list)\./,
) {
  await world.choose(email, `Delete ${email}`)
  const dialog = await screen.findByRole('alertdialog')
  expect(dialog.textContent).toMatch(warning)
  await world.press('Cancel')
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
}

async function rename(world: World, from: string, to: string) {
  await world.press(`Edit ${from}`)
  await world.user.type(within(await screen.findByRole('dialog')).getByLabelText('New email'), to)
  await world.press('Save changes')
  const question = await screen.findByRole('alertdialog')
  await world.user.type(within(question).getByLabelText('Type the email to continue'), from)
  await world.press('Change email')
}

test('your own account is guarded under its new email too', async () => {
  const world = await openConsole({ hash: '#/users', byPassword: true, users: [{ email: 'anna@x.test', admin: true }] })
  await rename(world, me, 'mine@x.test')
  await screen.findByRole('button', { name: 'Edit mine@x.test' })
  await asksForMine(world, 'mine@x.test')
  await rename(world, 'mine@x.test', me)
  await screen.findByRole('button', { name: `Edit ${me}` })
  await asksForMine(world, me)
  expect(world.requestsTo('DELETE', '/_/user')).toEqual([])
})

test('after a change of email with an unknown outcome, both emails are guarded', async () => {
  const world = await openConsole({ hash: '#/users', byPassword: true, users: [{ email: 'anna@x.test', admin: true }] })
  const release = world.hold('PUT', '/_/user')
  world.interceptNext('PUT', '/_/user', 'lost')
  await rename(world, me, 'mine@x.test')
  await waitFor(() => expect(world.requestsTo('PUT', '/_/user')).toHaveLength(1))
  const mend = world.interceptAll('GET', '/_/user', 'network')
  release()
  const sheet = await screen.findByRole('dialog')
  await within(sheet).findByText(/may or may not be saved/)
  await world.user.click(within(sheet).getByRole('button', { name: 'Cancel' }))
  mend()
  await world.refresh()
  await screen.findByRole('button', { name: 'Edit mine@x.test' })
  await asksForMine(world, 'mine@x.test')
  expect(world.requestsTo('DELETE', '/_/user')).toEqual([])
})

test('if your email is no longer in the list, every admin counts as possibly you', async () => {
  const world = await openConsole({ hash: '#/users', byPassword: true, users: [{ email: 'anna@x.test', admin: true }] })
  const renamed = { email: me, new_email: 'mine@x.test', admin: true, active: true }
  expect(await world.trial.status('PUT', '/_/user', renamed)).toBe(200)
  await world.refresh()
  await asksForMine(world, 'mine@x.test', /If this is your account, you will be signed out/)
  await asksForMine(world, 'anna@x.test', /If this is your account, you will be signed out/)
  expect(world.requestsTo('DELETE', '/_/user')).toEqual([])
})
