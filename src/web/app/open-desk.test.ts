import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { failing, memoryTokens, memoryUsers } from '#contract/testing/memory.ts'
import { listOf } from '#contract/testing/lists.ts'
import type { Service } from '#contract/service.ts'
import { doAct } from '#web/jobs/do-act.ts'
import { doNext } from '#web/jobs/next.ts'
import { rowsOfJobs } from '#web/jobs/rows-of-jobs.ts'
import { createAnnouncer } from '#web/ui/live.tsx'
import { createToasts } from '#web/ui/toast.tsx'
import { openDesk } from './open-desk.ts'

const now = () => 1_800_000_000_000
const place = { address: '', host: 'h', name: 'Production', example: false } as const

/** Tokens in memory, and a session with them. */
function session(...names: string[]) {
  const tokens = memoryTokens(...names)
  const clock = { difference: () => undefined, surely: () => undefined }
  const service = { tokens, users: memoryUsers(), clock } as unknown as Service
  const identity = { email: undefined, since: 0 }
  return { tokens, signed: { service, identity, signal: new AbortController().signal } }
}

test('what was begun outlives a session: the rest of a job is not started, and the same person goes on with it', async () => {
  const [first, second] = [session('a', 'b', 'c'), session('b', 'c')]
  const client = new QueryClient()
  const announcer = createAnnouncer(now)
  const opened = openDesk(
    {
      client,
      now,
      place,
      announcer,
      toasts: createToasts(announcer),
      passwords: { settle: () => undefined },
      nextAfter: () => undefined,
    },
    first.signed,
  )
  const { desk } = opened
  desk.questions.subscribe(() => {
    for (const { onAnswer } of desk.questions.get()) queueMicrotask(() => onAnswer({}))
  })
  const seen = (name: string) => ({ row: first.tokens.rows.get(name)!, beganAt: now() })
  client.setQueryData(['tokens'], listOf([...first.tokens.rows.values()], now()))
  first.tokens.before = (call) =>
    call === 'create a' ? failing({ kind: 'refused', status: 400, serviceText: '' })() : undefined
  await doAct(desk, 'tokens', 'replace', [seen('a')])
  first.tokens.before = (call) => void (call === 'update b' && opened.over({ by: 'host' }))
  await doAct(desk, 'tokens', 'deactivate', [seen('b'), seen('c')])
  expect(desk.jobs.get().at(-1)?.stopped).toEqual({ by: 'host' })
  expect(first.tokens.calls).not.toContain('update c')

  opened.attach(second.signed)
  const missing = rowsOfJobs(desk.jobs.get(), 'tokens').last.get('a')
  expect(missing?.item.told?.next).toContain('create-again')
  doNext(desk, 'create-again', missing!, undefined, {})?.()
  await expect.poll(() => second.tokens.rows.has('a')).toBe(true)
  expect(first.tokens.rows.has('a')).toBe(false)
})
