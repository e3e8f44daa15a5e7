import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { openConsole, type TestConsole } from '#web/testing/console.tsx'

const value = '/_/token/value'
const box = (name = 'ci') => screen.findByRole('textbox', { name: `Value of ${name}` })
const search = () => screen.getByRole('searchbox', { name: 'Search tokens' })

/** Expects that the page contains no part of the value. */
function expectGone({ trial }: TestConsole, name = 'ci') {
  const secret = trial.valueOf(name)
  // All values of a service begin alike, so only the end counts.
  for (const part of secret.split('.').slice(1)) expect(document.documentElement.innerHTML).not.toContain(part)
  expect(screen.queryByRole('textbox', { name: `Value of ${name}` })).toBeNull()
}

/** Waits until a save of “ci” is under way (`'true'`), or over (`null`). */
const saving = (isBusy: 'true' | null) =>
  waitFor(() => expect(screen.getByRole('switch', { name: 'ci write' }).getAttribute('aria-busy')).toBe(isBusy))

const shownValue = ({ trial }: TestConsole, name = 'ci') =>
  waitFor(async () => expect((await box(name)).textContent).toBe(trial.valueOf(name)))

async function revealed(options: Parameters<typeof openConsole>[0] = {}): Promise<TestConsole> {
  const testConsole = await openConsole({ tokens: ['ci', 'grafana'], strict: true, ...options })
  await testConsole.press('Reveal ci')
  await shownValue(testConsole)
  return testConsole
}

test('no value is read before the click, one with it, and no other while it is shown; it is never announced, nor in the address, the title, the history or the browser’s storage; “Hide” and a second press hide it, the first returns the focus', async () => {
  const testConsole = await openConsole({ tokens: ['ci', 'grafana'], strict: true })
  const reveal = await screen.findByRole('button', { name: 'Reveal ci' })
  await testConsole.user.hover(reveal)
  await testConsole.user.hover(screen.getByRole('button', { name: 'Copy ci' }))
  reveal.focus()
  expect(testConsole.requestsTo('GET', value)).toEqual([])
  await testConsole.user.click(reveal)
  await shownValue(testConsole)
  expect(reveal.getAttribute('aria-expanded')).toBe('true')
  for (const event of ['offline', 'online']) window.dispatchEvent(new Event(event))
  await screen.findByRole('table', { name: 'Tokens' })
  expect((await box()).textContent).toBe(testConsole.trial.valueOf('ci'))
  expect(testConsole.requestsTo('GET', value).map(({ path }) => path)).toEqual([`${value}?name=ci`])
  await testConsole.press('Copy shown value of ci')
  await testConsole.seesToast('Copied “ci”.')
  const places = [
    location.href,
    document.title,
    JSON.stringify(history.state),
    ...[localStorage, sessionStorage].map((storage) => JSON.stringify(Object.entries(storage))),
    document.cookie,
    JSON.stringify(performance.getEntries()),
    ...[...document.querySelectorAll('[aria-live]')].map(({ textContent }) => textContent),
  ]
  for (const place of places) expect(place).not.toContain(testConsole.trial.valueOf('ci'))
  await testConsole.press('Hide ci')
  expectGone(testConsole)
  await waitFor(() => expect(testConsole.focused()).toBe('Reveal ci'))
  await testConsole.press('Reveal ci')
  await shownValue(testConsole)
  await testConsole.press('Reveal ci')
  expectGone(testConsole)
  expect(testConsole.requestsTo('GET', value)).toHaveLength(3) // each time, and for the copy
})

