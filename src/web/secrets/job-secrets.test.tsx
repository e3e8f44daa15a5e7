import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { failWith } from '#api/testing/memory-resources.ts'
import type { ApiClient } from '#api/api-client.ts'
import { planCreation } from '#web/jobs/run-action.ts'
import type { Job, JobItem } from '#web/jobs/job.ts'
import { createAnnouncer } from '#web/ui/announcer.tsx'
import { createToastStore } from '#web/ui/toast.tsx'
import { userResource } from '#web/users/resource.ts'
import { renderSignedIn } from '#web/testing/signed-in.tsx'
import { createTestAppContext } from '#web/testing/token-app-context.ts'
import { copyOneSecret } from './copy-secrets.ts'
import { JobSecrets } from './job-secrets.tsx'
import type { Secret } from './secret.ts'

const change = () => ({ active: true, write: false, expiration_date: { integer: 1_900_000_000 } })

/** What is written to a file from now on. */
function fileWritten() {
  const files: Blob[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => (files.push(file as Blob), 'blob:'))
  return async () => (await Promise.all(files.map((file) => file.text()))).join()
}

/** Tokens that one job created, and the part of its report about their values. The value of `x` is `value of x`. */
async function made(...names: string[]) {
  const on = createTestAppContext()
  const { app } = on
  const items = names.map((name) => planCreation(app, 'tokens', { name, change: change() }))
  const words = { resource: 'tokens', action: 'create', progressLabel: '', doneLabel: '', skipped: [] } as const
  const job = await app.jobs.start({ ...words, items })
  const [broken, missing] = [new Set<string>(), new Set<string>()]
  const read: string[] = []
  let gate = Promise.resolve()
  const service = {
    tokens: {
      async value(name: string) {
        read.push(name)
        await gate
        if (missing.has(name)) return undefined
        if (broken.has(name)) failWith({ kind: 'failing', status: 500, serviceText: '', sent: 'unknown' })()
        return `value of ${name}`
      },
      read: async (names: ReadonlySet<string>) =>
        new Map([...names].flatMap((tokenName) => (missing.has(tokenName) ? [] : [[tokenName, {}]]))),
    },
  } as unknown as ApiClient
  /** Values are answered only after the function that it returns is called. */
  const hold = () => {
    let release = () => {}
    gate = new Promise((go) => (release = go))
    return () => release()
  }
  const over = new AbortController()
  const toasts = createToastStore(createAnnouncer(Date.now))
  const open = (shownJob: Job = job) => {
    const { user } = renderSignedIn(
      <JobSecrets job={shownJob} />,
      { api: service, sessionSignal: over.signal, toasts },
      app,
    )
    return (name: string) => user.click(screen.getByRole('button', { name }))
  }
  const copied = async (...lines: string[]) =>
    waitFor(async () =>
      expect(await navigator.clipboard.readText()).toBe(lines.map((name) => `${name}\tvalue of ${name}`).join('\n')),
    )
  const isCopied = () => app.jobs.get()[0]?.items.flatMap(({ name, isCopied: is }) => (is === true ? [name] : []))
  const seesText = async (sentence: string | RegExp) =>
    waitFor(() =>
      expect(toasts.get()?.text).toEqual(typeof sentence === 'string' ? sentence : expect.stringMatching(sentence)),
    )
  return { ...on, job, broken, missing, read, hold, over, toasts, seesText, open, copied, isCopied }
}

test('what a job created is copied together, in the order of its rows, and each row is then marked as copied', async () => {
  const on = await made('c', 'a', 'b')
  const press = on.open()
  expect(screen.getByText('3 new values')).toBeTruthy()
  await press('Copy all')
  await on.copied('c', 'a', 'b')
  await waitFor(() => expect(on.toasts.get()?.text).toBe('Copied 3 values.'))
  expect(on.isCopied()).toEqual(['c', 'a', 'b'])
})

test('a value that cannot be read keeps the others back from nobody, and says why; it is not marked as copied', async () => {
  const on = await made('a', 'b')
  on.broken.add('a')
  const press = on.open()
  await press('Copy all')
  await on.copied('b')
  await on.seesText(/^Copied 1 value\. Left out: “a” \(could not be read\)\. The service failed \(500\)/)
  expect(on.isCopied()).toEqual(['b'])
  on.broken.add('b')
  await press('Copy all')
  await on.seesText(/^Nothing was copied\. Left out: “a” \(could not be read\) and “b” \(could not be read\)\./)
})

