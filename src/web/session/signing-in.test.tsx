import { QueryClient } from '@tanstack/react-query'
import { screen } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openSignIn, signIn, signInByPassword } from '#web/testing/console.tsx'
import { storedInBrowser } from '#web/testing/browser-storage.ts'

test('an email and a password sign in; signing out leaves nothing of it on the page, in the address or in the cache; a pasted access token signs in next, and is nowhere on the page or in its storage', async () => {
  const mounted = vi.spyOn(QueryClient.prototype, 'mount')
  onTestFinished(() => mounted.mockRestore())
  const testConsole = await openSignIn({ tokens: ['ci-deploy'], hash: '#/tokens?q=ci' })
  const { email, password } = testConsole.trial.admin
  await signInByPassword(testConsole, testConsole.trial.admin)
  await screen.findByRole('table', { name: 'Tokens' })
  expect(document.body.innerHTML).not.toContain(password)
  expect(Object.values(localStorage).join()).not.toContain(email)
  const [client] = mounted.mock.contexts as QueryClient[]
  expect(client?.getQueryCache().getAll()).not.toEqual([])
  await testConsole.signOut()
  expect((await screen.findByLabelText<HTMLInputElement>('Email')).value).toBe('')
  expect(document.body.textContent).not.toContain('ci-deploy')
  expect(window.location.hash).toBe('#/tokens')
  expect(client?.getQueryCache().getAll()).toEqual([])
  expect(client?.getMutationCache().getAll()).toEqual([])

  const { bearer } = testConsole.trial
  await testConsole.user.click(screen.getByRole('radio', { name: 'Access token' }))
  await signIn(testConsole)
  await screen.findByRole('table', { name: 'Tokens' })
  expect(testConsole.requestsTo('GET', '/_/token').at(-1)?.bearer).toBe(`Bearer ${bearer}`)
  expect(document.documentElement.innerHTML).not.toContain(bearer)
  expect(sessionStorage.length).toBe(0)
  expect(Object.values(storedInBrowser()).join()).not.toContain(bearer)
})
