import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { whiteSpaceWords } from '#web/tokens/value/value-words.ts'
import { openConsole, type World } from '#web/testing/console.tsx'
import type { Fault } from '#web/testing/fake-network.ts'

const value = '/_/token/value'
const box = (name = 'ci') => screen.findByRole('textbox', { name: `Value of ${name}` })

/** Expects that the page contains no part of the value. */
function expectGone({ trial }: World, name = 'ci') {
  const secret = trial.valueOf(name)
  // All values of a service begin alike, so only the end counts.
  for (const part of secret.split('.').slice(1)) expect(document.documentElement.innerHTML).not.toContain(part)
  expect(screen.queryByRole('textbox', { name: `Value of ${name}` })).toBeNull()
}

async function revealed(options: Parameters<typeof openConsole>[0] = {}): Promise<World> {
  const world = await openConsole({ tokens: ['ci', 'grafana'], strict: true, ...options })
  await world.press('Reveal ci')
  await waitFor(async () => expect((await box()).textContent).toBe(world.trial.valueOf('ci')))
  return world
}

/** Changes the token as somebody else. */
async function changedElsewhere({ trial, passTime }: World): Promise<void> {
  passTime(60_000)
  await trial.call('PUT', '/_/token', { name: 'ci', active: true, write: true, expiration_date: 2_000_000_000_000 })
}

test('no value is read before the click, and one with it', async () => {
  const world = await openConsole({ tokens: ['ci', 'grafana'], strict: true })
  await screen.findByRole('table', { name: 'Tokens' })
  expect(world.requestsTo('GET', value)).toEqual([])
  await world.press('Reveal ci')
  await waitFor(async () => expect((await box()).textContent).toBe(world.trial.valueOf('ci')))
  expect(world.requestsTo('GET', value).map(({ path }) => path)).toEqual([`${value}?name=ci`])
  expect(screen.getByRole('button', { name: 'Reveal ci' }).getAttribute('aria-expanded')).toBe('true')
})

test.each(['query-server', 'value-shape=text', 'value-shape=json-string', 'value-shape=token', 'value-kind=opaque'])(
  'under “%s” the revealed value is the one that the service stores',
  async (readings) => {
    const world = await revealed({ readings })
    expect((await box()).textContent).toBe(world.trial.valueOf('ci'))
  },
)

test('“Hide” hides it and returns the focus; a second press of “Reveal” hides it too, and a third reads again', async () => {
  const world = await revealed()
  await world.press('Hide ci')
  expectGone(world)
  await waitFor(() => expect(world.focused()).toBe('Reveal ci'))
  await world.press('Reveal ci')
  await world.press('Reveal ci')
  expectGone(world)
  await world.press('Reveal ci')
  await box()
  expect(world.requestsTo('GET', value)).toHaveLength(3)
})

test('any save of that token hides it', async () => {
  const world = await revealed({ readings: 'query-server' })
  const before = world.trial.valueOf('ci')
  await world.flip('ci write')
  await world.confirmWarning()
  await waitFor(() => expect(document.documentElement.innerHTML).not.toContain(before))
  expectGone(world)
})

test('a save of another token leaves it open', async () => {
  const world = await revealed()
  await world.flip('grafana write')
  await world.confirmWarning()
  await waitFor(() =>
    expect(screen.getByRole('switch', { name: 'grafana write' }).getAttribute('aria-checked')).toBe('true'),
  )
  expect((await box()).textContent).toBe(world.trial.valueOf('ci'))
})

test('a refresh that shows its row differently hides it', async () => {
  const world = await revealed()
  await changedElsewhere(world)
  await world.refresh()
  await waitFor(() => expectGone(world))
})

test('a refresh that shows its row unchanged leaves it open', async () => {
  const world = await revealed()
  const reads = world.requestsTo('GET', '/_/token').length
  await world.refresh()
  await waitFor(() => expect(world.requestsTo('GET', '/_/token')).toHaveLength(reads + 1))
  await screen.findByText(/^Refreshed /)
  expect((await box()).textContent).toBe(world.trial.valueOf('ci'))
})

test('leaving the page hides it, and coming back does not show it', async () => {
  const world = await revealed()
  await world.user.click(screen.getByRole('link', { name: 'Users' }))
  await screen.findByRole('heading', { name: 'Users' })
  expectGone(world)
  await world.user.click(screen.getByRole('link', { name: 'Tokens' }))
  await screen.findByRole('table', { name: 'Tokens' })
  expectGone(world)
  expect(world.requestsTo('GET', value)).toHaveLength(1)
})

test('hiding the tab hides it', async () => {
  const world = await revealed()
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  document.dispatchEvent(new Event('visibilitychange'))
  await waitFor(() => expectGone(world))
})

test('signing out hides it', async () => {
  const world = await revealed()
  await world.signOut()
  await screen.findByRole('heading', { name: 'Sign in' })
  expectGone(world)
})

test('revealing another value hides the first', async () => {
  const world = await revealed()
  await world.press('Reveal grafana')
  await waitFor(async () => expect((await box('grafana')).textContent).toBe(world.trial.valueOf('grafana')))
  expectGone(world, 'ci')
})

test('hiding before the answer cancels the GET, and the value never appears', async () => {
  const world = await openConsole({ tokens: ['ci'] })
  const release = world.hold('GET', value)
  await world.press('Reveal ci')
  await box()
  await world.press('Hide ci')
  release()
  await new Promise((resolve) => setTimeout(resolve, 50))
  expectGone(world)
})

test('a failed read of a value is reported under the row', async () => {
  const world = await openConsole({ tokens: ['ci'] })
  world.interceptNext('GET', value, { status: 500 })
  await world.press('Reveal ci')
  await screen.findByText(/The service failed \(500\)/)
  await world.press('Hide ci')
  expect(screen.queryByText(/The service failed/)).toBeNull()
})

