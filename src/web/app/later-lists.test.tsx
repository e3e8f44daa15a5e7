import { QueryClient } from '@tanstack/react-query'
import { cleanup, renderHook } from '@testing-library/react'
import type { ReactElement } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ApiClient } from '#api/api-client.ts'
import { listOf } from '#api/testing/lists.ts'
import { clock, failUnreachable, failWith, memoryTokens, memoryUsers } from '#api/testing/memory-resources.ts'
import { activityCsv } from '#web/jobs/activity-log.tsx'
import { AppContextProvider, type AppContext } from '#web/jobs/app-context.tsx'
import { followUpHandler } from '#web/jobs/follow-up.ts'
import { selectJobRows, unrecreatedEntry } from '#web/jobs/job-selectors.ts'
import { isJobRunning, jobCountsText, type Job } from '#web/jobs/job.ts'
import { runAction } from '#web/jobs/run-action.ts'
import { unrecreatedTokens } from '#web/jobs/unrecreated-rows.ts'
import { listKey } from '#web/resource/list-queries.ts'
import { GeneratedPasswordsProvider } from '#web/secrets/generated-passwords.ts'
import { JobSecrets } from '#web/secrets/job-secrets.tsx'
import { SignOutLossText, useSignOutLoss } from '#web/secrets/sign-out-loss.tsx'
import { testPasswords, testTabList } from '#web/testing/passwords.ts'
import { renderSignedIn } from '#web/testing/signed-in.tsx'
import { createAnnouncer } from '#web/ui/announcer.tsx'
import { createToastStore } from '#web/ui/toast.tsx'
import { createAppContext } from './create-app-context.ts'

// A read-back that fails is done once more after a second.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

const silent = { kind: 'refused', status: 400, serviceText: '' } as const

/** Tokens and users in memory under the actions of the page. Nothing is asked. */
function openApp(names: readonly string[], emails: readonly string[] = []) {
  const { now, pass } = clock()
  const [tokens, users] = [memoryTokens(...names), memoryUsers(...emails)]
  const client = new QueryClient()
  const announcer = createAnnouncer(now)
  const noClock = { difference: () => undefined, surely: () => undefined }
  const { app } = createAppContext(
    {
      client,
      now,
      announcer,
      toasts: createToastStore(announcer),
      passwords: { settle: () => undefined, compare: () => undefined },
      tabLists: { tokens: testTabList(), imports: testTabList() },
    },
    {
      api: { tokens, users, clock: noClock } as unknown as ApiClient,
      identity: { email: undefined, since: 0 },
      signal: new AbortController().signal,
    },
  )
  app.confirmations.subscribe(() => {
    for (const { onAnswer } of app.confirmations.get()) queueMicrotask(() => onAnswer({}))
  })
  /** *Check again*: a list is read a second later. */
  const readList = (name: 'tokens' | 'users' = 'tokens') => {
    pass(1000)
    client.setQueryData(
      listKey(name),
      name === 'tokens' ? listOf([...tokens.rows.values()], now()) : listOf([...users.rows.values()], now()),
    )
  }
  readList()
  readList('users')
  /** Lets time pass until what was begun has ended. */
  const end = async () => {
    do await vi.advanceTimersByTimeAsync(500)
    while (app.jobs.get().some(isJobRunning))
  }
  return {
    app,
    tokens,
    users,
    readList,
    async run(action: string, change: object, ...those: string[]) {
      const snapshots = those.map((name) => ({ row: tokens.rows.get(name)!, readStartedAt: now() }))
      void runAction(app, 'tokens', action, snapshots, { change })
      await end()
    },
    async runOnUser(change: object, email: string) {
      void runAction(app, 'users', 'update', [{ row: users.rows.get(email)!, readStartedAt: now() }], { change })
      await end()
    },
    /** Presses *Create again* in the note of a missing row. */
    async recreate(name: string) {
      const missing = selectJobRows(app.jobs.get(), 'tokens').last.get(name)!
      followUpHandler(app, 'recreate', missing, undefined, {})?.()
      await end()
    },
    /** A job as it is known now. */
    job: (id = 1): Job => app.jobs.get().find((job) => job.id === id)!,
    lineOf: (name: string, id = 1) =>
      app.jobs
        .get()
        .find((job) => job.id === id)
        ?.items.find(({ name: itemName }) => itemName === name),
    /** What signing out says that it loses. */
    loss() {
      const { result } = renderHook(useSignOutLoss, {
        wrapper: ({ children }) => (
          <AppContextProvider value={app}>
            <GeneratedPasswordsProvider value={testPasswords()}>{children}</GeneratedPasswordsProvider>
          </AppContextProvider>
        ),
      })
      const loss = result.current()
      return loss && textOf(<SignOutLossText {...loss} />)
    },
    /** What the report says of the secrets that a job made. */
    secrets: (id = 1) => textOf(<JobSecrets job={app.jobs.get().find((job) => job.id === id)!} />, app),
  }
}

