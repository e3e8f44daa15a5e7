import { expect, test, vi } from 'vitest'
import { createStore } from '#web/ui/store.ts'
import type { Job, JobItem } from './job.ts'
import { jobsInList } from './jobs-in-list.ts'
import { rowsOfJobs } from './rows-of-jobs.ts'

const job = (rows: number, part: Partial<Job> = {}): Job => ({
  id: rows,
  resource: 'tokens',
  act: 'deactivate',
  doing: 'Deactivating #',
  done: '# deactivated',
  items: Array.from({ length: rows }, (_, at): JobItem => {
    const name = `t${at}`
    return { name, after: name, change: { active: false }, state: 'waiting' }
  }),
  leftOut: [],
  startedAt: 0,
  ...part,
})

test('lists draw a job on one row at once, and one on several in a task of its own, once for all that came of it', () => {
  vi.useFakeTimers()
  const jobs = createStore<readonly Job[]>([])
  const inList = jobsInList(jobs)
  const drawn = vi.fn<() => void>()
  inList.subscribe(drawn)
  jobs.set([job(1)])
  expect([...inList.rowsOf('tokens').pending.keys()]).toEqual(['t0'])
  jobs.set([job(1), job(2)])
  jobs.set([job(1), job(3)])
  expect(inList.get()).toEqual([job(1)])
  expect(drawn).toHaveBeenCalledTimes(1)
  vi.runAllTimers()
  expect([...inList.rowsOf('tokens').pending.keys()]).toEqual(['t0', 't1', 't2'])
  expect(drawn).toHaveBeenCalledTimes(2)
  jobs.set([job(1), job(3, { stopped: 'cancelled' })])
  jobs.set([job(1, { endedAt: 1 }), job(3, { endedAt: 1 })])
  expect(inList.rowsOf('tokens').pending.size).toBe(0)
  vi.runAllTimers()
  expect(drawn).toHaveBeenCalledTimes(3)
})

test('what jobs say of rows is the same whether the earlier ones were asked before, ended since or changed', () => {
  vi.useFakeTimers()
  const jobs = createStore<readonly Job[]>([])
  const inList = jobsInList(jobs)
  const ended = (id: number, names: readonly string[], part: Partial<JobItem> = {}): Job => ({
    ...job(0, { id, endedAt: 1 }),
    items: names.map((name): JobItem => {
      const told = { result: 'done', says: `${id}`, next: [] } as const
      return {
        name,
        after: name,
        change: {},
        state: 'ended',
        outcome: {} as NonNullable<JobItem['outcome']>,
        told,
        ...part,
      }
    }),
  })
  const running = ended(2, ['b', 'c'])
  delete running.endedAt
  const first = ended(1, ['a', 'b'])
  for (const state of [
    [first],
    [first, running],
    [first, { ...running, endedAt: 2 }, ended(3, ['a'])],
    [ended(1, ['a', 'b'], { isDismissed: true }), { ...running, endedAt: 2 }, ended(3, ['c'])],
    [],
  ]) {
    jobs.set(state)
    vi.runAllTimers()
    expect([...inList.rowsOf('tokens').last]).toEqual([...rowsOfJobs(inList.get(), 'tokens').last])
    expect(inList.rowsOf('tokens').last.size).toBe(state.length === 0 ? 0 : state.length === 1 ? 2 : 3)
  }
})
