import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { openConsole, type World } from '#web/testing/console.tsx'

const says = 'Read-only while the console server is unreachable.'

function goOffline() {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  window.dispatchEvent(new Event('offline'))
}

const menu = async (world: World, item: string, name = 'ci') => {
  await world.press(`More for ${name}`)
  await world.user.click(await screen.findByRole('menuitem', { name: item }))
}

test('while offline, whatever changes or reads something is announced as disabled, says why, opens nothing and sends nothing', async () => {
  const world = await openConsole({ tokens: ['ci'] })
  const flag = await screen.findByRole('switch', { name: 'ci active' })
  const create = screen.getByRole('button', { name: 'New token' })
  const disabled = () => [create, flag].map((button) => button.getAttribute('aria-disabled'))
  expect(disabled()).toEqual([null, null])
  goOffline()
  await waitFor(() => expect(disabled()).toEqual(['true', 'true']))
  expect(create).toHaveProperty('title', says)
  const { length } = world.requests
  const acts = [
    () => world.press('New token'),
    () => world.flip('ci active'),
    () => menu(world, 'Replace value…'),
    () => menu(world, 'Delete ci'),
    () => world.press('Copy ci'),
    () => world.press('Reveal ci'),
  ]
  for (const act of acts) {
    // oxlint-disable-next-line no-await-in-loop -- each says it anew
    await act()
    // oxlint-disable-next-line no-await-in-loop
    await world.toasted(says)
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(screen.queryByRole('alertdialog')).toBeNull()
    // oxlint-disable-next-line no-await-in-loop
    await world.press('Dismiss')
  }
  expect(world.requests).toHaveLength(length)
})

test('a form that was open says so when sent, and keeps its input', async () => {
  const world = await openConsole({ tokens: ['ci'] })
  await world.press('New token')
  const form = await screen.findByRole('dialog')
  await world.fill(within(form).getByLabelText('Name'), 'typed')
  goOffline()
  await world.press('Create token')
  await world.toasted(says)
  await within(form).findByText('This browser is offline. What you typed stays here.')
  expect(within(form).getByLabelText('Name')).toHaveProperty('value', 'typed')
  expect(world.requestsTo('POST', '/_/token')).toEqual([])
})

test('a dialog that was open sends nothing either', async () => {
  const world = await openConsole({ tokens: ['ci'] })
  await menu(world, 'Delete ci')
  const question = await screen.findByRole('alertdialog')
  goOffline()
  await world.user.click(within(question).getByRole('button', { name: 'Delete token' }))
  await world.toasted(says)
  expect(world.requestsTo('DELETE', '/_/token')).toEqual([])
})