/** The paragraph of a part that is drawn alone; undefined: there is none. */
function textOf(part: ReactElement, app?: AppContext): string | undefined {
  renderSignedIn(part, {}, app)
  const text = document.body.querySelector('p')?.textContent ?? undefined
  cleanup()
  return text
}

/** The service does what is asked, and is killed before it answers; it then answers no read. */
function killAt(tokens: ReturnType<typeof memoryTokens>, fatal: (call: string) => boolean) {
  let isDead = false
  tokens.before = () => (isDead ? failUnreachable() : undefined)
  tokens.after = (call) => {
    if (!fatal(call)) return
    isDead = true
    failUnreachable()
  }
  return () => {
    tokens.before = () => undefined
    tokens.after = () => undefined
  }
}

test('tokens whose replacement a later list proves count as replaced in the report, in Activity and when signing out', async () => {
  const on = openApp(['a', 'b'])
  const restart = killAt(on.tokens, (call) => call.startsWith('create'))
  await on.run('replace', {}, 'a')
  expect(on.lineOf('a')?.message?.text).toMatch(/It may or may not be created\. The old one is deleted\./)
  expect(on.loss()).toBe('1 token was to be replaced, and may or may not exist. This page forgets what it had.')
  expect(on.secrets()).toBeUndefined()
  restart()
  on.readList()
  expect(on.lineOf('a')?.message?.text).toMatch(/^It is created\. New value\./)
  expect(on.secrets()).toBe('1 new value')
  expect(on.loss()).toBeUndefined()
  expect(jobCountsText(on.job())).toBe('1 done')
  expect(activityCsv(on.app.jobs.get(), () => 'Tokens')).toContain('"Done","It is created. New value.')
})

test('half a replacement whose deletion a later list proves is not done: the token is missing', async () => {
  const on = openApp(['a'])
  const restart = killAt(on.tokens, (call) => call.startsWith('remove'))
  await on.run('replace', {}, 'a')
  restart()
  on.readList()
  expect(on.lineOf('a')?.message?.text).toMatch(/^Deleted, but not created again\. /)
  expect(jobCountsText(on.job())).toBe('0 done, 1 failed')
  expect(on.loss()).toBe('1 token was deleted and not created again. This page forgets what it had.')
})

test('*Create again* completes the line of the replacement, too, which no later list takes back', async () => {
  const on = openApp(['a', 'b'])
  on.tokens.before = (call) => void (call === 'create a' && failWith(silent)())
  await on.run('replace', {}, 'a', 'b')
  expect(jobCountsText(on.job())).toBe('1 done, 1 failed')
  on.tokens.before = () => undefined
  await on.recreate('a')
  expect(on.lineOf('a', 2)?.message?.text).toBe('Created. Copy its value for the program that needs it.')
  for (let list = 1; list <= 2; list += 1) {
    expect(on.lineOf('a')?.message?.text).toMatch(/^Created again\. New value\./)
    expect(jobCountsText(on.job())).toBe('2 done')
    expect(on.secrets()).toBe('2 new values')
    on.readList()
  }
})

