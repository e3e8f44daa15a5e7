import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { openConsole, openSignIn, type World } from '#web/testing/console.tsx'
import { ours, signedInAt } from '#web/testing/host.ts'

const email = 'new@x.test'
const banner = () => screen.queryByText(/Generated password, not copied yet/)
const says = 'The generated password of “new@x.test” was not copied before the session ended.'
const isTold = () => document.querySelector('main')?.textContent.includes(says)
const told = () => waitFor(() => expect(isTold()).toBe(true))

/** Creates a user with a generated password, which nobody copies. */
async function createdUncopied(options: Parameters<typeof openConsole>[0] = {}) {
  const world = await openConsole({ hash: '#/users', ...options })
  await world.press('New user')
  const sheet = await screen.findByRole('dialog', { name: 'New user' })
  await world.user.type(within(sheet).getByLabelText('Email'), email)
  await world.press('Generate')
  const password = within(sheet).getByLabelText<HTMLInputElement>('Password').value
  await world.press('Create user')
  await screen.findByText(/Generated password, not copied yet/)
  return { world, password }
}

async function sessionEnds({ interceptAll, press }: World) {
  const accept = ['/_/token', '/_/user'].map((path) => interceptAll('GET', path, { status: 401 }))
  await press('Refresh')
  const sheet = await screen.findByRole('dialog', { name: 'Signed out' })
  for (const end of accept) end()
  return sheet
}

async function signInOn({ user, trial }: World, sheet: HTMLElement, bearer = trial.bearer) {
  await user.click(within(sheet).getByLabelText('Your access token'))
  await user.paste(bearer)
  await user.click(within(sheet).getByRole('button', { name: 'Sign in' }))
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Signed out' })).toBeNull())
}

test('a generated password goes with the session; after signing in again the page names its user, and can set another', async () => {
  const { world, password } = await createdUncopied()
  const sheet = await sessionEnds(world)
  expect(banner()).toBeNull()
  expect(isTold()).toBe(false)
  expect(document.documentElement.outerHTML).not.toContain(password)
  await signInOn(world, sheet)
  await told()
  expect(banner()).toBeNull()
  await world.user.click(screen.getByRole('link', { name: 'Tokens' }))
  await world.user.click(await screen.findByRole('link', { name: `Set a new password for ${email}` }))
  const form = await screen.findByRole('dialog', { name: `Edit ${email}` })
  const field = await within(form).findByLabelText<HTMLInputElement>('New password')
  await world.user.type(field, 'another long one')
  await world.press('Save changes')
  await waitFor(() => expect(isTold()).toBe(false))
})

test('where the service lists no users, the account’s email is filled in and the new password is asked for', async () => {
  const { world } = await createdUncopied({ readings: 'bare' })
  await signInOn(
    world,
    await (async () => {
      const accept = world.interceptAll('GET', '/_/token', { status: 401 })
      await world.user.click(screen.getByRole('link', { name: 'Tokens' }))
      await world.press('Refresh')
      const sheet = await screen.findByRole('dialog', { name: 'Signed out' })
      accept()
      return sheet
    })(),
  )
  await world.user.click(await screen.findByRole('link', { name: `Set a new password for ${email}` }))
  await screen.findByLabelText('New password')
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe(email)
})

test('it can be dismissed', async () => {
  const { world } = await createdUncopied()
  await signInOn(world, await sessionEnds(world))
  await world.press(`Dismiss: password of ${email}`)
  expect(isTold()).toBe(false)
})

test('a password that was generated in a write that is answered after the session ended is not kept either', async () => {
  const world = await openConsole({ hash: '#/users', users: [{ email: 'li@x.test' }] })
  await world.press('New user')
  const form = await screen.findByRole('dialog', { name: 'New user' })
  await world.user.type(within(form).getByLabelText('Email'), email)
  await world.press('Generate')
  const password = within(form).getByLabelText<HTMLInputElement>('Password').value
  const release = world.hold('POST', '/_/user')
  await world.press('Create user')
  await waitFor(() => expect(world.requestsTo('POST', '/_/user')).toHaveLength(1))
  const accept = world.interceptAll('GET', '/_/token', { status: 401 })
  world.interceptNext('GET', '/_/user', { status: 401 })
  window.dispatchEvent(new Event('online'))
  document.querySelector<HTMLElement>('[aria-label=Refresh]')?.click()
  const sheet = await screen.findByRole('dialog', { name: 'Signed out' })
  release()
  await new Promise((go) => setTimeout(go, 50))
  accept()
  await signInOn(world, sheet)
  await told()
  expect(banner()).toBeNull()
  expect(document.documentElement.outerHTML).not.toContain(password)
})

