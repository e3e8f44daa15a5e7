import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openWindows } from '#web/session/windows.ts'
import { openConsole, origin } from '#web/testing/console.tsx'

test('a tab tells another one that asks whether a job is under way, and asks about one there before signing out stops it', async () => {
  const world = await openConsole({ tokens: ['ci'] })
  const other = openWindows(origin)
  const stop = other.listen((event) => event === 'who-is-busy' && other.tell('busy'))
  await world.signOut()
  const question = within(await screen.findByRole('alertdialog', { name: 'Sign out?' }))
  question.getByText('A job is still under way in another tab. Signing out stops it.')
  await world.user.click(question.getByRole('button', { name: 'Cancel' }))
  expect(world.names()).toEqual(['ci'])
  stop()
  expect(await other.isAnyBusy()).toBe(false)
  const answer = world.hold('PUT', '/_/token')
  await world.flip('ci active')
  await world.confirmWarning()
  await waitFor(() => expect(world.requestsTo('PUT', '/_/token')).toHaveLength(1))
  expect(await other.isAnyBusy()).toBe(true)
  answer()
  await waitFor(() => expect(screen.getByRole('switch', { name: 'ci active', checked: false })).toBeTruthy())
  await world.signOut()
  await screen.findByRole('heading', { name: 'Sign in' })
})
