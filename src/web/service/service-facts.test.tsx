import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openConsole, origin, type World } from '#web/testing/console.tsx'

const fact = (term: string) =>
  screen.getByText(term, { selector: 'dt' }).parentElement?.querySelector('dd')?.textContent ?? ''
const updates = () => fact('Value after an update')
const stored = () => localStorage.getItem(`query-admin update-check ${origin} ${origin}_/`)

/** The service’s clock runs: the check waits for its next second. */
const letRun = (world: World) =>
  Object.defineProperty(world.trial.clock, 'now', { get: () => Date.now() + Math.floor(performance.now()) })

// From which rows the unit is read: facts.test.ts.
test('what the lists show and how the page is connected is said, and nothing is written', async () => {
  const world = await openConsole({ readings: 'query-server', tokens: ['a', 'b'] })
  await screen.findByText(/^Refreshed /)
  window.location.hash = '#/users'
  await screen.findByText(world.trial.admin.email)
  window.location.hash = '#/service'
  await waitFor(() => expect(fact('Unit of dates')).toBe('Seconds, from 2 tokens'))
  expect(fact('Connected through')).toMatch(/^(The|This) /)
  expect(fact('Signed in as')).toMatch(/^Unknown /)
  expect(fact('List of users')).toBe('1 user')
  expect(fact('Clock difference')).toMatch(/^(None|Unknown|Service)/)
  expect(updates()).toBe('Not known yet')
  const marks = [...document.querySelectorAll('dd > .mark')].map((mark) => mark.parentElement?.textContent)
  expect(marks).toContain('Not known yet')
  expect(marks).not.toContain('1 user')
  expect(world.requests.filter(({ method }) => method !== 'GET')).toEqual([])
})

test('“Check updates” says what an update does, and keeps the answer with its time', async () => {
  const world = await openConsole({ readings: 'query-server', hash: '#/service' })
  letRun(world)
  await world.press('Check updates')
  await screen.findByText('Checked. This service replaces the value with every update, and the new one needs repair.')
  const marked = screen.getByText('Value after an update').parentElement?.querySelector('svg')
  expect(marked?.getAttribute('class')).toBe('mark repair')
  // What writes is never the primary button.
  expect(screen.getByRole('button', { name: 'Check updates' }).className).toBe('btn')
  await waitFor(() => expect(world.announced()).toMatch(/^Checked\./))
  expect(updates()).toMatch(/^Replaced; the new value needs repairchecked /)
  expect(JSON.parse(stored() ?? '')).toEqual({ effect: 'replaces-and-needs-repair', at: expect.any(Number) as number })
  expect(world.trial.store.read('SELECT name FROM token')).toEqual([])
  await screen.findByRole('checkbox', { name: /^Repair afterwards/ })
})

test('a stopped check says so, names what it could not delete, and knows no more than before', async () => {
  const world = await openConsole({ hash: '#/service' })
  letRun(world)
  world.interceptAll('DELETE', '/_/token', { status: 500 })
  const release = world.hold('PUT', '/_/token')
  await world.press('Check updates')
  await waitFor(() => expect(world.requestsTo('PUT', '/_/token')).toHaveLength(1), { timeout: 5000 })
  await world.press('Stop')
  release()
  await screen.findByText(/^Stopped\. These tokens could not be deleted: query-admin-check-/, undefined, {
    timeout: 8000,
  })
  expect([updates(), stored()]).toEqual(['Not known yet', null])
})
