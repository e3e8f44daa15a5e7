import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { probeCode } from '#web/session/tab-backend.ts'
import { openConsole } from '#web/testing/console.tsx'
import { CodeNotLoaded } from '#web/ui/lazy.tsx'

/** Runs the checks and stops them in the middle of their first change of a user. */
async function stoppedChecks(prepare: (world: Awaited<ReturnType<typeof openConsole>>) => void = () => undefined) {
  const world = await openConsole({ hash: '#/service' })
  Object.defineProperty(world.trial.clock, 'now', { get: () => Date.now() + Math.floor(performance.now()) })
  prepare(world)
  const release = world.hold('PUT', '/_/user')
  await world.press('Run checks')
  await waitFor(() => expect(world.requestsTo('PUT', '/_/user')).toHaveLength(1))
  await world.press('Stop')
  release()
  return world
}

test('stopped checks say so, keep what they found, and leave no row', async () => {
  const world = await stoppedChecks()
  await screen.findByText('Stopped.')
  expect(world.announced()).toBe('Stopped.')
  expect(screen.queryByText(/^Checked\./)).toBeNull()
  await screen.findByText(/^Last run .* of 14 determined$/)
  expect(world.trial.store.read('SELECT email FROM user')).toEqual([{ email: world.trial.admin.email }])
})

test('stopped checks name what they could not delete', async () => {
  await stoppedChecks(({ interceptAll }) => void interceptAll('DELETE', '/_/user', { status: 500 }))
  await screen.findByText(/^Stopped\. These could not be deleted: query-admin-probe-/, undefined, { timeout: 8_000 })
})

test('checks whose code cannot be loaded say so, and can be run again', async () => {
  const world = await openConsole({ hash: '#/service' })
  vi.spyOn(probeCode, 'load').mockRejectedValueOnce(new CodeNotLoaded())
  await world.press('Run checks')
  await screen.findByText(
    'Not checked. Part of this page could not be loaded. Nothing was sent. Try again, or reload the page.',
  )
  expect(screen.getByRole('button', { name: 'Run checks' })).toBeTruthy()
})
