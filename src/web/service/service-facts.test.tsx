import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openConsole } from '#web/testing/console.tsx'

const fact = (term: string) =>
  screen.getByText(term, { selector: 'dt' }).parentElement?.querySelector('dd')?.textContent ?? ''
const updates = () => fact('Updating a token')

// From which rows the unit is read: service-facts.test.ts.
test('what is good to know stands first, technical facts are folded, how the page is connected is said, and nothing is written', async () => {
  const testConsole = await openConsole({ readings: 'query-server', tokens: ['a', 'b'] })
  await screen.findByText(/^Refreshed /)
  window.location.hash = '#/users'
  await screen.findByText(testConsole.trial.admin.email)
  window.location.hash = '#/service'
  await waitFor(() => expect(fact('Unit of dates')).toBe('Seconds, from 2 tokens'))
  expect(fact('Signed in as')).toMatch(/^Unknown /)
  expect(fact('List of users')).toBe('1 user')
  expect(fact('Clock difference')).toMatch(/^(None|Unknown|Service)/)
  expect(updates()).toBe('Not known yet; the next save shows it')
  const marks = [...document.querySelectorAll('dd > .mark')].map((mark) => mark.parentElement?.textContent)
  expect(marks).toContain('Not known yet; the next save shows it')
  expect(marks).not.toContain('1 user')
  expect(screen.getByText('Updating a token').closest('details')).toBeNull()
  expect(screen.getByText('Unit of dates').closest('details')?.open).toBe(false)
  screen.getByText('Connected')
  expect(testConsole.requests.filter(({ method }) => method !== 'GET')).toEqual([])
})
