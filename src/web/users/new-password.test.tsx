import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openConsole, type TestConsole } from '#web/testing/console.tsx'

// A generated password is shown once. It is offered until it is copied or dismissed. After that its user is named, in one
// line for all, until signing out.

const li = 'li@x.test'
const open = (options: Parameters<typeof openConsole>[0] = {}) =>
  openConsole({ users: [{ email: 'anna@x.test' }], hash: '#/users', byPassword: true, ...options })
const offer = /Generated password, not copied yet/
const kept = () => waitFor(() => expect(screen.getByText(offer)).toBeTruthy())
const gone = () => waitFor(() => expect(screen.queryByText(offer)).toBeNull())

/** Creates Li with a generated password, which it returns. */
async function createLi(world: TestConsole) {
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

/** Imports these users, whose passwords are generated, and closes the report. */
async function importUsers(world: TestConsole, ...emails: string[]) {
  await world.press('More for users')
  await world.user.click(await screen.findByRole('menuitem', { name: 'Import…' }))
  await world.fill(await screen.findByLabelText(/^Or paste/), ['email', ...emails].join('\n'))
  await world.press(`Import ${emails.length}`)
  await screen.findByRole('dialog', { name: /users imported$/ })
  await world.user.keyboard('{Escape}')
}
const line = () => screen.queryByText(/^\d+ generated passwords? (was|were) not copied\.$/)?.textContent

test('who did not get a password is told in one line after a reload, on every page, unless the user is gone; not after signing out', async () => {
  const world = await open({ byPassword: false })
  await importUsers(world, 'a@x.test', 'b@x.test', 'c@x.test')
  expect(line()).toBe('3 generated passwords were not copied.')
  expect(world.asksToLeave()).toBe(true)
  await world.trial.status('DELETE', '/_/user', { email: 'c@x.test' })
  window.history.replaceState(null, '', '#/tokens')
  world.reload()
  await screen.findByRole('heading', { name: 'Tokens', level: 1 })
  await waitFor(() => expect(line()).toBe('2 generated passwords were not copied.'))
  expect(world.asksToLeave()).toBe(false)
  await world.press('Show the 2')
  await screen.findByRole('heading', { name: 'Users', level: 1 })
  await waitFor(() => expect(world.names()).toEqual(['a@x.test', 'b@x.test']))
  expect(screen.getAllByText('The generated password was not copied, and can’t be read again.')).toHaveLength(2)
  await world.press('Set a new password for a@x.test')
  const sheet = within(await screen.findByRole('dialog', { name: 'a@x.test' }))
  await world.fill(await sheet.findByLabelText('New password'), 'another one')
  await world.press('Save changes')
  await waitFor(() => expect(line()).toBe('1 generated password was not copied.'))
  await world.signOut()
  await screen.findByRole('heading', { name: 'Sign in' })
  expect(JSON.stringify(Object.entries(localStorage))).not.toContain('x.test')
})

test('the report of an import is opened again by Activity, with its passwords until they are copied or dismissed; that of a user who is gone is named, not copied', async () => {
  const world = await open()
  await importUsers(world, 'a@x.test', 'b@x.test', 'c@x.test')
  await world.trial.status('DELETE', '/_/user', { email: 'c@x.test' })
  await world.refresh()
  await waitFor(() => expect(world.names()).not.toContain('c@x.test'))
  const report = async () => {
    await world.press('Activity')
    await world.press(/^Report of/)
    return within(await screen.findByRole('dialog', { name: /users imported$/ }))
  }
  const first = await report()
  await world.user.click(first.getByRole('button', { name: 'Copy new password of a@x.test' }))
  await first.findByText('Copied')
  // Until the report is closed it can be copied again, with the others.
  await world.user.click(first.getByRole('button', { name: 'Copy all' }))
  await waitFor(() => expect(first.getAllByText('Copied')).toHaveLength(2))
  await world.seesToast('Copied 2 passwords. Left out: “c@x.test” (not in the list).')
  expect((await navigator.clipboard.readText()).split('\n')).toHaveLength(2)
  await world.user.keyboard('{Escape}')
  expect(world.asksToLeave()).toBe(true)
  await world.press('Dismiss password of c@x.test')
  expect(world.asksToLeave()).toBe(false)
  const second = await report()
  expect(second.queryByRole('button', { name: 'Copy all' })).toBeNull()
})

test('where the service lists no users, a lost password has a row with its note', async () => {
  const world = await open({ readings: 'users-list=absent', byPassword: false })
  await importUsers(world, 'a@x.test', 'b@x.test')
  world.reload()
  await waitFor(() => expect(line()).toBe('2 generated passwords were not copied.'))
  expect(world.names()).toEqual(['a@x.test', 'b@x.test'])
  await world.press('Dismiss')
  await waitFor(() => expect(line()).toBeUndefined())
  expect(screen.queryByText(/can’t be read again/)).toBeNull()
})