test('both tries to create a token again are told by the list that shows it', async () => {
  const on = openApp(['a'])
  on.tokens.before = (call) => void (call === 'create a' && failUnreachable())
  await on.run('replace', {}, 'a')
  const restart = killAt(on.tokens, (call) => call === 'create a')
  await on.recreate('a')
  expect(on.lineOf('a', 2)?.facts?.status).toBe('unknown')
  restart()
  on.readList()
  expect([1, 2].map((id) => jobCountsText(on.job(id)))).toEqual(['1 done', '1 done'])
})

test('a line that a read proved stays so when its row is changed again, and one that was open is told by what that change met', async () => {
  const on = openApp(['a', 'b'])
  const restart = killAt(on.tokens, (call) => call.startsWith('update'))
  await on.run('update', { write: false }, 'a')
  restart()
  const again = killAt(on.tokens, (call) => call.startsWith('update'))
  await on.run('update', { write: false }, 'b')
  again()
  on.app.jobs.updateItems('tokens', ['a', 'b'], { isDismissed: true })
  await on.run('update', { active: false }, 'a')
  expect(on.lineOf('a')?.message?.text).toMatch(/^It is saved\./)
  on.readList()
  expect(on.lineOf('b', 2)?.message?.text).toMatch(/^It is saved\./)
  await on.run('update', { active: false }, 'b')
  on.readList()
  expect([1, 2, 3, 4].map((id) => jobCountsText(on.job(id)))).toEqual(['1 done', '1 done', '1 done', '1 done'])
})

test('a rename of one’s own is not told as somebody else’s', async () => {
  const on = openApp([], ['ann@x.example', 'ops@x.example'])
  await on.runOnUser({ active: false }, 'ann@x.example')
  await on.runOnUser({ new_email: 'anna@x.example' }, 'ann@x.example')
  on.readList('users')
  expect(on.lineOf('ann@x.example')?.message?.text).toBe('Saved, active off.')
  const { last } = selectJobRows(on.app.jobs.get(), 'users')
  expect([...last.keys()]).toEqual(['anna@x.example'])
})

test.each(['not-found', 'read-failed'] as const)(
  'a token whose deletion arrives late is named though it was to be replaced once more meanwhile: %s',
  async (how) => {
    const on = openApp(['a'])
    const snapshot = { row: on.tokens.rows.get('a')!, readStartedAt: 0 }
    /** Without the questions that the failures lead to. */
    const replace = async () => {
      const item = { name: 'a', snapshot, change: {} }
      const labels = { resource: 'tokens', action: 'replace', progressLabel: '', doneLabel: '', skipped: [] } as const
      const items = [{ ...item, createTask: () => ({ operation: 'replace' as const, snapshot, change: {} }) }]
      const isEnded = on.app.jobs.start({ ...labels, items })
      await vi.advanceTimersByTimeAsync(5000)
      await isEnded
    }
    on.tokens.before = (call) => (call.startsWith('remove') ? failUnreachable() : undefined)
    await replace()
    on.tokens.before = (call) => {
      if (!call.startsWith('read')) return
      if (how === 'read-failed') failUnreachable()
      on.tokens.rows.delete('a')
    }
    await replace()
    on.tokens.before = () => undefined
    on.tokens.rows.delete('a')
    on.readList()
    const unrecreated = unrecreatedTokens(on.app)
    unrecreated.compare(listOf([...on.tokens.rows.values()], Number.MAX_SAFE_INTEGER))
    const isInNote = unrecreatedEntry(selectJobRows(on.app.jobs.get(), 'tokens').last.get('a')) !== undefined
    expect({ isInNote, isInBanner: unrecreated.get().has('a') }).toEqual(
      how === 'not-found' ? { isInNote: true, isInBanner: false } : { isInNote: false, isInBanner: true },
    )
  },
)
