import { createContext, useContext, useMemo } from 'react'
import type { ResourceName } from '#api/problem.ts'
import { useStore, type Store } from '#web/ui/store.ts'
import type { RowContext } from '#web/resource/world.ts'
import { useNow } from '#web/ui/use-now.ts'
import type { AnyResourceDefinition } from '#web/resource/resource.ts'
import type { ActionContext } from '#web/resource/action.ts'
import type { TimestampedRow } from '#api/list/row-list.ts'
import type { UpdateEffectStore, TimeUnitStore } from '#web/resource/service-facts.ts'
import { type JobRows, selectJobRows } from './job-selectors.ts'
import type { JobStore } from './job-store.ts'
import type { ConfirmationQueue } from './confirmations.ts'

/** Where acts are done. */
export interface AppContext {
  jobs: JobStore
  questions: ConfirmationQueue
  resources: Readonly<Record<ResourceName, AnyResourceDefinition>>
  /** What is known now. */
  knows: (resource: ResourceName) => ActionContext<TimestampedRow>
  /** Whether nothing can be changed now; a toast has said why. A form holds its row, so only the network blocks it. */
  isBlocked: (resource: ResourceName, isInForm?: boolean) => boolean
  /** Says why an act does nothing. */
  refuse: (says: string) => void
  /** What updates were seen to do to values. */
  updates: Pick<UpdateEffectStore, 'get' | 'subscribe' | 'warned'>
  unit: TimeUnitStore
  /** What showing and changing rows depend on now. */
  world: () => RowContext
  /** What is open over the page; undefined: nothing. */
  opened: Store<Overlay | undefined>
}

const DeskContext = createContext<AppContext | undefined>(undefined)

export const AppContextProvider = DeskContext.Provider

/** Where acts are done. @throws {Error} outside a signed-in page. */
export function useAppContext(): AppContext {
  const desk = useContext(DeskContext)
  if (desk === undefined) throw new Error('no desk around this component')
  return desk
}

/** What the jobs say of the rows of a resource. */
export function useJobRows(resource: ResourceName): JobRows {
  const all = useStore(useAppContext().jobs)
  return useMemo(() => selectJobRows(all, resource), [all, resource])
}

/** What showing rows depends on now. It is the same object until something of it changes: each change redraws all rows. */
export function useRowContext(): RowContext {
  const { unit, updates, jobs, world } = useAppContext()
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

/** What is open over the page: one sheet at a time. */
export type Overlay =
  /** The sheet of a new row. `like`: the name of the row that it begins as. */
  | { is: 'new'; resource: ResourceName; like?: string }
  /** The sheet of a row. */
  | { is: 'row'; resource: ResourceName; name: string; hasPassword?: true }
  | { is: 'import'; resource: ResourceName }
  /** *Find by value*. A pasted value can be taken once. */
  | { is: 'find'; takePasted?: () => string }
  | { is: 'activity' }
  /** The report of a job. */
  | { is: 'report'; job: number }
