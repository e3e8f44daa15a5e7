import { expect, test, vi } from 'vitest'
import { ServiceError, type Problem } from '#api/problem.ts'
import { failWith } from '#api/testing/memory-resources.ts'
import { setUpTokens, setUpUsers } from '#api/testing/stored-rows.ts'
import { describeOutcome } from '#web/resource/outcome-message.ts'
import { describeDone, describeSessionEnded } from '#web/resource/result-message.ts'
import { runTokenTasks } from '#web/tokens/backend.ts'
import { tokenResource as resource } from '#web/tokens/resource.ts'
import { countResults, isJobRunning, type Job, jobCountsText, reportSection, stopReasonText } from './job.ts'
import { createJobStore } from './job-store.ts'
import type { RunTasks, JobDependencies, JobPlan } from './run-job.ts'
import { selectJobRows } from './job-selectors.ts'

const namesOf = (length: number) => Array.from({ length }, (_, index) => `t${String(index).padStart(2, '0')}`)

/** Tokens in memory, and jobs that write them. */
function jobsOn(length: number) {
  const names = namesOf(length)
  const ending = new AbortController()
  const on = setUpTokens(...names, { signal: ending.signal })
  const shownNames: string[] = []
  const ends: string[] = []
  const dependencies: JobDependencies = {
    now: on.now,
    runTasks: () => runTokenTasks(on),
    describe: (_, outcome) =>
      describeOutcome(outcome, resource, { now: on.now(), timeUnit: 'seconds', ownEmails: [], updateEffect: 'keeps' }),
    showOutcomes: (_, outcomes) => void shownNames.push(...outcomes.map(({ request }) => request.name)),
    onEnd: (job, ended) => void ends.push(`${ended.length}${job.endedAt === undefined ? '' : ' ended'}`),
  }
  const jobs = createJobStore(dependencies)
  const planOf = (does: 'update' | 'replace' | 'nothing' = 'update'): JobPlan => ({
    resource: 'tokens',
    action: 'deactivate',
    progressLabel: 'Deactivating #',
    doneLabel: '# deactivated',
    skipped: [],
    items: names.map((name) => {
      const change = does === 'replace' ? {} : { active: false }
      const snapshot = on.snapshotOf(name)
      return {
        name,
        snapshot,
        change,
        createTask: () => (does === 'nothing' ? undefined : { operation: does, snapshot, change }),
      }
    }),
  })
  const writes = () => on.tokens.calls.filter((call) => call.startsWith('update') || call.startsWith('remove'))
  return {
    ...on,
    leave: () => ending.abort(),
    dependencies,
    jobs,
    planOf,
    writes,
    shownNames,
    ends,
    start: (does?: Parameters<typeof planOf>[0]) => jobs.start(planOf(does)),
  }
}

test('a job sends nothing until the code is there that it may need midway, and nothing at all if that is lost', async () => {
  for (const isThere of [true, false]) {
    const on = jobsOn(2)
    let arrive: (isThere: boolean) => void = () => {}
    const jobs = createJobStore({ ...on.dependencies, isReady: () => new Promise((resolve) => (arrive = resolve)) })
    const running = jobs.start(on.planOf())
    await new Promise((go) => setTimeout(go))
    expect([jobs.get().map(isJobRunning), on.tokens.calls]).toEqual([[true], []])
    arrive(isThere)
    // oxlint-disable-next-line no-await-in-loop
    const job = await running
    expect(on.writes()).toHaveLength(isThere ? 2 : 0)
    expect([countResults(job)['not-started'], stopReasonText(job)]).toEqual(
      isThere ? [0, undefined] : [2, 'Part of this page could not be loaded. 2 were not started.'],
    )
  }
})

/** Fails the update with this number, and counts. */
function failingAt(on: ReturnType<typeof jobsOn>, problem: Problem, fails: (count: number) => boolean) {
  let count = 0
  on.tokens.before = (call) => {
    if (call.startsWith('update') && fails((count += 1))) throw new ServiceError(problem)
  }
}
const broken: Problem = { kind: 'failing', status: 500, serviceText: '', sent: 'unknown' }
const busy = (retryAfter?: number): Problem => ({ kind: 'too-many', retryAfter, serviceText: '' })
const statesOf = ({ items }: Job) => items.map(({ state }) => state)

