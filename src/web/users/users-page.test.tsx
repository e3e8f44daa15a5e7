import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openConsole, type World } from '#web/testing/console.tsx'

const root = 'root@example.test'
const people = [
  { email: 'anna@x.test', admin: true },
  { email: 'li@x.test', active: false },
]
const open = (options: Parameters<typeof openConsole>[0] = {}) =>
  openConsole({ users: people, hash: '#/users', byPassword: true, ...options })
const checked = (name: string) => screen.getByRole('switch', { name }).getAttribute('aria-checked')
const sent = ({ requestsTo }: World, method: string) => requestsTo(method, '/_/user').map(({ body }) => body)
const stored = ({ trial }: World, email: string) =>
  trial.store.read('SELECT admin, active FROM user WHERE email = :email', { email })[0]

async function create(world: World, email: string, password = 'long enough', flags: string[] = []) {
  await world.press('New user')
  const sheet = await screen.findByRole('dialog', { name: 'New user' })
  await world.user.type(within(sheet).getByLabelText('Email'), email)
  await world.user.type(within(sheet).getByLabelText('Password'), password)
  for (const flag of flags) await world.user.click(within(sheet).getByRole('switch', { name: flag }))
  await world.press('Create user')
  return sheet
}

async function edit(world: World, email = 'anna@x.test') {
  await world.press(`Edit ${email}`)
  return screen.findByRole('dialog', { name: `Edit ${email}` })
}

const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

test.each(['documented', 'query-server', 'flags=boolean-text,list-shape=named'])(
  'under “%s” the table shows who is an admin and who is active',
  async (readings) => {
    const { names } = await open({ readings })
    await screen.findByRole('table', { name: 'Users' })
    expect(names()).toEqual(['anna@x.test', 'li@x.test', root])
    expect([checked('anna@x.test admin'), checked('anna@x.test active')]).toEqual(['true', 'true'])
    expect([checked('li@x.test admin'), checked('li@x.test active')]).toEqual(['false', 'false'])
    expect(document.body.innerHTML).not.toContain('$argon2')
  },
)

test('a switch is one PUT of both flags, and the other flag stays the same', async () => {
  const world = await open()
  await world.flip('anna@x.test admin')
  await waitFor(() => expect(checked('anna@x.test admin')).toBe('false'))
  expect(sent(world, 'PUT')).toEqual([{ email: 'anna@x.test', admin: false, active: true }])
})

test('the details of a user show every field as stored, and lead to its form', async () => {
  const world = await open()
  await world.choose('anna@x.test', 'Details of anna@x.test')
  const details = within(await screen.findByRole('dialog', { name: 'anna@x.test' }))
  const labels = details.getAllByRole('term').map(({ textContent }) => textContent)
  expect(labels).toEqual(['Email', 'Admin', 'Active', 'Created', 'Updated'])
  expect(details.getByText(/^updated_at: \d+$/)).toBeDefined()
  await world.user.click(details.getByRole('button', { name: 'Edit' }))
  await screen.findByRole('dialog', { name: 'Edit anna@x.test' })
})

test('the menu of a row edits and deletes, and returns the focus', async () => {
  const world = await open()
  await world.press('More for anna@x.test')
  const items = await screen.findAllByRole('menuitem')
  expect(items.map((item) => [item.textContent, item.getAttribute('aria-label')])).toEqual([
    ['Edit…', 'Edit anna@x.test'],
    ['Details', 'Details of anna@x.test'],
    ['Delete…', 'Delete anna@x.test'],
  ])
  await world.user.keyboard('{Escape}')
  await waitFor(() => expect(world.focused()).toBe('More for anna@x.test'))
  await world.choose('anna@x.test', 'Edit anna@x.test')
  await screen.findByRole('dialog', { name: 'Edit anna@x.test' })
})

test('deactivating a user says first what keeps working, and Cancel sends nothing', async () => {
  const world = await open()
  await world.flip('anna@x.test active')
  const dialog = await screen.findByRole('alertdialog')
  expect(dialog.textContent).toContain(
    'Access tokens issued before may still read and write data until the user is deleted',
  )
  await world.press('Cancel')
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(sent(world, 'PUT')).toEqual([])
  expect(checked('anna@x.test active')).toBe('true')
  await world.flip('anna@x.test active')
  await world.press('Deactivate')
  await waitFor(() => expect(checked('anna@x.test active')).toBe('false'))
})

