import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openConsole } from '#web/testing/console.tsx'

test('a long list does not say that nothing matches before that is known', async () => {
  const many = Array.from({ length: 1001 }, (_, at) => ({ name: `t${at}`, active: at > 0 }))
  const { press, names } = await openConsole({ tokens: many })
  await screen.findByText(/^Refreshed /)
  await press(/^Expired/)
  await screen.findByText('No tokens are “Expired”')
  const sentences = new Set<string>()
  const watching = new MutationObserver(() => {
    for (const { textContent } of screen.queryAllByText(/^No tokens are/)) sentences.add(textContent)
  })
  watching.observe(document.body, { subtree: true, childList: true, characterData: true })
  await press(/^Inactive/)
  await waitFor(() => expect(names()).toEqual(['t0']))
  watching.disconnect()
  // Only what was true of the former filter may stay until the rows are there.
  sentences.delete('No tokens are “Expired”')
  expect([...sentences]).toEqual([])
})
