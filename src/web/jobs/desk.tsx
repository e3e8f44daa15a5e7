import { createContext, useContext, useMemo } from 'react'
import type { ResourceName } from '#contract/problem.ts'
import { useStore } from '#web/ui/store.ts'
import type { Desk } from './do-act.ts'
import { rowsOfJobs, type RowsOfJobs } from './rows-of-jobs.ts'

const DeskContext = createContext<Desk | undefined>(undefined)

export const DeskProvider = DeskContext.Provider

/** Where acts are done. @throws {Error} outside a signed-in page. */
export function useDesk(): Desk {
  const desk = useContext(DeskContext)
  if (desk === undefined) throw new Error('no desk around this component')
  return desk
}

/** What the jobs say of the rows of a resource. */
export function useRowsOfJobs(resource: ResourceName): RowsOfJobs {
  const jobs = useStore(useDesk().jobs)
  return useMemo(() => rowsOfJobs(jobs, resource), [jobs, resource])
}
