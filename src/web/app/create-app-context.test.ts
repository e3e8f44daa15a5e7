import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { failWith, memoryTokens, memoryUsers } from '#api/testing/memory-resources.ts'
import { listOf } from '#api/testing/lists.ts'
import type { ApiClient } from '#api/api-client.ts'
import { runAction } from '#web/jobs/run-action.ts'
import { followUpHandler } from '#web/jobs/follow-up.ts'
import { selectJobRows } from '#web/jobs/job-selectors.ts'
import { listKey } from '#web/resource/list-queries.ts'
import { createAnnouncer } from '#web/ui/announcer.tsx'
import { createToastStore } from '#web/ui/toast.tsx'
import { testTabList } from '#web/testing/passwords.ts'
import { createAppContext } from './create-app-context.ts'

const now = () => 1_800_000_000_000

/** Tokens in memory, and a session with them. */
function session(...names: string[]) {
  const tokens = memoryTokens(...names)
  const clock = { difference: () => undefined, surely: () => undefined }
  const service = { tokens, users: memoryUsers(), clock } as unknown as ApiClient
  const identity = { email: undefined, since: 0 }
  return { tokens, signed: { api: service, identity, signal: new AbortController().signal } }
}

test('what was begun outlives a session: the rest of a job is not started, and the same person goes on with it', async () => {
  const [first, second] = [session('a', 'b', 'c'), session('b', 'c')]
  const client = new QueryClient()
  const announcer = createAnnouncer(now)
  const opened = createAppContext(
    {
      client,
      now,
      announcer,
      toasts: createToastStore(announcer),
      passwords: { settle: () => undefined, compare: () => undefined },
      tabLists: { tokens: testTabList(), imports: testTabList() },
    },
    first.signed,
  )
  const { app } = opened
  app.confirmations.subscribe(() => {
    for (const { onAnswer } of app.confirmations.get()) queueMicrotask(() => onAnswer({}))
  })
  const snapshotOf = (name: string) => ({ row: first.tokens.rows.get(name)!, readStartedAt: now() })
  client.setQueryData(listKey('tokens'), listOf([...first.tokens.rows.values()], now()))
  first.tokens.before = (call) =>
    call === 'create a' ? failWith({ kind: 'refused', status: 400, serviceText: '' })() : undefined
  await runAction(app, 'tokens', 'replace', [snapshotOf('a')])
  first.tokens.before = (call) => void (call === 'update b' && opened.endSession({ by: 'console-server' }))
  await runAction(app, 'tokens', 'deactivate', [snapshotOf('b'), snapshotOf('c')])
  expect(app.jobs.get().at(-1)?.stopReason).toEqual({ by: 'console-server' })
  expect(first.tokens.calls).not.toContain('update c')

  opened.attachSession(second.signed)
  const missing = selectJobRows(app.jobs.get(), 'tokens').last.get('a')
  expect(missing?.item.facts?.isMissing).toBe(true)
  followUpHandler(app, 'recreate', missing!, undefined, {})?.()
  await expect.poll(() => second.tokens.rows.has('a')).toBe(true)
  expect(first.tokens.rows.has('a')).toBe(false)
})