test('rows go in turns of twenty, in order, and what they show is laid into the list before it is told', async () => {
  const on = jobsOn(45)
  const job = await on.start()
  expect(countResults(job)).toMatchObject({ succeeded: 45, remaining: 0 })
  expect(on.tokens.calls.filter((call) => call.startsWith('read'))).toHaveLength(6)
  expect(on.shownNames).toEqual(namesOf(45))
  expect(on.ends).toEqual(['20', '20', '5', '0 ended'])
  expect(job.items[0]).toMatchObject({ message: { text: 'Saved, active off.' }, currentName: 't00' })
})

test('*Stop* inside a turn: what was sent is read back, and the rest is not started', async () => {
  const on = jobsOn(45)
  const begun = on.start()
  on.tokens.after = (call) => void (call === 'update t05' && on.jobs.stop(1))
  const job = await begun
  const { succeeded: done, 'not-started': rest } = countResults(job)
  expect(job.stopReason).toBe('cancelled')
  expect(done).toBe(on.writes().length)
  expect(done).toBeGreaterThanOrEqual(6)
  expect(done).toBeLessThan(12) // four are under way at a time
  expect(done + rest).toBe(45)
  expect(job.items.filter(({ state }) => state === 'not-started').every(({ message }) => message === undefined)).toBe(
    true,
  )
})

test('what cannot be sent any more is not started', async () => {
  const job = await jobsOn(3).start('nothing')
  expect(statesOf(job)).toEqual(['not-started', 'not-started', 'not-started'])
})

test.each<[Problem, number, 'sent again' | 'left open']>([
  [busy(30), 30_000, 'sent again'],
  [busy(), 10_000, 'sent again'],
  [{ kind: 'failing', status: 503, serviceText: '', sent: 'unknown', retryAfter: 7 }, 7000, 'left open'],
])('a service that asks to be left alone is, and the job goes on: %j', async (problem, pause, row) => {
  vi.useFakeTimers()
  try {
    const on = jobsOn(30)
    failingAt(on, problem, (count) => count === 10)
    const begun = on.start()
    await vi.advanceTimersByTimeAsync(0)
    const [job] = on.jobs.get()
    expect(job?.pausedUntil).toBe(on.now() + pause)
    const before = on.writes().length
    expect(before).toBeLessThan(14)
    on.pass(pause)
    await vi.advanceTimersByTimeAsync(pause)
    const ended = await begun
    const isOpen = row === 'left open'
    expect(countResults(ended)).toMatchObject({ succeeded: isOpen ? 29 : 30, failed: 0, unconfirmed: isOpen ? 1 : 0 })
    expect(on.writes()).toHaveLength(isOpen ? 30 : 31)
  } finally {
    vi.useRealTimers()
  }
})

test('a service that puts off the read before the writes is left alone, too', async () => {
  vi.useFakeTimers()
  try {
    const on = jobsOn(2)
    let reads = 0
    on.tokens.before = (call) => void (call.startsWith('read') && (reads += 1) === 1 && failWith(busy(30))())
    const begun = on.start()
    await vi.advanceTimersByTimeAsync(29_000)
    expect([reads, on.jobs.get()[0]?.pausedUntil]).toEqual([1, on.now() + 30_000])
    on.pass(30_000)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(countResults(await begun)).toMatchObject({ succeeded: 2 })
  } finally {
    vi.useRealTimers()
  }
})

test.each(['read', 'update'])(
  'a single act does not wait: it says how long, and the admin tries again (%s)',
  async (what) => {
    const on = jobsOn(1)
    on.tokens.before = (call) => void (call.startsWith(what) && failWith(busy(30))())
    const job = await on.start()
    expect(job.items[0]?.message?.text).toContain('Try again in 30 s (429)')
    expect(on.tokens.calls.filter((call) => call.startsWith(what))).toHaveLength(1)
  },
)

