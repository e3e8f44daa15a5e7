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
  const testConsole = await openConsole({ tokens })
  await waitFor(() => expect(testConsole.names()).toEqual(tokens))
  return testConsole
}

test('the focus reads a list that is older than 10 s, and puts what is new last, until a refresh; a read that fails keeps the list', async () => {
  const testConsole = await opened('a', 'b', 'c')
  const before = reads(testConsole)
  await testConsole.trial.call('PUT', '/_/token', { name: 'c', write: true, active: true, expiration_date: far })
  await testConsole.trial.call('DELETE', '/_/token', { name: 'b' })
  await testConsole.trial.call('POST', '/_/token', { name: 'aa', expiration_date: far })
  testConsole.passTime(9000)
  focusWindow()
  await soon()
  expect(reads(testConsole)).toBe(before)
  testConsole.passTime(1001)
  focusWindow()
  document.dispatchEvent(new Event('visibilitychange'))
  await waitFor(() => expect(testConsole.names()).toEqual(['a', 'c', 'aa']))
  expect(checked('c write')).toBe('true')
  expect(testConsole.announced()).toBe('')
  expect(reads(testConsole)).toBe(before + 1)
  await testConsole.refresh()
  await waitFor(() => expect(testConsole.names()).toEqual(['a', 'aa', 'c']))
  testConsole.interceptNext('GET', '/_/token', { status: 500 })
  testConsole.passTime(11_000)
  focusWindow()
  await screen.findByText(/The service failed \(500\)/)
  expect(testConsole.names()).toEqual(['a', 'aa', 'c'])
})
