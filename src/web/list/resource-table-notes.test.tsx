import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { openConsole } from '#web/testing/console.tsx'
import { renderSignedIn } from '#web/testing/signed-in.tsx'
import { createTestAppContext } from '#web/testing/token-app-context.ts'
import { DetachedNotes } from './resource-table.tsx'

const users = { noun: 'user' } as const
const draw = (...names: string[]) => {
  const { app } = createTestAppContext()
  const onDismiss = vi.fn<() => void>()
  const note = (name: string) => <p key={name}>{`About ${name}`}</p>
  const notes = <DetachedNotes resource={users} names={names} renderNote={note} onDismiss={onDismiss} />
  return { app, onDismiss, ...renderSignedIn(notes, {}, app) }
}

test('a few notes without a row stand above the list; more are one line, which leads to Activity, or dismisses all', async () => {
  draw('a', 'b', 'c')
  expect(screen.getAllByText(/^About/)).toHaveLength(3)
  const { app, user, onDismiss } = draw('d', 'e', 'f', 'g')
  expect(screen.getAllByText(/^About/)).toHaveLength(3)
  expect(screen.getByText('4 users with a note are not in the list.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Activity' }))
  expect(app.overlay.get()).toEqual({ type: 'activity' })
  await user.click(screen.getByRole('button', { name: 'Dismiss all' }))
  expect(onDismiss).toHaveBeenCalledOnce()
})

test('while *Create again* of a note is under way, a second press begins nothing', async () => {
  const testConsole = await openConsole({ tokens: ['ci'] })
  const posts = () => testConsole.requestsTo('POST', '/_/token')
  testConsole.interceptNext('POST', '/_/token', { status: 400 })
  await testConsole.choose('ci', 'Replace value…')
  await testConsole.answer('Replace value')
  const again = await screen.findByRole('button', { name: 'Create again: ci' })
  const release = testConsole.hold('POST', '/_/token')
  await testConsole.user.dblClick(again)
  await waitFor(() => expect(posts()).toHaveLength(2))
  expect(again.isConnected).toBe(false)
  release()
  await waitFor(() => expect(document.querySelector('.callout')?.textContent).toMatch(/^Created\./))
  expect(posts()).toHaveLength(2)
})