test('the last press on a row counts: what an earlier job has still to send of the same field is left out', async () => {
  const on = jobsOn(25)
  const single = (name: string, change: object): JobPlan => {
    const snapshot = on.snapshotOf(name)
    const createTask = () => ({ operation: 'update' as const, snapshot, change })
    return { ...on.planOf(), items: [{ name, snapshot, change, createTask }] }
  }
  let pressed: Promise<unknown> | undefined
  on.tokens.after = (call) => {
    if (call === 'update t00')
      pressed = Promise.all([
        on.jobs.start(single('t24', { active: true })),
        on.jobs.start(single('t23', { write: true })),
      ])
  }
  const job = await on.start()
  await pressed
  expect(job.items.slice(-2).map(({ state }) => state)).toEqual(['settled', 'not-started'])
  expect(on.tokens.rows.get('t24')).toMatchObject({ active: true })
  expect(on.tokens.rows.get('t23')).toMatchObject({ active: false, write: true })
})

test('*Stop* ends a pause at once, and tells what was put off', async () => {
  const on = jobsOn(30)
  failingAt(on, busy(3600), (count) => count === 10)
  const begun = on.start()
  await vi.waitFor(() => expect(on.jobs.get()[0]?.pausedUntil).toBeDefined())
  on.jobs.stop(1)
  const job = await begun
  // Of its turn, what was sent is told before; the ten of the next turn were never put off.
  expect(on.ends).toEqual([
    `${30 - countResults(job)['not-started']}`,
    `${countResults(job)['not-started'] - 10} ended`,
  ])
  expect(job.stopReason).toBe('cancelled')
  expect(countResults(job)['not-started']).toBeGreaterThanOrEqual(17)
})

test('a replacement whose second half is put off is not done again: it keeps what creates the token again', async () => {
  const on = jobsOn(1)
  on.tokens.before = (call) => void (call.startsWith('create') && failWith(busy(0))())
  const job = await on.start('replace')
  expect(job.items[0]?.facts).toMatchObject({ isMissing: true })
  expect(on.writes()).toEqual(['remove t00'])
})

test('five failures in a row stop it, also inside a turn', async () => {
  const on = jobsOn(45)
  failingAt(on, broken, () => true)
  const job = await on.start()
  expect(job.stopReason).toBe('too-many-failures')
  expect(on.writes().length).toBeLessThanOrEqual(8)
  expect(countResults(job)['not-started']).toBe(45 - on.writes().length)
})

test('a row that succeeds in between begins the count anew, and a job whose last rows fail is through', async () => {
  const on = jobsOn(40)
  failingAt(on, broken, (count) => count % 3 !== 0)
  expect(await on.start()).not.toHaveProperty('stopped')
  const five = jobsOn(5)
  failingAt(five, broken, () => true)
  expect(await five.start()).not.toHaveProperty('stopped')
})

test('answers that came to nothing count as failures, rows that somebody else changed do not', async () => {
  const ignored = jobsOn(45)
  ignored.tokens.update = async () => undefined
  expect((await ignored.start()).stopReason).toBe('too-many-failures')
  const changed = jobsOn(45)
  const begun = changed.planOf()
  for (const name of namesOf(45)) changed.rewrite(name, { write: false })
  const job = await changed.jobs.start(begun)
  expect(job.stopReason).toBeUndefined()
  expect(countResults(job)).toMatchObject({ failed: 0, conflict: 45 })
})

test('a list that cannot be read stops it, one that the service does not have does not', async () => {
  const on = jobsOn(45)
  on.tokens.before = (call) => void (call.startsWith('read') && failWith(broken)())
  expect(await on.start()).toMatchObject({ stopReason: 'too-many-failures' })
  expect(on.writes()).toEqual([])
  const { unlisted, users, now } = setUpUsers()
  const jobs = createJobStore({
    now,
    runTasks: () => unlisted.write as unknown as RunTasks,
    describe: describeSessionEnded,
    showOutcomes: () => undefined,
    onEnd: () => undefined,
  })
  const items = namesOf(30).map((name) => ({
    name,
    change: {},
    createTask: () => ({
      operation: 'create' as const,
      draft: { email: name, password: 'p', admin: false, active: true },
    }),
  }))
  const job = await jobs.start({
    resource: 'users',
    action: 'create',
    progressLabel: '#',
    doneLabel: '#',
    skipped: [],
    items,
  })
  expect(job.stopReason).toBeUndefined()
  expect(users.rows.size).toBe(30)
})

