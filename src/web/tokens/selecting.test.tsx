import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { announcements } from '#web/testing/announcements.ts'
import { begin, openConsole, type TestConsole } from '#web/testing/console.tsx'
import { formatDateTime } from '#web/ui/format.ts'

const day = 24 * 60 * 60 * 1000
const box = (name: string) => screen.findByRole<HTMLInputElement>('checkbox', { name: `Select ${name}` })
const allBox = () => screen.findByRole<HTMLInputElement>('checkbox', { name: 'Select all shown' })
const bar = () => screen.queryByRole('region', { name: 'Selected tokens' })?.textContent
const search = () => screen.findByRole('searchbox', { name: 'Search tokens' })

test('rows are selected one by one, as a range, or all; the bar counts them, stands between head and first row in the order of focus, and clears the selection; Shift and arrow keys select a range from a checkbox or a name, and take it back; F6 goes to the bar and back; Escape anywhere in the table takes the selection back, but in the row of a shown value hides that first', async () => {
  const { user, press, focused, announced, passTime } = await openConsole({ tokens: ['a', 'b', 'c', 'd', 'e'] })
  await press('Copy a')
  await screen.findByText(/^Copied/)
  await user.click(await box('b'))
  await waitFor(() => expect(bar()).toContain('1 selected'))
  await waitFor(() => expect(announced()).toBe('1 selected. F6 goes to what you can do with them.'))
  expect(screen.queryByRole('region', { name: 'Notifications' })).toBeNull()
  expect((await allBox()).indeterminate).toBe(true)
  await user.keyboard('{Shift>}')
  await user.click(await box('d'))
  await user.keyboard('{/Shift}')
  expect(bar()).toContain('3 selected')
  await waitFor(() => expect(announced()).toBe('3 selected.'))
  expect((await box('c')).checked).toBe(true)
  await press('Select all 5')
  expect(bar()).toContain('5 selected')
  await waitFor(() => expect(announced()).toBe('5 tokens selected: all that are shown.'))
  expect(screen.queryByRole('button', { name: /^Select all/ })).toBeNull()
  expect(await allBox()).toMatchObject({ checked: true, indeterminate: false })
  await user.click(await box('a'))
  expect(bar()).toContain('4 selected')
  expect((await box('a')).checked).toBe(false)
  await user.keyboard('{Shift>}')
  await user.click(await box('c'))
  await user.keyboard('{/Shift}')
  expect(bar()).toContain('2 selected')
  ;(await box('a')).focus()
  await user.tab({ shift: true })
  await waitFor(() => expect(focused()).toBe('Clear selection'))
  screen.getByRole('button', { name: 'Updated' }).focus()
  await user.tab()
  await waitFor(() => expect(focused()).toBe('Select all 5'))
  ;(await box('c')).focus()
  passTime(3000)
  await press('Clear selection')
  expect(bar()).toBeUndefined()
  await waitFor(() => expect(focused()).toBe('Select c'))
  await waitFor(() => expect(announced()).toBe('Nothing is selected now.'))
  await user.click(await allBox())
  expect(bar()).toContain('5 selected')
  await user.keyboard(' ')
  expect(bar()).toBeUndefined()
  const checked = () =>
    screen.getAllByRole<HTMLInputElement>('checkbox', { name: /^Select .$/ }).map(({ checked }) => checked)
  ;(await box('b')).focus()
  await user.keyboard('{ArrowDown}')
  await waitFor(() => expect(focused()).toBe('Select c'))
  await user.keyboard('{Shift>}{ArrowDown}{ArrowDown}{ArrowDown}{/Shift}')
  await waitFor(() => expect(focused()).toBe('Select e'))
  expect(checked()).toEqual([false, false, true, true, true])
  await user.keyboard('{Shift>}{ArrowUp}{ArrowUp}{ArrowUp}{/Shift}')
  await waitFor(() => expect(focused()).toBe('Select b'))
  expect(checked()).toEqual([false, true, true, false, false])
  await user.keyboard('{F6}')
  await waitFor(() => expect(focused()).toBe('Select all 5'))
  await user.keyboard('{F6}')
  expect(focused()).toBe('Select b')
  screen.getByRole('button', { name: 'Edit d' }).focus()
  await user.keyboard('{Shift>}{End}{/Shift}')
  await waitFor(() => expect(focused()).toBe('Edit e'))
  expect(checked()).toEqual([false, true, true, true, true])
  await press('Clear selection')
  await user.click(await box('a'))
  await press('Reveal b')
  const value = await screen.findByRole('textbox', { name: 'Value of b' })
  value.focus()
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('textbox', { name: 'Value of b' })).toBeNull()
  expect(bar()).toContain('1 selected')
  for (const button of ['Reveal b', 'Edit b']) {
    await press('Reveal b')
    await screen.findByRole('textbox', { name: 'Value of b' })
    screen.getByRole('button', { name: button }).focus()
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('textbox', { name: 'Value of b' })).toBeNull()
    await waitFor(() => expect(focused()).toBe(button))
    expect(bar()).toContain('1 selected')
  }
  await press('More for b')
  await screen.findByRole('menu')
  await user.keyboard('{Escape}')
  expect(bar()).toContain('1 selected')
  await user.keyboard('{Escape}')
  expect(bar()).toBeUndefined()
  await waitFor(() => expect(focused()).toBe('More for b'))
})

