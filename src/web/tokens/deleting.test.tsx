import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openConsole, type World } from '#web/testing/console.tsx'

async function ask({ press, user }: World, name: string) {
  await press(`More for ${name}`)
  await user.click(await screen.findByRole('menuitem', { name: `Delete ${name}` }))
  return screen.findByRole('alertdialog', { name: new RegExp(`^Delete “\\s*${name}\\s*”\\?$`) })
}

async function remove(world: World, name: string) {
  await ask(world, name)
  await world.press('Delete token')
}

test('the dialog names the token and the consequence, and Cancel deletes nothing', async () => {
  const world = await openConsole({ tokens: ['a', 'b'] })
  const dialog = await ask(world, 'a')
  expect(dialog.textContent).toContain('Programs that use it stop working. You can’t undo this')
  await world.press('Cancel')
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(world.requestsTo('DELETE', '/_/token')).toEqual([])
})

test.each([
  ['b', 'c'],
  ['c', 'b'],
])('after deleting “%s” the focus is on “%s”', async (name, next) => {
  const world = await openConsole({ tokens: ['a', 'b', 'c'] })
  await remove(world, name)
  await waitFor(() => expect(world.names()).not.toContain(name))
  await waitFor(() => expect(world.focused()).toBe(`Edit ${next}`))
  expect(world.requestsTo('DELETE', '/_/token').map(({ body }) => body)).toEqual([{ name }])
  await world.toasted(`“${name}” deleted.`)
})

test('after the last token is deleted the focus is on the way to create one', async () => {
  const world = await openConsole({ tokens: ['a'] })
  await remove(world, 'a')
  await screen.findByText('No tokens yet')
  await waitFor(() => expect(world.focused()).toBe('Create the first token'))
})

test('a search that is being typed keeps the focus when a deletion ends', async () => {
  const world = await openConsole({ tokens: ['a', 'b'] })
  const release = world.hold('DELETE', '/_/token')
  await remove(world, 'a')
  await waitFor(() => expect(world.requestsTo('DELETE', '/_/token')).toHaveLength(1))
  await world.user.type(screen.getByRole('searchbox'), 'b')
  release()
  await world.toasted('“a” deleted.')
  await new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go)))
  expect(document.activeElement).toBe(screen.getByRole('searchbox'))
})

test('if the service answers OK but keeps the token, the page says so', async () => {
  const world = await openConsole({ tokens: ['a', 'b'] })
  world.interceptNext('DELETE', '/_/token', { status: 200 })
  await remove(world, 'a')
  await screen.findByText(/answered OK, but the token is still there/)
  expect(world.names()).toEqual(['a', 'b'])
  expect(document.body.textContent).not.toContain('is deleted')
})

test('a refused deletion keeps the row and says why', async () => {
  const world = await openConsole({ tokens: ['a', 'b'] })
  world.interceptNext('DELETE', '/_/token', { status: 409, body: 'in use' })
  await remove(world, 'a')
  await screen.findByText(/Not deleted: .*\(409\), “in use”/)
  expect(world.names()).toEqual(['a', 'b'])
})

test('reading back settles a deletion whose answer was lost', async () => {
  const world = await openConsole({ tokens: ['a', 'b'] })
  world.interceptNext('DELETE', '/_/token', 'lost')
  await remove(world, 'a')
  await waitFor(() => expect(world.names()).toEqual(['b']))
})

test('two deletions that are answered together leave the other tokens in the list', async () => {
  const world = await openConsole({ tokens: ['a', 'b', 'c', 'd'] })
  const release = [world.hold('DELETE', '/_/token'), world.hold('DELETE', '/_/token')]
  await remove(world, 'a')
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  await remove(world, 'c')
  await waitFor(() => expect(world.requestsTo('DELETE', '/_/token')).toHaveLength(2))
  for (const open of release) open()
  await waitFor(() => expect(world.names()).toEqual(['b', 'd']))
})

test('deleting a token hides its revealed value', async () => {
  const world = await openConsole({ tokens: ['a', 'b'] })
  await world.press('Reveal a')
  const secret = world.trial.valueOf('a')
  await waitFor(() => expect(document.body.textContent).toContain(secret))
  await remove(world, 'a')
  await waitFor(() => expect(world.names()).toEqual(['b']))
  expect(document.documentElement.innerHTML).not.toContain(secret)
})

test('a name with hidden characters is shown visibly in the dialog, and sent exactly', async () => {
  const world = await openConsole({ tokens: ['a\u200b', 'a'] })
  await world.press('More for a⟨U+200B⟩')
  await world.user.click(await screen.findByRole('menuitem', { name: 'Delete a⟨U+200B⟩' }))
  await world.press('Delete token')
  await waitFor(() => expect(world.names()).toEqual(['a']))
  expect(world.requestsTo('DELETE', '/_/token').map(({ body }) => body)).toEqual([{ name: 'a\u200b' }])
})

test('Escape closes the menu and returns the focus', async () => {
  const world = await openConsole({ tokens: ['a'] })
  await world.press('More for a')
  const menu = await screen.findByRole('menu', { name: 'More for a' })
  expect(
    within(menu)
      .getAllByRole('menuitem')
      .map((item) => item.getAttribute('aria-label')),
  ).toContain('Edit a')
  await world.user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
  await waitFor(() => expect(world.focused()).toBe('More for a'))
})
