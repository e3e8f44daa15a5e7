import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { openConsole, type World } from '#web/testing/console.tsx'

const email = 'new@x.test'
const banner = () => screen.queryByText(/Generated password, not copied yet/)

/** Creates a user with a generated or a typed password. */
async function created(
  how: 'generated' | 'typed',
  options: Parameters<typeof openConsole>[0] = {},
  presses: readonly string[] = [],
) {
  const world = await openConsole({ hash: '#/users', ...options })
  await world.press('New user')
  const sheet = await screen.findByRole('dialog', { name: 'New user' })
  await world.user.type(within(sheet).getByLabelText('Email'), email)
  const field = within(sheet).getByLabelText<HTMLInputElement>('Password')
  if (how === 'generated') await world.press('Generate')
  else await world.user.type(field, 'correct donkey')
  const password = field.value
  for (const button of presses) await world.press(button)
  await world.press('Create user')
  return { world, sheet, password }
}

const signsIn = async ({ trial }: World, password: string) =>
  (await trial.call('POST', '/_/user/token/value', { email, password })).status === 200

test('a generated password stays under its user, masked, until it is copied, and then it opens the account', async () => {
  const { world, password } = await created('generated', { users: [] })
  await screen.findByText(/Generated password, not copied yet/)
  expect(document.body.textContent).not.toContain(password)
  await world.press(`Show password of ${email}`)
  expect(document.body.textContent).toContain(password)
  await world.press(`Hide password of ${email}`)
  expect(document.body.textContent).not.toContain(password)
  await world.press(`Copy password of ${email}`)
  expect(await navigator.clipboard.readText()).toBe(password)
  await world.toasted(`Copied the password of ${email}.`)
  expect(banner()).toBeNull()
  expect(await signsIn(world, password)).toBe(true)
  await waitFor(() => expect(world.focused()).toBe(`Edit ${email}`))
})

test('three clicks in a shown password select it and nothing else', async () => {
  const { world, password } = await created('generated', { users: [] })
  await screen.findByRole('button', { name: `Edit ${email}` })
  await world.press(`Show password of ${email}`)
  const code = await screen.findByText(password)
  fireEvent.mouseDown(code, { detail: 3 })
  expect(window.getSelection()?.toString()).toBe(password)
})

/** A browser that refuses to copy, once `refuse` is called. */
function refusing(): { refuse: () => void } {
  let refuse = () => {}
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(
    () => new Promise((_, reject) => (refuse = () => reject(new DOMException('no', 'NotAllowedError')))),
  )
  document.execCommand = () => false
  return { refuse: () => refuse() }
}

test('if the browser refuses to copy a password, it opens, selected, each time', async () => {
  const { world, password } = await created('generated', { users: [] })
  await world.toasted(`“${email}” created.`)
  const { refuse } = refusing()
  for (let time = 0; time < 2; time += 1) {
    window.getSelection()?.removeAllRanges()
    await world.press(`Copy password of ${email}`)
    refuse()
    await waitFor(() => expect(window.getSelection()?.toString()).toBe(password))
    const says = `This browser refused to copy. The password of “${email}” is now selected: copy it with the keyboard.`
    await world.toasted(says)
    await world.press('Dismiss')
  }
})

test('if the page was left before the browser refuses to copy a password, nothing is called selected', async () => {
  const { world, password } = await created('generated', { users: [] })
  await world.toasted(`“${email}” created.`)
  const { refuse } = refusing()
  await world.press(`Copy password of ${email}`)
  await world.user.click(screen.getByRole('link', { name: 'Tokens' }))
  await waitFor(() => expect(banner()).toBeNull())
  refuse()
  await world.toasted(
    `This browser refused to copy the password of “${email}”. Show it, then copy it with the keyboard.`,
  )
  expect(document.body.textContent).not.toContain(password)
})

test('one that was copied in the form is not called uncopied', async () => {
  const { world, password } = await created('generated', {}, ['Copy password'])
  await world.toasted(`“${email}” created.`)
  expect(banner()).toBeNull()
  expect(await navigator.clipboard.readText()).toBe(password)
})

test('one that was copied in the form, and cleared from the clipboard, is', async () => {
  await created('generated', {}, ['Copy password', 'Clear the clipboard'])
  await screen.findByText(/Generated password, not copied yet/)
})

test('a typed password is kept nowhere', async () => {
  const { password } = await created('typed')
  await screen.findByRole('button', { name: `Edit ${email}` })
  expect(banner()).toBeNull()
  expect(document.body.textContent).not.toContain(password)
})

test('a generated password that was typed over is a typed one', async () => {
  const world = await openConsole({ hash: '#/users' })
  await world.press('New user')
  const sheet = await screen.findByRole('dialog', { name: 'New user' })
  await world.user.type(within(sheet).getByLabelText('Email'), email)
  await world.press('Generate')
  await world.user.type(within(sheet).getByLabelText('Password'), 'x')
  await world.press('Create user')
  await screen.findByRole('button', { name: `Edit ${email}` })
  expect(banner()).toBeNull()
})

