import { renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { failWith } from '#api/testing/memory-resources.ts'
import { AppContextProvider } from '#web/jobs/app-context.tsx'
import { createTestAppContext } from '#web/testing/token-app-context.ts'
import { useSignOutLoss } from './sign-out-loss.tsx'
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
  expect(lost()).toEqual({ passwords: 0, missing: 1, mayExist: false, hasJob: false })
  on.app.jobs.updateItems('tokens', ['a'], { isDismissed: true })
  expect(lost()).toBeUndefined()
})
