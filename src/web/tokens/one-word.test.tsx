import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openConsole } from '#web/testing/console.tsx'

const row = (name: string) => screen.getByRole('button', { name: `Edit ${name}` }).closest('tr')!

test('a token without an expiry has the same word in its row and on its chip', async () => {
  await openConsole({ tokens: [{ name: 'forever', expires: 'never' }] })
  await screen.findByRole('table', { name: 'Tokens' })
  expect(within(row('forever')).getByText('No expiry set')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'No expiry set 1' })).toBeTruthy()
})

test('a row whose value needs repair never shows “Saved”', async () => {
  const world = await openConsole({ readings: 'query-server', tokens: ['ci'] })
  await world.flip('ci write')
  await world.press('Turn write on')
  await screen.findByText(/the new value needs repair/i)
  expect(row('ci').textContent).toContain('Needs repair')
  expect(row('ci').textContent).not.toContain('Saved')
  // One amber shield, wherever it is said: never a green tick, never red.
  for (const place of [row('ci'), screen.getByRole('button', { name: /^Needs repair/ })])
    expect(place.querySelector('.mark')?.classList.value).toBe('mark repair')
  expect(document.querySelector('.verdict')?.classList.value).toBe('verdict repair')
  await screen.findByText(/^1 value needs repair/)
  expect(screen.queryByText(/not copied/)).toBeNull()
})
