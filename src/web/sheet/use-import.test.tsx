import { act, renderHook, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { DeskProvider } from '#web/jobs/desk.tsx'
import { titleOf } from '#web/jobs/job-words.ts'
import { SessionProvider, type Session } from '#web/session/session.ts'
import { tokenDesk } from '#web/testing/token-desk.ts'
import { createSecrets, SecretsProvider } from './secrets.ts'
import { useImport } from './use-import.ts'

test('a finished import says of how many lines it is, unless all were imported', async () => {
  const on = tokenDesk('there')
  const secrets = createSecrets({ storage: localStorage, page: window }, '', undefined)
  const { result } = renderHook(() => useImport('tokens'), {
    wrapper: ({ children }) => (
      <SessionProvider value={{ over: new AbortController().signal } as Session}>
        <DeskProvider value={on.desk}>
          <SecretsProvider value={secrets}>{children}</SecretsProvider>
        </DeskProvider>
      </SessionProvider>
    ),
  })
  const imported = async (...lines: string[]) => {
    await act(() => result.current.paste(['name', ...lines].join('\n')))
    await waitFor(() => expect(result.current.read?.lines).toHaveLength(lines.length))
    act(() => void result.current.start())
    await waitFor(() => expect(on.desk.jobs.get().at(-1)?.endedAt).toBeDefined())
    return titleOf(on.desk.jobs.get().at(-1)!, 'token')
  }
  expect(await imported('a', 'b', 'there', 'a', 'c\u0007')).toBe('2 tokens imported of 5 lines')
  expect(await imported('d', 'e')).toBe('2 tokens imported')
})
