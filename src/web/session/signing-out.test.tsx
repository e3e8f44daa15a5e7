import { QueryClient } from '@tanstack/react-query'
import { screen } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openConsole } from '#web/testing/console.tsx'

test('signing out leaves nothing of a list in the cache', async () => {
  const mounted = vi.spyOn(QueryClient.prototype, 'mount')
  onTestFinished(() => mounted.mockRestore())
  const { signOut } = await openConsole({ tokens: ['ci'] })
  await screen.findByRole('button', { name: 'Edit ci' })
  const [client] = mounted.mock.contexts as QueryClient[]
  expect(client?.getQueryCache().getAll()).not.toEqual([])
  await signOut()
  await screen.findByRole('heading', { name: 'Sign in' })
  expect(client?.getQueryCache().getAll()).toEqual([])
  expect(client?.getMutationCache().getAll()).toEqual([])
})
