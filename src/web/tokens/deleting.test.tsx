import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openConsole, type World } from '#web/testing/console.tsx'

const far = 1_900_000_000_000
const dialog = () => screen.findByRole('alertdialog')
const deletes = ({ requestsTo }: World) => requestsTo('DELETE', '/_/token').map(({ body }) => body)

async function remove(world: World, name: string) {
  await world.choose(name, `Delete ${name}`)
  await world.press('Delete token')
}

test('Cancel deletes nothing; after deleting, the focus is on the next name, at the end on the one before', async () => {
  const world = await openConsole({ tokens: ['a', 'b', 'c'] })
  await world.choose('b', 'Delete b')
  expect((await dialog()).textContent).toContain('Programs that use it stop working. You can’t undo this')
  await world.press('Cancel')
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(deletes(world)).toEqual([])
  await remove(world, 'b')
  await world.toasted('“b” deleted.')
  await waitFor(() => expect(world.focused()).toBe('Edit c'))
  await remove(world, 'c')
  await waitFor(() => expect(world.names()).toEqual(['a']))
  await waitFor(() => expect(world.focused()).toBe('Edit a'))
  expect(deletes(world)).toEqual([{ name: 'b' }, { name: 'c' }])
})

test('after the last token is deleted the focus is on the way to create one, and its value is gone', async () => {
  const world = await openConsole({ tokens: ['a'] })
  await world.press('Reveal a')
  const secret = world.trial.valueOf('a')
  await waitFor(() => expect(document.body.textContent).toContain(secret))
  await remove(world, 'a')
  await screen.findByText('No tokens yet')
  await waitFor(() => expect(world.focused()).toBe('Create the first token'))
  expect(document.documentElement.innerHTML).not.toContain(secret)
})

test('a search that is being typed keeps the focus when a deletion ends', async () => {
  const world = await openConsole({ tokens: ['a', 'b'] })
  const release = world.hold('DELETE', '/_/token')
  await remove(world, 'a')
  await waitFor(() => expect(deletes(world)).toHaveLength(1))
  await world.user.type(screen.getByRole('searchbox'), 'b')
  release()
  await world.toasted('“a” deleted.')
  await new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go)))
  expect(document.activeElement).toBe(screen.getByRole('searchbox'))
})

test('a deletion without an effect or refused keeps the row, and says why under it; one whose answer was lost is read back', async () => {
  const world = await openConsole({ tokens: ['a', 'b'] })
  world.interceptNext('DELETE', '/_/token', { status: 200 })
  await remove(world, 'a')
  await screen.findByText('Not deleted: the service answered OK, but the token is still there.')
  world.interceptNext('DELETE', '/_/token', { status: 409, body: 'in use' })
  await remove(world, 'a')
  await screen.findByText(/Not deleted: .*\(409\), “in use”/)
  expect(world.names()).toEqual(['a', 'b'])
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
  await waitFor(() => expect(deletes(world)).toHaveLength(2))
  for (const open of release) open()
  await waitFor(() => expect(world.names()).toEqual(['b', 'd']))
})

test.each([
  ['Delete a', 'Delete token', 'Delete anyway'],
  ['Replace value…', 'Replace value', 'Replace anyway'],
])(
  '“%s” of a token that has changed is asked about once more, with the changes, then done',
  async (item, first, again) => {
    const world = await openConsole({ tokens: ['a', 'b'] })
    await world.choose('a', item)
    await dialog()
    world.passTime(30_000)
    await world.trial.call('PUT', '/_/token', { name: 'a', expiration_date: far, write: true, active: true })
    await world.press(first)
    await screen.findByText('It changed after you opened it. Nothing was sent yet.')
    expect((await dialog()).textContent).toContain('Writeoff → on')
    expect(deletes(world)).toEqual([])
    await world.press(again)
    await waitFor(() => expect(deletes(world)).toEqual([{ name: 'a' }]))
    if (item === 'Delete a') return waitFor(() => expect(world.names()).toEqual(['b']))
    await waitFor(() => expect(world.requestsTo('POST', '/_/token')).toHaveLength(1))
    expect(world.requestsTo('POST', '/_/token')[0]?.body).toMatchObject({ name: 'a', write: true })
  },
)

test.each([
  ['Delete a', 'Delete token'],
  ['Replace value…', 'Replace value'],
])('“%s” does nothing to a token that was deleted and created again, and says so', async (item, button) => {
  const world = await openConsole({ tokens: ['a', 'b'] })
  await world.choose('a', item)
  world.passTime(30_000)
  await world.trial.call('DELETE', '/_/token', { name: 'a' })
  await world.trial.call('POST', '/_/token', { name: 'a', expiration_date: far, write: true })
  await world.press(button)
  await screen.findByText(/^Deleted and created again at \d\d:\d\d, after this list was loaded\. Nothing was sent\.$/)
  expect(screen.getByRole('switch', { name: 'a write' }).getAttribute('aria-checked')).toBe('true')
  expect(deletes(world)).toEqual([])
})

test('if the list cannot be read, a leaked token can still be deleted, and the question says what that means', async () => {
  const world = await openConsole({ tokens: ['a', 'b'] })
  await world.choose('a', 'Delete a')
  world.interceptNext('GET', '/_/token', { status: 500 })
  world.interceptNext('GET', '/_/token', { status: 500 })
  await world.press('Delete token')
  await within(await dialog()).findByText('The console can’t check whether this is still the same token.')
  expect(deletes(world)).toEqual([])
  await world.press('Delete without checking')
  await waitFor(() => expect(world.names()).toEqual(['b']))
})

test('Escape closes the menu of a row and returns the focus', async () => {
  const world = await openConsole({ tokens: ['a'] })
  await world.press('More for a')
  const menu = await screen.findByRole('menu', { name: 'More for a' })
  const items = within(menu).getAllByRole('menuitem')
  expect(items.map((item) => item.getAttribute('aria-label'))).toEqual([
    'Open a',
    'Duplicate a',
    'Replace value…',
    'Delete a',
  ])
  await world.user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
  await waitFor(() => expect(world.focused()).toBe('More for a'))
})
