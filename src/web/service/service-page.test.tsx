import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openConsole } from '#web/testing/console.tsx'

test.each([
  [['a', 'b'], /learned from \d dates? in the list of tokens/],
  [[], /learned from \d dates? in the list of users/],
])('the unit of %j is learned from dates in a list, and says so', async (tokens, says) => {
  const world = await openConsole({ readings: 'query-server', tokens })
  await screen.findByText(/^Refreshed /)
  window.location.hash = '#/service'
  await waitFor(() => expect(document.querySelector('main')?.textContent).toMatch(says))
  expect(document.querySelector('main')?.textContent).not.toMatch(/numbers? of/)
  expect(world.requestsTo('PUT', '/_/token')).toEqual([])
})