test('a password that the service refused is not kept: it is still in the form', async () => {
  const { world, sheet, password } = await created('generated', {
    before: (_trial, network) => network.interceptNext('POST', '/_/user', { status: 422, body: 'moon' }),
  })
  await within(sheet).findByText(/Not saved/)
  expect(within(sheet).getByLabelText('Password')).toHaveProperty('value', password)
  await world.press('Cancel')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(banner()).toBeNull()
})

test('signing out and closing the page ask while it is not copied, and not once it is dismissed', async () => {
  const { world } = await created('generated')
  await screen.findByText(/Generated password, not copied yet/)
  await world.signOut()
  const question = await screen.findByRole('alertdialog', { name: 'Sign out?' })
  expect(question.textContent).toContain('You haven’t copied 1 new password. A password can’t be read again.')
  expect(world.asksToLeave()).toBe(true)
  await world.user.click(within(question).getByRole('button', { name: 'Cancel' }))
  await world.press(`Dismiss password of ${email}`)
  expect(banner()).toBeNull()
  expect(world.asksToLeave()).toBe(false)
  await world.signOut()
  await screen.findByRole('heading', { name: 'Sign in' })
})

test('a search or a filter that hides its row leaves it in reach, above the list and with its email', async () => {
  const { world, password } = await created('generated')
  await screen.findByText(/Generated password, not copied yet/)
  await world.user.type(screen.getByRole('searchbox'), 'nobody')
  await screen.findByText('No users match “nobody”')
  expect(banner()?.textContent).toContain(`“${email}”: Generated password`)
  await world.user.click(screen.getAllByRole('button', { name: 'Clear search' })[0]!)
  await waitFor(() => expect(banner()?.textContent).not.toContain(email))
  await world.press(/^Admins? \d+$/)
  expect(screen.queryByRole('button', { name: `Edit ${email}` })).toBeNull()
  await world.press(`Copy password of ${email}`)
  expect(await navigator.clipboard.readText()).toBe(password)
  expect(banner()).toBeNull()
})

test('Escape in its row hides it; the selection goes with the next one', async () => {
  const { world, password } = await created('generated')
  await world.user.click(await screen.findByRole('checkbox', { name: `Select ${email}` }))
  await world.press(`Show password of ${email}`)
  screen.getByRole('button', { name: `Edit ${email}` }).focus()
  await world.user.keyboard('{Escape}')
  expect(document.body.textContent).not.toContain(password)
  expect(screen.getByRole('region', { name: 'Selected users' })).toBeTruthy()
  await world.user.keyboard('{Escape}')
  expect(screen.queryByRole('region', { name: 'Selected users' })).toBeNull()
})

test('it stays through other pages, and goes with its user', async () => {
  const { world } = await created('generated')
  await screen.findByText(/Generated password, not copied yet/)
  await world.user.click(screen.getByRole('link', { name: 'Tokens' }))
  await waitFor(() => expect(banner()).toBeNull())
  await world.user.click(screen.getByRole('link', { name: 'Users' }))
  await screen.findByText(/Generated password, not copied yet/)
  await world.press(`More for ${email}`)
  await world.user.click(await screen.findByRole('menuitem', { name: `Delete ${email}` }))
  await world.user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete user' }))
  await world.toasted(`“${email}” deleted.`)
  expect(banner()).toBeNull()
})

test('a page that is left forgets it', async () => {
  await created('generated')
  await screen.findByText(/Generated password, not copied yet/)
  window.dispatchEvent(new Event('pagehide'))
  await waitFor(() => expect(banner()).toBeNull())
})

test('where the service lists no users it is named, and stays in the same way', async () => {
  const { world, password } = await created('generated', { readings: 'bare' })
  await screen.findByText(/Generated password, not copied yet/)
  expect(document.body.textContent).not.toContain(password)
  await world.press(`Copy password of ${email}`)
  expect(await navigator.clipboard.readText()).toBe(password)
  expect(banner()).toBeNull()
})

test('a password whose field was emptied is not left out of the save: nothing is sent, and the form asks for it', async () => {
  const world = await openConsole({ hash: '#/users', users: [{ email }] })
  await world.press(`Edit ${email}`)
  const sheet = await screen.findByRole('dialog')
  await world.press('Set a new password')
  const field = await within(sheet).findByLabelText<HTMLInputElement>('New password')
  await world.user.type(field, 'long enough')
  await world.user.click(within(sheet).getByRole('switch', { name: 'Active' }))
  await world.press('Save changes')
  await screen.findByRole('alertdialog')
  field.value = '' // as signing out does
  await world.press('Deactivate')
  await screen.findByText('Enter a password.')
  expect(world.requestsTo('PUT', '/_/user')).toEqual([])
})
