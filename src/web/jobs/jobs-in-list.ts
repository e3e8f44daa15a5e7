import type { ResourceName } from '#contract/problem.ts'
import { createStore, type Readable } from '#web/ui/store.ts'
import { isUnderWay, type Job } from './job.ts'
import { rowsOfJobs, type RowsOfJobs } from './rows-of-jobs.ts'

/** The jobs as lists draw them. */
export interface JobsInList extends Readable<readonly Job[]> {
  /** What they say of the rows of a resource. */
  rowsOf: (resource: ResourceName) => RowsOfJobs
}

/**
 * Follows the jobs at once, but while one goes over several rows in a task of its own: its report is drawn first, and
 * both in one task would hold up what the admin presses.
 */
export function jobsInList(jobs: Readable<readonly Job[]>): JobsInList {
  const { get, set, subscribe } = createStore(jobs.get())
  const rows = new Map<ResourceName, { of: readonly Job[]; are: RowsOfJobs }>()
  let timer: ReturnType<typeof setTimeout> | undefined
  const follow = () => {
    clearTimeout(timer)
    timer = undefined
    set(jobs.get())
  }
  jobs.subscribe(() => {
    if (!jobs.get().some((job) => isUnderWay(job) && job.items.length > 1)) follow()
    else timer ??= setTimeout(follow)
  })
  return {
    get,
    subscribe,
    rowsOf(resource) {
      const of = get()
      const last = rows.get(resource)
      if (last?.of === of) return last.are
      const are = rowsOfJobs(of, resource)
      rows.set(resource, { of, are })
      return are
    },
  }
}
