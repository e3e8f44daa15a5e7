import { renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { failing } from '#contract/testing/memory.ts'
import { DeskProvider } from '#web/jobs/desk.tsx'
import { tokenDesk } from '#web/testing/token-desk.ts'
import { useLossNow } from './loss.tsx'
import { testPasswords } from '#web/testing/passwords.ts'
import { PasswordsProvider } from './passwords.ts'

test('a job under way, and a token that is to be created again, are lost with the page until they are over', async () => {
  const on = tokenDesk('a')
  on.rewrite('a', { created_at: 1 })
  const passwords = testPasswords()
  const { result } = renderHook(useLossNow, {
    wrapper: ({ children }) => (
      <DeskProvider value={on.desk}>
        <PasswordsProvider value={passwords}>{children}</PasswordsProvider>
      </DeskProvider>
    ),
  })
  const lost = () => result.current()
  expect(lost()).toBeUndefined()
  const inJob: unknown[] = []
  on.tokens.before = (call) => {
    inJob.push(lost()?.hasJob)
    if (call === 'create a') failing({ kind: 'refused', status: 400, serviceText: '' })()
  }
  await on.act('replace', on.seenAll('a'))
  expect(inJob.length).toBeGreaterThan(2)
  expect(new Set(inJob)).toEqual(new Set([true]))
  expect(lost()).toEqual({ passwords: 0, missing: 1, hasJob: false })
  on.desk.jobs.mark('tokens', ['a'], { isDismissed: true })
  expect(lost()).toBeUndefined()
})
