import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openSignIn } from '#web/testing/console.tsx'
import { hostAt } from '#web/testing/server.ts'

const path = '/console-host.json'

test('if the first request is not answered the page says so, asks for nothing, and tries again', async () => {
  const testConsole = await openSignIn({ before: (_, network) => network.interceptNext('GET', path, 'network') })
  await screen.findByRole('alert')
  expect(document.querySelector('input')).toBeNull()
  expect(localStorage.length + sessionStorage.length).toBe(0)
  hostAt(testConsole)
  await testConsole.press('Try again')
  await screen.findByText('https://query.acme.test/')
  expect(screen.queryByRole('alert')).toBeNull()
  expect(testConsole.requestsTo('GET', path)).toHaveLength(2)
})
