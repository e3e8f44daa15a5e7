import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openConsole } from '#web/testing/console.tsx'

const anna = 'anna@x.test'

/** A console whose service stores every email in lower case. */
const open = (options: Parameters<typeof openConsole>[0] = {}) =>
  openConsole({
    hash: '#/users',
    users: [{ email: anna, admin: true }],
    before(_, network) {
      const { fetch } = network
      network.fetch = (url, init) => {
        if (init.method !== 'POST' && init.method !== 'PUT') return fetch(url, init)
        const { email, new_email, ...others } = JSON.parse(init.body as string) as Record<string, string>
        const body = { ...others, email: email?.toLowerCase(), new_email: new_email?.toLowerCase() }
        return fetch(url, { ...init, body: JSON.stringify(body) })
      }
    },
    ...options,
  })

test('a new email that the service spells differently is not called unsaved, nor its user deleted', async () => {
  const world = await open()
  await world.press(`Edit ${anna}`)
  const sheet = await screen.findByRole('dialog', { name: `Edit ${anna}` })
  await world.user.type(within(sheet).getByLabelText('New email'), 'Anna.S@x.test')
  await world.press('Set a new password')
  await within(sheet).findByLabelText('New password')
  await world.press('Generate')
  const password = within(sheet).getByLabelText<HTMLInputElement>('New password').value
  await world.press('Save changes')
  await world.user.type(await screen.findByLabelText('Type the email to continue'), anna)
  await world.press('Change email')
  await within(sheet).findByText(
    'Not confirmed: the service accepted it, but neither email is in the list. The service may spell it differently. Refresh the list.',
  )
  expect(world.announced()).toBe(`${anna}: accepted, but could not be read back.`)
  await world.press('Cancel')
  await screen.findByRole('button', { name: 'Edit anna.s@x.test' })
  await world.refresh()
  await screen.findByText(/^Not confirmed: .*neither email is in the list\./)
  expect(document.body.textContent).not.toMatch(/nothing (was saved|changed)|deleted/)
  await world.press(`Copy password of ${anna}`)
  expect(await navigator.clipboard.readText()).toBe(password)
})

test('after such a change of their own email, the admin is still guarded', async () => {
  const me = 'root@example.test'
  const world = await open({ byPassword: true, users: [{ email: anna, admin: true }] })
  await world.press(`Edit ${me}`)
  const sheet = await screen.findByRole('dialog', { name: `Edit ${me}` })
  await world.user.type(within(sheet).getByLabelText('New email'), 'Root.B@example.test')
  await world.press('Save changes')
  await world.user.type(await screen.findByLabelText('Type the email to continue'), me)
  await world.press('Change email')
  await within(sheet).findByText(/neither email is in the list/)
  await world.press('Cancel')
  await world.flip('root.b@example.test admin')
  await screen.findByLabelText('Type the email to continue')
})

test('a new user whose email the service spells differently: nothing is listed under this email, and the list is read', async () => {
  const world = await open()
  await world.press('New user')
  const sheet = await screen.findByRole('dialog', { name: 'New user' })
  await world.user.type(within(sheet).getByLabelText('Email'), 'Li@x.test')
  await world.user.type(within(sheet).getByLabelText('Password'), 'long enough')
  await world.press('Create user')
  await within(sheet).findByText(/stored no user with this name/)
  expect(world.alerted()).toBe('Li@x.test: the service answered OK, but the list has no user with this name.')
  await waitFor(() => expect(document.querySelector('[data-name="li@x.test"]')).not.toBeNull())
  expect(document.body.textContent).not.toContain('nothing changed')
})

test('a new email that looks like another user’s is told; one’s own in another case is not', async () => {
  const world = await open({ users: [anna, 'bea@x.test'].map((email) => ({ email, admin: true })) })
  await world.press('Edit bea@x.test')
  const sheet = within(await screen.findByRole('dialog', { name: 'Edit bea@x.test' }))
  const field = sheet.getByLabelText('New email')
  await world.user.type(field, 'Anna@x.test ')
  expect((await sheet.findByText(/^Looks like “/)).textContent).toBe('Looks like “anna@x.test”, which exists.')
  await world.user.clear(field)
  await world.user.type(field, 'Bea@x.test')
  expect(sheet.queryByText(/^Looks like “/)).toBeNull()
})
