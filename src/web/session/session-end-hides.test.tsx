import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { announcements } from '#web/testing/announcements.ts'
import { openConsole, openSignIn, origin, signIn, type TestConsole } from '#web/testing/console.tsx'
import { ours } from '#web/testing/console-server.ts'
import { signedInAt } from '#web/testing/server.ts'
import { proofStorageKey } from './console-server.ts'

// Whatever ends a session, nothing secret and no dialog stays on the page.

const value = 'a-value-that-nobody-else-may-see'
const rows = { data: [{ name: 'ci', active: true, write: false }], unknown: [] }

/** A console at a console server, with a shown value that is kept. `dialog`: a deletion is asked about over it. */
async function showing({
  dialog = false,
  first = undefined as ((testConsole: TestConsole) => Promise<void>) | undefined,
} = {}) {
  let end = () => {}
  const testConsole = await openSignIn({
    before: (_, network) => {
      if (dialog) network.interceptNext('POST', '/console-rows/_/token', { status: 200, body: JSON.stringify(rows) })
      network.interceptAll('GET', '/_/token', { status: 200, body: JSON.stringify(rows) }) // also after another sign-in
      network.interceptNext('GET', '/_/token/value', { status: 200, body: JSON.stringify({ token: value }) })
      end = signedInAt(network)
    },
  })
  await testConsole.press('Reveal ci')
  await waitFor(() => expect(document.body.textContent).toContain(value))
  await testConsole.press('Keep showing ci')
  await first?.(testConsole)
  if (dialog) {
    await testConsole.choose('ci', 'Delete ci')
    await screen.findByRole('alertdialog')
  }
  return { testConsole: testConsole, end }
}

/** Another tab has signed in: it tells by the storage that both share. */
function signsInElsewhere() {
  const change = { key: proofStorageKey(origin), newValue: 'p2' }
  localStorage.setItem(change.key, change.newValue)
  window.dispatchEvent(new StorageEvent('storage', change))
}

test('value and question go in the task in which the session ends', async () => {
  let release = () => {}
  await showing({
    dialog: true,
    async first(testConsole) {
      release = testConsole.hold('GET', '/_/token/value')
      const headers = { 'x-query-admin-session': 'none', ...ours }
      testConsole.interceptNext('GET', '/_/token/value', { status: 401, headers })
      await testConsole.press('Copy ci')
    },
  })
  release()
  // Microtasks alone: no other task runs between.
  for (let turn = 0; turn < 300; turn += 1) await Promise.resolve()
  expect(document.documentElement.outerHTML).not.toContain(value)
  expect(document.querySelector('[role=alertdialog]')).toBeNull()
})

test('signing out hides it before the console server has answered', async () => {
  const { testConsole } = await showing()
  testConsole.interceptAll('DELETE', '/console-session', 'never')
  await testConsole.press(/^Account menu/)
  const item = await screen.findByRole('menuitem', { name: 'Sign out' })
  item.click()
  await waitFor(() => expect(document.documentElement.outerHTML).not.toContain(value))
})

test('the same person who signs in in another tab begins another session here: the value of the former one is hidden', async () => {
  const { testConsole } = await showing()
  signsInElsewhere()
  await waitFor(() => expect(document.documentElement.outerHTML).not.toContain(value))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(testConsole.names()).toEqual(['ci'])
})

test('a sign-in in another tab hides it, also if that session ended at once', async () => {
  const { end } = await showing()
  end()
  signsInElsewhere()
  await screen.findByRole('dialog', { name: 'Signed out' })
  await waitFor(() => expect(document.documentElement.outerHTML).not.toContain(value))
})

test('a value and a copy that are answered after the session ended are neither shown nor on the clipboard, also after signing in again', async () => {
  const testConsole = await openConsole({ tokens: ['ci', 'other'] })
  const secret = testConsole.trial.valueOf('ci')
  const release = [testConsole.hold('GET', '/_/token/value'), testConsole.hold('GET', '/_/token/value')]
  await testConsole.press('Reveal ci')
  await testConsole.press('Copy other')
  const accept = testConsole.interceptAll('GET', '/_/token', { status: 401 })
  await testConsole.press('Refresh')
  const sheet = await screen.findByRole('dialog', { name: 'Signed out' })
  for (const go of release) go()
  accept()
  await signIn(testConsole)
  await waitFor(() => expect(sheet.isConnected).toBe(false))
  expect(document.documentElement.outerHTML).not.toContain(secret)
  // happy-dom hands out the promise that the page put there.
  expect(await navigator.clipboard.readText().catch(() => 'nothing')).toBe('nothing')
})

test('a shown value goes as soon as the service refuses something, and the form that was open stays with its password', async () => {
  const testConsole = await openConsole({ hash: '#/users', users: [{ email: 'li@x.test' }] })
  await testConsole.press('New user')
  const form = await screen.findByRole('dialog', { name: 'New user' })
  await testConsole.fill(within(form).getByLabelText('Email'), 'new@x.test')
  const password = within(form).getByLabelText<HTMLInputElement>('Password')
  await testConsole.press('Generate')
  expect(password.type).toBe('text')
  testConsole.interceptNext('POST', '/_/user', { status: 403, body: '{"error":"no more users"}' })
  await testConsole.press('Create user')
  await within(form).findByText(/The service refused this \(403\), .*no more users/)
  expect(password.type).toBe('password')
  expect(password.value).toHaveLength(24)
  expect(within(form).getByLabelText<HTMLInputElement>('Email').value).toBe('new@x.test')
})

test('a value that was pasted into the palette is forgotten', async () => {
  const testConsole = await openConsole({ tokens: ['ci'] })
  await testConsole.user.keyboard('{Control>}k{/Control}')
  const field = await screen.findByRole('textbox', { name: 'Search or run' })
  await waitFor(() => expect(document.activeElement).toBe(field))
  await testConsole.user.paste(testConsole.trial.valueOf('ci'))
  await screen.findByText(/This looks like a token value/, { selector: '.palette-says' })
  const mend = testConsole.interceptAll('GET', '/_/token', { status: 401 })
  document.querySelector<HTMLElement>('[aria-label=Refresh]')!.click()
  const sheet = within(await screen.findByRole('dialog', { name: 'Signed out' }))
  mend()
  await testConsole.user.click(sheet.getByLabelText('Your access token'))
  await testConsole.user.paste(testConsole.trial.bearer)
  await testConsole.user.click(sheet.getByRole('button', { name: 'Sign in' }))
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Signed out' })).toBeNull())
  expect(document.querySelector('.palette-says')).toBeNull()
})

test('after signing out no sentence about a row is said, though the console server can’t be reached', async () => {
  const testConsole = await openConsole({ tokens: ['ci'] })
  const sentences = announcements()
  testConsole.hold('DELETE', '/_/token')
  await testConsole.choose('ci', 'Delete ci')
  await testConsole.answer('Delete token')
  await waitFor(() => expect(testConsole.requestsTo('DELETE', '/_/token')).toHaveLength(1))
  testConsole.interceptAll('DELETE', '/console-session', 'network')
  await testConsole.signOut()
  await testConsole.answer('Sign out anyway')
  await screen.findByRole('button', { name: 'Sign in' })
  expect(sentences.filter((sentence) => sentence.includes('ci:'))).toEqual([])
})
