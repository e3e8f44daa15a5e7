import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { begin, openConsole, type World } from '#web/testing/console.tsx'

const day = 24 * 60 * 60 * 1000
const question = (name: string) => screen.findByRole('alertdialog', { name })
const sheet = (name: string) => screen.findByRole('dialog', { name })

/** Selects all rows and presses an act in the bar. */
async function actOnAll({ user }: World, act: string): Promise<void> {
  await user.click(await screen.findByRole('checkbox', { name: 'Select all shown' }))
  await user.click(await screen.findByRole('button', { name: act }))
}

const confirm = async ({ user }: World, dialog: HTMLElement, action: string) =>
  user.click(within(dialog).getByRole('button', { name: action }))

test('an act in the bar asks once, leaves out the rows that it doesn’t apply to, and ends in a report', async () => {
  const world = await openConsole({ tokens: ['a', 'b', { name: 'off', active: false }] })
  await actOnAll(world, 'Deactivate')
  const dialog = await question('Deactivate 2 tokens?')
  expect(within(dialog).getByRole('list', { name: 'Names' }).textContent).toBe('ab')
  expect(within(dialog).getByText('1 of 3 is already inactive')).toBeTruthy()
  expect(dialog.textContent).toContain('Service')
  await confirm(world, dialog, 'Deactivate')
  const report = await sheet('2 tokens deactivated')
  expect(within(report).getByRole('list', { name: 'Left out' }).textContent).toBe('offalready inactive')
  expect(world.requestsTo('PUT', '/_/token')).toHaveLength(2)
  await world.press('Undo 2')
  await confirm(world, await screen.findByRole('alertdialog', { name: /^Undo/ }), 'Undo')
  await sheet('Changes to 2 tokens undone')
  await waitFor(() =>
    expect(screen.getByRole('switch', { name: 'a active', hidden: true }).getAttribute('aria-checked')).toBe('true'),
  )
})

test('an act that applies to no selected row says so, and asks nothing', async () => {
  const world = await openConsole({ tokens: ['a', 'b'] })
  await actOnAll(world, 'Activate')
  await world.toasted('Nothing to do: all of them are already active.')
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

test('an expiry is chosen once for all', async () => {
  const world = await openConsole({ tokens: ['a', 'b'] })
  await actOnAll(world, 'Set expiry…')
  const dialog = await question('Set the expiry of 2 tokens?')
  await world.user.click(within(dialog).getByRole('radio', { name: '7 days' }))
  await confirm(world, dialog, 'Set the expiry')
  await sheet('Expiry of 2 tokens set')
  const dates = world
    .requestsTo('PUT', '/_/token')
    .map(({ body }) => new Map(Object.entries(body as object)).get('expiration_date') as unknown)
  const later = Math.floor((begin + 7 * day) / 1000) * 1000
  expect(dates).toEqual([later, later])
})

test('a row says that it waits for its run, then that it is saved, and nothing of it is announced', async () => {
  const world = await openConsole({ tokens: ['a', 'b', 'c', 'd', 'e', 'f'] })
  const releases = Array.from({ length: 4 }, () => world.hold('PUT', '/_/token'))
  await actOnAll(world, 'Turn write on')
  await confirm(world, await question('Turn write on for 6 tokens?'), 'Turn write on')
  await sheet('Turning write on for 6 tokens')
  await world.press('Hide')
  const shows = (name: string) => {
    const row = screen.getByRole('checkbox', { name: `Select ${name}` }).closest('tr')
    return ['Waiting', 'Saving…'].filter((word) => row?.textContent.includes(word))
  }
  await waitFor(() => expect(['a', 'b', 'c', 'd'].map(shows)).toEqual(Array(4).fill(['Saving…'])))
  expect(shows('f')).toEqual(['Waiting'])
  expect(world.announced()).not.toMatch(/waiting/i)
  for (const release of releases) release()
  await screen.findByText('Write turned on for 6 tokens.')
  expect(shows('f')).toEqual([])
})

test('while a run is under way the page asks before it is closed, and signing out asks; its report only before signing out', async () => {
  const world = await openConsole({ tokens: ['a', 'b'] })
  const release = world.hold('PUT', '/_/token')
  await actOnAll(world, 'Turn write on')
  await confirm(world, await question('Turn write on for 2 tokens?'), 'Turn write on')
  await sheet('Turning write on for 2 tokens')
  expect(world.asksToLeave()).toBe(true)
  await world.press('Hide')
  await world.signOut()
  const leaving = await question('Sign out?')
  expect(leaving.textContent).toContain('A run is still under way.')
  await confirm(world, leaving, 'Cancel')
  release()
  await screen.findByText('Write turned on for 2 tokens.')
  await world.signOut()
  expect((await question('Sign out?')).textContent).toContain('The report of the last run is still open.')
  await confirm(world, await question('Sign out?'), 'Sign out')
  await screen.findByRole('heading', { name: 'Sign in' })
  expect(Object.keys(localStorage).filter((key) => key.includes(' run '))).toEqual([])
})
