import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { openConsole, type World } from '#web/testing/console.tsx'

const email = 'anna@x.test'
const open = (readings = 'bare') => openConsole({ readings, users: [{ email, admin: true }], hash: '#/users' })
const sent = ({ requestsTo }: World, method: string) => requestsTo(method, '/_/user').map(({ body }) => body)
const submitted = async () => {
  const table = await screen.findByRole('table', { name: 'Accounts in this session' })
  return within(table)
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole('cell')
        .slice(0, 4)
        .map((cell) => cell.textContent),
    )
}
const answer = async ({ user }: World, question: string, choice: 'Yes' | 'No') =>
  user.click(within(screen.getByRole('group', { name: question })).getByRole('radio', { name: choice }))

const typeEmail = async ({ user }: World) =>
  user.type(await screen.findByLabelText('Type the email to continue'), email)

async function act(world: World, admin: 'Yes' | 'No', active: 'Yes' | 'No', who = email) {
  await world.user.type(await screen.findByRole('textbox', { name: 'Email' }), who)
  await answer(world, 'Admin', admin)
  await answer(world, 'Active', active)
}

test('a service without a list of users says so, and shows no empty table of users', async () => {
  await open()
  await screen.findByText(/This service has no list of users, or user administration is turned off \(404\)/)
  expect(screen.queryByRole('table', { name: 'Users' })).toBeNull()
  expect(await submitted()).toEqual([['No accounts yet.']])
  expect(screen.queryByText(/no way to check/)).toBeNull()
  expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    'Email',
    'Request',
    'Sent',
    'Outcome',
    'When',
    'Actions',
  ])
})

