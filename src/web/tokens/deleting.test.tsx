import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openConsole, type TestConsole } from '#web/testing/console.tsx'

const deletes = ({ requestsTo }: TestConsole) => requestsTo('DELETE', '/_/token').map(({ body }) => body)

async function remove(testConsole: TestConsole, name: string) {
  await testConsole.choose(name, `Delete ${name}`)
  await testConsole.press('Delete token')
}

test('Cancel deletes nothing; after deleting, the focus is on the next name, at the end on the one before, at last on the way to create one; its value is gone', async () => {
  const testConsole = await openConsole({ tokens: ['a', 'b', 'c'] })
  await testConsole.press('More for b')
  const items = within(await screen.findByRole('menu', { name: 'More for b' })).getAllByRole('menuitem')
  expect(items.map((item) => item.getAttribute('aria-label'))).toEqual([
    'Open b',
    'Duplicate b',
    'Replace value…',
    'Delete b',
  ])
  await testConsole.user.keyboard('{Escape}')
  await waitFor(() => expect(testConsole.focused()).toBe('More for b'))
  await testConsole.choose('b', 'Delete b')
  expect((await screen.findByRole('alertdialog')).textContent).toContain(
    'Programs that use it stop working. This service doesn’t record use.',
  )
  await testConsole.press('Cancel')
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(deletes(testConsole)).toEqual([])
  await remove(testConsole, 'b')
  await testConsole.seesToast('“b” deleted.')
  await waitFor(() => expect(testConsole.focused()).toBe('Edit c'))
  await remove(testConsole, 'c')
  await waitFor(() => expect(testConsole.names()).toEqual(['a']))
  await waitFor(() => expect(testConsole.focused()).toBe('Edit a'))
  await testConsole.press('Reveal a')
  const secret = testConsole.trial.valueOf('a')
  await waitFor(() => expect(document.body.textContent).toContain(secret))
  await remove(testConsole, 'a')
  await screen.findByText('No tokens yet')
  await waitFor(() => expect(testConsole.focused()).toBe('Create the first token'))
  expect(document.documentElement.innerHTML).not.toContain(secret)
  expect(deletes(testConsole)).toEqual([{ name: 'b' }, { name: 'c' }, { name: 'a' }])
  await testConsole.refresh()
  await waitFor(() => expect(testConsole.requestsTo('GET', '/_/token').length).toBeGreaterThan(1))
  expect(screen.queryByText('The list is empty now')).toBeNull() // the admin emptied it
})

test('a list that was read empty while its last row was being deleted is not called unexpectedly empty', async () => {
  const testConsole = await openConsole({ tokens: ['a'] })
  const release = testConsole.hold('DELETE', '/_/token')
  await remove(testConsole, 'a')
  await waitFor(() => expect(deletes(testConsole)).toHaveLength(1))
  await testConsole.trial.status('DELETE', '/_/token', { name: 'a' }) // it has arrived, its answer has not
  await testConsole.refresh()
  await screen.findByText('The list is empty now')
  release()
  await screen.findByText('No tokens yet')
})

test('the open sheet of a token that is gone says so in its head and offers neither Copy, Reveal, Replace nor Delete; it can still be duplicated', async () => {
  const { open, trial } = await openConsole({ tokens: ['ci', 'other'] })
  await screen.findByRole('table', { name: 'Tokens' })
  const sheet = within(await open('ci'))
  const subtitle = () => sheet.getByText(/^Token on /).textContent
  const buttons = () =>
    sheet.getAllByRole('button').map((button) => button.getAttribute('aria-label') ?? button.textContent)
  expect(subtitle()).toMatch(/ · Active$/)
  const offered = ['Copy value of ci', 'Reveal value of ci', 'Replace value…', 'Copy link', 'Delete…']
  expect(buttons()).toEqual(expect.arrayContaining(offered))
  await trial.call('DELETE', '/_/token', { name: 'ci' })
  document.querySelector<HTMLElement>('[aria-label=Refresh]')?.click()
  await waitFor(() => expect(subtitle()).toMatch(/ · No longer in the list$/))
  expect(buttons().filter((name) => offered.includes(name))).toEqual([])
  sheet.getByRole('button', { name: 'Duplicate…' })
})

test('a deletion is deactivated instead by the link in its question, and the sheet stays open', async () => {
  const testConsole = await openConsole({ tokens: ['a', 'b'], readings: 'list-secret=carried' })
  const sheet = within(await testConsole.open('a'))
  await testConsole.user.click(sheet.getByRole('button', { name: 'Delete…' }))
  const dialog = await screen.findByRole('alertdialog', { name: /^Delete “/ })
  expect(
    within(dialog)
      .getAllByRole('definition')
      .map(({ textContent }) => textContent),
  ).toEqual(['a', 'Active', expect.stringMatching(/20\d\d/)])
  await testConsole.press('deactivate it')
  await testConsole.answer('Deactivate')
  await waitFor(() => expect(testConsole.requestsTo('PUT', '/_/token')).toMatchObject([{ body: { active: false } }]))
  expect(deletes(testConsole)).toEqual([])
  await waitFor(() => expect(screen.getByRole('switch', { name: 'Active', checked: false })).toBeTruthy())
})

test('a deletion whose sheet was closed leaves the form alone that was opened since', async () => {
  const testConsole = await openConsole({ tokens: ['ci', 'other'] })
  await testConsole.open('ci')
  const release = testConsole.hold('DELETE', '/_/token')
  await testConsole.press('Delete…')
  await testConsole.answer('Delete token')
  await waitFor(() => expect(deletes(testConsole)).toHaveLength(1))
  await testConsole.press('Close')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await testConsole.press('New token')
  await testConsole.fill(await screen.findByLabelText('Name'), 'next')
  release()
  await waitFor(() => expect(document.querySelector('[data-name=ci]')).toBeNull())
  await testConsole.press('Create token')
  await waitFor(() => expect(testConsole.requestsTo('POST', '/_/token')).toMatchObject([{ body: { name: 'next' } }]))
})
