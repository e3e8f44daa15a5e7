import { useQuery } from '@tanstack/react-query'
import type { ResourceName } from '#contract/problem.ts'
import { tokenList, userList } from '#web/resource/lists.ts'
import type { Told } from '#web/resource/say.ts'
import { useSession } from '#web/session/session.ts'
import { useDesk } from './desk.tsx'
import type { Job, JobItem } from './job.ts'
import type { RowsOfJobs } from './rows-of-jobs.ts'

/**
 * A job as it is told now: what became of a write that was left open, as the list shows since. Only of the last thing that
 * was done to a row: an earlier write proves nothing any more.
 */
export function toldNow(
  job: Job,
  lastOf: (resource: ResourceName) => RowsOfJobs['last'],
  later: (item: JobItem) => Told | undefined,
): Job {
  const isOpen = ({ told, outcome }: JobItem) => told?.result === 'unknown' && outcome !== undefined
  if (!job.items.some(isOpen)) return job
  const last = lastOf(job.resource)
  const items = job.items.map((item) => {
    if (!isOpen(item) || last.get(item.after)?.item.outcome !== item.outcome) return item
    const told = later(item)
    return told === undefined ? item : { ...item, told }
  })
  return { ...job, items }
}

/** Tells jobs by the lists as they are now. Whoever asks has subscribed to the jobs. */
export function useToldNow(): (some: readonly Job[]) => readonly Job[] {
  const { jobs, knows, later } = useDesk()
  const { service } = useSession()
  const isRead = { enabled: false, notifyOnChangeProps: ['data' as const] }
  useQuery({ ...tokenList(service), ...isRead })
  useQuery({ ...userList(service), ...isRead })
  const lastOf = (resource: ResourceName) => jobs.inList.rowsOf(resource).last
  return (some) =>
    some.map((job) => {
      const { list } = knows(job.resource)
      return toldNow(job, lastOf, ({ outcome }) =>
        outcome && list?.isWhole === true ? later(job.resource, outcome, list) : undefined,
      )
    })
}