test.each(['query-server', 'documented'])(
  'a token that somebody deleted is not said to have no value, under “%s”: its row is read first',
  async (readings) => {
    const world = await openConsole({ readings, tokens: ['ci'] })
    await screen.findByRole('table', { name: 'Tokens' })
    await world.trial.call('DELETE', '/_/token', { name: 'ci' })
    await world.press('Reveal ci')
    await screen.findByText('This token no longer exists. Refresh the list.')
    await world.press('Copy ci')
    await world.toasted('“ci” no longer exists. Refresh the list.')
  },
)

test('a token whose row is there and that has no value is reported as such', async () => {
  const world = await openConsole({ readings: 'query-server', tokens: ['ci'] })
  world.interceptAll('GET', value, { status: 200, body: '{"data":[]}' })
  await world.press('Reveal ci')
  await screen.findByText('This token has no value.')
  await world.press('Copy ci')
  await world.toasted('“ci” has no value.')
})

test.each<[string, Fault]>([
  ['cannot be read', { status: 500 }],
  ['may be an unreadable one', { status: 200, body: '{"data":[{"name":7}]}' }],
])('if its row %s, a token without a value is said to be perhaps gone', async (_, list) => {
  const world = await openConsole({ readings: 'query-server', tokens: ['ci'] })
  await screen.findByRole('table', { name: 'Tokens' })
  world.interceptNext('GET', value, { status: 200, body: '{"data":[]}' })
  world.interceptNext('GET', '/_/token', list)
  await world.press('Reveal ci')
  await screen.findByText('This token has no value, or no longer exists.')
})

test('a service that refuses to give the value of an existing token is quoted', async () => {
  const world = await openConsole({ tokens: ['ci'] })
  world.interceptNext('GET', value, { status: 400, body: 'not today' })
  await world.press('Reveal ci')
  await screen.findByText('The service answered 400, “not today”.')
})

test('a name with any characters is requested exactly', async () => {
  const name = 'a&b=c ?ü#/%41+'
  const world = await openConsole({ tokens: [name] })
  await world.press(`Reveal ${name}`)
  await waitFor(async () => expect((await box(name)).textContent).toBe(world.trial.valueOf(name)))
})

test('a secret is never announced', async () => {
  const world = await revealed()
  await world.press('Copy ci')
  await world.toasted('Copied “ci”.')
  for (const region of document.querySelectorAll('[aria-live]')) expect(region.textContent).not.toContain('eyJ')
})

test('a value revealed during a save hides when its row is read back', async () => {
  const world = await openConsole({ tokens: ['ci'] })
  const release = world.hold('PUT', '/_/token')
  await world.flip('ci write')
  await world.confirmWarning()
  await world.press('Reveal ci')
  await waitFor(async () => expect((await box()).textContent).toBe(world.trial.valueOf('ci')))
  release()
  await screen.findAllByText(/Saved/)
  expectGone(world)
})

test('a value that a refresh hides does not move the focus', async () => {
  const world = await revealed()
  await changedElsewhere(world)
  await world.refresh()
  await waitFor(() => expectGone(world))
  await waitFor(() => expect(world.focused()).toBe('Refresh'))
})

test('a revealed value is never in the address, the title, the history or the browser’s storage', async () => {
  const world = await revealed()
  const secret = world.trial.valueOf('ci')
  const places = [
    location.href,
    document.title,
    JSON.stringify(history.state),
    ...[localStorage, sessionStorage].map((storage) => JSON.stringify(Object.entries(storage))),
    document.cookie,
    JSON.stringify(performance.getEntries()),
  ]
  for (const place of places) expect(place).not.toContain(secret)
})

test('where the value could not be read, “Try again” reads it', async () => {
  const world = await openConsole({ tokens: ['ci'] })
  world.interceptNext('GET', '/_/token/value', { status: 503 })
  await world.press('Reveal ci')
  await screen.findByText(/The service failed \(503\)\. Try again\./)
  await world.press('Try again for ci')
  const box = await screen.findByRole('textbox', { name: 'Value of ci' })
  await waitFor(() => expect(box.textContent).toBe(world.trial.valueOf('ci')))
})

test.each([
  ['plain', undefined],
  ['two  inside', undefined],
  ['at the end ', 'The value ends with white space.'],
  ['\tat the beginning', 'The value begins with white space.'],
  [' at both\n', 'The value begins and ends with white space.'],
  [' \u00a0', 'The value is nothing but white space.'],
])('of the value %j it is said: %s', (text, says) => {
  expect(whiteSpaceWords(text)).toBe(says)
})

test('a value without an answer for five seconds says so, revealed or copied', async () => {
  const world = await openConsole({ tokens: ['ci'] })
  await screen.findByRole('button', { name: 'Reveal ci' })
  const { setTimeout: wait } = globalThis
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(((act: () => void, ms?: number) =>
    wait(act, ms === 5000 ? 0 : ms)) as typeof setTimeout)
  const release = world.hold('GET', value)
  await world.press('Reveal ci')
  await screen.findByText('The service hasn’t answered yet.')
  expect(world.announced()).toBe('ci: The service hasn’t answered yet.')
  release()
  await waitFor(async () => expect((await box()).textContent).toBe(world.trial.valueOf('ci')))
  expect(screen.queryByText('The service hasn’t answered yet.')).toBeNull()
  const releaseCopy = world.hold('GET', value)
  await world.press('Copy ci')
  await world.toasted('Copying the value of “ci”: The service hasn’t answered yet.')
  releaseCopy()
  await world.toasted('Copied “ci”.')
})
