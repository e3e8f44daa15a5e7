import { expect, test, vi } from 'vitest'
import { failWith } from '#api/testing/memory-resources.ts'
import type { FollowUp } from '#web/resource/outcome-facts.ts'
import { createTestAppContext } from '#web/testing/token-app-context.ts'
import { planCreation } from './run-action.ts'
import { jobTitle, withRetries, type Job } from './job.ts'
import { retryItems, followUpHandler } from './follow-up.ts'
import { isUndone, undoableItems, undoItems } from './undo.ts'
import { selectJobRows } from './job-selectors.ts'

type On = ReturnType<typeof createTestAppContext>
const refused = failWith({ kind: 'failing', status: 500, serviceText: '', sent: 'not-sent' })
const lastJob = (on: On): Job => on.app.jobs.get().at(-1)!
const jobOf = (act: string): Job => ({
  id: 1,
  resource: 'tokens',
  action: act,
  progressLabel: '#',
  doneLabel: '#',
  items: [],
  skipped: [],
  startedAt: 0,
})
const saysOf = (job: Job | undefined) => job?.items.map(({ message }) => message?.text)
const activeOf = (on: On, ...names: string[]) => names.map((name) => on.rowOf(name)?.active)

/** Presses a button of the note about the last thing that was done to a row; false: there is none. */
async function press(on: On, next: FollowUp, name = 'a', edit?: (name: string, how?: 'with-password') => void) {
  const entry = selectJobRows(on.app.jobs.get(), 'tokens').last.get(name)
  const row = on.rowOf(name)
  const run =
    entry && followUpHandler(on.app, next, entry, row && { row, readStartedAt: on.now() }, edit ? { edit } : {})
  run?.()
  await new Promise((go) => setTimeout(go))
  return run !== undefined
}

test('what failed of several is tried again with its own change, and the report tells what came of it', async () => {
  const on = createTestAppContext('a', 'b', 'c')
  on.tokens.before = (call) => void (call === 'update b' && refused())
  const changes = new Map([
    ['a', { write: false }],
    ['b', { active: false }],
    ['c', { write: false }],
  ])
  const job = (await on.act('update', on.snapshotsOf('a', 'b', 'c'), { changes }))!
  on.tokens.before = () => undefined
  const retryable = job.items.filter(({ facts }) => facts?.canRetry)
  expect(retryable.map(({ name }) => name)).toEqual(['b'])
  await retryItems(on.app, job, retryable)
  expect(on.rowOf('b')).toMatchObject({ active: false, write: true })
  expect(saysOf(withRetries(job, on.app.jobs.get()))).toEqual([
    'Saved, write off.',
    'Saved, active off.',
    'Saved, write off.',
  ])
  expect(saysOf(job)?.[1]).not.toBe('Saved, active off.')
})

test('rows that were to be created, and were not, are created by another try, and the others saved', async () => {
  const on = createTestAppContext('old')
  on.tokens.before = (call) => void (/^(create|update)/.test(call) && refused())
  const draft = { active: true, write: false, expiration_date: 'none' }
  const [snapshot] = on.snapshotsOf('old')
  const change = { write: false }
  const items = [
    ...['x', 'y'].map((name) => planCreation(on.app, 'tokens', { name, change: draft })),
    {
      name: 'old',
      snapshot,
      change,
      createTask: () => ({ operation: 'update' as const, snapshot: snapshot!, change }),
    },
  ]
  const job = await on.app.jobs.start({
    resource: 'tokens',
    action: 'update',
    progressLabel: '#',
    doneLabel: '#',
    items,
    skipped: [],
  })
  on.tokens.before = () => undefined
  await retryItems(on.app, job, job.items)
  const report = withRetries(job, on.app.jobs.get())
  const created = 'Created. Copy its value for the program that needs it.'
  expect(saysOf(report)).toEqual([created, created, 'Saved, write off.'])
  expect(on.rowOf('y')).toMatchObject({ active: true, write: false })
})

test('a job is undone, and that is undone again, where nobody has changed the row since', async () => {
  const on = createTestAppContext('a', 'b', 'c')
  const job = (await on.act('deactivate', on.snapshotsOf('a', 'b', 'c')))!
  expect(undoableItems(job)).toHaveLength(3)
  on.rewrite('b', { write: false })
  const undone = (await undoItems(on.app, job, undoableItems(job)))!
  expect(activeOf(on, 'a', 'b', 'c')).toEqual([true, false, true])
  expect(saysOf(undone)?.[1]).toBe('Changed since you opened it (write). Nothing was sent.')
  expect(on.recordedConfirmations.at(-1)?.question).toMatchObject({
    confirmLabel: 'Activate',
    title: 'Activate 3 tokens again?',
  })
  expect(jobTitle(undone, 'token')).toBe('2 of 3 tokens activated again')
  const undoneJobs = () => on.app.jobs.get().filter((one, _, jobs) => isUndone(one, jobs))
  expect(undoneJobs()).toEqual([]) // one of its rows is as it left it
  const redone = (await undoItems(on.app, undone, undoableItems(undone)))!
  expect(jobTitle(redone, 'token')).toBe('2 tokens deactivated again')
  expect(undoneJobs().map(({ id }) => id)).toEqual([undone.id])
  expect(activeOf(on, 'a', 'b', 'c')).toEqual([false, false, false])
})

