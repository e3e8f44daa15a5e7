import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openConsole, type World } from '#web/testing/console.tsx'

const sheet = (name: string) => screen.queryByRole('dialog', { name })
const question = () => screen.queryByRole('alertdialog')
const typed = () => within(sheet('New token')!).getByLabelText<HTMLInputElement>('Name').value

async function typeName(world: World) {
  await world.press('New token')
  await world.user.type(
    within(await screen.findByRole('dialog', { name: 'New token' })).getByLabelText('Name'),
    'draft',
  )
}

test.each<[string, (world: World) => Promise<void>]>([
  ['Escape', ({ user }) => user.keyboard('{Escape}')],
  ['Close', ({ press }) => press('Close')],
])('%s asks before input is lost, and keeps it', async (_, leave) => {
  const world = await openConsole({ tokens: ['ci'] })
  await typeName(world)
  await leave(world)
  expect((await screen.findByRole('alertdialog')).textContent).toContain('Discard changes?')
  await world.press('Keep editing')
  await waitFor(() => expect(question()).toBeNull())
  expect(typed()).toBe('draft')
  await leave(world)
  await world.press('Discard')
  await waitFor(() => expect(sheet('New token')).toBeNull())
  expect(world.requestsTo('POST', '/_/token')).toEqual([])
})

test('without input, Escape closes the sheet at once', async () => {
  const world = await openConsole({ tokens: ['ci'] })
  await world.press('New token')
  await screen.findByRole('dialog', { name: 'New token' })
  await world.user.keyboard('{Escape}')
  await waitFor(() => expect(sheet('New token')).toBeNull())
  expect(question()).toBeNull()
})

test('a click outside does not close a sheet with changes', async () => {
  const world = await openConsole({ tokens: ['ci'] })
  await typeName(world)
  await world.user.click(document.querySelector('.scrim')!)
  expect(question()).toBeNull()
  expect(typed()).toBe('draft')
})

test('going to another page asks first: the address stays, and “Discard” goes there', async () => {
  const world = await openConsole({ tokens: ['ci'] })
  await typeName(world)
  window.location.hash = '#/users'
  await screen.findByRole('alertdialog')
  expect(window.location.hash).not.toBe('#/users')
  expect(typed()).toBe('draft')
  await world.press('Discard')
  await screen.findByRole('heading', { name: 'Users', level: 1 })
})

test('“Back” asks before anything else is drawn for the other address', async () => {
  const world = await openConsole({ tokens: ['ci'] })
  await typeName(world)
  window.history.replaceState(null, '', '#/users')
  window.dispatchEvent(new PopStateEvent('popstate'))
  expect(window.location.hash).toBe('#/tokens')
  await screen.findByRole('alertdialog', { name: 'Discard changes?' })
  expect(typed()).toBe('draft')
})

test('closing the page asks while a sheet has changes', async () => {
  const world = await openConsole({ tokens: ['ci'] })
  await world.press('New token')
  await screen.findByRole('dialog', { name: 'New token' })
  expect(world.asksToLeave()).toBe(false)
  await world.user.keyboard('draft')
  expect(world.asksToLeave()).toBe(true)
  await world.press('Close')
  await world.press('Discard')
  await waitFor(() => expect(sheet('New token')).toBeNull())
  expect(world.asksToLeave()).toBe(false)
})

test('a typed password alone counts as a change', async () => {
  const world = await openConsole({ hash: '#/users', users: [{ email: 'li@x.test' }] })
  await world.press('Edit li@x.test')
  await world.press('Set a new password')
  expect(world.asksToLeave()).toBe(false)
  await world.user.type(await screen.findByLabelText('New password'), 'was long enough')
  expect(world.asksToLeave()).toBe(true)
  await world.user.keyboard('{Escape}')
  await world.press('Keep editing')
  expect(screen.getByLabelText<HTMLInputElement>('New password').value).toBe('was long enough')
})
