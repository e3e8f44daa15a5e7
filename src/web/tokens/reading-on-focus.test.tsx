import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openConsole, type TestConsole } from '#web/testing/console.tsx'

const far = 1_900_000_000_000
const checked = (name: string) => screen.getByRole('switch', { name }).getAttribute('aria-checked')
const reads = ({ requestsTo }: TestConsole) => requestsTo('GET', '/_/token').length
const focusWindow = () => window.dispatchEvent(new Event('focus'))
/** Time in which a read would have begun. */
const soon = () => new Promise((resolve) => setTimeout(resolve, 100))

async function opened(...tokens: string[]) {
  const world = await openConsole({ tokens })
  await waitFor(() => expect(world.names()).toEqual(tokens))
  return world
}

test('the focus reads a list that is older than 10 s, and puts what is new last, until a refresh; a read that fails keeps the list', async () => {
  const world = await opened('a', 'b', 'c')
  const before = reads(world)
  await world.trial.call('PUT', '/_/token', { name: 'c', write: true, active: true, expiration_date: far })
  await world.trial.call('DELETE', '/_/token', { name: 'b' })
  await world.trial.call('POST', '/_/token', { name: 'aa', expiration_date: far })
  world.passTime(9000)
  focusWindow()
  await soon()
  expect(reads(world)).toBe(before)
  world.passTime(1001)
  focusWindow()
  document.dispatchEvent(new Event('visibilitychange'))
  await waitFor(() => expect(world.names()).toEqual(['a', 'c', 'aa']))
  expect(checked('c write')).toBe('true')
  expect(world.announced()).toBe('')
  expect(reads(world)).toBe(before + 1)
  await world.refresh()
  await waitFor(() => expect(world.names()).toEqual(['a', 'aa', 'c']))
  world.interceptNext('GET', '/_/token', { status: 500 })
  world.passTime(11_000)
  focusWindow()
  await screen.findByText(/The service failed \(500\)/)
  expect(world.names()).toEqual(['a', 'aa', 'c'])
})
