import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openConsole, type World } from '#web/testing/console.tsx'

const sheetOf = (name: string) => screen.findByRole('dialog', { name: `Edit ${name}` })
const puts = ({ requestsTo }: World) => requestsTo('PUT', '/_/token').map(({ body }) => body)

async function edit(world: World, name = 'ci') {
  await world.press(`Edit ${name}`)
  return sheetOf(name)
}

async function closed() {
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
}

test('if the service stores another value, the note names the field, and “Try again” sends the same', async () => {
  const world = await openConsole({ tokens: ['ci'] })
  const sheet = await edit(world)
  await world.user.click(within(sheet).getByRole('switch', { name: 'Active' }))
  world.interceptNext('PUT', '/_/token', { status: 200 })
  await world.press('Save changes')
  await world.confirmWarning()
  await screen.findByText(/Not saved: the service answered OK, but/)
  await world.press('Try again for ci')
  await waitFor(() =>
    expect(screen.getByRole('switch', { name: 'ci active' }).getAttribute('aria-checked')).toBe('false'),
  )
  expect(puts(world)).toHaveLength(2)
  expect(puts(world)[0]).toEqual(puts(world)[1])
})

test('a token that somebody else changed meanwhile is not overwritten; saving only one’s own change is possible', async () => {
  const world = await openConsole({ tokens: ['ci'] })
  const sheet = await edit(world)
  await world.user.click(within(sheet).getByRole('switch', { name: 'Active' }))
  world.passTime(60_000)
  await world.trial.call('PUT', '/_/token', {
    name: 'ci',
    active: true,
    write: true,
    expiration_date: 2_000_000_000_000,
  })
  await world.press('Save changes')
  await world.agree()
  await screen.findByRole('alertdialog', { name: /changed while you were editing it/ })
  expect(puts(world)).toEqual([])
  await world.press('Save only my change')
  await closed()
  expect(world.trial.store.read('SELECT active, write, expiration_date FROM token')).toEqual([
    { active: 0n, write: 1n, expiration_date: 2_000_000_000_000n },
  ])
})

test('a token that was deleted meanwhile is reported as deleted, and the form keeps its input', async () => {
  const world = await openConsole({ tokens: ['ci', 'other'] })
  const sheet = await edit(world)
  await world.user.click(within(sheet).getByRole('switch', { name: 'Write' }))
  await world.trial.call('DELETE', '/_/token', { name: 'ci' })
  await world.press('Save changes')
  await world.agree()
  await within(sheet).findByText('Already deleted. Nothing was sent.')
  expect(within(sheet).getByRole<HTMLInputElement>('switch', { name: 'Write' }).checked).toBe(true)
})

test('unreadable fields must be chosen before anything is sent, and are then sent too', async () => {
  const odd = JSON.stringify([
    { name: 'ci', active: 'perhaps', write: false, expiration_date: 'soon', updated_at: 1_799_999_999_000 },
  ])
  const world = await openConsole({
    before: (_, network) => void network.interceptAll('GET', '/_/token', { status: 200, body: odd }),
  })
  const sheet = await edit(world)
  expect(within(sheet).getByRole<HTMLButtonElement>('button', { name: 'Save changes' }).disabled).toBe(true)
  expect(within(sheet).queryByRole('radio', { name: 'Keep as it is' })).toBeNull()
  await within(sheet).findByText('Expires and Active can’t be read. Choose before you save.')
  await world.user.click(within(sheet).getByRole('radio', { name: 'Off' }))
  await world.user.click(within(sheet).getByRole('radio', { name: '1 day' }))
  await world.press('Save changes')
  await world.confirmWarning()
  await waitFor(() => expect(puts(world)).toHaveLength(1))
  expect(puts(world)[0]).toMatchObject({ name: 'ci', active: false, write: false })
  expect(puts(world)[0]).toHaveProperty('expiration_date')
})

test('an unreadable flag has a menu with two choices, but an unreadable date must be chosen first', async () => {
  const odd = (date: unknown) =>
    JSON.stringify([{ name: 'ci', active: 'perhaps', write: false, expiration_date: date }])
  const world = await openConsole()
  const stop = world.interceptAll('GET', '/_/token', { status: 200, body: odd('soon') })
  await world.refresh()
  await world.press('ci active, unknown')
  await world.user.click(await screen.findByRole('menuitem', { name: 'Deactivate' }))
  await world.agree()
  await screen.findByText('Choose expires first: the stored value cannot be read. Nothing was sent.')
  expect(puts(world)).toEqual([])
  stop()
  world.interceptAll('GET', '/_/token', { status: 200, body: odd(2_000_000_000_000) })
  world.passTime(5000)
  await world.refresh()
  await waitFor(() => expect(document.body.textContent).not.toContain('unreadable'))
  await world.press('ci active, unknown')
  await world.user.click(await screen.findByRole('menuitem', { name: 'Deactivate' }))
  await world.confirmWarning()
  await waitFor(() =>
    expect(puts(world)).toEqual([{ name: 'ci', expiration_date: 2_000_000_000_000, active: false, write: false }]),
  )
})

test('a change by a service whose clock is ahead of ours reads “just now”, not “in some seconds”', async () => {
  const world = await openConsole({ tokens: ['ci'] })
  const sheet = await edit(world)
  await world.user.click(within(sheet).getByRole('switch', { name: 'Active' }))
  world.trial.clock.now += 10_000
  await world.trial.call('PUT', '/_/token', {
    name: 'ci',
    active: true,
    write: true,
    expiration_date: 1_900_000_000_000,
  })
  await world.press('Save changes')
  await world.agree()
  const comparison = await screen.findByRole('alertdialog', { name: /changed while you were editing it/ })
  expect(comparison.textContent).toContain('It was updated just now, ')
})
