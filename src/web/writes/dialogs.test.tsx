import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openConsole, type World } from '#web/testing/console.tsx'

const action = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })
const puts = ({ requestsTo }: World, path: string) => requestsTo('PUT', path).map(({ body }) => body)

/** Opens a question about one row while the conflict of another is still to come, and comes after it. */
async function questionBeforeConflict() {
  const world = await openConsole({ hash: '#/users', users: [{ email: 'anna@x.test' }, { email: 'bea@x.test' }] })
  await screen.findByRole('switch', { name: 'bea@x.test active' })
  world.passTime(1000)
  await world.trial.call('PUT', '/_/user', { email: 'anna@x.test', admin: false, active: false })
  const release = world.hold('GET', '/_/user')
  await world.flip('anna@x.test admin')
  await world.flip('bea@x.test active')
  await screen.findByRole('alertdialog', { name: /Deactivate.*bea@x\.test/ })
  release()
  await waitFor(() => expect(screen.queryByText('Saving…')).toBeNull())
  return world
}

test('the conflict of one row waits for the question of another', async () => {
  const world = await questionBeforeConflict()
  expect(screen.getByRole('alertdialog').textContent).toContain('bea@x.test')
  await world.press('Cancel')
  await screen.findByRole('alertdialog', { name: /anna@x\.test.* changed since the list was read/ })
})

test('a double click confirms its own dialog, not the one that follows', async () => {
  const world = await questionBeforeConflict()
  await world.user.dblClick(action('Deactivate'))
  await screen.findByRole('alertdialog', { name: /anna@x\.test.* changed since the list was read/ })
  await waitFor(() => expect(puts(world, '/_/user')).toHaveLength(1))
  expect(screen.getByRole('alertdialog').textContent).toContain('anna@x.test')
})

const newEmail = async () => within(await screen.findByRole('dialog')).getByLabelText<HTMLInputElement>('New email')

test('the verdict of a form that was cancelled closes no other form', async () => {
  const world = await openConsole({ hash: '#/users', users: [{ email: 'anna@x.test' }, { email: 'bea@x.test' }] })
  const release = world.hold('PUT', '/_/user')
  await world.press('Edit anna@x.test')
  await world.user.click(within(await screen.findByRole('dialog')).getByRole('switch', { name: 'Admin' }))
  await world.press('Save changes')
  await waitFor(() => expect(puts(world, '/_/user')).toHaveLength(1))
  await world.press('Cancel')
  const discard = screen.queryByRole('button', { name: 'Discard' })
  if (discard !== null) await world.user.click(discard)
  await world.press('Edit bea@x.test')
  await world.user.type(await newEmail(), 'b')
  release()
  await waitFor(() =>
    expect(screen.getByRole('switch', { name: 'anna@x.test admin', hidden: true }).getAttribute('aria-checked')).toBe(
      'true',
    ),
  )
  expect((await newEmail()).value).toBe('b')
})

test('a conflict of one row leaves the open form of another as it is', async () => {
  const world = await openConsole({ hash: '#/users', users: [{ email: 'anna@x.test' }, { email: 'bea@x.test' }] })
  await screen.findByRole('switch', { name: 'anna@x.test admin' })
  world.passTime(1000)
  await world.trial.call('PUT', '/_/user', { email: 'anna@x.test', admin: false, active: false })
  const release = world.hold('GET', '/_/user')
  await world.flip('anna@x.test admin')
  await world.press('Edit bea@x.test')
  await world.user.type(await newEmail(), 'b')
  release()
  await screen.findByRole('alertdialog', { name: /anna@x\.test.* changed since the list was read/ })
  await world.user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Cancel' }))
  expect((await newEmail()).value).toBe('b')
})

test('a double click on “Save changes” saves once, and the row says Saved', async () => {
  const world = await openConsole({ hash: '#/users', users: [{ email: 'anna@x.test' }] })
  await world.press('Edit anna@x.test')
  await world.user.click(within(await screen.findByRole('dialog')).getByRole('switch', { name: 'Admin' }))
  await world.user.dblClick(action('Save changes'))
  await screen.findAllByText('Saved')
  expect(puts(world, '/_/user')).toHaveLength(1)
  expect(screen.queryByText(/No change needed/)).toBeNull()
})

test('a verdict that comes after the list failed is no read of the list: the failure stays', async () => {
  const world = await openConsole({ hash: '#/users', users: [{ email: 'anna@x.test' }] })
  await screen.findByRole('switch', { name: 'anna@x.test admin' })
  const release = world.hold('PUT', '/_/user')
  await world.flip('anna@x.test admin')
  await waitFor(() => expect(puts(world, '/_/user')).toHaveLength(1))
  world.interceptNext('GET', '/_/user', { status: 500 })
  await world.refresh()
  await screen.findByText(/\(500\)/)
  release()
  await screen.findAllByText('Saved')
  expect(screen.queryByText(/\(500\)/)).not.toBeNull()
})
