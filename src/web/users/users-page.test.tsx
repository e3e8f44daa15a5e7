import { screen, waitFor, within } from '@testing-library/react'
import { announcements } from '#web/testing/announcements.ts'
import { expect, test } from 'vitest'
import { openConsole, type World } from '#web/testing/console.tsx'

const root = 'root@example.test'
const anna = 'anna@x.test'
const li = 'li@x.test'
const people = [
  { email: anna, admin: true },
  { email: li, active: false },
]
const open = (options: Parameters<typeof openConsole>[0] = {}) =>
  openConsole({ users: people, hash: '#/users', byPassword: true, ...options })
const checked = (name: string) => screen.getByRole('switch', { name }).getAttribute('aria-checked')
const sent = ({ requestsTo }: World, method: string) => requestsTo(method, '/_/user').map(({ body }) => body)
const rowOf = async (email: string) => (await screen.findByRole('button', { name: `Edit ${email}` })).closest('tr')

async function create(world: World, email: string, password: string) {
  await world.press('New user')
  const sheet = within(await screen.findByRole('dialog', { name: 'New user' }))
  await world.user.type(sheet.getByLabelText('Email'), email)
  if (password !== '') await world.user.type(sheet.getByLabelText('Password'), password)
  await world.press('Create user')
  return sheet
}

test('the table shows who is an admin, who is active, and which account is yours', async () => {
  const { names } = await open({ readings: 'query-server' })
  await screen.findByRole('table', { name: 'Users' })
  expect(names()).toEqual([anna, li, root])
  expect([checked(`${anna} admin`), checked(`${anna} active`)]).toEqual(['true', 'true'])
  expect([checked(`${li} admin`), checked(`${li} active`)]).toEqual(['false', 'false'])
  expect((await rowOf(root))?.textContent).toContain('You')
  const inactive = (await rowOf(li))?.textContent
  expect(inactive).toContain('Inactive: can’t sign in or administer. Any access tokens issued before may')
  expect(document.body.innerHTML).not.toContain('$argon2')
})

test('a switch is one PUT of both flags, and the other flag stays the same', async () => {
  const world = await open()
  await world.flip(`${anna} admin`)
  await waitFor(() => expect(checked(`${anna} admin`)).toBe('false'))
  expect(sent(world, 'PUT')).toEqual([{ email: anna, admin: false, active: true }])
})

test('deactivating a user asks first: cancelled, nothing is sent, and the user can be deleted instead', async () => {
  const world = await open()
  await world.flip(`${anna} active`)
  await world.answer('Cancel')
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(checked(`${anna} active`)).toBe('true')
  await world.flip(`${anna} active`)
  await world.answer('Delete user…')
  await world.answer('Delete user')
  await waitFor(() => expect(world.names()).not.toContain(anna))
  expect(sent(world, 'PUT')).toEqual([])
})

test('the menu of a row returns the focus, opens the row, and deletes it: the next name has the focus', async () => {
  const world = await open()
  await world.press(`More for ${anna}`)
  const items = await screen.findAllByRole('menuitem')
  expect(items.map((item) => item.getAttribute('aria-label'))).toEqual([`Open ${anna}`, `Delete ${anna}`])
  await world.user.keyboard('{Escape}')
  await waitFor(() => expect(world.focused()).toBe(`More for ${anna}`))
  await world.choose(anna, `Open ${anna}`)
  await screen.findByRole('dialog', { name: anna })
  await world.user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await world.choose(anna, `Delete ${anna}`)
  await world.answer('Delete user')
  await waitFor(() => expect(world.focused()).toBe(`Edit ${li}`))
  expect(sent(world, 'DELETE')).toEqual([{ email: anna }])
})

test('a new user is created with one request, the password unchanged, and gets the focus in the list', async () => {
  const world = await open()
  await create(world, 'new@x.test', ' pass "w\\ord ')
  await waitFor(() => expect(world.focused()).toBe('Edit new@x.test'))
  expect(sent(world, 'POST')).toEqual([{ email: 'new@x.test', password: ' pass "w\\ord ', admin: false, active: true }])
  expect(sent(world, 'PUT')).toEqual([])
  expect(document.documentElement.innerHTML).not.toContain('w\\ord')
})

test('if a service swaps the flags of a new user, one update corrects them, and a note says so', async () => {
  const world = await open({ readings: 'query-server' })
  await create(world, 'new@x.test', 'long enough')
  await screen.findByText(/The service swapped admin and active\. The console corrected it\./)
  expect(sent(world, 'PUT')).toEqual([{ email: 'new@x.test', admin: false, active: true }])
  expect([checked('new@x.test admin'), checked('new@x.test active')]).toEqual(['false', 'true'])
})

