import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openConsole, type World } from '#web/testing/console.tsx'

// A generated password is shown once. It is offered until it is copied or dismissed, and told when it is lost.

const li = 'li@x.test'
const open = (options: Parameters<typeof openConsole>[0] = {}) =>
  openConsole({ users: [{ email: 'anna@x.test' }], hash: '#/users', byPassword: true, ...options })
const offer = /Generated password, not copied yet/
const kept = () => waitFor(() => expect(screen.getByText(offer)).toBeTruthy())
const gone = () => waitFor(() => expect(screen.queryByText(offer)).toBeNull())

/** Creates Li with a generated password, which it returns. */
async function createLi(world: World) {
  await world.press('New user')
  const sheet = within(await screen.findByRole('dialog', { name: 'New user' }))
  await world.fill(sheet.getByLabelText('Email'), li)
  await world.press('Generate')
  const { value } = sheet.getByLabelText<HTMLInputElement>('Password')
  expect(value).toHaveLength(24)
  await world.press('Create user')
  await screen.findByRole('button', { name: `Edit ${li}` })
  await kept()
  expect(world.requestsTo('POST', '/_/user')).toMatchObject([{ body: { password: value } }])
  expect(document.documentElement.innerHTML).not.toContain(value)
  return value
}

test('signing out asks first, and nothing of the password stays in the browser', async () => {
  const world = await open()
  const password = await createLi(world)
  await world.signOut()
  const question = await screen.findByRole('alertdialog', { name: 'Sign out?' })
  expect(question.textContent).toContain('You haven’t copied 1 new password.')
  await world.answer('Sign out')
  await screen.findByRole('radio', { name: 'Email and password' })
  expect(JSON.stringify([Object.values(localStorage), Object.values(sessionStorage)])).not.toContain(password)
})

test('it is kept where the service spells a new email otherwise, and no row shows the change', async () => {
  const world = await open({
    before(_, network) {
      const { fetch } = network
      network.fetch = (url, init) => {
        if (init.method !== 'PUT') return fetch(url, init)
        const { new_email, ...others } = JSON.parse(init.body as string) as Record<string, string>
        return fetch(url, { ...init, body: JSON.stringify({ ...others, new_email: new_email?.toLowerCase() }) })
      }
    },
  })
  const sheet = within(await world.open('anna@x.test'))
  await world.fill(sheet.getByLabelText('New email'), 'Anna.S@x.test')
  await world.press('Set a new password')
  await sheet.findByLabelText('New password')
  await world.press('Generate')
  const password = sheet.getByLabelText<HTMLInputElement>('New password').value
  await world.press('Save changes')
  await screen.findByText(/neither email is in the list\. The service may spell it differently\./)
  await kept()
  await screen.findByRole('button', { name: 'Edit anna.s@x.test' })
  expect(world.asksToLeave()).toBe(true)
  await world.press(/^Copy password of anna/i)
  await gone()
  expect(world.asksToLeave()).toBe(false)
  expect(await navigator.clipboard.readText()).toBe(password)
  expect(document.body.textContent).not.toMatch(/Not saved|[Dd]eleted/)
})
