import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { openConsole } from '#web/testing/console.tsx'
import { renderSignedIn } from '#web/testing/signed-in.tsx'
import { createTestAppContext } from '#web/testing/token-app-context.ts'
import { goToRowCommand, findRowNames, type Command } from './commands.ts'
import { CommandPalette } from './command-palette.tsx'

const commands = () => within(screen.getByRole('menu', { name: 'Results' })).getAllByRole('menuitem')
const labels = () => commands().map((item) => item.querySelector('span, bdi')?.textContent)
const group = (name: RegExp) => screen.getByRole('group', { name })
const hint = /This looks like a token value/

/** The palette alone on the page of tokens. `opened`: what it opened; `ran`: what it wants to be remembered. */
async function open({ focused, recent = [] }: { focused?: string; recent?: readonly Command[] } = {}) {
  const on = createTestAppContext('ci-deploy', 'ci-deploy-preview', 'grafana')
  const ran: string[] = []
  const close = vi.fn<() => void>()
  const { user } = renderSignedIn(
    <CommandPalette
      focusedRow={focused}
      recent={recent}
      onRun={({ id }) => ran.push(id)}
      onShowShortcuts={() => ran.push('its keys')}
      onClose={close}
    />,
    {},
    on.app,
  )
  const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Search or run' })
  await waitFor(() => expect(document.activeElement).toBe(field))
  return { ...on, user, field, ran, close, opened: () => on.app.overlay.get() }
}

test('it opens by Ctrl K or its button, not over a dialog, and Escape gives the focus back; it leads to pages and keys, and what it ran is recent', async () => {
  const { user, focused } = await openConsole({ tokens: ['grafana'] })
  const palette = async () => {
    await user.keyboard('{Control>}k{/Control}')
    const field = await screen.findByRole('textbox', { name: 'Search or run' })
    await waitFor(() => expect(document.activeElement).toBe(field))
  }
  ;(await screen.findByRole('button', { name: 'Edit grafana' })).focus()
  await palette()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(focused()).toBe('Edit grafana'))
  await user.click(screen.getByRole('button', { name: 'Search or run…' }))
  await screen.findByRole('dialog', { name: 'Search or run' })
  await user.paste('service')
  await user.keyboard('{Enter}')
  await screen.findByRole('heading', { name: 'Service', level: 1 })
  await palette()
  expect(group(/^Recent$/).textContent).toContain('Service')
  await user.paste('keyboard')
  await user.keyboard('{Enter}')
  await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
  await user.keyboard('{Control>}k{/Control}')
  expect(screen.queryByRole('dialog', { name: 'Search or run' })).toBeNull()
})

test('a typed name comes with its actions and the names like it', async () => {
  const { user, ran, close } = await open()
  await user.paste('ci-dep')
  within(group(/^ci-deploy/)).getByText('Deactivate')
  expect(within(group(/^Tokens$/)).getAllByRole('menuitem')).toHaveLength(1)
  await user.click(within(group(/^Tokens$/)).getByRole('menuitem', { name: /ci-deploy-preview/ }))
  expect([ran, close.mock.calls.length]).toEqual([['row tokens ci-deploy-preview'], 1])
})

test('of a row with the focus it offers the actions, with their keys; a recent row that is gone has left it', async () => {
  const recent = ['ci-deploy', 'gone'].map((name) => goToRowCommand('tokens', name))
  const { user, recordedConfirmations } = await open({ focused: 'grafana', recent })
  expect(within(group(/^Recent$/)).getByRole('menuitem').textContent).toContain('ci-deploy')
  expect(labels()).toContain('Users')
  const acts = within(group(/^grafana/)).getAllByRole('menuitem')
  expect(acts.map((item) => item.textContent)).toEqual([
    'Copy valueC',
    'Reveal valueR',
    'Deactivate',
    'Turn write off',
    'OpenE',
    'Duplicate…',
    'Replace value…',
    'Delete…Del',
  ])
  await user.paste('deact')
  expect(labels()).toEqual(['Deactivate'])
  await user.keyboard('{Enter}')
  expect(recordedConfirmations.map(({ names }) => names)).toEqual([['grafana']])
})

test('with nothing typed, Enter opens the page that is highlighted, and does nothing to the row with the focus', async () => {
  const { user, ran, recordedConfirmations } = await open({ focused: 'grafana' })
  expect(document.querySelector('.palette-list .first')?.textContent).toBe('Tokens')
  await user.keyboard('{Enter}')
  expect([ran, recordedConfirmations]).toEqual([['page tokens'], []])
})

test('a form of the other resource opens on its page', async () => {
  const { user, opened } = await open()
  await user.paste('new user')
  await user.keyboard('{Enter}')
  expect([opened(), window.location.hash]).toEqual([{ type: 'new-row', resource: 'users' }, '#/users'])
})

test('what looks like a value is neither searched nor kept, but offered to be found; not looked for, it is forgotten', async () => {
  const value = `eyJhbGciOiJIUzI1NiJ9.${'c2VjcmV0'.repeat(5)}.${'c2VjcmV0'.repeat(5)}`
  const { user, field, opened } = await open()
  await user.paste('ci')
  await user.paste(value)
  expect(field.value).toBe('')
  screen.getByText(hint)
  expect(labels()).toEqual(['Find by value…'])
  expect(document.body.innerHTML).not.toContain(value)
  await user.keyboard('u')
  expect(screen.queryByText(hint)).toBeNull()
  await user.keyboard('{Backspace}')
  await user.paste(value)
  await user.keyboard('{Enter}')
  const find = opened()
  expect(find?.type === 'find-by-value' && find.takePastedValue?.()).toBe(value)
  expect(find?.type === 'find-by-value' && find.takePastedValue?.()).toBe('') // once
})

test('the Enter that ends a composed word runs nothing, also in Safari, which does not say that it belongs to one', async () => {
  const { user, field, close } = await open()
  await user.paste('ci-dep')
  await user.keyboard('{ArrowDown}')
  expect(document.querySelector('[role=menuitem][data-focused]')).not.toBeNull()
  for (const composed of [{ isComposing: true }, { keyCode: 229 }])
    fireEvent.keyDown(field, { key: 'Enter', ...composed })
  expect(close).not.toHaveBeenCalled()
  await user.keyboard('{Enter}')
  expect(close).toHaveBeenCalledOnce()
})

test('of a long list a few names are offered, the very name and its beginnings first', () => {
  const { actionContext } = createTestAppContext(
    'a row-7',
    ...Array.from({ length: 300 }, (_, index) => `row-${index}`),
  ).app
  const found = findRowNames(actionContext('tokens').list, 'row-7')
  expect(found).toEqual(['row-7', 'row-70', 'row-71', 'row-72', 'row-73', 'row-74'])
})
