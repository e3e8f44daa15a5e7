import { useState } from 'react'
import type { ResourceName } from '#contract/problem.ts'
import { isTaken } from '#contract/write/outcome.ts'
import { useDesk } from '#web/jobs/desk.tsx'
import type { JobItem } from '#web/jobs/job.ts'
import { useSession } from '#web/session/session.ts'
import { useStore } from '#web/ui/store.ts'

/** What stopped the last attempt, if anything. */
interface Ended {
  job: number
  /** A refusal by a session that has ended is over once the same person has signed in again. */
  during: AbortSignal
}

/**
 * Does what a form asks for, as a job, and finds out what came of it. `act`: resolves when that is over. Returns the item,
 * or undefined where nothing was begun. `told`: why the form is still open.
 */
export function useSubmit(resource: ResourceName) {
  const { jobs } = useDesk()
  const { ended: during } = useSession()
  const [ended, setEnded] = useState<Ended>()
  const stopped = useStore(jobs).find(({ id }) => id === ended?.job && ended.during === during)
  const submit = async (act: () => Promise<unknown>): Promise<JobItem | undefined> => {
    setEnded(undefined)
    const before = jobs.get().length
    await act()
    const job = jobs
      .get()
      .slice(before)
      .findLast((one) => one.isInForm && one.resource === resource)
    const item = job?.items[0]
    if (job === undefined || item?.told === undefined || isDone(item)) return item
    // The form tells it, not a note. What is open is told by a note, too, once the form is closed.
    if (item.told.result !== 'unknown') jobs.mark(resource, [item.after], { isDismissed: true })
    setEnded({ job: job.id, during })
    return item
  }
  return { submit, told: stopped?.items[0]?.told }
}

/**
 * Whether a form is done, so that it closes: a note tells whatever is left to say. A password is only here, and no note
 * could send it again.
 */
export const isDone = ({ told, outcome, hasPassword }: Pick<JobItem, 'told' | 'outcome' | 'hasPassword'>): boolean =>
  told?.result === 'done' ||
  (outcome !== undefined && isTaken(outcome) && !(hasPassword === true && told?.next.includes('again') === true))