test('a save of another token leaves it open, and any save of its own hides it, also one under way', async () => {
  const testConsole = await revealed({ readings: 'query-server' })
  await testConsole.flip('grafana write')
  await testConsole.confirmWarning()
  await waitFor(() =>
    expect(screen.getByRole('switch', { name: 'grafana write' }).getAttribute('aria-checked')).toBe('true'),
  )
  const before = testConsole.trial.valueOf('ci')
  expect((await box()).textContent).toBe(before)
  await testConsole.flip('ci write')
  await testConsole.confirmWarning()
  await waitFor(() => expect(document.documentElement.innerHTML).not.toContain(before))
  await saving(null)
  expectGone(testConsole)
  const release = testConsole.hold('PUT', '/_/token')
  await testConsole.flip('ci write')
  await testConsole.confirmWarning()
  await saving('true')
  await testConsole.press('Reveal ci')
  await shownValue(testConsole)
  release()
  await saving(null)
  await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Value of ci' })).toBeNull())
})

test('a search that finds its token and a refresh that shows its row unchanged leave it open, without another read; a search that hides the token, and a refresh that shows it differently, hide it; the sheet shows it too, until it is closed', async () => {
  const testConsole = await revealed({ tokens: ['abc', 'ci', 'grafana'] })
  const { user, names, fill } = testConsole
  const reads = testConsole.requestsTo('GET', '/_/token').length
  await testConsole.refresh()
  await waitFor(() => expect(testConsole.requestsTo('GET', '/_/token')).toHaveLength(reads + 1))
  await screen.findByText(/^Refreshed /)
  await shownValue(testConsole)
  await fill(search(), 'i')
  expect(names()).toEqual(['ci'])
  await shownValue(testConsole)
  await user.clear(search())
  await shownValue(testConsole)
  expect(testConsole.requestsTo('GET', value)).toHaveLength(1)
  await fill(search(), 'graf')
  expect(names()).toEqual(['grafana'])
  expect(screen.queryByRole('textbox', { name: /^Value of/ })).toBeNull()
  expectGone(testConsole)
  await user.clear(search())
  await testConsole.press('Edit ci')
  await testConsole.press('Reveal value of ci')
  await shownValue(testConsole)
  expect(screen.getAllByRole('textbox', { name: 'Value of ci', hidden: true })).toHaveLength(1)
  await testConsole.press('Close')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expectGone(testConsole)
  await testConsole.press('Reveal ci')
  await shownValue(testConsole)
  testConsole.passTime(60_000)
  const theirs = { name: 'ci', active: true, write: true, expiration_date: 2_000_000_000_000 }
  await testConsole.trial.call('PUT', '/_/token', theirs)
  await testConsole.refresh()
  await waitFor(() => expectGone(testConsole))
  await waitFor(() => expect(testConsole.focused()).toBe('Refresh'))
})

test('a value without an answer for five seconds says so, revealed or copied; one that could not be read says why once, and “Try again” reads it', async () => {
  const testConsole = await openConsole({ tokens: ['ci'] })
  await screen.findByRole('button', { name: 'Reveal ci' })
  testConsole.interceptNext('GET', value, { status: 503 })
  await testConsole.press('Reveal ci')
  await screen.findByText(/The service failed \(503\)\. Try again\./)
  expect(testConsole.requestsTo('GET', value)).toHaveLength(1)
  await testConsole.press('Try again for ci')
  await shownValue(testConsole)
  await testConsole.press('Hide ci')
  expect(screen.queryByText(/The service failed/)).toBeNull()
  const { setTimeout: wait } = globalThis
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(((act: () => void, ms?: number) =>
    wait(act, ms === 5000 ? 0 : ms)) as typeof setTimeout)
  const release = testConsole.hold('GET', value)
  await testConsole.press('Reveal ci')
  await screen.findByText('The service hasn’t answered yet.')
  await waitFor(() => expect(testConsole.announced()).toBe('ci: The service hasn’t answered yet.'))
  release()
  await shownValue(testConsole)
  expect(screen.queryByText('The service hasn’t answered yet.')).toBeNull()
  const releaseCopy = testConsole.hold('GET', value)
  await testConsole.press('Copy ci')
  await testConsole.seesToast('Copying the value of “ci”: The service hasn’t answered yet.')
  releaseCopy()
  await testConsole.seesToast('Copied “ci”.')
})
