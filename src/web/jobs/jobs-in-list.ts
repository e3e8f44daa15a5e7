import type { ResourceName } from '#contract/problem.ts'
import { createStore, type Readable } from '#web/ui/store.ts'
import { isUnderWay, type Job } from './job.ts'
import { rowsOfJobs, type RowsOfJobs } from './rows-of-jobs.ts'

/** The jobs as lists draw them. */
export interface JobsInList extends Readable<readonly Job[]> {
  /** What they say of the rows of a resource. */
  rowsOf: (resource: ResourceName) => RowsOfJobs
}

/** What was selected last. The jobs before the first one under way have ended: after 20 of 10,000 rows, they took 77 ms. */
interface Known {
  of: readonly Job[]
  are: RowsOfJobs
  ended: readonly Job[]
  last: RowsOfJobs['last']
}

/**
 * Follows the jobs at once, but while one goes over several rows in a task of its own: its report is drawn first, and
 * both in one task would hold up what the admin presses.
 */
export function jobsInList(jobs: Readable<readonly Job[]>): JobsInList {
  const { get, set, subscribe } = createStore(jobs.get())
  const rows = new Map<ResourceName, Known>()
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
      const known = rows.get(resource)
      if (known?.of === of) return known.are
      const open = of.findIndex(isUnderWay)
      const ended = open < 0 ? of : of.slice(0, open)
      const before =
        known?.ended.every((job, at) => job === ended[at]) === true ? known : { ended: [], last: undefined }
      const { last } = rowsOfJobs(ended.slice(before.ended.length), resource, before.last)
      const are = rowsOfJobs(of.slice(ended.length), resource, last)
      rows.set(resource, { of, are, ended, last })
      return are
    },
  }
}