test('a value that nobody can use is named, not copied, and not marked as copied; the file marks it', async () => {
  const on = await made('off', 'good', 'late', 'bad', 'gone')
  on.rewrite('off', { active: false })
  on.rewrite('late', { expiration_date: 1 })
  on.rewrite('bad', { claims: { iat: 1, exp: 2 } })
  on.missing.add('gone')
  const { actionContext } = on.app
  on.app.actionContext = (resource) => ({ ...actionContext(resource), updateEffect: 'replaces-and-needs-repair' })
  const press = on.open()
  await press('Copy all')
  await on.copied('good')
  await on.seesText('Copied 1 value. Left out: “off” (inactive), “late” (expired), “bad” (needs repair) and 1 more.')
  expect(on.toasts.get()).toMatchObject({ severity: 'warning', names: ['off', 'late', 'bad'] })
  expect(on.isCopied()).toEqual(['good'])
  const written = fileWritten()
  await press('Download…')
  await on.seesText(
    'The file holds 4 values. Nobody can use these now: “off” (inactive), “late” (expired) and “bad” (needs repair). Left out: “gone” (deleted). Open it as text.',
  )
  expect((await written()).split('\r\n')).toEqual([
    'Name,Secret,Kind',
    'off,value of off,"value, inactive"',
    'good,value of good,value',
    'late,value of late,"value, expired"',
    'bad,value of bad,"value, needs repair"',
  ])
})

test('where nobody can use any of them, nothing is read', async () => {
  const on = await made('off', 'late')
  for (const name of ['off', 'late']) on.rewrite(name, { active: false })
  await on.open()('Copy all')
  await on.seesText('Nothing was copied. Left out: “off” (inactive) and “late” (inactive).')
  expect(on.read).toEqual([])
})

test.each(['Copy all', 'Download…'])(
  '“%s” that the end of the session meets writes nothing, marks nothing and says nothing',
  async (what) => {
    const on = await made('a', 'b')
    const written = fileWritten()
    const release = on.hold()
    await on.open()(what)
    await waitFor(() => expect(on.read).toHaveLength(2))
    on.over.abort()
    release()
    await new Promise((go) => setTimeout(go, 20))
    expect(await written()).toBe('')
    expect([on.toasts.get(), on.isCopied()]).toEqual([undefined, []])
  },
)

test('*Try again* goes with its session, which alone could read', async () => {
  const on = await made('a')
  const read = failWith({ kind: 'failing', status: 500, serviceText: '', sent: 'unknown' })
  const secret: Secret = {
    kind: 'password',
    name: 'a',
    read: async () => read(),
    onCopied: () => undefined,
    warning: () => undefined,
  }
  await copyOneSecret({ sessionSignal: on.over.signal, toasts: on.toasts }, secret)
  expect(on.toasts.get()?.action?.label).toBe('Try again')
  on.over.abort()
  expect(on.toasts.get()).toBeUndefined()
})

test('a download is asked about first, and writes nothing if that is cancelled', async () => {
  const on = await made('a', 'b')
  const link = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  const press = on.open()
  on.answers.push('cancel')
  await press('Download…')
  expect(on.recordedConfirmations.at(-1)?.question.title).toBe('Download 2 new values?')
  expect(link).not.toHaveBeenCalled()
  await press('Download…')
  await waitFor(() => expect(on.toasts.get()?.text).toBe('The file holds 2 values. Open it as text.'))
  expect(link).toHaveBeenCalledTimes(1)
})

test('more than a hundred are a file; a job that deactivates or deletes made none', async () => {
  const many = Array.from({ length: 101 }, (_, index) => `t${index}`)
  const on = await made(...many)
  on.open()
  expect(screen.getByText(/At most 100 can be copied at once/)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Copy all' }).getAttribute('aria-disabled')).toBe('true')
  document.body.replaceChildren()
  for (const act of ['deactivate', 'delete']) on.open((await on.act(act, on.snapshotsOf('t1', 't2')))!)
  expect(screen.queryByRole('button', { name: 'Copy all' })).toBeNull()
})

test('the report of a job has the passwords that it set itself, not those of an earlier one', () => {
  const { app: tokensApp } = createTestAppContext()
  const app = { ...tokensApp, resources: { ...tokensApp.resources, users: userResource } }
  const itemWith = (writeOnlyFields: string[]): JobItem => ({
    name: 'ann',
    currentName: 'ann',
    change: {},
    state: 'settled',
    outcome: {
      request: { operation: 'update', previousName: 'ann', name: 'ann', requestedFields: [], writeOnlyFields },
      delivery: 'accepted',
      readBack: { status: 'unavailable', reason: 'no-list' },
      readStartedAt: 1,
    },
  })
  const jobWith = (...writeOnlyFields: string[]): Job => ({
    id: 1,
    resource: 'users',
    action: 'update',
    progressLabel: '',
    doneLabel: '',
    items: [itemWith(writeOnlyFields)],
    skipped: [],
    startedAt: 0,
    endedAt: 1,
  })
  for (const [job, count] of [
    [jobWith('password'), 1],
    [jobWith(), 0],
  ] as const) {
    const { passwords } = renderSignedIn(<JobSecrets job={job} />, {}, app)
    passwords.bindToSession(new AbortController().signal)
    passwords.trackSending('ann', 'generated')
    act(() => passwords.settle([itemWith(['password'])]))
    expect(screen.queryAllByRole('button', { name: 'Copy all' })).toHaveLength(count)
    cleanup()
  }
})
