import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { ServiceError, type Problem } from '#api/problem.ts'
import type { ActiveSession } from '#web/session/console-server.ts'
import { renderSignedIn } from '#web/testing/signed-in.tsx'
import { ActiveSessionsPanel } from './service-page.tsx'

// The words of a moment depend on the day.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: 1_800_000_000_000 }))

const hour = 3_600_000
const here = (age: number, unused: number): Omit<ActiveSession, 'browser' | 'isThis'> => ({
  since: Date.now() - age,
  usedAt: Date.now() - unused,
})
const two = (): ActiveSession[] => [
  { ...here(hour, 0), browser: 'Firefox on macOS', isThis: true },
  { ...here(2 * hour, 300_000), browser: 'Chrome on Linux', isThis: false },
]

/** The section over these sessions. `problem`: what comes of ending them. */
async function sectionOf(sessions: ActiveSession[], problem?: Problem) {
  const signOut = vi.fn<() => void>()
  const end = vi.fn<() => Promise<void>>(async () => {
    if (problem !== undefined) throw new ServiceError(problem)
  })
  const drawn = renderSignedIn(<ActiveSessionsPanel activeSessions={{ read: async () => sessions, end }} />, {
    signOut,
  })
  const list = await screen.findByRole('list', { name: 'Sessions' })
  const ask = async () => {
    await drawn.user.click(screen.getByRole('button', { name: 'Sign out everywhere' }))
    return within(await screen.findByRole('alertdialog', { name: 'Sign out everywhere?' }))
  }
  const endAll = async () => drawn.user.click((await ask()).getByRole('button', { name: 'Sign out everywhere' }))
  return { ...drawn, list, signOut, end, ask, endAll }
}

test('the sessions of this account are listed, and all of them can be ended', async () => {
  const { list, signOut, end, ask, endAll, user } = await sectionOf(two())
  const lines = within(list).getAllByRole('listitem')
  expect(lines.map(({ textContent }) => textContent)).toEqual([
    'Firefox on macOS · This browserStarted 1 h ago · Active now',
    'Chrome on LinuxStarted 2 h ago · Active 5 min ago',
  ])
  const question = await ask()
  question.getByText(/^2 sessions end, this one included/)
  await user.click(question.getByRole('button', { name: 'Cancel' }))
  expect(end).not.toHaveBeenCalled()
  await endAll()
  await waitFor(() => expect(signOut).toHaveBeenCalledTimes(1))
  expect(end).toHaveBeenCalledTimes(1)
})

test('if they could not be ended it says so, each time, and the page stays signed in', async () => {
  const { signOut, endAll, alerted } = await sectionOf(two(), {
    kind: 'unreachable',
    sent: 'unknown',
    by: 'console-server',
  })
  await endAll()
  await screen.findByText(/^Not signed out\. The console server is unreachable/)
  await waitFor(() => expect(alerted()).toMatch(/^Not signed out\..*[^\u00a0]$/))
  await endAll()
  await waitFor(() => expect(alerted()).toMatch(/^Not signed out\..*\u00a0$/)) // so that the same is said again
  expect(signOut).not.toHaveBeenCalled()
})

test('in a session that has ended it says nothing else than the sheet over the page', async () => {
  const { signOut, end, endAll } = await sectionOf(two(), { kind: 'signed-out', status: 401, serviceText: '' })
  await endAll()
  await waitFor(() => expect(end).toHaveBeenCalledTimes(1))
  await expect(end.mock.results[0]?.value).rejects.toThrow('signed-out')
  expect(screen.queryByText(/^Not signed out/)).toBeNull()
  expect(signOut).not.toHaveBeenCalled()
})

test('it says which generated password it loses', async () => {
  const { passwords, ask } = await sectionOf(two())
  const [name, after] = ['li@x.test', 'li@x.test']
  passwords.trackSending(name, 'generated')
  passwords.settle([{ name, currentName: after, change: {}, state: 'settled' }])
  const question = await ask()
  expect(question.getByText('You haven’t copied 1 new password. A password can’t be read again.')).toBeTruthy()
})

test.each([
  [5, null],
  [6, '0'],
])('a list of %i sessions has a tab stop only if it scrolls', async (count, stop) => {
  const place = { ...here(60_000, 60_000), browser: 'Chrome on Linux', isThis: false }
  const { list } = await sectionOf(Array.from({ length: count }, () => place))
  expect(within(list).getAllByRole('listitem')).toHaveLength(count)
  expect(within(list).queryByText('This browser')).toBeNull()
  expect(list.getAttribute('tabindex')).toBe(stop)
})
