import { act, renderHook, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { nextTask } from '#api/client/request.ts'
import { createRowList, type TimestampedRow } from '#api/list/row-list.ts'
import type { ResourceName } from '#api/problem.ts'
import type { User } from '#api/user.ts'
import { AppContextProvider, type AppContext } from '#web/jobs/app-context.tsx'
import { jobTitle } from '#web/jobs/job.ts'
import type { JobPlan } from '#web/jobs/run-job.ts'
import { SessionProvider, type Session } from '#web/session/session.ts'
import { createTestAppContext } from '#web/testing/token-app-context.ts'
import { userResource } from '#web/users/resource.ts'
import { testPasswords } from '#web/testing/passwords.ts'
import { GeneratedPasswordsProvider } from '#web/secrets/generated-passwords.ts'
import { useImport } from './use-import.ts'

function importing(resource: ResourceName, app: AppContext) {
  const passwords = testPasswords()
  return renderHook(() => useImport(resource), {
    wrapper: ({ children }) => (
      <SessionProvider value={{ sessionSignal: new AbortController().signal } as Session}>
        <AppContextProvider value={app}>
          <GeneratedPasswordsProvider value={passwords}>{children}</GeneratedPasswordsProvider>
        </AppContextProvider>
      </SessionProvider>
    ),
  })
}

test('a finished import says of how many lines it is, unless all were imported', async () => {
  const on = createTestAppContext('there')
  const { result } = importing('tokens', on.app)
  const imported = async (...lines: string[]) => {
    await act(async () => result.current.paste(['name', ...lines].join('\n')))
    expect(result.current.file?.lines).toHaveLength(lines.length)
    act(() => void result.current.start())
    await waitFor(() => expect(on.app.jobs.get().at(-1)?.endedAt).toBeDefined())
    return jobTitle(on.app.jobs.get().at(-1)!, 'token')
  }
  expect(await imported('a', 'b', 'there', 'a', 'c\u0007')).toBe('2 of 5 lines imported')
  expect(await imported('d', 'e')).toBe('2 tokens imported')
})

test('pasted rows have the same limit as a file', async () => {
  const { result } = importing('tokens', createTestAppContext().app)
  await act(async () => result.current.paste('a'.repeat(2_000_001)))
  expect(result.current.problem?.fault).toBe('One import takes at most 2 MB. Split the file.')
})

test('of two files that are chosen quickly the later one is imported', async () => {
  const { result } = importing('tokens', createTestAppContext().app)
  const long = Array.from({ length: 1000 }, (_, index) => `n-${index}`)
  await act(async () => {
    result.current.paste(['name', ...long].join('\n'))
    result.current.paste('name\nlater')
  })
  await act(async () => {
    // The longer one would be read by now.
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    for (let task = 0; task < 20; task += 1) await nextTask()
  })
  expect(result.current.created.map(({ name }) => name)).toEqual(['later'])
})

test('of new users the password of the file is sent, or one that is generated and kept; who exists is left out', async () => {
  const { app } = createTestAppContext()
  const li: User = { email: 'li@x.test', admin: false, active: true, created_at: 1, updated_at: 1 }
  const plans: JobPlan[] = []
  const usersApp: AppContext = {
    ...app,
    resources: { ...app.resources, users: userResource },
    actionContext: () => ({
      ...app.actionContext('users'),
      list: createRowList<TimestampedRow>([li], app.actionContext('users').list!, () => li.email),
    }),
    jobs: { ...app.jobs, start: (plan) => new Promise(() => plans.push(plan)) },
  }
  const { result } = importing('users', usersApp)
  await act(async () =>
    result.current.paste('email,password\nli@x.test,a later one\nann@x.test, of the file \nbob@x.test,'),
  )
  expect(result.current.generated).toBe(1)
  act(() => void result.current.start())
  expect(plans).toMatchObject([{ action: 'create', skipped: [{ name: 'li@x.test', reason: 'exists' }] }])
  const drafts = plans[0]?.items.map(({ createTask }) => createTask()) as {
    draft: { email: string; password: string }
  }[]
  expect(drafts[0]?.draft).toMatchObject({ email: 'ann@x.test', password: ' of the file ' })
  expect(drafts[1]?.draft.password).toHaveLength(24)
})

test('an import that was stopped goes on where it stopped when the same file is imported again', async () => {
  const on = createTestAppContext()
  const names = Array.from({ length: 50 }, (_, index) => `n-${index}`)
  const { result } = importing('tokens', on.app)
  const imports = async (stopAfter: number) => {
    await act(async () => result.current.paste(['name', ...names].join('\n')))
    const unsubscribe = on.app.jobs.subscribe(() => {
      const job = on.app.jobs.get().at(-1)
      if (job !== undefined && job.items.filter(({ state }) => state === 'settled').length >= stopAfter)
        on.app.jobs.stop(job.id)
    })
    act(() => void result.current.start())
    await waitFor(() => expect(on.app.jobs.get().at(-1)?.endedAt).toBeDefined())
    unsubscribe()
    return jobTitle(on.app.jobs.get().at(-1)!, 'token')
  }
  expect(await imports(1)).toBe('20 of 50 tokens imported')
  expect(await imports(Infinity)).toBe('30 of 50 lines imported')
  expect(on.writes().filter((call) => call.startsWith('create'))).toHaveLength(50)
})