test('what others changed or deleted is counted and told apart from failures, each with a way on', async () => {
  const on = jobsOn(45)
  const plan = on.planOf()
  for (const [index, name] of namesOf(40).entries())
    if (index % 2 === 0) on.rewrite(name, { write: false })
    else on.tokens.rows.delete(name)
  const job = await on.jobs.start(plan)
  expect(jobCountsText(job)).toBe('5 done, 40 changed by others')
  expect(job.items.slice(0, 2).map(({ message }) => message?.followUps)).toEqual([['review'], ['refresh']])
  expect(job.items.slice(0, 2).map(reportSection)).toEqual(['conflict', 'conflict'])
})

test('the session ends: what was sent is unknown, the rest is not started, and nothing is sent any more', async () => {
  const on = jobsOn(45)
  on.tokens.before = (call) => {
    if (call !== 'update t25') return
    on.jobs.stopAll({ by: 'elsewhere' })
    on.leave()
  }
  const job = await on.start()
  expect(job.stopReason).toEqual({ by: 'elsewhere' })
  const { succeeded: done, unconfirmed: unknown, 'not-started': rest } = countResults(job)
  expect([done, unknown + rest, rest >= 17]).toEqual([20, 25, true])
  expect(job.items[25]?.facts?.status).toBe('unknown')
  expect(job.items[25]?.message).toEqual({
    tone: 'unknown',
    text: 'Sent before the session ended. It may or may not be saved.',
    followUps: ['refresh'],
  })
  const writeCount = on.writes().length
  await new Promise((go) => setTimeout(go))
  expect(on.writes()).toHaveLength(writeCount)
})

test('what is kept of an item is no task and no password', async () => {
  const on = jobsOn(1)
  const { items, ...plan } = on.planOf()
  const job = await on.jobs.start({ ...plan, items: items.map((item) => ({ ...item, hasPassword: true })) })
  expect(job.items[0]).toMatchObject({ name: 't00', hasPassword: true })
  expect(JSON.stringify(job, (_, value: unknown) => (typeof value === 'function' ? 'a closure' : value))).not.toContain(
    'a closure',
  )
})

test('a note without a write is done, and a mark is for every item of the row', async () => {
  const on = jobsOn(2)
  await on.start()
  on.jobs.log('tokens', 'Value of # copied', 't00', 'Copied.')
  on.jobs.updateItems('tokens', ['t00'], { isCopied: true })
  on.jobs.updateItems('users', ['t01'], { isCopied: true })
  const copied = on.jobs.get().map(({ items }) => items.map(({ isCopied }) => isCopied === true))
  expect(copied).toEqual([[true, false], [true]])
  expect(on.jobs.get()[1]).toMatchObject({
    endedAt: on.now(),
    items: [{ isDismissed: true, message: { text: 'Copied.' } }],
  })
})

test('outcomes are told once more by what is known later, and whether they are the last of their rows', async () => {
  const on = jobsOn(2)
  await on.start()
  await on.start()
  const saved = describeDone('It is saved.')
  on.jobs.retell('users', () => saved)
  on.jobs.retell('tokens', ({ name }, _, isLast) => (name === 't00' && isLast ? saved : undefined))
  const hasSavedMessage = on.jobs.get().map(({ items }) => items.map((item) => item.message === saved.message))
  expect(hasSavedMessage).toEqual([
    [false, false],
    [true, false],
  ])
})

test('a row that could not be created again, and is in a later list, is told by that list, now and by the next one', async () => {
  const on = jobsOn(1)
  const plan = on.planOf()
  on.tokens.before = (call) => void (call.startsWith('create') && failWith(broken)())
  await on.start('replace')
  const draft = { name: 't00', active: true, write: false, expiration_date: 'none' } as const
  const again = plan.items.map((item) => ({ ...item, createTask: () => ({ operation: 'create' as const, draft }) }))
  await on.jobs.start({ ...plan, action: 'create', items: again })
  const last = () => selectJobRows(on.jobs.get(), 'tokens').last.get('t00')?.item
  expect(last()?.facts?.isMissing).toBe(true)
  const created = describeDone('It is created.')
  for (let list = 1; list <= 2; list += 1) {
    on.jobs.retell('tokens', ({ outcome }) =>
      outcome?.sideEffect?.type === 'replace-incomplete' ? created : undefined,
    )
    expect(last()).toMatchObject(created)
  }
})
