import { onlineManager } from '@tanstack/react-query'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openConsole } from '#web/testing/console.tsx'

const at = (name: string) => screen.getByRole('switch', { name })
const checked = (name: string) => at(name).getAttribute('aria-checked')
const busy = (name: string) => at(name).getAttribute('aria-busy')
const rowOf = (name: string) => at(name).closest('tr')?.textContent

test('a pending switch shows the stored value; it and its row say “Saving…”', async () => {
  const { flip, hold, confirmWarning } = await openConsole({ tokens: ['ci'] })
  await screen.findByRole('switch', { name: 'ci active' })
  const release = hold('PUT', '/_/token')
  await flip('ci active')
  await confirmWarning()
  await waitFor(() => expect(busy('ci active')).toBe('true'))
  expect(checked('ci active')).toBe('true')
  expect(at('ci active').getAttribute('aria-description')).toBe('Saving…')
  expect(rowOf('ci active')).toContain('Saving…')
  release()
  await waitFor(() => expect(checked('ci active')).toBe('false'))
  expect(busy('ci active')).toBeNull()
  expect(rowOf('ci active')).toMatch(/Saved(?! with)/)
  expect(rowOf('ci active')).toContain('Inactive')
})

test.each(['documented', 'query-server', 'omitted-on-put=kept,success-codes=all-204', 'flags=number-text,moments=s'])(
  'under “%s” switching sends the whole record once, with the untouched expiry to the last digit',
  async (readings) => {
    const { flip, requestsTo, trial, confirmWarning } = await openConsole({
      readings,
      tokens: [{ name: 'ci', expires: 12_345_678_000, write: true }],
    })
    const [before] = trial.store.read('SELECT expiration_date FROM token')
    await flip('ci active')
    await confirmWarning()
    await waitFor(() => expect(checked('ci active')).toBe('false'))
    expect(requestsTo('PUT', '/_/token').map(({ body }) => body)).toEqual([
      { name: 'ci', expiration_date: Number(before?.['expiration_date']), active: false, write: true },
    ])
    expect(trial.store.read('SELECT expiration_date, active, write FROM token')).toEqual([
      { ...before, active: 0n, write: 1n },
    ])
  },
)

test('an OK is no proof: without the change in the row nothing is called saved', async () => {
  const { flip, requestsTo, interceptNext, confirmWarning } = await openConsole({ tokens: ['ci'] })
  interceptNext('PUT', '/_/token', { status: 200 })
  await flip('ci active')
  await confirmWarning()
  await screen.findByText(/^Not saved: the service answered OK/)
  expect(checked('ci active')).toBe('true')
  expect(document.body.textContent).not.toMatch(/(?<!(?:not|been|was|not be) )\bsaved\b(?! with differences)/i)
  expect(document.body.textContent).toContain('active is still on')
  expect(requestsTo('PUT', '/_/token')).toHaveLength(1)
})

test('a refused switch goes back alone: its neighbour keeps its change', async () => {
  const { flip, hold, interceptNext, trial, confirmWarning } = await openConsole({ tokens: ['ci'] })
  const first = hold('PUT', '/_/token')
  await flip('ci active')
  await confirmWarning()
  await waitFor(() => expect(busy('ci active')).toBe('true'))
  await flip('ci write')
  await confirmWarning()
  expect(busy('ci write')).toBe('true')
  interceptNext('PUT', '/_/token', { status: 400, body: 'not today' })
  first()
  await screen.findByText(/Not saved: .*400, “not today”/)
  await waitFor(() => expect(checked('ci write')).toBe('true'))
  expect(checked('ci active')).toBe('true')
  expect(trial.store.read('SELECT active, write FROM token')).toEqual([{ active: 1n, write: 1n }])
})

