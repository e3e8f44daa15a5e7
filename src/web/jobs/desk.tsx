import { createContext, useContext, useMemo } from 'react'
import type { ResourceName } from '#contract/problem.ts'
import type { World } from '#web/resource/world.ts'
import { useNow } from '#web/ui/clock.ts'
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
  const all = useStore(useDesk().jobs)
  return useMemo(() => rowsOfJobs(all, resource), [all, resource])
}

/** What showing rows depends on now. It is the same object until something of it changes: each change redraws all rows. */
export function useWorld(): World {
  const { unit, updates, jobs, world } = useDesk()
  useStore(unit)
  useStore(updates)
  useStore(jobs)
  const now = useNow()
  const { ahead = 0, onUpdate, you, unit: inUnit } = world()
  const mine = you.join('\n')
  const seconds = Math.round(ahead / 1000) * 1000
  return useMemo(
    () => ({ now, ahead: seconds, unit: inUnit, onUpdate, you: mine === '' ? [] : mine.split('\n') }),
    [now, seconds, inUnit, onUpdate, mine],
  )
}
