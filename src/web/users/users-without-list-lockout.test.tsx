import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openConsole, type World } from '#web/testing/console.tsx'

const me = 'root@example.test'
const anna = 'anna@x.test'
const open = (byPassword = false) =>
  openConsole({
    readings: 'bare,sign-in=offered',
    byPassword,
    hash: '#/users',
    users: [
      { email: anna, admin: true },
      { email: 'li@x.test', admin: true },
    ],
  })
const sent = ({ requestsTo }: World, method: string) => requestsTo(method, '/_/user').map(({ body }) => body)
const action = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })
const nothingOver = () => waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
const notConfirmed = (times: number) => waitFor(() => expect(screen.getAllByText('Not confirmed')).toHaveLength(times))

async function fill({ user }: World, email: string, admin?: 'Yes' | 'No', active?: 'Yes' | 'No') {
  const field = await screen.findByRole('textbox', { name: 'Email' })
  await user.clear(field)
  await user.type(field, email)
  for (const [flag, to] of Object.entries({ Admin: admin, Active: active })) {
    if (to === undefined) continue
    await user.click(within(screen.getByRole('group', { name: flag })).getByRole('radio', { name: to }))
  }
}

/** The dialog before an act that may lock somebody out, and its field for the email. */
async function lockout(world: World, warning = 'You signed in with this account.') {
  const field = await screen.findByLabelText('Type the email to continue')
  expect(screen.getByRole('alertdialog').textContent).toContain(warning)
  return (text: string) => world.user.type(field, text)
}

const perhaps = 'If this is your account, you will be signed out'

test('if it is unknown whose access token it is, an act that could lock its owner out asks for the email', async () => {
  const world = await open()
  await fill(world, anna, 'Yes', 'Yes')
  await world.press('Save changes')
  await notConfirmed(1)
  await fill(world, anna, 'No', 'Yes')
  await world.press('Save changes')
  const type = await lockout(world, perhaps)
  expect(action('Turn admin off').disabled).toBe(true)
  await type(anna)
  expect(sent(world, 'PUT')).toHaveLength(1)
  await world.press('Turn admin off')
  await notConfirmed(2)
  await fill(world, 'li@x.test')
  await world.press('Delete user…')
  const typeAgain = await lockout(world, perhaps)
  await typeAgain('li@x.test')
  await world.press('Delete without checking')
  await notConfirmed(3)
  expect(sent(world, 'DELETE')).toEqual([{ email: 'li@x.test' }])
})

test('Cancel sends nothing, and the form keeps its input', async () => {
  const world = await open()
  await fill(world, anna, 'No', 'Yes')
  await world.press('Save changes')
  await lockout(world, perhaps)
  await world.press('Cancel')
  await nothingOver()
  expect(sent(world, 'PUT')).toEqual([])
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Email' }).value).toBe(anna)
})

test.each([
  ['Turn admin off', 'No', 'Yes', { email: me, admin: false, active: true }],
  ['Deactivate', 'Yes', 'No', { email: me, admin: true, active: false }],
] as const)('%s of your own account asks for the email', async (verb, admin, active, body) => {
  const world = await open(true)
  await fill(world, me, admin, active)
  await world.press('Save changes')
  const type = await lockout(world)
  await type('root@example.tes')
  expect(action(verb).disabled).toBe(true)
  await type('t')
  expect(sent(world, 'PUT')).toEqual([])
  await world.press(verb)
  await waitFor(() => expect(sent(world, 'PUT')).toEqual([body]))
})

test('your own account in another spelling, which the service may ignore, asks too', async () => {
  const world = await open(true)
  await fill(world, me.toUpperCase(), 'No', 'Yes')
  await world.press('Save changes')
  await lockout(world, perhaps)
  expect(sent(world, 'PUT')).toEqual([])
})

test('changing the email of your own account, or deleting it, asks too', async () => {
  const world = await open(true)
  await fill(world, me, 'Yes', 'Yes')
  await world.press('Change email')
  await world.user.type(screen.getByLabelText('New email'), 'mine@x.test')
  await world.press('Save changes')
  await screen.findByText(/Sign in with the new email from then on/)
  await world.press('Cancel')
  await nothingOver()
  await world.press('Delete user…')
  await lockout(world)
  expect(action('Delete without checking').disabled).toBe(true)
  await world.press('Cancel')
  await nothingOver()
  expect([...sent(world, 'PUT'), ...sent(world, 'DELETE')]).toEqual([])
})

test('after the deletion of one’s own account the session ends with a sheet that says so', async () => {
  const world = await open(true)
  await fill(world, me)
  await world.press('Delete user…')
  const type = await lockout(world)
  await type(me)
  await world.press('Delete without checking')
  await notConfirmed(1)
  await world.user.click(screen.getByRole('link', { name: 'Tokens' }))
  const sheet = await screen.findByRole('dialog', { name: 'Signed out' })
  await within(sheet).findByText(/accepted the deletion of your own account “root@example\.test”/)
})

test('after signing in by email and password, only acts on your own account ask for the email', async () => {
  const world = await open(true)
  await fill(world, anna, 'No', 'Yes')
  await world.press('Save changes')
  await notConfirmed(1)
  await fill(world, me)
  await world.press('Delete user…')
  await lockout(world)
  await world.press('Cancel')
  await nothingOver()
  expect(sent(world, 'DELETE')).toEqual([])
})

test('flags sent after a creation ask too: the email may be your own', async () => {
  const world = await open()
  world.interceptNext('POST', '/_/user', { status: 201 })
  await world.press('New user')
  const sheet = await screen.findByRole('dialog', { name: 'New user' })
  await world.user.type(within(sheet).getByLabelText('Email'), me)
  await world.user.type(within(sheet).getByLabelText('Password'), 'long enough')
  await world.press('Create user')
  await world.press('Send flags')
  await lockout(world, perhaps)
  await world.press('Cancel')
  await nothingOver()
  expect(sent(world, 'PUT')).toEqual([])
  expect(action('Send flags').disabled).toBe(false)
})

test('without a list a change of your own email is not read back, so both emails are guarded', async () => {
  const world = await open(true)
  await fill(world, me, 'Yes', 'Yes')
  await world.press('Change email')
  await world.user.type(screen.getByLabelText('New email'), 'mine@x.test')
  await world.press('Save changes')
  const type = await lockout(world)
  await type(me)
  await world.press(/^Change email$/)
  await notConfirmed(1)
  for (const email of ['mine@x.test', me]) {
    await fill(world, email)
    await world.press('Delete user…')
    await lockout(world)
    await world.press('Cancel')
    await nothingOver()
  }
  expect(sent(world, 'DELETE')).toEqual([])
})

test('“Delete user…” in the question about sent flags deletes that account, not the one in the form', async () => {
  const world = await open()
  world.interceptNext('POST', '/_/user', { status: 201 })
  await world.press('New user')
  const sheet = await screen.findByRole('dialog', { name: 'New user' })
  await world.user.type(within(sheet).getByLabelText('Email'), 'new@x.test')
  await world.user.type(within(sheet).getByLabelText('Password'), 'long enough')
  await world.user.click(within(sheet).getByRole('switch', { name: 'Active' }))
  await world.press('Create user')
  await world.user.type(await screen.findByRole('textbox', { name: 'Email' }), 'other@x.test')
  await world.press('Send flags')
  await screen.findByRole('alertdialog', { name: /new@x\.test/ })
  await world.user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Delete user…' }))
  await screen.findByRole('alertdialog', { name: /^Delete .*new@x\.test/ })
  expect(sent(world, 'DELETE')).toEqual([])
})
