import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openConsole, type TestConsole } from '#web/testing/console.tsx'

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
const bodiesSent = ({ requestsTo }: TestConsole, method: string) =>
  requestsTo(method, '/_/user').map(({ body }) => body)
const rowOf = async (email: string) => (await screen.findByRole('button', { name: `Edit ${email}` })).closest('tr')

async function create(testConsole: TestConsole, email: string, password: string) {
  await testConsole.press('New user')
  const sheet = within(await screen.findByRole('dialog', { name: 'New user' }))
  await testConsole.fill(sheet.getByLabelText('Email'), email)
  if (password !== '') await testConsole.fill(sheet.getByLabelText('Password'), password)
  await testConsole.press('Create user')
  return sheet
}

test('the table shows who is an admin, who is active, and which account is yours; a switch is one PUT of both flags; deactivating asks first', async () => {
  const testConsole = await open({ readings: 'query-server' })
  await screen.findByRole('table', { name: 'Users' })
  expect(testConsole.names()).toEqual([anna, li, root])
  expect([checked(`${anna} admin`), checked(`${anna} active`)]).toEqual(['true', 'true'])
  expect([checked(`${li} admin`), checked(`${li} active`)]).toEqual(['false', 'false'])
  expect((await rowOf(root))?.textContent).toContain('You')
  const inactive = (await rowOf(li))?.textContent
  expect(inactive).toContain('Inactive: can’t sign in or administer. Any access tokens issued before may')
  expect(document.body.innerHTML).not.toContain('$argon2')
  await testConsole.flip(`${anna} admin`)
  await waitFor(() => expect(checked(`${anna} admin`)).toBe('false'))
  expect(bodiesSent(testConsole, 'PUT')).toEqual([{ email: anna, admin: false, active: true }])
  await testConsole.flip(`${anna} active`)
  await testConsole.answer('Cancel')
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(checked(`${anna} active`)).toBe('true')
  expect(bodiesSent(testConsole, 'PUT')).toHaveLength(1)
})

test('a new user needs a password, is created with one request, the password unchanged, and gets the focus in the list; a save with differences leaves the form open with its password, which no note could send again', async () => {
  const testConsole = await open()
  const sheet = await create(testConsole, 'new@x.test', '')
  await sheet.findByText('Enter a password.')
  expect(document.activeElement).toBe(sheet.getByLabelText('Password'))
  expect(bodiesSent(testConsole, 'POST')).toEqual([])
  await testConsole.user.click(sheet.getByLabelText('Password'))
  await testConsole.user.paste(' pass "w\\ord ')
  await testConsole.press('Create user')
  await waitFor(() => expect(testConsole.focused()).toBe('Edit new@x.test'))
  expect(bodiesSent(testConsole, 'POST')).toEqual([
    { email: 'new@x.test', password: ' pass "w\\ord ', admin: false, active: true },
  ])
  expect(bodiesSent(testConsole, 'PUT')).toEqual([])
  expect(document.documentElement.innerHTML).not.toContain('w\\ord')
  const saved = within(await testConsole.open(li))
  await testConsole.user.click(saved.getByRole('switch', { name: 'Admin' }))
  await testConsole.press('Password: set a new one…')
  await testConsole.fill(await saved.findByLabelText('New password'), 'was long enough')
  testConsole.interceptNext('PUT', '/_/user', { status: 204 })
  await testConsole.press('Save changes')
  await saved.findAllByText(/^Saved with differences: the service answered OK, but “admin” is off\./)
  expect(saved.getByLabelText<HTMLInputElement>('New password').value).toBe('was long enough')
})