test('activating a user again does not ask', async () => {
  const world = await open()
  await world.flip('li@x.test active')
  await waitFor(() => expect(checked('li@x.test active')).toBe('true'))
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

test('a refused switch goes back alone', async () => {
  const world = await open()
  world.interceptNext('PUT', '/_/user', { status: 400, body: 'no' })
  await world.flip('anna@x.test admin')
  await world.flip('li@x.test admin')
  await screen.findByText(/Not saved: .*400, “no”/)
  await waitFor(() => expect(checked('li@x.test admin')).toBe('true'))
  expect(checked('anna@x.test admin')).toBe('true')
})

test('Undo in its row restores a user with one more update, and the row says so', async () => {
  const world = await open()
  await world.flip('li@x.test admin')
  await world.undo('li@x.test')
  await screen.findAllByText('Restored')
  expect(checked('li@x.test admin')).toBe('false')
  expect(sent(world, 'PUT')).toEqual([
    { email: 'li@x.test', admin: true, active: false },
    { email: 'li@x.test', admin: false, active: false },
  ])
})

test('a new user is created with one request, the password unchanged, and gets the focus in the list', async () => {
  const world = await open()
  await create(world, 'new@x.test', ' pass "w\\ord ')
  await waitFor(() => expect(world.focused()).toBe('Edit new@x.test'))
  expect(sent(world, 'POST')).toEqual([{ email: 'new@x.test', password: ' pass "w\\ord ', admin: false, active: true }])
  expect(sent(world, 'PUT')).toEqual([])
  expect(document.documentElement.innerHTML).not.toContain('w\\ord')
})

test.each([
  [[], { admin: 0n, active: 1n }],
  [['Admin', 'Active'], { admin: 1n, active: 0n }],
] as const)(
  'if a service swaps the flags of a new user, one update corrects them, and a note says so (%o)',
  async (flags, end) => {
    const world = await open({ readings: 'query-server' })
    await create(world, 'new@x.test', 'long enough', [...flags])
    await screen.findByText('The service swapped admin and active. The console corrected it.')
    expect(sent(world, 'POST')).toHaveLength(1)
    expect(sent(world, 'PUT')).toEqual([{ email: 'new@x.test', admin: end.admin === 1n, active: end.active === 1n }])
    expect(stored(world, 'new@x.test')).toEqual(end)
  },
)

test('if both flags are the same, a swap changes nothing and no update is sent', async () => {
  const world = await open({ readings: 'query-server' })
  await create(world, 'new@x.test', 'long enough', ['Admin'])
  await world.toasted('“new@x.test” created.')
  expect(sent(world, 'PUT')).toEqual([])
})

test('an unusual email gets a warning once, and can be used anyway', async () => {
  const world = await open()
  await create(world, 'administrator')
  await screen.findByText('This doesn’t look like an email address.')
  expect(sent(world, 'POST')).toEqual([])
  await world.press('Use anyway')
  await screen.findByRole('button', { name: 'Edit administrator' })
})

test.each([
  ['', 'long enough', 'Enter an email.'],
  ['a@x.test', '', 'Enter a password.'],
])('“%s” with the password “%s” gets an error in its field: %s', async (email, password, says) => {
  const world = await open()
  await world.press('New user')
  const sheet = await screen.findByRole('dialog', { name: 'New user' })
  if (email !== '') await world.user.type(within(sheet).getByLabelText('Email'), email)
  if (password !== '') await world.user.type(within(sheet).getByLabelText('Password'), password)
  await world.press('Create user')
  await within(sheet).findByText(says)
  expect(document.activeElement?.getAttribute('aria-invalid')).toBe('true')
  expect(sent(world, 'POST')).toEqual([])
})

test.each([
  ['1', 'This password has fewer than 8 characters. You can still use it.'],
  ['12345678', 'This is one of the most common passwords, and among the first to be guessed. You can still use it.'],
  [
    'ö'.repeat(1025),
    'This password has more than 1,024 characters, which the service may reject. You can still use it.',
  ],
])('a password that gets a warning can be used: %s', async (password, warning) => {
  const world = await open()
  await world.press('New user')
  const sheet = await screen.findByRole('dialog', { name: 'New user' })
  await world.user.type(within(sheet).getByLabelText('Email'), 'new@x.test')
  await world.user.click(within(sheet).getByLabelText('Password'))
  await world.user.paste(password)
  await within(sheet).findByText(warning)
  await world.press('Create user')
  await screen.findByRole('button', { name: 'Edit new@x.test' })
  expect(sent(world, 'POST')).toMatchObject([{ password }])
})

test('a user who was created inactive is not said to have lost anything', async () => {
  const world = await open({ users: [{ email: 'new@x.test', active: false }] })
  const row = (await screen.findByRole('button', { name: 'Edit new@x.test' })).closest('tr')
  expect(row?.textContent).toContain('Inactive: can’t sign in or administer. Any access tokens issued before may')
  expect(world.page.container.textContent).not.toContain('no longer')
})

test.each([
  ['New user', 'New user', 'Email'],
  ['Edit anna@x.test', 'Edit anna@x.test', 'New email'],
])('spaces around an email can be removed: %s', async (button, title, label) => {
  const world = await open()
  await world.press(button)
  const sheet = await screen.findByRole('dialog', { name: title })
  const field = within(sheet).getByLabelText<HTMLInputElement>(label)
  await world.user.type(field, ' new@x.test ')
  await world.press('Remove spaces')
  expect(field.value).toBe('new@x.test')
  expect(document.activeElement).toBe(field)
})

test('an existing email gets an error before anything is sent', async () => {
  const world = await open({ readings: 'query-server' })
  await create(world, 'anna@x.test')
  await screen.findByText(/already exists\. Choose another email/)
  expect(sent(world, 'POST')).toEqual([])
})

test('a save that set a password offers no Undo, which could not bring the old one back', async () => {
  const world = await open()
  const sheet = await edit(world, 'li@x.test')
  await world.press('Set a new password')
  await world.user.type(await within(sheet).findByLabelText('New password'), 'another one')
  await world.user.click(within(sheet).getByRole('switch', { name: 'Admin' }))
  await world.press('Save changes')
  await screen.findByText('Saved as far as the console can check. A password cannot be read back.')
  expect(screen.queryByRole('button', { name: /^Undo for/ })).toBeNull()
})

test('a generated password is sent, and then gone from the page', async () => {
  const world = await open()
  await world.press('New user')
  const sheet = await screen.findByRole('dialog', { name: 'New user' })
  await world.user.type(within(sheet).getByLabelText('Email'), 'gen@x.test')
  await world.press('Generate')
  const field = within(sheet).getByLabelText<HTMLInputElement>('Password')
  const password = field.value
  expect(password).toHaveLength(24)
  expect(field.type).toBe('text')
  await world.press('Create user')
  await screen.findByRole('button', { name: 'Edit gen@x.test' })
  expect(sent(world, 'POST')).toMatchObject([{ password }])
  expect(document.documentElement.innerHTML).not.toContain(password)
  expect(field.value).toBe('')
})

test('editing flags is one PUT without a password, and the password field appears only on request', async () => {
  const world = await open()
  const sheet = await edit(world)
  expect(within(sheet).queryByLabelText('New password')).toBeNull()
  await world.user.click(within(sheet).getByRole('switch', { name: 'Admin' }))
  await world.press('Save changes')
  await closed()
  expect(sent(world, 'PUT')).toEqual([{ email: 'anna@x.test', admin: false, active: true }])
})

test('a new password and a new email are sent with both flags, and the note says that only the email was read back', async () => {
  const world = await open()
  const sheet = await edit(world)
  await world.user.type(within(sheet).getByLabelText('New email'), 'anna.b@x.test')
  await world.press('Set a new password')
  await within(sheet).findByText('Access tokens issued before keep working.')
  await world.user.type(within(sheet).getByLabelText('New password'), 'another one')
  await world.press('Save changes')
  await screen.findByRole('button', { name: 'Edit anna.b@x.test' })
  expect(sent(world, 'PUT')).toEqual([
    { email: 'anna@x.test', new_email: 'anna.b@x.test', new_password: 'another one', admin: true, active: true },
  ])
  await screen.findByText('Saved as far as the console can check. A password cannot be read back.')
  expect(screen.queryByRole('button', { name: 'Edit anna@x.test' })).toBeNull()
  expect(
    await world.trial.status('POST', '/_/user/token/value', { email: 'anna.b@x.test', password: 'another one' }),
  ).toBe(200)
})

test('saving without changes sends no PUT', async () => {
  const world = await open()
  await edit(world)
  await world.press('Save changes')
  await waitFor(() => expect(sent(world, 'PUT')).toEqual([]))
})