test('that there is no list is announced once, and “Try again” keeps the input', async () => {
  const world = await open()
  await waitFor(() => expect(world.alerted()).toMatch(/^This service has no list of users/))
  await world.user.type(await screen.findByRole('textbox', { name: 'Email' }), email)
  const release = world.hold('GET', '/_/user')
  await world.press('Try again')
  await waitFor(() => expect(world.requestsTo('GET', '/_/user')).toHaveLength(2))
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Email' }).value).toBe(email)
  release()
  await waitFor(() => expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Email' }).value).toBe(email))
  await waitFor(() => expect(world.focused()).toBe('Try again'))
})

test('no flag is preselected; fields wait for an email, and “Save changes” for both flags', async () => {
  const world = await open()
  const isOff = (button: HTMLElement) => button.matches(':disabled') || button.closest(':disabled') !== null
  const offered = ['Change email', 'Set a new password', 'Delete user…', 'Save changes'] as const
  await screen.findByRole('textbox', { name: 'Email' })
  for (const name of offered) expect(isOff(screen.getByRole('button', { name })), name).toBe(true)
  for (const radio of screen.getAllByRole('radio')) expect(isOff(radio)).toBe(true)
  await world.user.type(await screen.findByRole('textbox', { name: 'Email' }), email)
  expect(screen.getAllByRole<HTMLInputElement>('radio').some((radio) => radio.checked)).toBe(false)
  for (const name of offered.slice(0, 3)) expect(isOff(screen.getByRole('button', { name })), name).toBe(false)
  const save = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Save changes' }).disabled
  expect(save()).toBe(true)
  await answer(world, 'Admin', 'Yes')
  expect(save()).toBe(true)
  await answer(world, 'Active', 'Yes')
  expect(save()).toBe(false)
})

test('both flags are always sent, and the outcome is never “done”', async () => {
  const world = await open()
  await act(world, 'No', 'Yes')
  await world.press('Save changes')
  await typeEmail(world)
  await world.press('Turn admin off')
  await screen.findByText('Not confirmed')
  screen.getByText('Accepted. The service offers no way to check.')
  expect(sent(world, 'PUT')).toEqual([{ email, admin: false, active: true }])
  expect(await submitted()).toEqual([[email, 'Set flags', 'admin no, active yes', 'Not confirmed']])
  expect(document.body.textContent).not.toMatch(/saved|\bdone\b/i)
})

test('after a save the form is cleared for the next account', async () => {
  const world = await open()
  await act(world, 'Yes', 'Yes')
  await world.press('Save changes')
  await screen.findByText('Not confirmed')
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Email' }).value).toBe('')
  expect(screen.getAllByRole<HTMLInputElement>('radio').some((radio) => radio.checked)).toBe(false)
})

test('deactivating asks first and says what keeps working', async () => {
  const world = await open()
  await act(world, 'Yes', 'No')
  await world.press('Save changes')
  const dialog = await screen.findByRole('alertdialog')
  expect(dialog.textContent).toContain('may still read and write data')
  expect(sent(world, 'PUT')).toEqual([])
  await typeEmail(world)
  await world.press('Deactivate')
  await waitFor(() => expect(sent(world, 'PUT')).toEqual([{ email, admin: true, active: false }]))
  await waitFor(async () => expect((await submitted())[0]?.[1]).toBe('Deactivate'))
})

test('a refusal is in the table with the service’s words, and the form keeps its input', async () => {
  const world = await open()
  await act(world, 'Yes', 'Yes', 'nobody@x.test')
  await world.press('Save changes')
  await screen.findByText(/Refused\. The service answered 404, “No user has the email "nobody@x\.test"\.”/)
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Email' }).value).toBe('nobody@x.test')
})

test('without an answer the outcome is unknown, neither accepted nor refused', async () => {
  const world = await open()
  world.interceptNext('PUT', '/_/user', 'lost')
  await act(world, 'Yes', 'Yes')
  await world.press('Save changes')
  await screen.findByText('No answer. It may or may not be saved.')
  expect((await submitted())[0]?.[3]).not.toMatch(/Refused|Accepted/)
})

test('a new email and a new password are sent too; an empty email is not', async () => {
  const world = await open()
  await act(world, 'Yes', 'Yes')
  await world.press('Change email')
  await world.press('Set a new password')
  await world.user.type(screen.getByLabelText('New password'), 'another one')
  await world.press('Save changes')
  await screen.findByText('Not confirmed')
  expect(sent(world, 'PUT')).toEqual([{ email, new_password: 'another one', admin: true, active: true }])
  expect(document.documentElement.innerHTML).not.toContain('another one')
})

test('a short password gets a warning in its field, and is sent', async () => {
  const world = await open()
  await act(world, 'Yes', 'Yes')
  await world.press('Set a new password')
  await world.user.type(screen.getByLabelText('New password'), 'short')
  await screen.findByText('This password has fewer than 8 characters. You can still use it.')
  await world.press('Save changes')
  await screen.findByText('Not confirmed')
  expect(sent(world, 'PUT')).toMatchObject([{ new_password: 'short' }])
})

test('a password whose field was emptied is not left out of the save: nothing is sent, and the form asks for it', async () => {
  const world = await open()
  await act(world, 'Yes', 'No')
  await world.press('Set a new password')
  const field = await screen.findByLabelText<HTMLInputElement>('New password')
  await world.user.type(field, 'long enough')
  await world.press('Save changes')
  await screen.findByRole('alertdialog')
  field.value = '' // as signing out does
  await typeEmail(world)
  await world.press('Deactivate')
  await screen.findByText('Enter a password.')
  expect(sent(world, 'PUT')).toEqual([])
})

test('a deletion asks first, sends only the email, and is not called verified', async () => {
  const world = await open()
  await world.user.type(await screen.findByRole('textbox', { name: 'Email' }), email)
  await world.press('Delete user…')
  await typeEmail(world)
  await world.press('Delete without checking')
  await screen.findByText('Not confirmed')
  expect(sent(world, 'DELETE')).toEqual([{ email }])
  expect((await submitted())[0]?.slice(0, 3)).toEqual([email, 'Delete', ''])
})

test('a deletion without an answer is not described as a save', async () => {
  const world = await open()
  world.interceptNext('DELETE', '/_/user', 'lost')
  await world.user.type(await screen.findByRole('textbox', { name: 'Email' }), email)
  await world.press('Delete user…')
  await typeEmail(world)
  await world.press('Delete without checking')
  await screen.findByText('No answer. It may or may not be deleted.')
  expect(world.announced()).toMatch(/may or may not be deleted/)
})

test('without a list a user is created with both flags, and nothing is read back', async () => {
  const world = await open()
  await world.press('New user')
  const sheet = await screen.findByRole('dialog', { name: 'New user' })
  await world.user.type(within(sheet).getByLabelText('Email'), 'new@x.test')
  await world.user.type(within(sheet).getByLabelText('Password'), 'long enough')
  await world.press('Create user')
  await screen.findByText('Not confirmed')
  expect(sent(world, 'POST')).toEqual([{ email: 'new@x.test', password: 'long enough', admin: false, active: true }])
  expect((await submitted())[0]?.slice(0, 3)).toEqual(['new@x.test', 'Create', 'admin no, active yes'])
})

test('the accounts in this session stay through page changes, and are gone after signing out', async () => {
  const world = await open()
  await act(world, 'Yes', 'Yes')
  await world.press('Save changes')
  await screen.findByText('Not confirmed')
  await world.user.click(screen.getByRole('link', { name: 'Tokens' }))
  await screen.findByRole('heading', { name: 'Tokens' })
  await world.user.click(screen.getByRole('link', { name: 'Users' }))
  await waitFor(async () => expect(await submitted()).toHaveLength(1))
  expect((await submitted())[0]?.[0]).toBe(email)
  await world.signOut()
  await screen.findByRole('heading', { name: 'Sign in' })
  expect(document.body.textContent).not.toContain(email)
})

test('what is typed while a save runs stays in the form', async () => {
  const world = await open()
  const release = world.hold('PUT', '/_/user')
  await act(world, 'Yes', 'Yes')
  await world.press('Save changes')
  await waitFor(() => expect(sent(world, 'PUT')).toHaveLength(1))
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Email' })
  await world.user.clear(field)
  await world.user.type(field, 'next@x.test')
  release()
  await waitFor(async () => expect((await submitted())[0]).toContain('Not confirmed'))
  expect(field.value).toBe('next@x.test')
})

test('what is typed while a deletion runs stays in the field', async () => {
  const world = await open()
  const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Email' })
  await world.user.type(field, email)
  await world.press('Delete user…')
  await typeEmail(world)
  const release = world.hold('DELETE', '/_/user')
  await world.press('Delete without checking')
  await waitFor(() => expect(sent(world, 'DELETE')).toHaveLength(1))
  await world.user.clear(field)
  await world.user.type(field, 'bea@x.test')
  release()
  await waitFor(async () => expect((await submitted())[0]?.[3]).toMatch(/Not confirmed/))
  expect(field.value).toBe('bea@x.test')
})

test('an account of this session can be put into the field again, without its flags', async () => {
  const world = await open()
  await act(world, 'Yes', 'Yes')
  await world.press('Save changes')
  await world.press(`Act on ${email} again`)
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Email' }).value).toBe(email)
  expect(screen.getAllByRole<HTMLInputElement>('radio').some((radio) => radio.checked)).toBe(false)
})

test('closing the page asks only while something is typed', async () => {
  const world = await open()
  const asks = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
  const field = await screen.findByRole('textbox', { name: 'Email' })
  expect(asks()).toBe(false)
  await world.user.type(field, 'a')
  expect(asks()).toBe(true)
  await world.user.clear(field)
  expect(asks()).toBe(false)
})

test('spaces around an email can be removed', async () => {
  const world = await openConsole({ hash: '#/users', readings: 'bare' })
  for (const label of ['Email', 'New email']) {
    if (label === 'New email') await world.press('Change email')
    const field = await screen.findByLabelText<HTMLInputElement>(label)
    await world.user.type(field, ' li@x.test ')
    await world.press('Remove spaces')
    expect(field.value).toBe('li@x.test')
    expect(document.activeElement).toBe(field)
  }
})

test('a request without an answer for five seconds says so, in the table and to screen readers', async () => {
  const world = await openConsole({ hash: '#/users', readings: 'bare', users: [{ email: 'li@x.test' }] })
  const field = await screen.findByLabelText('Email')
  await world.user.type(field, 'li@x.test')
  const { setTimeout: wait } = globalThis
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(((act: () => void, ms?: number) =>
    wait(act, ms === 5000 ? 0 : ms)) as typeof setTimeout)
  const release = world.hold('DELETE', '/_/user')
  await world.press('Delete user…')
  const dialog = await screen.findByRole('alertdialog')
  await world.user.type(within(dialog).getByLabelText('Type the email to continue'), 'li@x.test')
  await world.press('Delete without checking')
  await screen.findByText('Saving… No answer yet')
  expect(world.announced()).toBe('li@x.test: The service hasn’t answered yet.')
  release()
  await screen.findByText('Not confirmed')
  expect(screen.queryByText(/No answer yet/)).toBeNull()
})