test('a refused switch does not undo another row’s saved change', async () => {
  const { flip, interceptNext, confirmWarning } = await openConsole({ tokens: ['a', 'b'] })
  interceptNext('PUT', '/_/token', { status: 400 })
  await flip('a active')
  await confirmWarning()
  await flip('b active')
  await waitFor(() => expect(checked('b active')).toBe('false'))
  await screen.findByText(/Not saved: The service answered 400/)
  expect(checked('a active')).toBe('true')
})

test('a second press queues the reverse: both are sent in turn, and the last one wins', async () => {
  const { flip, hold, requestsTo, confirmWarning } = await openConsole({ tokens: ['ci'] })
  const release = hold('PUT', '/_/token')
  await flip('ci active')
  await confirmWarning()
  await waitFor(() => expect(requestsTo('PUT', '/_/token')).toHaveLength(1))
  await flip('ci active')
  await confirmWarning()
  expect(requestsTo('PUT', '/_/token')).toHaveLength(1)
  release()
  await waitFor(() => expect(requestsTo('PUT', '/_/token')).toHaveLength(2))
  expect(requestsTo('PUT', '/_/token').map(({ body }) => (body as { active: boolean }).active)).toEqual([false, true])
  await waitFor(() => expect(busy('ci active')).toBeNull())
  expect(checked('ci active')).toBe('true')
})

test('a token that changed meanwhile is not overwritten, and the row shows the current values', async () => {
  const { flip, agree, requestsTo, trial, passTime } = await openConsole({ tokens: ['ci'] })
  await screen.findByRole('table', { name: 'Tokens' })
  passTime(10_000)
  await trial.call('PUT', '/_/token', { name: 'ci', active: true, write: true, expiration_date: 2_000_000_000_000 })
  await flip('ci active')
  await agree()
  await screen.findByText(/Changed since the list was read \(write, expires and its last update\)\. Nothing was sent/)
  expect(requestsTo('PUT', '/_/token')).toEqual([])
  expect(checked('ci write')).toBe('true')
  expect(checked('ci active')).toBe('true')
})

test('after a conflict, “Save only my change” saves that one field and keeps the other change, and asks nothing more', async () => {
  const { flip, agree, press, trial, passTime } = await openConsole({ tokens: ['ci'] })
  await screen.findByRole('table', { name: 'Tokens' })
  passTime(10_000)
  await trial.call('PUT', '/_/token', { name: 'ci', active: true, write: true, expiration_date: 2_000_000_000_000 })
  await flip('ci active')
  await agree()
  const dialog = await screen.findByRole('alertdialog', { name: /changed since the list was read/ })
  expect(within(dialog).getByRole('row', { name: /^Write/ }).textContent).toBe('Writeoffonunchanged')
  expect(within(dialog).getByRole('row', { name: /^Active/ }).textContent).toBe('Activeononoff')
  expect(dialog.textContent).toContain('Changing a token may replace its value on this service.')
  await press('Save only my change')
  await waitFor(() => expect(checked('ci active')).toBe('false'))
  expect(trial.store.read('SELECT active, write, expiration_date FROM token')).toEqual([
    { active: 0n, write: 1n, expiration_date: 2_000_000_000_000n },
  ])
})

test('a token that was deleted meanwhile leaves the list, and nothing is sent', async () => {
  const { flip, agree, requestsTo, trial, names, announced } = await openConsole({ tokens: ['a', 'b'] })
  await screen.findByRole('table', { name: 'Tokens' })
  await trial.call('DELETE', '/_/token', { name: 'a' })
  await flip('a active')
  await agree()
  await waitFor(() => expect(names()).toEqual(['b']))
  expect(requestsTo('PUT', '/_/token')).toEqual([])
  expect(announced()).toBe('a: already deleted. Nothing was sent.')
  const toast = await screen.findByRole('region', { name: 'Notifications' })
  expect(toast.textContent).toContain('“a” was already deleted. Nothing was sent.')
})

