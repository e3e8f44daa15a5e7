import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openConsole } from '#web/testing/console.tsx'

const fact = (term: string) =>
  screen.getByText(term, { selector: 'dt' }).parentElement?.querySelector('dd')?.textContent ?? ''

test.each([
  [['a', 'b'], 'Seconds from 2 tokens'],
  [[], 'Seconds from 1 user'],
])('the unit of %j is learned from the rows of a list, and says so', async (tokens, says) => {
  const world = await openConsole({ readings: 'query-server', tokens })
  await screen.findByText(/^Refreshed /)
  window.location.hash = '#/service'
  await waitFor(() => expect(fact('Expiry is counted in')).toMatch(says))
  expect(world.requestsTo('PUT', '/_/token')).toEqual([])
})

test('the facts of the connection begin with a capital letter', async () => {
  await openConsole({ readings: 'documented', hash: '#/service' })
  expect(fact('Connected through')).toMatch(/^(The|This) /)
  expect(fact('Signed in as')).toMatch(/^Unknown /)
  expect(fact('Clock difference')).toMatch(/^(None|Unknown|Service)/)
  expect(fact('Token value after an update')).toBe('Not known yet')
  expect(fact('Expiry is counted in')).toMatch(/^Milliseconds/)
})
