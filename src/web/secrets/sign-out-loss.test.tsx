import { renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { failWith } from '#api/testing/memory-resources.ts'
import { AppContextProvider } from '#web/jobs/app-context.tsx'
import { createTestAppContext } from '#web/testing/token-app-context.ts'
import { LossGuard, useSignOutLoss } from './sign-out-loss.tsx'
import { testPasswords } from '#web/testing/passwords.ts'
import { GeneratedPasswordsProvider } from './generated-passwords.ts'

test('a job under way, and a token that is to be created again, are lost with the page until they are over', async () => {
  const on = createTestAppContext('a')
  on.rewrite('a', { created_at: 1 })
  const passwords = testPasswords()
  const { result } = renderHook(useSignOutLoss, {
    wrapper: ({ children }) => (
      <AppContextProvider value={on.app}>
        <GeneratedPasswordsProvider value={passwords}>{children}</GeneratedPasswordsProvider>
      </AppContextProvider>
    ),
  })
  const lost = () => result.current()
  expect(lost()).toBeUndefined()
  const inJob: unknown[] = []
  on.tokens.before = (call) => {
    inJob.push(lost()?.hasJob)
    if (call === 'create a') failWith({ kind: 'refused', status: 400, serviceText: '' })()
  }
  await on.act('replace', on.snapshotsOf('a'))
  expect(inJob.length).toBeGreaterThan(2)
  expect(new Set(inJob)).toEqual(new Set([true]))
  expect(lost()).toEqual({ passwords: 0, lostPasswords: 0, missing: 1, mayExist: false, hasJob: false })
  on.app.jobs.updateItems('tokens', ['a'], { isDismissed: true })
  expect(lost()).toBeUndefined()
})

test('users whose generated password went with the session, copied by nobody, are forgotten by signing out, not by a reload', () => {
  const { app } = createTestAppContext()
  const passwords = testPasswords()
  const session = new AbortController()
  passwords.bindToSession(session.signal)
  for (const name of ['ann', 'bob']) {
    passwords.trackSending(name, 'generated')
    passwords.settle([{ name, currentName: name, change: {}, state: 'settled' }])
  }
  passwords.markCopied(['bob'])
  const { result } = renderHook(
    () => {
      LossGuard()
      return useSignOutLoss()
    },
    {
      wrapper: ({ children }) => (
        <AppContextProvider value={app}>
          <GeneratedPasswordsProvider value={passwords}>{children}</GeneratedPasswordsProvider>
        </AppContextProvider>
      ),
    },
  )
  const asksToLeave = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
  expect([result.current()?.passwords, result.current()?.lostPasswords, asksToLeave()]).toEqual([1, 0, true])
  // The console server is killed, and with it the session.
  session.abort()
  expect([result.current()?.passwords, result.current()?.lostPasswords, asksToLeave()]).toEqual([0, 1, false])
})
