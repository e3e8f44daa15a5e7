import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openConsole, type World } from '#web/testing/console.tsx'

const li = 'li@x.test'
const puts = ({ requestsTo }: World) => requestsTo('PUT', '/_/user').map(({ body }) => body)

/** Opens Li's sheet with Admin turned on, while somebody else deactivates Li. */
async function bothChange() {
  const world = await openConsole({ hash: '#/users', users: [{ email: li }, { email: 'anna@x.test' }] })
  await world.press(`Edit ${li}`)
  const sheet = await screen.findByRole('dialog', { name: `Edit ${li}` })
  await world.user.click(within(sheet).getByRole('switch', { name: 'Admin' }))
  world.passTime(60_000)
  await world.trial.call('PUT', '/_/user', { email: li, admin: false, active: false })
  await world.press('Save changes')
  await screen.findByRole('alertdialog', { name: /changed while you were editing it/ })
  expect(puts(world)).toEqual([])
  return world
}

test('“Save only my change” keeps what somebody else changed meanwhile', async () => {
  const world = await bothChange()
  await world.press('Save only my change')
  await waitFor(() => expect(puts(world)).toEqual([{ email: li, admin: true, active: false }]))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('“Overwrite with mine” restores the user as the admin saw them, with the admin’s change', async () => {
  const world = await bothChange()
  await world.press('Overwrite with mine')
  await waitFor(() => expect(puts(world)).toEqual([{ email: li, admin: true, active: true }]))
})

const comparison = () =>
  screen.findByRole('alertdialog', { name: /changed (?:since the list was read|while you were editing it)/ })
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })

