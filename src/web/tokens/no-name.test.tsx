import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openConsole } from '#web/testing/console.tsx'

test('a token whose name is empty says so, and can be found, selected, opened and deleted', async () => {
  const world = await openConsole({ tokens: ['', 'ci'] })
  const row = await screen.findByRole('rowheader', { name: '(no name)' })
  expect(row.textContent).toContain('(no name)')
  await world.user.click(screen.getByRole('checkbox', { name: 'Select (no name)' }))
  await screen.findByText(/^1 selected/)
  await world.user.click(screen.getByRole('checkbox', { name: 'Select (no name)' }))
  await world.press('Edit (no name)')
  const sheet = await screen.findByRole('dialog', { name: '(no name)' })
  await world.user.click(within(sheet).getByRole('button', { name: 'Close' }))
  world.interceptNext('DELETE', '/_/token', { status: 204 })
  await world.choose('(no name)', 'Delete (no name)')
  await world.answer('Delete token')
  await waitFor(() => expect(world.requestsTo('DELETE', '/_/token').map(({ body }) => body)).toEqual([{ name: '' }]))
})
