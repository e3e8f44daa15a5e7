import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { openConsole, origin, type World } from '#web/testing/console.tsx'
import { openChanges } from '#web/list/changes.ts'

const far = 1_900_000_000_000
const checked = (name: string) => screen.getByRole('switch', { name }).getAttribute('aria-checked')
const reads = ({ requestsTo }: World) => requestsTo('GET', '/_/token').length

afterEach(() => vi.restoreAllMocks())

/** Another tab of this console. It is closed when the test ends. */
function otherTab() {
  const ended = new AbortController()
  const changes = openChanges(`${origin}_/`, ended.signal)
  const heard: string[] = []
  changes.listen((part) => heard.push(part))
  return { changes, heard, close: () => ended.abort() }
}

function look(state: 'hidden' | 'visible') {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state)
  document.dispatchEvent(new Event('visibilitychange'))
}

test('a change in another tab is read, rows keep their places, and a new row comes last, marked as new', async () => {
  const world = await openConsole({ tokens: ['a', 'b', 'c'] })
  await waitFor(() => expect(world.names()).toEqual(['a', 'b', 'c']))
  const tab = otherTab()
  world.passTime(30_000)
  await world.trial.call('PUT', '/_/token', { name: 'b', write: true, active: true, expiration_date: far })
  await world.trial.call('DELETE', '/_/token', { name: 'a' })
  await world.trial.call('POST', '/_/token', { name: 'bb', expiration_date: far })
  tab.changes.tell('tokens')
  await waitFor(() => expect(world.names()).toEqual(['b', 'c', 'bb']))
  expect(checked('b write')).toBe('true')
  within(screen.getByRole('button', { name: 'Edit bb' }).closest('th') ?? document.body).getByText('New')
  await world.refresh()
  await waitFor(() => expect(world.names()).toEqual(['b', 'bb', 'c']))
  expect(screen.queryByText('New')).toBeNull()
  tab.close()
})

test('the active filter applies to rows of another tab too', async () => {
  const world = await openConsole({ tokens: ['a', { name: 'off', active: false }], hash: '#/tokens?show=inactive' })
  await waitFor(() => expect(world.names()).toEqual(['off']))
  const tab = otherTab()
  await world.trial.call('POST', '/_/token', { name: 'b', expiration_date: far })
  await world.trial.call('POST', '/_/token', { name: 'also off', active: false, expiration_date: far })
  world.passTime(1000)
  tab.changes.tell('tokens')
  await waitFor(() => expect(world.names()).toEqual(['off', 'also off']))
  tab.close()
})

test('a hidden tab reads nothing until it is visible', async () => {
  const world = await openConsole({ tokens: ['a', 'b'] })
  await waitFor(() => expect(world.names()).toEqual(['a', 'b']))
  const tab = otherTab()
  look('hidden')
  const before = reads(world)
  await world.trial.call('DELETE', '/_/token', { name: 'a' })
  world.passTime(1000)
  for (let times = 0; times < 5; times += 1) tab.changes.tell('tokens')
  await new Promise((resolve) => setTimeout(resolve, 1000))
  expect(reads(world)).toBe(before)
  look('visible')
  await waitFor(() => expect(world.names()).toEqual(['b']))
  expect(reads(world)).toBe(before + 1)
  tab.close()
})

test('the message to other tabs names only the resource, and there is none if nothing was sent', async () => {
  const world = await openConsole({ tokens: ['a', 'b'] })
  const tab = otherTab()
  await world.flip('a write')
  await world.confirmWarning()
  await waitFor(() => expect(tab.heard).toEqual(['tokens']))
  world.interceptNext('PUT', '/_/token', { status: 400 })
  await world.flip('b write')
  await screen.findByText(/^Not saved: /)
  await world.flip('a write')
  await waitFor(() => expect(tab.heard).toEqual(['tokens', 'tokens']))
  tab.close()
})

test('a new email that a list shows before its save is confirmed is one user, not two', async () => {
  const world = await openConsole({ hash: '#/users', users: [{ email: 'anna@x.test' }] })
  const tab = otherTab()
  const sent = world.hold('PUT', '/_/user')
  await world.press('Edit anna@x.test')
  await world.user.type(within(await screen.findByRole('dialog')).getByLabelText('New email'), 'ann@x.test')
  await world.press('Save changes')
  await waitFor(() => expect(world.requestsTo('PUT', '/_/user')).toHaveLength(1))
  const readBack = world.hold('GET', '/_/user')
  const before = world.requestsTo('GET', '/_/user').length
  sent()
  await waitFor(() => expect(world.requestsTo('GET', '/_/user')).toHaveLength(before + 1))
  tab.changes.tell('users')
  await screen.findByRole('button', { name: 'Edit ann@x.test' })
  readBack()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  screen.getByText('2 users')
  expect(world.names()).toEqual(['ann@x.test', 'root@example.test'])
  tab.close()
})

test('if the read for another tab’s change fails, the list stays as it is', async () => {
  const world = await openConsole({ tokens: ['a', 'b'] })
  await waitFor(() => expect(world.names()).toEqual(['a', 'b']))
  const tab = otherTab()
  const before = reads(world)
  world.interceptNext('GET', '/_/token', { status: 500 })
  tab.changes.tell('tokens')
  await waitFor(() => expect(reads(world)).toBe(before + 1))
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(world.names()).toEqual(['a', 'b'])
  tab.close()
})
