import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { subjectsOf } from '#contract/jwt.ts'
import { openConsole, type World } from '#web/testing/console.tsx'

const open = (options: Parameters<typeof openConsole>[0] = {}) =>
  openConsole({ users: [{ email: 'anna@x.test' }, { email: 'li@x.test' }], hash: '#/users', ...options })

test('a deletion asks first, says what keeps working, and focuses the next name', async () => {
  const world = await open()
  await world.choose('anna@x.test', 'Delete anna@x.test')
  const dialog = await screen.findByRole('alertdialog')
  expect(dialog.textContent).toContain('Token values this person copied keep working.')
  await world.press('Delete user')
  await waitFor(() => expect(world.focused()).toBe('Edit li@x.test'))
  expect(world.requestsTo('DELETE', '/_/user').map(({ body }) => body)).toEqual([{ email: 'anna@x.test' }])
  expect(world.names()).not.toContain('anna@x.test')
})

test('Cancel deletes nobody', async () => {
  const world = await open()
  await world.choose('anna@x.test', 'Delete anna@x.test')
  await world.press('Cancel')
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(world.requestsTo('DELETE', '/_/user')).toEqual([])
})

test('a refused deletion keeps the row and says why', async () => {
  const world = await open({ readings: 'query-server' })
  await screen.findByRole('table', { name: 'Users' })
  world.interceptNext('DELETE', '/_/user', { status: 400, body: 'not this one' })
  await world.choose('anna@x.test', 'Delete anna@x.test')
  await world.press('Delete user')
  await screen.findByText(/Not deleted: .*400, “not this one”/)
  expect(world.names()).toContain('anna@x.test')
})

test('the dialog before a deactivation leads to the deletion', async () => {
  const world = await open()
  await world.flip('li@x.test active')
  await world.press('Delete user…')
  await world.press('Delete user')
  await waitFor(() => expect(world.names()).not.toContain('li@x.test'))
  expect(world.requestsTo('PUT', '/_/user')).toEqual([])
})

test('a search finds users, and is in the address', async () => {
  const world = await open()
  await world.user.type(await screen.findByRole('searchbox', { name: 'Search users' }), 'anna')
  await waitFor(() => expect(world.names()).toEqual(['anna@x.test']))
  await waitFor(() => expect(window.location.hash).toBe('#/users?q=anna'))
})

test('an unreadable row does not hide the others', async () => {
  const rows = [{ email: 'good@x.test', admin: 1, active: 1 }, { email: 7 }, null]
  await openConsole({
    hash: '#/users',
    before: (_, network) =>
      void network.interceptAll('GET', '/_/user', { status: 200, body: JSON.stringify({ users: rows }) }),
  })
  await screen.findByText(/2 rows in the response cannot be read and are not shown: row 2, 3/)
  expect(screen.getByRole('switch', { name: 'good@x.test admin' })).toBeTruthy()
})

test('signed in by email, the admin is marked in the list', async () => {
  const world = await openConsole({ hash: '#/users', byPassword: true })
  const row = (await screen.findByRole('button', { name: `Edit ${world.trial.admin.email}` })).closest('tr')
  expect(row?.textContent).toContain('You')
})

/** Deletes the account of the admin, and returns the sheet that says why the session ended. */
async function deletesOwn(world: World, beforeAnswer = () => {}) {
  const me = world.trial.admin.email
  await world.choose(me, `Delete ${me}`)
  await world.user.type(await screen.findByLabelText('Type the email to continue'), me)
  const release = world.hold('DELETE', '/_/user')
  await world.press('Delete user')
  await waitFor(() => expect(world.requestsTo('DELETE', '/_/user')).toHaveLength(1))
  beforeAnswer()
  release()
  return screen.findByRole('dialog', { name: 'Signed out' })
}

test('signed in by an access token that names its account, the admin who deletes that account is told so', async () => {
  let end = () => {}
  const world = await open({
    before({ bearer, admin: { email } }, network) {
      const row = { id: [...subjectsOf(bearer)][0], email, admin: true, active: true, created_at: 1, updated_at: 1 }
      end = network.interceptAll('GET', '/_/user', { status: 200, body: JSON.stringify([row]) })
    },
  })
  const sheet = await deletesOwn(world, end)
  await within(sheet).findByText(
    /accepted the deletion of your own account “root@example\.test”\. Sign in with another/,
  )
  expect(sheet.textContent).not.toContain('Sign in again')
})

test('signed in by an access token that does not, the admin is told that it may have been the own account', async () => {
  const sheet = await deletesOwn(await open({ readings: 'query-server' }))
  await within(sheet).findByText(
    /The service accepted the deletion of “root@example\.test”\. If that was your account, sign in with another one\.$/,
  )
  expect(sheet.textContent).not.toContain('Sign in again')
})

test('a session that ends after the deletion of somebody else says nothing of it', async () => {
  const world = await open()
  await world.choose('li@x.test', 'Delete li@x.test')
  await world.press('Delete user')
  await waitFor(() => expect(world.names()).not.toContain('li@x.test'))
  for (const path of ['/_/token', '/_/user']) world.interceptAll('GET', path, { status: 401 })
  await world.refresh()
  const sheet = await screen.findByRole('dialog', { name: 'Signed out' })
  expect(sheet.textContent).toContain('Sign in again to continue.')
})
