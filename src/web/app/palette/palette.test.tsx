import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openConsole } from '#web/testing/console.tsx'

const open = async (tokens: readonly string[] = ['ci-deploy', 'ci-deploy-preview', 'grafana']) => {
  const world = await openConsole({ tokens })
  await screen.findByRole('table', { name: 'Tokens' })
  const { user } = world
  const palette = async () => {
    await user.keyboard('{Control>}k{/Control}')
    const field = await screen.findByRole('textbox', { name: 'Search or run' })
    await waitFor(() => expect(document.activeElement).toBe(field))
    return field
  }
  /** Opens the palette, and runs what is first for these words. */
  const run = async (words: string) => {
    await palette()
    await user.paste(words)
    await user.keyboard('{Enter}')
  }
  const commands = () => within(screen.getByRole('menu', { name: 'Results' })).getAllByRole('menuitem')
  const labels = () => commands().map((item) => item.querySelector('span, bdi')?.textContent)
  const group = (name: RegExp) => screen.getByRole('group', { name })
  return { ...world, palette, run, labels, group }
}

test('it opens by Ctrl K or its button, not over a dialog, and Escape gives the focus back; it leads to pages, forms and keys', async () => {
  const { palette, run, user, focused } = await open()
  screen.getByRole('button', { name: 'Edit grafana' }).focus()
  await palette()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(focused()).toBe('Edit grafana'))
  await user.click(screen.getByRole('button', { name: 'Search or run…' }))
  await screen.findByRole('dialog', { name: 'Search or run' })
  await user.keyboard('{Escape}')
  await run('new user')
  await screen.findByRole('dialog', { name: 'New user' })
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await run('service')
  await screen.findByRole('heading', { name: 'Service', level: 1 })
  await run('keyboard')
  await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
  await user.keyboard('{Control>}k{/Control}')
  expect(screen.queryByRole('dialog', { name: 'Search or run' })).toBeNull()
})

test('a typed name comes with its acts and the names like it; what is run is recent; of a row with the focus it offers the acts, with their keys', async () => {
  const { palette, user, group, labels, focused } = await open()
  await palette()
  await user.paste('ci-dep')
  await waitFor(() => group(/^ci-deploy/))
  expect(within(group(/^Tokens$/)).getAllByRole('menuitem')).toHaveLength(1)
  await user.click(within(group(/^Tokens$/)).getByRole('menuitem', { name: /ci-deploy-preview/ }))
  await waitFor(() => expect(focused()).toBe('Edit ci-deploy-preview'))
  screen.getByRole('button', { name: 'Edit grafana' }).focus()
  await palette()
  expect(within(group(/^Recent$/)).getByRole('menuitem').textContent).toContain('ci-deploy-preview')
  expect(labels()).toContain('Users')
  await waitFor(() =>
    expect(
      within(group(/^grafana/))
        .getAllByRole('menuitem')
        .map((item) => item.textContent),
    ).toEqual([
      'Copy valueC',
      'Reveal valueR',
      'Deactivate',
      'Turn write on',
      'OpenE',
      'Duplicate…',
      'Replace value…',
      'Delete…Del',
    ]),
  )
  await user.paste('deact')
  await waitFor(() => expect(labels()).toEqual(['Deactivate']))
  await user.keyboard('{Enter}')
  const dialog = await screen.findByRole('alertdialog')
  expect(dialog.textContent).toContain('grafana')
  await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true))
})

test('with nothing typed, Enter opens the page that is highlighted, and does nothing to the row with the focus', async () => {
  const { palette, user, requestsTo } = await open()
  screen.getByRole('button', { name: 'Edit grafana' }).focus()
  await palette()
  expect(document.querySelector('.palette-list .first')?.textContent).toBe('Tokens')
  await user.keyboard('{Enter}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(requestsTo('GET', '/_/token/value')).toEqual([])
})

test('of a long list it draws a few names, the very name and its beginnings first', async () => {
  const many = Array.from({ length: 300 }, (_, at) => `row-${at}`)
  const { palette, user, labels, group } = await open([...many, 'a row-7'])
  await palette()
  await user.paste('row-7')
  await waitFor(() => group(/^row-7/))
  expect(labels().filter((label) => label?.includes('row-'))).toEqual([
    'row-70',
    'row-71',
    'row-72',
    'row-73',
    'row-74',
  ])
})

test('what looks like a value is neither searched nor kept, but offered to be found, from any page; not looked for, it is forgotten', async () => {
  const { palette, run, user, trial, labels, press } = await open()
  await run('users')
  await screen.findByRole('heading', { name: 'Users', level: 1 })
  const field = await palette()
  const value = trial.valueOf('grafana')
  await user.paste('ci')
  await user.paste(value)
  expect((field as HTMLInputElement).value).toBe('')
  screen.getByText(/This looks like a token value/)
  expect(labels()).toEqual(['Find by value…'])
  expect(document.body.innerHTML).not.toContain(value)
  await user.keyboard('{Enter}')
  const dialog = await screen.findByRole('alertdialog', { name: 'Find a token by its value' })
  await press('Read values')
  await within(dialog).findByText('grafana')
  expect(document.body.innerHTML).not.toContain(value)
  await press('Close')
  await palette()
  await user.paste(value)
  expect(labels()).toContain('Find by value…')
  await user.keyboard('u')
  expect(screen.queryByText(/This looks like a token value/)).toBeNull()
  await user.keyboard('{Backspace}{Escape}')
  await palette()
  expect(screen.queryByText(/This looks like a token value/)).toBeNull()
})
