import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openConsole } from '#web/testing/console.tsx'

test('“Undo” in the row restores everything, including a value that is kept; blocked, it says why; Activity has the job on every page', async () => {
  const world = await openConsole({ readings: 'list-secret=carried', tokens: ['ci'] })
  const stored = () => world.trial.store.read('SELECT value, active, write, expiration_date FROM token')
  const before = stored()
  await world.flip('ci active')
  await world.press('Deactivate')
  await screen.findAllByRole('button', { name: 'Undo for ci' })
  const back = world.interceptAll('GET', '/_/token', { status: 500 })
  await world.refresh()
  await screen.findByText(/\(500\)/)
  await world.undo('ci')
  await screen.findAllByText('The list couldn’t be refreshed, so nothing can be changed. Refresh it first.')
  back()
  await world.refresh()
  await world.undo('ci')
  await screen.findAllByText('Restored')
  expect(document.querySelector('.verdict')).toBeNull()
  expect(world.requestsTo('PUT', '/_/token')).toHaveLength(2)
  expect(stored()).toEqual(before)
  await world.user.click(screen.getByRole('link', { name: 'Users' }))
  await screen.findByRole('table', { name: 'Users' })
  await world.press('Activity')
  await screen.findByRole('dialog', { name: 'Activity' })
  expect(await screen.findByText(/Saved, active off\./)).toBeTruthy()
})