/** The listeners on the window that nobody has taken away, by their type. */
function watchListeners(types: readonly string[]) {
  const [added, removed] = [vi.spyOn(window, 'addEventListener'), vi.spyOn(window, 'removeEventListener')]
  const isThere = ([type, listener, options]: Parameters<Window['addEventListener']>) => {
    const isAborted = typeof options === 'object' && options.signal?.aborted === true
    return (
      types.includes(type) &&
      !isAborted &&
      !removed.mock.calls.some(([removedType, other]) => removedType === type && other === listener)
    )
  }
  return () => (added.mock.calls as Parameters<Window['addEventListener']>[]).filter(isThere).length
}

test('another person who signs in on the same page finds nothing of the former one: no name, no listener, no note', async () => {
  const li = { email: 'li@x.test', password: 'long enough', admin: true, active: true }
  const count = watchListeners(['storage', 'pagehide', 'online', 'offline'])
  const { world } = await createdUncopied({
    before: async (trial) => void (await trial.call('POST', '/_/user', li)),
  })
  const first = count()
  expect(first).toBeGreaterThan(0)
  const sheet = await sessionEnds(world)
  await world.user.click(within(sheet).getByRole('radio', { name: 'Email and password' }))
  await world.user.type(within(sheet).getByLabelText('Email'), li.email)
  await world.user.type(within(sheet).getByLabelText('Password'), li.password)
  await world.user.click(within(sheet).getByRole('button', { name: 'Sign in' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await world.press('Activity')
  expect((await screen.findByRole('dialog')).textContent).not.toContain(email)
  await world.press('Close')
  await world.user.click(screen.getByRole('link', { name: 'Users' }))
  await screen.findByRole('button', { name: `Edit ${email}` })
  expect(isTold()).toBe(false)
  expect(banner()).toBeNull()
  await waitFor(() => expect(count()).toBeLessThanOrEqual(first))
})

test('the notice of the coming sign-out counts seconds for the eye alone, and the passwords that would be lost', async () => {
  const world = await openSignIn({
    hash: '#/users',
    before: (_, network) => {
      const idle = { left: 40_000, limit: 900_000 }
      const session = { identity: 'ann', age: 0, idle, absolute: { left: 9e6, limit: 9e6 } }
      network.interceptAll('GET', '/console-session', { status: 200, body: JSON.stringify({ session }), headers: ours })
      network.interceptAll('PUT', '/console-session', { status: 200, body: JSON.stringify({ session }), headers: ours })
      network.interceptAll('GET', '/_/user', { status: 200, body: '{"data":[]}' })
      network.interceptAll('POST', '/console-rows/_/user', { status: 200, body: '{"data":[]}' })
      network.interceptAll('POST', '/_/user', 'network') // it may have been created
      signedInAt(network, { session })
    },
  })
  const notice = await screen.findByRole('region', { name: 'Session' })
  await waitFor(() => expect(world.alerted()).toBe('You will be signed out in 40 seconds.'))
  const eye = () => notice.querySelector('span [aria-hidden]')?.textContent
  expect(eye()).toBe('You will be signed out in 40 seconds.')
  world.passTime(7_000)
  await waitFor(() => expect(eye()).toBe('You will be signed out in 33 seconds.'), { timeout: 3000 })
  expect(world.alerted()).toBe('You will be signed out in 40 seconds.')
  expect(notice.querySelector('.sr')?.textContent).toBe('You will be signed out in 40 seconds.')
  await world.press('Create the first user')
  const form = await screen.findByRole('dialog', { name: 'New user' })
  await world.user.type(within(form).getByLabelText('Email'), email)
  await world.press('Generate')
  await world.press('Create user')
  await waitFor(() => expect(eye()).toMatch(/1 generated password is not copied and will be lost\.$/))
})

test('after the deletion of one’s own account the sheet says that, and does not ask to sign in again', async () => {
  const me = { email: 'me@x.test', password: 'long enough', admin: true, active: true }
  const world = await openSignIn({
    hash: '#/users',
    before: async (trial) => void (await trial.call('POST', '/_/user', me)),
  })
  await world.user.click(await screen.findByRole('radio', { name: 'Email and password' }))
  await world.user.type(screen.getByLabelText('Email'), me.email)
  await world.user.type(screen.getByLabelText('Password'), me.password)
  await world.press('Sign in')
  await world.choose(me.email, `Delete ${me.email}`)
  const dialog = await screen.findByRole('alertdialog')
  expect(dialog.textContent).toContain('You can’t undo this.')
  expect(dialog.textContent).not.toContain('only another admin')
  await world.user.type(within(dialog).getByLabelText('Type the email to continue'), me.email)
  await world.user.click(within(dialog).getByRole('button', { name: 'Delete user' }))
  const sheet = await screen.findByRole('dialog', { name: 'Signed out' })
  await within(sheet).findByText(/accepted the deletion of your own account “me@x\.test”\. Sign in with another one\./)
  expect(sheet.textContent).not.toContain('Sign in again')
})
