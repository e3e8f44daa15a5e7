import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openWindows } from '#web/session/windows.ts'
import { openConsole, origin } from '#web/testing/console.tsx'

test('a job in another tab is asked about before signing out stops it', async () => {
  const world = await openConsole({ tokens: ['ci'] })
  const other = openWindows(origin)
  const stop = other.listen((event) => event === 'who-is-busy' && other.tell('busy'))
  await world.signOut()
  const question = within(await screen.findByRole('alertdialog', { name: 'Sign out?' }))
  question.getByText('A job is still under way in another tab. Signing out stops it.')
  await world.user.click(question.getByRole('button', { name: 'Cancel' }))
  expect(world.names()).toEqual(['ci'])
  stop()
  await world.signOut()
  await screen.findByRole('heading', { name: 'Sign in' })
})

test('a tab tells another one that asks whether a job is under way', async () => {
  const world = await openConsole({ tokens: ['ci'] })
  const other = openWindows(origin)
  expect(await other.isAnyBusy()).toBe(false)
  world.interceptAll('PUT', '/_/token', 'never')
  await world.flip('ci active')
  await world.confirmWarning()
  await waitFor(() => expect(world.requestsTo('PUT', '/_/token')).toHaveLength(1))
  expect(await other.isAnyBusy()).toBe(true)
})
