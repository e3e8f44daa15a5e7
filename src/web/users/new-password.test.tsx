import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openConsole, type TestConsole } from '#web/testing/console.tsx'

// A generated password is shown once. It is offered until it is copied or dismissed. After that its user is named, in one
// line for all, until signing out.

const li = 'li@x.test'
const open = (options: Parameters<typeof openConsole>[0] = {}) =>
  openConsole({ users: [{ email: 'anna@x.test' }], hash: '#/users', byPassword: true, ...options })
const offer = /Copy the password now; it can’t be read again\./
const kept = () => waitFor(() => expect(screen.getByText(offer)).toBeTruthy())
const gone = () => waitFor(() => expect(screen.queryByText(offer)).toBeNull())

/** Creates Li with a generated password, which it returns. */
async function createLi(testConsole: TestConsole) {
  await testConsole.press('New user')
  const sheet = within(await screen.findByRole('dialog', { name: 'New user' }))
  expect(sheet.getByLabelText('Email').getAttribute('autocapitalize')).toBe('none')
  await testConsole.fill(sheet.getByLabelText('Email'), li)
  await testConsole.press('Generate')
  const { value } = sheet.getByLabelText<HTMLInputElement>('Password')
  expect(value).toHaveLength(24)
  await testConsole.press('Create user')
  await screen.findByRole('button', { name: `Edit ${li}` })
  await kept()
  expect(document.querySelector('.callout')?.textContent).toBe(
    'Created. Copy the password now; it can’t be read again.Copy passwordShow',
  )
  expect(document.querySelectorAll('.callout, .toast')).toHaveLength(1)
  expect(testConsole.requestsTo('POST', '/_/user')).toMatchObject([{ body: { password: value } }])
  expect(document.documentElement.innerHTML).not.toContain(value)
  return value
}

test('signing out asks first, and nothing of the password stays in the browser', async () => {
  const testConsole = await open()
  const password = await createLi(testConsole)
  await testConsole.signOut()
  const question = await screen.findByRole('alertdialog', { name: 'Sign out?' })
  expect(question.textContent).toContain('You haven’t copied 1 new password.')
  const looks = within(question)
    .getAllByRole('button')
    .map(({ textContent, className }) => [textContent, className.replace('btn', '').trim()])
  expect(looks).toEqual([
    ['Cancel', 'raised-bg'],
    ['Sign out anyway', 'red'],
    ['Copy 1 password', 'primary'],
  ])
  await testConsole.answer('Sign out anyway')
  await screen.findByRole('radio', { name: 'Email and password' })
  expect(JSON.stringify([Object.values(localStorage), Object.values(sessionStorage)])).not.toContain(password)
})

test('it is kept where the service spells a new email otherwise, and no row shows the change', async () => {
  const testConsole = await open({
    before(_, network) {
      const { fetch } = network
      network.fetch = (url, init) => {
        if (init.method !== 'PUT') return fetch(url, init)
        const { new_email, ...others } = JSON.parse(init.body as string) as Record<string, string>
        return fetch(url, { ...init, body: JSON.stringify({ ...others, new_email: new_email?.toLowerCase() }) })
      }
    },
  })
  const sheet = within(await testConsole.open('anna@x.test'))
  await testConsole.press('Change the email')
  await testConsole.fill(sheet.getByLabelText('New email'), 'Anna.S@x.test')
  await testConsole.press('Password: set a new one…')
  await sheet.findByLabelText('New password')
  await testConsole.press('Generate')
  const password = sheet.getByLabelText<HTMLInputElement>('New password').value
  await testConsole.press('Save changes')
  await screen.findByText(/neither email is in the list\. The service may spell it differently\./)
  await kept()
  await screen.findByRole('button', { name: 'Edit anna.s@x.test' })
  expect(testConsole.asksToLeave()).toBe(true)
  await testConsole.press(/^Copy password of anna/i)
  await gone()
  expect(testConsole.asksToLeave()).toBe(false)
  expect(await navigator.clipboard.readText()).toBe(password)
  expect(document.body.textContent).not.toMatch(/Not saved|[Dd]eleted/)
})

/** Imports these users, whose passwords are generated, and closes the report. */
async function importUsers(testConsole: TestConsole, ...emails: string[]) {
  await testConsole.press('More for users')
  await testConsole.user.click(await screen.findByRole('menuitem', { name: 'Import…' }))
  await testConsole.fill(await screen.findByLabelText(/^Or paste/), ['email', ...emails].join('\n'))
  await testConsole.press(`Import ${emails.length}`)
  await screen.findByRole('dialog', { name: /users imported$/ })
  await testConsole.user.keyboard('{Escape}')
}
const line = () => screen.queryByText(/^\d+ (generated|new) passwords?\b.*\.$/)?.textContent