test('a user that changed meanwhile is compared, and that dialog also says what deactivating means', async () => {
  const world = await openConsole({ hash: '#/users', users: [{ email: li }, { email: 'anna@x.test' }] })
  await screen.findByRole('switch', { name: `${li} active` })
  world.passTime(60_000)
  await world.trial.call('PUT', '/_/user', { email: li, admin: true, active: true })
  await world.flip(`${li} active`)
  await world.agree()
  expect((await comparison()).textContent).toContain(`“${li}” can no longer sign in or administer.`)
  expect(puts(world)).toEqual([])
  // Li may be the admin of this page.
  expect(button('Save only my change').disabled).toBe(true)
  await world.user.type(screen.getByLabelText('Type the email to continue'), li)
  await world.press('Save only my change')
  await waitFor(() => expect(puts(world)).toEqual([{ email: li, admin: true, active: false }]))
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

test('what only one of the two choices would do is said of that one, and only that one waits for the email', async () => {
  const world = await openConsole({ hash: '#/users', users: [{ email: li, active: false }, { email: 'anna@x.test' }] })
  await screen.findByRole('switch', { name: `${li} active` })
  world.passTime(60_000)
  await world.trial.call('PUT', '/_/user', { email: li, admin: false, active: true })
  await world.flip(`${li} admin`)
  expect((await comparison()).textContent).toContain(
    `Overwrite with mine: “${li}” can no longer sign in or administer.`,
  )
  await world.press('Save only my change')
  await waitFor(() => expect(puts(world)).toEqual([{ email: li, admin: true, active: true }]))
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

test('a user who is inactive already is not deactivated again, so the comparison does not say so', async () => {
  const world = await openConsole({ hash: '#/users', users: [{ email: li, active: false }, { email: 'anna@x.test' }] })
  await screen.findByRole('switch', { name: `${li} active` })
  world.passTime(60_000)
  await world.trial.call('PUT', '/_/user', { email: li, admin: true, active: false })
  await world.press(`Edit ${li}`)
  const sheet = await screen.findByRole('dialog', { name: `Edit ${li}` })
  await world.user.type(within(sheet).getByLabelText('New email'), 'lu@x.test')
  await world.press('Save changes')
  expect((await comparison()).textContent).not.toContain('can no longer')
})

test('a conflict that comes after the choice is compared, too: nothing newer is overwritten', async () => {
  const world = await bothChange()
  world.passTime(60_000)
  await world.trial.call('PUT', '/_/user', { email: li, admin: false, active: true })
  await world.press('Overwrite with mine')
  await waitFor(async () =>
    expect(within(await comparison()).getByRole('row', { name: /^Active/ }).textContent).toBe('Activeoffonon'),
  )
  expect(puts(world)).toEqual([])
})

test('cancelling the conflict dialog returns to the sheet, and nothing is sent', async () => {
  const world = await bothChange()
  await world.user.click(within(await comparison()).getByRole('button', { name: 'Cancel' }))
  const sheet = await screen.findByRole('dialog', { name: `Edit ${li}` })
  expect(within(sheet).getByRole<HTMLInputElement>('switch', { name: 'Admin' }).checked).toBe(true)
  expect(puts(world)).toEqual([])
})

test('a switch can be undone, after the same dialog as for any such change', async () => {
  const world = await openConsole({ hash: '#/users', users: [{ email: li }] })
  await world.flip(`${li} admin`)
  await world.undo(li)
  await world.user.type(await screen.findByLabelText('Type the email to continue'), li)
  await world.press('Turn admin off')
  await waitFor(() => expect(puts(world)).toHaveLength(2))
  expect(puts(world)[1]).toEqual({ email: li, admin: false, active: true })
})

/** Saves Li's sheet with Admin turned on and a new password. */
async function savedWithPassword(answer: { status: number }) {
  const world = await openConsole({ hash: '#/users', users: [{ email: li }] })
  const accept = answer.status === 401 ? world.interceptAll('GET', '/_/token', answer) : () => {}
  await world.press(`Edit ${li}`)
  const sheet = await screen.findByRole('dialog', { name: `Edit ${li}` })
  await world.user.click(within(sheet).getByRole('switch', { name: 'Admin' }))
  await world.press('Set a new password')
  await world.user.type(await within(sheet).findByLabelText('New password'), 'was long enough')
  world.interceptNext('PUT', '/_/user', answer)
  await world.press('Save changes')
  return { world, accept, password: () => within(sheet).getByLabelText<HTMLInputElement>('New password').value }
}

test('after a save with differences the sheet stays open with its password, which no note could send again', async () => {
  const { password } = await savedWithPassword({ status: 204 })
  const sheet = screen.getByRole('dialog', { name: `Edit ${li}` })
  const says = await within(sheet).findByText(/Saved with differences/)
  expect(says.textContent).toBe('Saved with differences: the service answered OK, but admin is off.')
  expect(password()).toBe('was long enough')
})

test('when the session ends, the form keeps its input, except passwords', async () => {
  const { world, password, accept } = await savedWithPassword({ status: 401 })
  const out = await screen.findByRole('dialog', { name: 'Signed out' })
  expect(password()).toBe('')
  accept()
  await world.user.click(within(out).getByLabelText('Your access token'))
  await world.user.paste(world.trial.bearer)
  await world.user.click(within(out).getByRole('button', { name: 'Sign in' }))
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Signed out' })).toBeNull())
  const sheet = screen.getByRole('dialog', { name: `Edit ${li}` })
  expect(within(sheet).getByRole<HTMLInputElement>('switch', { name: 'Admin' }).checked).toBe(true)
})

test('changing to an email that somebody else has taken meanwhile names it, in the form and to screen readers', async () => {
  const world = await openConsole({ hash: '#/users', users: [{ email: li }, { email: 'anna@x.test' }] })
  await world.press(`Edit ${li}`)
  const sheet = await screen.findByRole('dialog', { name: `Edit ${li}` })
  await world.user.type(within(sheet).getByLabelText('New email'), 'bea@x.test')
  await world.trial.call('POST', '/_/user', { email: 'bea@x.test', password: 'pa55 word' })
  await world.press('Save changes')
  await within(sheet).findByText('A user named “bea@x.test” already exists. Nothing was sent.')
  expect(world.announced()).toBe('A user named “bea@x.test” already exists. Nothing was sent.')
  expect(puts(world)).toEqual([])
})

const rename = ({ trial }: World, email: string, new_email: string) =>
  trial.call('PUT', '/_/user', { email, new_email, admin: false, active: true })

test('a user whom somebody else renamed is not called deleted, is found under the new email, and keeps the password', async () => {
  const world = await openConsole({ hash: '#/users', users: [{ email: 'anna@x.test' }] })
  await world.press('New user')
  const sheet = await screen.findByRole('dialog', { name: 'New user' })
  await world.user.type(within(sheet).getByLabelText('Email'), li)
  await world.press('Generate')
  await world.press('Create user')
  await screen.findByText(/Generated password, not copied yet/)
  world.passTime(60_000)
  await rename(world, li, 'lu@x.test')
  await world.flip(`${li} admin`)
  await world.toasted(`“${li}” was already deleted or renamed. Nothing was sent.`)
  expect(world.announced()).toBe(`${li}: already deleted or renamed. Nothing was sent.`)
  await screen.findByRole('switch', { name: 'lu@x.test admin' })
  expect(world.names()).not.toContain(li)
  await screen.findByText(/Generated password, not copied yet/)
  await world.press(`Copy password of ${li}`)
  const account = { email: 'lu@x.test', password: await navigator.clipboard.readText() }
  expect(await world.trial.status('POST', '/_/user/token/value', account)).toBe(200)
})

test('the form of a user whom somebody else renamed says so', async () => {
  const world = await openConsole({ hash: '#/users', users: [{ email: li }] })
  await world.press(`Edit ${li}`)
  const sheet = await screen.findByRole('dialog', { name: `Edit ${li}` })
  await world.user.click(within(sheet).getByRole('switch', { name: 'Admin' }))
  world.passTime(60_000)
  await rename(world, li, 'lu@x.test')
  await world.press('Save changes')
  await within(sheet).findByText('Already deleted or renamed. Nothing was sent.')
})

test('a save without an answer, of a user whom somebody else then renamed, is no deletion', async () => {
  const world = await openConsole({ hash: '#/users', users: [{ email: li }, { email: 'anna@x.test' }] })
  world.interceptNext('PUT', '/_/user', 'network')
  await world.flip(`${li} admin`)
  await screen.findByText(/The list doesn’t show the change yet/)
  world.passTime(60_000)
  await rename(world, li, 'lu@x.test')
  await world.refresh()
  await screen.findByText(/^It is no longer in the list \(deleted or renamed, as of \d\d:\d\d\)\.$/)
  expect(world.announced()).toBe(`${li}: no longer in the list (deleted or renamed).`)
})

test('after two renames only the last one can be undone in Activity', async () => {
  const world = await openConsole({ hash: '#/users', users: [{ email: 'anna@x.test' }] })
  for (const [from, to] of [
    ['anna@x.test', 'berta@x.test'],
    ['berta@x.test', 'carl@x.test'],
  ] as const) {
    world.passTime(1000)
    await world.press(`Edit ${from}`)
    const sheet = await screen.findByRole('dialog', { name: `Edit ${from}` })
    await world.user.type(within(sheet).getByLabelText('New email'), to)
    await world.press('Save changes')
    await screen.findByRole('button', { name: `Edit ${to}` })
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  }
  await world.press('Activity')
  const activity = await screen.findByRole('dialog', { name: 'Activity' })
  const undos = within(activity).getAllByRole('button', { name: /^Undo for/ })
  expect(undos.map((undo) => undo.getAttribute('aria-label'))).toEqual([
    expect.stringMatching(/^Undo for berta@x\.test/),
  ])
})