test('if the token already has the requested value, nothing is sent', async () => {
  const { flip, agree, requestsTo, trial } = await openConsole({ tokens: [{ name: 'ci', expires: 'never' }] })
  await screen.findByRole('table', { name: 'Tokens' })
  await trial.call('PUT', '/_/token', { name: 'ci', active: false, write: false })
  await flip('ci active')
  await agree()
  await screen.findByText(/^Already off since \d\d:\d\d\. Nothing was sent\.$/)
  expect(requestsTo('PUT', '/_/token')).toEqual([])
  expect(checked('ci active')).toBe('false')
})

test('reading back settles a save whose answer was lost: the row shows what was stored', async () => {
  const { flip, interceptNext, confirmWarning } = await openConsole({ tokens: ['ci'] })
  interceptNext('PUT', '/_/token', 'lost')
  await flip('ci active')
  await confirmWarning()
  await waitFor(() => expect(checked('ci active')).toBe('false'))
  expect(rowOf('ci active')).toMatch(/Saved(?! with)/)
})

test('without an answer and without a read-back the outcome is unknown, neither failed nor saved', async () => {
  const { flip, interceptNext, hold, requestsTo, interceptAll, confirmWarning } = await openConsole({ tokens: ['ci'] })
  await screen.findByRole('table', { name: 'Tokens' })
  const release = hold('PUT', '/_/token')
  interceptNext('PUT', '/_/token', 'network')
  await flip('ci active')
  await confirmWarning()
  await waitFor(() => expect(requestsTo('PUT', '/_/token')).toHaveLength(1))
  interceptAll('GET', '/_/token', 'network')
  release()
  await screen.findByText(/No answer. It may or may not be saved \(\d\d:\d\d; requested: active off\)/)
  expect(checked('ci active')).toBe('true')
  expect(document.body.textContent).not.toMatch(
    /(?<!\b(?:not|been|was|not be) )\bsaved\b(?! with differences)|not saved/i,
  )
})

test('the row keeps its place when a switch changes what it is sorted by', async () => {
  const { flip, names, press, refresh, confirmWarning } = await openConsole({ tokens: ['a', 'b', 'c'] })
  await press('Active')
  await flip('a active')
  await confirmWarning()
  await waitFor(() => expect(checked('a active')).toBe('false'))
  expect(names()).toEqual(['a', 'b', 'c'])
  await refresh()
  await waitFor(() => expect(names()).toEqual(['b', 'c', 'a']))
})

test('what was saved is announced to screen readers', async () => {
  const { flip, announced, confirmWarning } = await openConsole({ tokens: ['ci'] })
  await flip('ci write')
  await confirmWarning()
  await waitFor(() => expect(announced()).toMatch(/^ci: saved, active on, write on/))
})

test('a write is sent at once or never: none waits for the network to come back', async () => {
  const world = await openConsole({ tokens: ['ci'] })
  await screen.findByRole('switch', { name: 'ci write' })
  onTestFinished(() => onlineManager.setOnline(true))
  onlineManager.setOnline(false) // TanStack Query's own idea of it, which may be wrong
  await world.flip('ci write')
  await world.confirmWarning()
  await waitFor(() => expect(world.requestsTo('PUT', '/_/token')).toHaveLength(1))
})

test('a switch without an answer for five seconds says so, in its row and to screen readers', async () => {
  const world = await openConsole({ tokens: ['ci'] })
  await world.flip('ci active')
  const { setTimeout: wait } = globalThis
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(((act: () => void, ms?: number) =>
    wait(act, ms === 5000 ? 0 : ms)) as typeof setTimeout)
  const release = world.hold('PUT', '/_/token')
  await world.confirmWarning()
  await waitFor(() => expect(rowOf('ci active')).toContain('Saving… No answer yet'))
  expect(world.announced()).toBe('ci: The service hasn’t answered yet.')
  release()
  await waitFor(() => expect(checked('ci active')).toBe('false'))
  expect(rowOf('ci active')).not.toContain('No answer yet')
})