test('who did not get a password is told in one line after a reload, on every page, unless the user is gone; not after signing out', async () => {
  const testConsole = await open({ byPassword: false })
  await importUsers(testConsole, 'a@x.test', 'b@x.test', 'c@x.test')
  expect(line()).toBe('3 new passwords. Copy them before you close this tab.')
  expect(testConsole.asksToLeave()).toBe(true)
  await testConsole.trial.status('DELETE', '/_/user', { email: 'c@x.test' })
  window.history.replaceState(null, '', '#/tokens')
  testConsole.reload()
  await screen.findByRole('heading', { name: 'Tokens', level: 1 })
  await waitFor(() => expect(line()).toBe('2 generated passwords were not copied.'))
  expect(testConsole.asksToLeave()).toBe(false)
  await testConsole.press('Show the 2')
  await screen.findByRole('heading', { name: 'Users', level: 1 })
  await waitFor(() => expect(testConsole.names()).toEqual(['a@x.test', 'b@x.test']))
  expect(screen.getAllByText('Not copied. The generated password can’t be read again.')).toHaveLength(2)
  await testConsole.press('New password… of a@x.test')
  const sheet = within(await screen.findByRole('dialog', { name: 'a@x.test' }))
  await testConsole.fill(await sheet.findByLabelText('New password'), 'another one')
  await testConsole.press('Save changes')
  await waitFor(() => expect(line()).toBe('1 generated password was not copied.'))
  await testConsole.signOut()
  await testConsole.answer('Sign out anyway') // the page forgets whom it names
  await screen.findByRole('heading', { name: 'Sign in' })
  expect(JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)])).not.toContain('x.test')
})

test('the report of an import is opened again by Activity, with its passwords until they are copied or dismissed; nobody is told of a user who is gone', async () => {
  const testConsole = await open()
  await importUsers(testConsole, 'a@x.test', 'b@x.test', 'c@x.test')
  await testConsole.trial.status('DELETE', '/_/user', { email: 'c@x.test' })
  await testConsole.refresh()
  await waitFor(() => expect(testConsole.names()).not.toContain('c@x.test'))
  const report = async () => {
    await testConsole.press('Activity')
    await testConsole.press(/^Report of/)
    return within(await screen.findByRole('dialog', { name: /users imported$/ }))
  }
  const first = await report()
  await testConsole.user.click(first.getByRole('button', { name: 'Copy new password of a@x.test' }))
  await first.findByText('Copied')
  // The others are copied together; until the report is closed, all of them again.
  await testConsole.user.click(first.getByRole('button', { name: 'Copy all' }))
  await waitFor(() => expect(first.getAllByText('Copied')).toHaveLength(2))
  await testConsole.seesToast('Copied 1 password.')
  first.getByText('All 2 copied.')
  await testConsole.user.click(first.getByRole('button', { name: 'Copy all' }))
  await testConsole.seesToast('Copied 2 passwords.')
  expect((await navigator.clipboard.readText()).split('\n')).toHaveLength(2)
  await testConsole.user.keyboard('{Escape}')
  expect(testConsole.asksToLeave()).toBe(false)
  expect(screen.queryByRole('button', { name: 'Dismiss password of c@x.test' })).toBeNull()
  const second = await report()
  expect(second.queryByRole('button', { name: 'Copy all' })).toBeNull()
})

test('the question of signing out copies them; then signing out asks nothing', async () => {
  const testConsole = await open()
  await importUsers(testConsole, 'a@x.test', 'b@x.test')
  await testConsole.signOut()
  await testConsole.answer('Copy 2 passwords')
  await testConsole.seesToast('Copied 2 passwords.')
  expect((await navigator.clipboard.readText()).split('\n')).toHaveLength(2)
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(testConsole.asksToLeave()).toBe(false)
  await testConsole.signOut()
  await screen.findByRole('radio', { name: 'Email and password' })
})

test('where the service lists no users, a lost password has a row with its note', async () => {
  const testConsole = await open({ readings: 'users-list=absent', byPassword: false })
  await importUsers(testConsole, 'a@x.test', 'b@x.test')
  testConsole.reload()
  await waitFor(() => expect(line()).toBe('2 generated passwords were not copied.'))
  expect(testConsole.names()).toEqual(['a@x.test', 'b@x.test'])
  await testConsole.press('Dismiss')
  await waitFor(() => expect(line()).toBeUndefined())
  expect(screen.queryByText(/can’t be read again/)).toBeNull()
})

test('a password that is shown is hidden when another one is set', async () => {
  const testConsole = await open()
  const first = await createLi(testConsole)
  const shown = () => document.querySelector('.secret-text')?.textContent
  await testConsole.press(`Show password of ${li}`)
  await waitFor(() => expect(shown()).toBe(first))
  await testConsole.press(`Keep showing ${li}`)
  const sheet = within(await testConsole.open(li))
  await testConsole.press('Password: set a new one…')
  await sheet.findByLabelText('New password')
  await testConsole.press('Generate')
  await testConsole.press('Save changes')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(shown()).toBeUndefined()
  expect(document.documentElement.innerHTML).not.toContain(first)
})
