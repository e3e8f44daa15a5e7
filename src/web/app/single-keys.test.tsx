import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { openConsole } from '#web/testing/console.tsx'

const open = async () => {
  const testConsole = await openConsole({ tokens: ['a', 'b'] })
  await screen.findByRole('table', { name: 'Tokens' })
  const nothing = () => {
    expect(document.querySelector('[role=dialog], [role=alertdialog]')).toBeNull()
    expect(testConsole.requestsTo('GET', '/_/token/value')).toEqual([])
    expect(screen.queryByRole('region', { name: 'Selected tokens' })).toBeNull()
  }
  const press = testConsole.user.keyboard
  /** Escapes from a dialog once it has the focus. */
  const escape = async (name: string) => {
    // Its code may be compiled first.
    const dialog = await screen.findByRole('dialog', { name }, { timeout: 20_000 })
    await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true))
    await press('{Escape}')
    await waitFor(() => expect(testConsole.focused()).toBe('Edit a'))
  }
  return { ...testConsole, press, nothing, escape }
}

// Turned off: e2e/accessibility/keys.e2e.ts.

test('j and k move between names, from nowhere to the first; / goes to the search, n opens the form of a new token, ? lists the keys; in a row x selects, r reveals, e edits and Delete asks', async () => {
  const { press, focused, requestsTo, escape } = await open()
  await press('j')
  expect(focused()).toBe('Edit a')
  await press('j')
  await waitFor(() => expect(focused()).toBe('Edit b'))
  screen.getByRole('button', { name: 'Copy b' }).focus()
  await press('k')
  await waitFor(() => expect(focused()).toBe('Edit a'))
  await press('/')
  expect(focused()).toBe('Search tokens')
  expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('')
  await press('{ArrowDown}')
  await waitFor(() => expect(focused()).toBe('Edit a'))
  await press('k')
  expect(focused()).toBe('Search tokens')
  await press('{ArrowDown}n')
  await escape('New token')
  await press('?')
  await escape('Keyboard shortcuts')
  await press('x')
  const bar = await screen.findByRole('region', { name: 'Selected tokens' })
  within(bar).getByText('1 selected')
  await press('x')
  await waitFor(() => expect(bar.isConnected).toBe(false))
  await press('r')
  await screen.findByRole('textbox', { name: 'Value of a' })
  await waitFor(() => expect(requestsTo('GET', '/_/token/value')).toHaveLength(1))
  await press('r')
  await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Value of a' })).toBeNull())
  await press('e')
  await escape('a')
  await press('{Delete}')
  expect((await screen.findByRole('alertdialog')).textContent).toMatch(/^Delete “a”\?/)
})

test('nothing happens while somebody types, in a dialog or a menu, or with Ctrl, Alt or Shift', async () => {
  const { press, nothing, user, escape } = await open()
  await user.type(screen.getByRole('searchbox'), 'xrend?')
  expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('xrend?')
  nothing()
  await user.clear(screen.getByRole('searchbox'))
  await user.click(screen.getByRole('button', { name: 'More for a' }))
  await screen.findByRole('menu')
  await press('xr{Escape}')
  screen.getByRole('button', { name: 'Edit a' }).focus()
  await press('{Control>}xrn{/Control}{Alt>}xrn{/Alt}{Shift>}XRN{/Shift}')
  nothing()
  await press('e')
  const dialog = await screen.findByRole('dialog', { name: 'a' })
  fireEvent.keyDown(document.body, { key: 'x' })
  fireEvent.keyDown(dialog, { key: 'n' })
  await escape('a')
  nothing()
})

test('on a Mac ⌫ and ⌘⌫ ask before they delete the row, and the list of keys says ⌫; elsewhere they do nothing', async () => {
  const { press, nothing, focused } = await open()
  screen.getByRole('button', { name: 'Edit a' }).focus()
  await press('{Backspace}{Meta>}{Backspace}{/Meta}')
  nothing()
  vi.spyOn(navigator, 'platform', 'get').mockReturnValue('MacIntel')
  for (const keys of ['{Backspace}', '{Meta>}{Backspace}{/Meta}']) {
    await press(keys)
    expect((await screen.findByRole('alertdialog')).textContent).toMatch(/^Delete “a”\?/)
    await press('{Escape}')
    await waitFor(() => expect(focused()).toBe('Edit a'))
  }
  await press('?')
  const list = within(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' }))
  expect(list.getByText('Delete…').previousElementSibling?.textContent).toBe('⌫')
})

test('Ctrl F over a list of which only a part is drawn is left to the browser, and says once that / searches all of it', async () => {
  const find = () => fireEvent.keyDown(document.body, { key: 'f', ctrlKey: true })
  const hint = () => screen.queryByText(/^The browser’s own search misses rows/)
  const { user } = await openConsole({ tokens: Array.from({ length: 201 }, (_, index) => `row-${index}`) })
  await screen.findByRole('button', { name: 'Edit row-0' })
  // What hears it is loaded after the first list.
  await waitFor(() => {
    expect(find()).toBe(true)
    expect(hint()).not.toBeNull()
  })
  expect(hint()?.textContent).toMatch(/The search here \(\/\) finds all\.$/)
  await user.click(screen.getByRole('button', { name: 'Dismiss' }))
  expect([find(), hint()]).toEqual([true, null])
})