test('a new user needs a password: its field says so, and nothing is sent', async () => {
  const world = await open()
  const sheet = await create(world, 'new@x.test', '')
  await sheet.findByText('Enter a password.')
  expect(document.activeElement).toBe(sheet.getByLabelText('Password'))
  expect(sent(world, 'POST')).toEqual([])
})

test('flags are changed by one PUT without a password, whose field appears only on request', async () => {
  const world = await open()
  const sheet = within(await world.open(anna))
  expect(sheet.queryByLabelText('New password')).toBeNull()
  await world.user.click(sheet.getByRole('switch', { name: 'Admin' }))
  await world.press('Save changes')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent(world, 'PUT')).toEqual([{ email: anna, admin: false, active: true }])
})

test('a new password and a new email are sent with both flags, and the note says what was not read back', async () => {
  const world = await open()
  const sheet = within(await world.open(anna))
  await world.user.type(sheet.getByLabelText('New email'), 'anna.b@x.test')
  await world.press('Set a new password')
  await sheet.findByText('Access tokens issued before keep working.')
  await world.user.type(sheet.getByLabelText('New password'), 'another one')
  await world.press('Save changes')
  await screen.findByRole('button', { name: 'Edit anna.b@x.test' })
  expect(sent(world, 'PUT')).toEqual([
    { email: anna, new_email: 'anna.b@x.test', new_password: 'another one', admin: true, active: true },
  ])
  await screen.findByText(/^Saved\. No list shows passwords, so the console can’t check it\./)
  expect(screen.queryByRole('button', { name: /^Undo for/ })).toBeNull()
  expect(world.names()).not.toContain(anna)
  const account = { email: 'anna.b@x.test', password: 'another one' }
  expect(await world.trial.status('POST', '/_/user/token/value', account)).toBe(200)
})

test('a save with differences leaves the form open with its password, which no note could send again', async () => {
  const world = await open()
  const sheet = within(await world.open(li))
  await world.user.click(sheet.getByRole('switch', { name: 'Admin' }))
  await world.press('Set a new password')
  await world.user.type(await sheet.findByLabelText('New password'), 'was long enough')
  world.interceptNext('PUT', '/_/user', { status: 204 })
  await world.press('Save changes')
  await sheet.findAllByText(/^Saved with differences: the service answered OK, but “admin” is off\./)
  expect(sheet.getByLabelText<HTMLInputElement>('New password').value).toBe('was long enough')
})

test('a new email that somebody else has taken meanwhile is told in the form and to screen readers', async () => {
  const world = await open()
  const spoken = announcements()
  const sheet = within(await world.open(anna))
  await world.user.type(sheet.getByLabelText('New email'), 'bea@x.test')
  await world.trial.call('POST', '/_/user', { email: 'bea@x.test', password: 'pa55 word' })
  await world.press('Save changes')
  await sheet.findAllByText(/already exists\. Nothing was sent\.$/)
  // The list knows it by now, so the field tells it, too: the latest announcement counts.
  expect(spoken.at(-1)).toMatch(
    /^assertive: (Correct 1 field: New email|bea@x\.test: .* already exists\. Nothing was sent)\.$/,
  )
  expect(sent(world, 'PUT')).toEqual([])
})

test('a user that somebody else changed is asked about once more, in one dialog with what the act means', async () => {
  const world = await open({ byPassword: false, users: [{ email: li }] })
  await screen.findByRole('switch', { name: `${li} active` })
  world.passTime(60_000)
  await world.trial.call('PUT', '/_/user', { email: li, admin: true, active: true })
  await world.flip(`${li} active`)
  await world.answer('Deactivate')
  const again = await screen.findByText('It changed after you opened it. Nothing was sent yet.')
  const dialog = again.closest('[role=alertdialog]')
  expect(dialog?.textContent).toContain('Adminoff → on')
  expect(dialog?.textContent).toContain(`“${li}” can no longer sign in or administer.`)
  // Li is an admin now, and so may be the one of this page.
  await world.answer('Save anyway', li)
  await waitFor(() => expect(sent(world, 'PUT')).toEqual([{ email: li, admin: true, active: false }]))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
})

test('a job on selected users leaves out your own account, and says so', async () => {
  const world = await open({ users: [{ email: anna }, { email: 'bea@x.test' }] })
  await world.user.click(await screen.findByRole('checkbox', { name: /^Select all/ }))
  await world.press('Deactivate')
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Deactivate 2 users?' }))
  dialog.getByText('1 of 3 is your account')
  await world.answer('Deactivate')
  await screen.findByRole('dialog', { name: '2 users deactivated' })
  expect(sent(world, 'PUT')).toMatchObject([{ email: anna }, { email: 'bea@x.test' }])
  expect(checked(`${root} active`)).toBe('true')
})
