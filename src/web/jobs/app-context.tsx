import { createContext, useContext, useMemo, useState, useEffect } from 'react'
import { useMutation } from '@tanstack/react-query'
import type { RowSnapshot } from '#api/write/resource-adapter.ts'
import type { NewRow } from '#web/resource/form.ts'
import { mutationDefaults } from '#web/resource/list-queries.ts'
import type { Job } from './job.ts'
import type { ResourceName } from '#api/problem.ts'
import type { Overlay } from '#web/router/overlay.ts'
import { useStore, type Store } from '#web/ui/store.ts'
import type { RowContext } from '#web/resource/row-context.ts'
import { useNow } from '#web/ui/use-now.ts'
import type { AnyResourceDefinition } from '#web/resource/resource.ts'
import type { ToastStore } from '#web/ui/toast.tsx'
import type { ContextSource } from './context-source.ts'
import type { TimestampedRow } from '#api/list/row-list.ts'
import { type JobRows, selectJobRows, shouldShowNote, type JobEntry } from './job-selectors.ts'
import type { JobStore } from './job-store.ts'
import type { TabList } from './tab-list.ts'
import type { ConfirmationQueue } from './confirmations.ts'
import { isAccepted } from '#api/write/outcome.ts'

/** What the actions of a page run on. */
export interface AppContext extends ContextSource {
  jobs: JobStore
  confirmations: ConfirmationQueue
  resources: Readonly<Record<ResourceName, AnyResourceDefinition>>
  /** Where an action says why it does nothing. */
  toasts: ToastStore
  /**
   * What this page leaves to the next one of its tab. `tokens`: those that a replacement may have deleted, and what creates them
   * again. `imports`: the resources of which a file is being imported.
   */
  tabLists: Readonly<Record<'tokens' | 'imports', TabList>>
  /** Reads a list again now. */
  refreshList: (resource: ResourceName) => void
  /** What is open over the page; undefined: nothing. */
  overlay: Store<Overlay | undefined>
}

const AppContextContext = createContext<AppContext | undefined>(undefined)

export const AppContextProvider = AppContextContext.Provider

/** What the actions of a page run on. @throws {Error} outside a signed-in page. */
export function useAppContext(): AppContext {
  const app = useContext(AppContextContext)
  if (app === undefined) throw new Error('no app context around this component')
  return app
}

/** A mutation that runs an action. Its result is the job; undefined: the admin cancelled, or there was nothing to do. */
export function useActionMutation<Variables>(
  mutationFn: (variables: Variables, app: AppContext) => Promise<Job | undefined>,
) {
  const app = useAppContext()
  return useMutation({ ...mutationDefaults, mutationFn: (variables: Variables) => mutationFn(variables, app) })
}

/** A new row. `isInForm`: its form shows what came of it, not a note. */
export interface CreateRow<Change extends object> extends NewRow {
  change: Change
  isInForm?: true
}

/** A change of a row as the admin saw it. `readPassword`: its new password, which is read when it is sent. */
export interface UpdateRow<Row extends TimestampedRow, Change extends object> extends Pick<NewRow, 'readPassword'> {
  snapshot: RowSnapshot<Row>
  change: Change
  isInForm?: true
  /** The admin drops the change, because somebody changed the row meanwhile. */
  onReload?: () => void
}

/** Rows as the admin saw them. `hidden`: how many of them the page does not show, by its filter or search. */
export interface DeleteRows<Row extends TimestampedRow> {
  snapshots: readonly RowSnapshot<Row>[]
  hidden?: number
}

/**
 * The mutations of a page, as its list and its sheets take them. They resolve when the job has ended. (Methods, so that
 * those of each resource fit where rows of any are handled.)
 */
export interface RowMutations {
  create(row: CreateRow<object>): Promise<Job | undefined>
  update(row: UpdateRow<TimestampedRow, object>): Promise<Job | undefined>
  remove(rows: DeleteRows<TimestampedRow>): Promise<Job | undefined>
}

/** What the jobs say of the rows of a resource. */
export function useJobRows(resource: ResourceName): JobRows {
  const allJobs = useStore(useAppContext().jobs)
  return useMemo(() => selectJobRows(allJobs, resource), [allJobs, resource])
}

/**
 * The service’s milliseconds since 1970, as far as its clock is known, updated every ten seconds. What it stores is
 * compared with this; what happens in this page, such as a refresh or the end of a session, with `useNow`.
 */
export function useServiceTime(): number {
  const { clockOffset } = useAppContext()
  return useNow() + clockOffset()
}

/** What showing rows depends on now. It is the same object until something of it changes: each change redraws all rows. */
export function useRowContext(): RowContext {
  const { timeUnit, updateEffect, jobs, rowContext } = useAppContext()
  useStore(timeUnit)
  useStore(updateEffect)
  useStore(jobs)
  const now = useServiceTime()
  const { updateEffect: currentEffect, ownEmails, timeUnit: currentUnit } = rowContext()
  const ownEmailsKey = ownEmails.join('\n')
  return useMemo(
    () => ({
      now,
      timeUnit: currentUnit,
      updateEffect: currentEffect,
      ownEmails: ownEmailsKey === '' ? [] : ownEmailsKey.split('\n'),
    }),
    [now, currentUnit, currentEffect, ownEmailsKey],
  )
}

/** How long a row shows *Saved*, in milliseconds. */
const savedDurationMs = 4000

/** What the jobs say about the rows of a list: what is pending, what was saved a moment ago, and the notes. */
export function useRowNotes(resource: ResourceName) {
  const { pending, last, newValues } = useJobRows(resource)
  const noted = useMemo(() => new Map([...last].filter(([, entry]) => shouldShowNote(entry))), [last])
  return { pending, noted, newValues, saved: useJustSaved(last) }
}

/** The saves that were verified a moment ago, by name. One stays while the pointer or the focus is on its row. */
function useJustSaved(last: JobRows['last']): JobRows['last'] {
  const [now, setNow] = useState(0)
  const saved = new Map<string, JobEntry>()
  let next = Infinity
  for (const [name, entry] of last) {
    const { facts, snapshot, outcome, settledAt = 0 } = entry.item
    const until = settledAt + savedDurationMs
    if (facts?.status !== 'success' || snapshot === undefined || now >= until) continue
    if (outcome === undefined || !isAccepted(outcome)) continue
    saved.set(name, entry)
    next = Math.min(next, until)
  }
  useEffect(() => {
    if (next === Infinity) return
    const check = () => {
      if (document.querySelector('.saved:is(:hover, :focus-within)')) timer = setTimeout(check, savedDurationMs)
      else setNow(Date.now())
    }
    let timer = setTimeout(check, next - Date.now() + 1)
    return () => clearTimeout(timer)
  }, [next])
  return saved
}
