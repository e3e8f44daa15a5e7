import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openConsole, openSignIn, origin, signIn, type World } from '#web/testing/console.tsx'
import { ours, signedInAt } from '#web/testing/host.ts'
import { proofAt } from './host-backend.ts'
import { openWindows } from './windows.ts'

// Whatever ends a session, nothing secret and no question stays on the page.

const value = 'a-value-that-nobody-else-may-see'
const rows = { data: [{ name: 'ci', active: true, write: false }], unknown: [] }

/** A console at a console server, with a shown value that is kept. `dialog`: a deletion is asked about over it. */
async function showing({
  dialog = false,
  absolute = 28_800_000,
  isRefused = false,
  first = undefined as ((world: World) => Promise<void>) | undefined,
} = {}) {
  let end = () => {}
  const world = await openSignIn({
    before: (_, network) => {
      const idle = { left: 900_000, limit: 900_000 }
      const session = { identity: 'ann', age: 0, idle, absolute: { left: absolute, limit: absolute } }
      if (dialog) network.interceptNext('POST', '/console-rows/_/token', { status: 200, body: JSON.stringify(rows) })
      network.interceptNext('GET', '/_/token', { status: 200, body: JSON.stringify(rows) })
      network.interceptNext('GET', '/_/token/value', { status: 200, body: JSON.stringify({ token: value }) })
      if (isRefused) network.interceptAll('POST', '/console-rows/_/token', { status: 401 })
      end = signedInAt(network, { session })
    },
  })
  await world.press('Reveal ci')
  await waitFor(() => expect(document.body.textContent).toContain(value))
  await world.press('Keep showing ci')
  await first?.(world)
  if (dialog) {
    await world.choose('ci', 'Delete ci')
    await screen.findByRole('alertdialog')
  }
  return { world, end }
}

const refuses = (world: World, header: string) => {
  const headers = { 'x-query-admin-session': header, ...ours }
  world.interceptAll('GET', '/_/token', { status: 401, body: '{"error":"signed-out"}', headers })
}
const sleep = ({ passTime }: World) => {
  passTime(1_000_000)
  window.dispatchEvent(new Event('focus'))
}

const ends: Record<string, { absolute?: number; isRefused?: true; by: (world: World, end: () => void) => unknown }> = {
  'the idle limit': { by: (world, end) => (end(), sleep(world)) },
  'the longest time': { absolute: 800_000, by: (world, end) => (end(), sleep(world)) },
  'a restart of the console server': { by: (world) => (refuses(world, 'none'), world.press('Refresh')) },
  'another sign-in in this browser': { by: (world) => (refuses(world, 'other'), world.press('Refresh')) },
  'the service': {
    isRefused: true,
    by(world) {
      world.interceptAll('GET', '/_/token', { status: 401 })
      return world.press('Refresh')
    },
  },
}

test.each(['the idle limit', 'the longest time'])('%s takes back a question over the page', async (what) => {
  const { by, ...options } = ends[what] ?? { by: () => undefined }
  const { world, end } = await showing({ dialog: true, ...options })
  void by(world, end)
  await screen.findByRole('dialog', { name: 'Signed out' })
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(document.querySelector('[role=alertdialog]')).toBeNull()
  expect(document.documentElement.outerHTML).not.toContain(value)
  expect(world.requestsTo('DELETE', '/_/token')).toEqual([])
})

test('value and question go in the task in which the session ends', async () => {
  let release = () => {}
  await showing({
    dialog: true,
    async first(world) {
      release = world.hold('GET', '/_/token/value')
      const headers = { 'x-query-admin-session': 'none', ...ours }
      world.interceptNext('GET', '/_/token/value', { status: 401, headers })
      await world.press('Copy ci')
    },
  })
  release()
  // Microtasks alone: no other task runs between.
  for (let turn = 0; turn < 300; turn += 1) await Promise.resolve()
  expect(document.documentElement.outerHTML).not.toContain(value)
  expect(document.querySelector('[role=alertdialog]')).toBeNull()
})

test('signing out hides it before the console server has answered', async () => {
  const { world } = await showing()
  world.interceptAll('DELETE', '/console-session', 'never')
  await world.press(/^Account menu/)
  const item = await screen.findByRole('menuitem', { name: 'Sign out' })
  item.click()
  expect(document.documentElement.outerHTML).not.toContain(value)
})

test('the same person who signs in in another tab begins another session here: the value of the former one is hidden', async () => {
  const { world } = await showing()
  localStorage.setItem(proofAt(origin), 'p2')
  openWindows(origin).tell('signed-in')
  await waitFor(() => expect(document.documentElement.outerHTML).not.toContain(value))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(world.names()).toEqual(['ci'])
})

test('a sign-in in another tab hides it, also if its proof is not in the storage of this tab yet', async () => {
  const { end } = await showing()
  end()
  openWindows(origin).tell('signed-in')
  await screen.findByRole('dialog', { name: 'Signed out' })
  await waitFor(() => expect(document.documentElement.outerHTML).not.toContain(value))
})

