import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openConsole } from '#web/testing/console.tsx'

// Names that break code, in all calls: e2e/tokens/names.e2e.ts.

const half = 'half-\ud83d'
const row = { expiration_date: 1_900_000_000_000, active: 1, write: 0, updated_at: 1_800_000_000_000 }
const rows = JSON.stringify([half, ''].map((name) => ({ name, ...row })))

test('an empty name says so, and can be selected, opened and deleted; one with half a character is visible, not sent, and told as such', async () => {
  const testConsole = await openConsole({
    before(_, network) {
      network.interceptAll('GET', '/_/token', { status: 200, body: rows })
      network.interceptNext('DELETE', '/_/token', { status: 204 })
    },
  })
  await screen.findByText('half-⟨U+D83D⟩')
  expect(testConsole.names()).toEqual(['', half])
  await testConsole.press('Reveal half-⟨U+D83D⟩')
  await screen.findByText(/contains half a character/)
  expect(testConsole.requestsTo('GET', '/_/token/value')).toEqual([])
  expect(screen.getByRole('rowheader', { name: '(no name)' }).textContent).toContain('(no name)')
  await testConsole.user.click(screen.getByRole('checkbox', { name: 'Select (no name)' }))
  await screen.findByText(/^1 selected/)
  await testConsole.user.click(screen.getByRole('checkbox', { name: 'Select (no name)' }))
  await testConsole.press('Edit (no name)')
  const sheet = await screen.findByRole('dialog', { name: '(no name)' })
  await testConsole.user.click(within(sheet).getByRole('button', { name: 'Close' }))
  await testConsole.choose('(no name)', 'Delete (no name)')
  await testConsole.answer('Delete token')
  await waitFor(() =>
    expect(testConsole.requestsTo('DELETE', '/_/token').map(({ body }) => body)).toEqual([{ name: '' }]),
  )
})