test('selected rows stay selected during a search, and those that it hides are counted; all shown ones come on top; they follow the rows', async () => {
  const testConsole = await openConsole({ tokens: ['ci-1', 'ci-2', 'grafana'] })
  const { user, announced } = testConsole
  await user.click(await box('grafana'))
  await testConsole.fill(await search(), 'ci')
  await waitFor(() => expect(announced()).toBe('2 tokens shown.'))
  await waitFor(() => expect(bar()).toContain('1 selected1 not shown'))
  await user.click(await box('ci-1'))
  expect(bar()).toContain('2 selected1 not shown')
  await user.click(await allBox())
  expect(bar()).toContain('3 selected1 not shown')
  await waitFor(() => expect(announced()).toBe('3 tokens selected: all that are shown, and 1 not shown.'))
  await user.click(await allBox())
  expect(bar()).toContain('1 selected1 not shown')
  await user.click(await allBox())
  await user.clear(await search())
  await waitFor(() => expect(bar()).toContain('3 selected'))
  expect(bar()).not.toContain('not shown')
  await user.click(screen.getByRole('button', { name: /^Inactive/ }))
  await waitFor(() => expect(bar()).toContain('3 selected3 not shown'))
  await user.click(screen.getByRole('button', { name: /^All/ }))
  // A token that arrives is not in it, and a deleted one leaves it for good.
  await testConsole.trial.call('POST', '/_/token', { name: 'new', active: true, write: false })
  await testConsole.trial.call('DELETE', '/_/token', { name: 'ci-1' })
  await testConsole.refresh()
  expect((await box('new')).checked).toBe(false)
  await waitFor(() => expect(bar()).toContain('2 selected'))
  await testConsole.trial.call('POST', '/_/token', { name: 'ci-1', active: true, write: false })
  await testConsole.refresh()
  expect((await box('ci-1')).checked).toBe(false)
})

const question = (name: string) => screen.findByRole('alertdialog', { name })
const sheet = (name: string) => screen.findByRole('dialog', { name })

/** Selects all rows and presses an action in the bar. */
async function actOnAll({ user }: TestConsole, act: string): Promise<void> {
  await user.click(await allBox())
  await user.click(await screen.findByRole('button', { name: act }))
}

const confirm = async ({ user }: TestConsole, dialog: HTMLElement, action: string) =>
  user.click(within(dialog).getByRole('button', { name: action }))