test('an undo that is tried again is the same undo', async () => {
  const on = createTestAppContext('a', 'b')
  const job = (await on.act('deactivate', on.snapshotsOf('a', 'b')))!
  on.tokens.before = (call) => void (call.startsWith('update') && refused())
  const undone = (await undoItems(on.app, job, undoableItems(job)))!
  on.tokens.before = () => undefined
  expect(jobTitle((await retryItems(on.app, undone, undone.items))!, 'token')).toBe('2 tokens activated again')
  expect(isUndone(job, on.app.jobs.get())).toBe(true)
})

test('so is one of a single row that is tried again from its note', async () => {
  const on = createTestAppContext('a')
  const job = (await on.act('deactivate', on.snapshotsOf('a')))!
  on.tokens.before = (call) => void (call.startsWith('update') && refused())
  await undoItems(on.app, job, undoableItems(job))
  on.tokens.before = () => undefined
  expect(await press(on, 'retry')).toBe(true)
  await vi.waitFor(() => expect(isUndone(job, on.app.jobs.get())).toBe(true))
})

test('a row that is no longer in the list is tried again as it was seen, and told to be gone', async () => {
  const on = createTestAppContext('a', 'b')
  on.tokens.before = (call) => void (call.startsWith('update') && refused())
  const job = (await on.act('deactivate', on.snapshotsOf('a', 'b')))!
  on.tokens.rows.delete('b')
  on.tokens.before = () => undefined
  expect(saysOf(await retryItems(on.app, job, job.items))).toEqual([
    'Saved, active off.',
    'Already deleted. Nothing was sent.',
  ])
})

test('*Undo* of one row asks if somebody has changed it since', async () => {
  const on = createTestAppContext('a')
  await on.act('update', on.snapshotsOf('a'), { change: { write: false } })
  on.rewrite('a', { active: false })
  on.answers.push('cancel')
  expect(await press(on, 'undo')).toBe(true)
  expect(on.recordedConfirmations.at(-1)?.conflict).toMatchObject({ fields: ['active'] })
  expect(on.rowOf('a')).toMatchObject({ write: false, active: false })
})

test('*Try again* of one row sends the same change to the row as the list shows it', async () => {
  const on = createTestAppContext('a')
  on.tokens.before = (call) => void (call.startsWith('update') && refused())
  await on.act('update', on.snapshotsOf('a'), { change: { write: false } })
  on.tokens.before = () => undefined
  on.rewrite('a', { active: false })
  await press(on, 'retry')
  expect(on.rowOf('a')).toMatchObject({ write: false, active: false })
  expect(saysOf(lastJob(on))).toEqual(['Saved, write off.'])
})

test('*Correct* of a new row sends the flags that the service stored swapped', async () => {
  const on = createTestAppContext('a')
  const done = {
    operation: 'create',
    previousName: 'a',
    name: 'a',
    requestedFields: ['write'],
    writeOnlyFields: [],
  } as const
  const also = { type: 'flags-swapped' } as const
  const readBack = { status: 'differs', row: on.rowOf('a')!, fields: ['write'], unrequestedFields: [] } as const
  const outcome = {
    request: done,
    delivery: 'accepted',
    readBack,
    readStartedAt: on.now(),
    sideEffect: also,
  } as const
  const item = { name: 'a', currentName: 'a', change: { write: false }, state: 'settled', outcome } as const
  const run = followUpHandler(
    on.app,
    'correct-flags',
    { job: { ...jobOf('create'), items: [item] }, item },
    undefined,
    {},
  )
  run?.()
  await new Promise((go) => setTimeout(go))
  expect(on.rowOf('a')).toMatchObject({ write: false, active: true })
})

test('a password is gone: trying again opens the form, which asks for it', async () => {
  const on = createTestAppContext('a')
  on.tokens.before = (call) => void (call.startsWith('update') && refused())
  await on.act('update', on.snapshotsOf('a'), { change: { write: false }, readPassword: () => 'hunter2' })
  const opened: unknown[] = []
  await press(on, 'retry', 'a', (...how) => opened.push(how))
  expect(opened).toEqual([['a', 'with-password']])
  expect(on.app.jobs.get()).toHaveLength(1)
})

test('half a replacement is created again with what it had, also after another try that failed', async () => {
  const on = createTestAppContext('a')
  on.rewrite('a', { write: false, created_at: 1 })
  on.tokens.before = (call) => void (call.startsWith('create') && refused())
  await on.act('replace', on.snapshotsOf('a'))
  expect(on.rowOf('a')).toBeUndefined()
  expect(await press(on, 'recreate')).toBe(true)
  expect(on.rowOf('a')).toBeUndefined()
  on.tokens.before = () => undefined
  expect(await press(on, 'recreate')).toBe(true)
  expect(on.rowOf('a')).toMatchObject({ write: false, active: true, expiration_date: 1_900_000_000 })
  expect(await press(on, 'recreate')).toBe(false)
})
