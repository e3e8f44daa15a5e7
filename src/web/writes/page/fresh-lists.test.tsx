import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { openConsole, origin, type World } from '#web/testing/console.tsx'
import { loadAllCode } from '#web/ui/lazy.tsx'
import { pageAddress } from '#web/ui/session.ts'
import { openChanges } from '#web/list/changes.ts'

const far = 1_900_000_000_000
const checked = (name: string) => screen.getByRole('switch', { name }).getAttribute('aria-checked')
const reads = ({ requestsTo }: World) => requestsTo('GET', '/_/token').length

afterEach(() => vi.restoreAllMocks())

/** Another tab of this console. It is closed when the test ends. */
function otherTab() {
  const ended = new AbortController()
  const changes = openChanges(`${pageAddress()} ${origin}_/`, ended.signal)
  const heard: string[] = []
  changes.listen((part) => heard.push(part))
  return { changes, heard, close: () => ended.abort() }
}

function look(state: 'hidden' | 'visible') {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state)
  document.dispatchEvent(new Event('visibilitychange'))
}

test('a change in another tab is read, and no row moves: what is new or gone waits until it is shown', async () => {
  const world = await openConsole({ tokens: ['a', 'b', 'c'] })
  await waitFor(() => expect(world.names()).toEqual(['a', 'b', 'c']))
  await loadAllCode()
  const tab = otherTab()
  world.passTime(30_000)
  await world.trial.call('PUT', '/_/token', { name: 'b', write: true, active: true, expiration_date: far })
  await world.trial.call('DELETE', '/_/token', { name: 'a' })
  await world.trial.call('POST', '/_/token', { name: 'bb', expiration_date: far })
  tab.changes.tell('tokens')
  await screen.findByRole('button', { name: '1 new, 1 gone · Show' })
  expect(world.names()).toEqual(['a', 'b', 'c'])
  expect(checked('b write')).toBe('true')
  expect(document.querySelector('[data-name=a]')?.closest('[inert]')).not.toBeNull()
  expect(world.announced()).toBe('')
  await world.press('1 new, 1 gone · Show')
  await waitFor(() => expect(world.names()).toEqual(['b', 'bb', 'c']))
  within(screen.getByRole('button', { name: 'Edit bb' }).closest('th') ?? document.body).getByText('New')
  await waitFor(() => expect(world.focused()).toBe('Edit bb'))
  expect(screen.queryByRole('button', { name: /Show$/ })).toBeNull()
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
  await world.press('1 new · Show')
  await waitFor(() => expect(world.names()).toEqual(['also off', 'off']))
  tab.close()
})

test('a visible page reads its list again after a minute, and not before', async () => {
  const world = await openConsole({ tokens: ['a'] })
  await waitFor(() => expect(world.names()).toEqual(['a']))
  const before = reads(world)
  await world.trial.call('PUT', '/_/token', { name: 'a', write: true, active: true, expiration_date: far })
  world.passTime(59_000)
  look('visible')
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(reads(world)).toBe(before)
  world.passTime(1000)
  look('visible')
  await waitFor(() => expect(checked('a write')).toBe('true'))
  expect(reads(world)).toBe(before + 1)
  screen.getByText('Refreshed just now')
})

test('a list whose last read took 10 s is not read again by itself for 500 s', async () => {
  const world = await openConsole({ tokens: ['a'] })
  await waitFor(() => expect(world.names()).toEqual(['a']))
  const answer = world.hold('GET', '/_/token')
  await world.press('Refresh')
  world.passTime(10_000)
  answer()
  await screen.findByText('Refreshed just now')
  const before = reads(world)
  world.passTime(499_000)
  look('visible')
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(reads(world)).toBe(before)
  world.passTime(1000)
  look('visible')
  await waitFor(() => expect(reads(world)).toBe(before + 1))
})

test.each(['dialog', 'form', 'menu'])('while a %s is open, nothing is read by itself', async (open) => {
  const world = await openConsole({ tokens: ['a'] })
  await waitFor(() => expect(world.names()).toEqual(['a']))
  if (open === 'form') await world.press('Edit a')
  else if (open === 'menu') await world.press('More for a')
  else await world.choose('a', 'Delete a')
  await screen.findByRole(open === 'dialog' ? 'alertdialog' : open === 'form' ? 'dialog' : 'menu')
  const before = reads(world)
  world.passTime(70_000)
  const tab = otherTab()
  tab.changes.tell('tokens')
  await new Promise((resolve) => setTimeout(resolve, 1000))
  expect(reads(world)).toBe(before)
  await world.user.keyboard('{Escape}')
  look('visible')
  await waitFor(() => expect(reads(world)).toBe(before + 1))
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
  await screen.findByRole('button', { name: '1 gone · Show' })
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
