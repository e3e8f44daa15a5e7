import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openConsole, type TestConsole } from '#web/testing/console.tsx'

const deletes = ({ requestsTo }: TestConsole) => requestsTo('DELETE', '/_/token').map(({ body }) => body)

async function remove(world: TestConsole, name: string) {
  await world.choose(name, `Delete ${name}`)
  await world.press('Delete token')
}

test('Cancel deletes nothing; after deleting, the focus is on the next name, at the end on the one before, at last on the way to create one; its value is gone', async () => {
  const world = await openConsole({ tokens: ['a', 'b', 'c'] })
  await world.press('More for b')
  const items = within(await screen.findByRole('menu', { name: 'More for b' })).getAllByRole('menuitem')
  expect(items.map((item) => item.getAttribute('aria-label'))).toEqual([
    'Open b',
    'Duplicate b',
    'Replace value…',
    'Delete b',
  ])
  await world.user.keyboard('{Escape}')
  await waitFor(() => expect(world.focused()).toBe('More for b'))
  await world.choose('b', 'Delete b')
  expect((await screen.findByRole('alertdialog')).textContent).toContain(
    'Programs that use it stop working. You can’t undo this',
  )
  await world.press('Cancel')
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(deletes(world)).toEqual([])
  await remove(world, 'b')
  await world.seesToast('“b” deleted.')
  await waitFor(() => expect(world.focused()).toBe('Edit c'))
  await remove(world, 'c')
  await waitFor(() => expect(world.names()).toEqual(['a']))
  await waitFor(() => expect(world.focused()).toBe('Edit a'))
  await world.press('Reveal a')
  const secret = world.trial.valueOf('a')
  await waitFor(() => expect(document.body.textContent).toContain(secret))
  await remove(world, 'a')
  await screen.findByText('No tokens yet')
  await waitFor(() => expect(world.focused()).toBe('Create the first token'))
  expect(document.documentElement.innerHTML).not.toContain(secret)
  expect(deletes(world)).toEqual([{ name: 'b' }, { name: 'c' }, { name: 'a' }])
  await world.refresh()
  await waitFor(() => expect(world.requestsTo('GET', '/_/token').length).toBeGreaterThan(1))
  expect(screen.queryByText('The list is empty now')).toBeNull() // the admin emptied it
})