test('an action in the bar asks once, leaves out the rows that it doesn’t apply to, and ends in a report that undoes it', async () => {
  const testConsole = await openConsole({
    tokens: ['a', 'b', { name: 'off', active: false }],
    readings: 'list-secret=carried',
  })
  const spoken = announcements()
  await actOnAll(testConsole, 'Deactivate')
  const dialog = await question('Deactivate 2 tokens?')
  expect(within(dialog).getByRole('list', { name: 'Names' }).textContent).toBe('ab')
  expect(within(dialog).getByText('1 of 3 is already inactive')).toBeTruthy()
  await confirm(testConsole, dialog, 'Deactivate')
  const report = await sheet('2 tokens deactivated')
  within(report).getByText('Left out 1: already inactive')
  expect(within(report).getByRole('list', { name: 'Left out' }).textContent).toBe('off')
  expect(testConsole.requestsTo('PUT', '/_/token')).toHaveLength(2)
  expect(spoken).toContain('polite: 2 tokens deactivated.')
  await testConsole.press('Undo 2')
  await confirm(testConsole, await question('Activate 2 tokens again?'), 'Activate')
  await sheet('2 tokens activated again')
  await waitFor(() => expect(testConsole.requestsTo('PUT', '/_/token')).toHaveLength(4))
  expect(testConsole.trial.database.read('SELECT active FROM token ORDER BY name')).toEqual([
    { active: 1 },
    { active: 1 },
    { active: 0 },
  ])
  await testConsole.user.click((await screen.findAllByRole('button', { name: 'Close' })).at(-1)!)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(bar()).toBeUndefined()
  await testConsole.press('Activity')
  const lines = within(await sheet('Activity')).getAllByRole('listitem')
  expect(lines.map((line) => line.querySelector('b')?.textContent)).toEqual([
    '2 tokens activated again',
    '2 tokens deactivated · Undone',
  ])
})

test('an expiry is chosen once for all; the rows that fail stay selected, and are tried again from the report', async () => {
  const testConsole = await openConsole({ tokens: ['a', 'b', 'c'] })
  testConsole.interceptNext('PUT', '/_/token', { status: 200 })
  await actOnAll(testConsole, 'Set expiry…')
  const dialog = await question('Set the expiry of 3 tokens?')
  await testConsole.user.click(within(dialog).getByRole('radio', { name: '7 days' }))
  await confirm(testConsole, dialog, 'Set expiry')
  const report = await sheet(`Expiry of 2 of 3 tokens set to ${formatDateTime(begin + 7 * day)}`)
  within(report).getByText('Not as asked 1')
  within(report).getByText('Done 2')
  await waitFor(() => expect(document.querySelector('.selbar')?.textContent).toContain('1 selected'))
  await testConsole.press('Try 1 again')
  // Of one row, it is said once.
  await confirm(testConsole, await screen.findByRole('alertdialog'), 'Set expiry')
  await waitFor(() => expect(testConsole.requestsTo('PUT', '/_/token')).toHaveLength(4))
  const later = Math.floor((begin + 7 * day) / 1000) * 1000
  for (const { body } of testConsole.requestsTo('PUT', '/_/token'))
    expect(body).toMatchObject({ expiration_date: later })
})

test('rows that are selected while an action is under way stay selected', async () => {
  const testConsole = await openConsole({ tokens: ['a', 'b', 'c'] })
  await testConsole.user.click(await box('a'))
  const release = testConsole.hold('DELETE', '/_/token')
  await testConsole.press('Delete…')
  await testConsole.answer('Delete token')
  await waitFor(() => expect(testConsole.requestsTo('DELETE', '/_/token')).toHaveLength(1))
  await testConsole.user.click(await box('b'))
  release()
  await waitFor(() => expect(testConsole.names()).toEqual(['b', 'c']))
  await testConsole.user.click(await box('c'))
  expect(bar()).toContain('2 selected')
})