test('a value that arrives after the session ended is not shown, not even after signing in again', async () => {
  const world = await openConsole({ tokens: ['ci'] })
  const secret = world.trial.valueOf('ci')
  const release = world.hold('GET', '/_/token/value')
  await world.press('Reveal ci')
  const accept = world.interceptAll('GET', '/_/token', { status: 401 })
  await world.press('Refresh')
  const sheet = await screen.findByRole('dialog', { name: 'Signed out' })
  release()
  accept()
  await world.user.click(within(sheet).getByLabelText('Your access token'))
  await world.user.paste(world.trial.bearer)
  await world.user.click(within(sheet).getByRole('button', { name: 'Sign in' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(document.documentElement.outerHTML).not.toContain(secret)
})

test('a copy that is answered after the session ended does not reach the clipboard', async () => {
  const world = await openConsole({ tokens: ['ci'] })
  const release = world.hold('GET', '/_/token/value')
  await world.press('Copy ci')
  world.interceptAll('GET', '/_/token', { status: 401 })
  await world.press('Refresh')
  await screen.findByRole('dialog', { name: 'Signed out' })
  release()
  await new Promise((go) => setTimeout(go, 50))
  // happy-dom hands out the promise that the page put there.
  expect(await navigator.clipboard.readText().catch(() => 'nothing')).toBe('nothing')
})

test('an open form is unseen while nobody is signed in, and has its fields for the same person', async () => {
  const world = await openConsole({ tokens: ['ci'] })
  const release = world.hold('GET', '/_/token')
  const accept = world.interceptAll('GET', '/_/token', { status: 401 })
  await world.press('Refresh')
  await world.press('New token')
  const name = await screen.findByLabelText<HTMLInputElement>('Name')
  await world.user.type(name, 'billing-export')
  release()
  const sheet = await screen.findByRole('dialog', { name: 'Signed out' })
  expect(name.closest('[hidden]')).not.toBeNull()
  accept()
  await signIn(world)
  await waitFor(() => expect(sheet.isConnected).toBe(false))
  expect(name.isConnected).toBe(true)
  expect(name.closest('[hidden]')).toBeNull()
  expect(name.value).toBe('billing-export')
})

test('nor is the form of the page without a list of users seen meanwhile', async () => {
  const world = await openConsole({ hash: '#/users', readings: 'bare' })
  const form = await screen.findByRole('form', { name: 'Act on an account' })
  const email = within(form).getByLabelText<HTMLInputElement>('Email')
  await world.user.type(email, 'li@x.test')
  world.interceptAll('GET', '/_/token', { status: 401 })
  world.interceptAll('DELETE', '/_/user', { status: 401 })
  await world.press('Delete…')
  await world.answer('Delete without checking', 'li@x.test')
  await screen.findByRole('dialog', { name: 'Signed out' })
  expect(form.hidden).toBe(true)
  expect(email.value).toBe('li@x.test')
})

test('a deletion that the service forbids is told as refused, and the session stays', async () => {
  const world = await openConsole({ tokens: ['ci'] })
  world.interceptAll('DELETE', '/_/token', { status: 403, body: '{"error":"this token is protected"}' })
  await world.choose('ci', 'Delete ci')
  const dialog = await screen.findByRole('alertdialog')
  await world.user.click(within(dialog).getByRole('button', { name: 'Delete token' }))
  await screen.findByText(/The service refused this \(403\), .*this token is protected/)
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(world.requestsTo('DELETE', '/_/token')).toHaveLength(1)
})

test('a shown value goes as soon as the service refuses something, and the form that was open stays with its password', async () => {
  const world = await openConsole({ hash: '#/users', users: [{ email: 'li@x.test' }] })
  await world.press('New user')
  const form = await screen.findByRole('dialog', { name: 'New user' })
  await world.user.type(within(form).getByLabelText('Email'), 'new@x.test')
  const password = within(form).getByLabelText<HTMLInputElement>('Password')
  await world.press('Generate')
  expect(password.type).toBe('text')
  world.interceptNext('POST', '/_/user', { status: 403, body: '{"error":"no more users"}' })
  await world.press('Create user')
  await within(form).findByText(/The service refused this \(403\), .*no more users/)
  expect(password.type).toBe('password')
  expect(password.value).toHaveLength(24)
  expect(within(form).getByLabelText<HTMLInputElement>('Email').value).toBe('new@x.test')
})

test('if nobody can tell whether the session lasts, the page stays open, says what came of the act, and it can be done again', async () => {
  const world = await openConsole({ tokens: ['ci'] })
  const back = world.interceptAll('GET', '/_/token', { status: 500 })
  world.interceptNext('GET', '/_/token/value', { status: 403 })
  await world.press('Reveal ci')
  await screen.findByText(/^The service refused this \(403\)/)
  expect(screen.queryByRole('dialog')).toBeNull()
  back()
  await world.press(/^Hide/)
  await world.press('Reveal ci')
  await waitFor(() => expect(document.body.textContent).toContain(world.trial.valueOf('ci')))
})
