import type { TimestampedRow } from '#api/list/row-list.ts'
import type { RowSnapshot } from '#api/write/resource-adapter.ts'
import { outcomeRow } from '#api/write/outcome.ts'
import { findSnapshot } from '#web/resource/list-queries.ts'
import type { FollowUp } from '#web/resource/outcome-message.ts'
import { createRow, runAction, planCreation } from './run-action.ts'
import type { AppContext } from './app-context.tsx'
import type { Job, JobItem } from './job.ts'
import type { JobEntry } from './job-selectors.ts'

/** What the page around a deed can do about it. */
export interface PageHandlers {
  copy?: (name: string) => void
  edit?: (name: string, how?: 'with-password') => void
  refresh?: () => void
}

/** The row of an item as its outcome shows it, or else as the admin saw it before; undefined: it was to be created. */
function seenBy({ outcome, snapshot }: JobItem): RowSnapshot<TimestampedRow> | undefined {
  const row = outcome && outcomeRow(outcome)
  return row !== undefined && outcome !== undefined ? { row, readStartedAt: outcome.readStartedAt } : snapshot
}

/** Does the same once more to rows of a job, or another act. Rows whose password is gone are not to be given. */
export function retryItems(
  desk: AppContext,
  job: Job,
  items: readonly JobItem[],
  act = job.action,
): Promise<Job | undefined> {
  const { resource, progressLabel, doneLabel } = job
  const isSame = act === job.action
  const created =
    isSame && !desk.blockIfReadOnly(resource) ? items.filter(({ snapshot }) => snapshot === undefined) : []
  const planned = created.map(({ name, change }) => planCreation(desk, resource, { name, change }))
  const begun =
    planned.length === 0
      ? undefined
      : desk.jobs.start({ resource, action: act, progressLabel, doneLabel, items: planned, skipped: [] })
  const { list } = desk.actionContext(resource)
  const rows = items.flatMap((item) =>
    created.includes(item) ? [] : (findSnapshot(list, item.currentName) ?? seenBy(item) ?? []),
  )
  if (begun !== undefined && rows.length === 0) return begun
  const changes = new Map(items.map(({ currentName, change }) => [currentName, change]))
  return runAction(desk, resource, act, rows, isSame ? { changes } : {})
}

/** The items of a job that can be undone. */
export const undoableItems = ({ items }: Job): readonly JobItem[] =>
  items.filter(({ message, isDismissed }) => message?.followUps.includes('undo') === true && isDismissed !== true)

/** Undoes a job, where nobody has changed the row since. */
export function undoJob(desk: AppContext, job: Job): Promise<Job | undefined> {
  const { resource } = job
  const known = desk.actionContext(resource)
  const changes = new Map<string, object>()
  const rows = undoableItems(job).flatMap(({ outcome, currentName }): RowSnapshot<TimestampedRow>[] => {
    const row = outcome && outcomeRow(outcome)
    const back = outcome && desk.resources[resource].undoChange(outcome, known)
    if (row === undefined || back === undefined || outcome === undefined) return []
    changes.set(currentName, back)
    return [{ row, readStartedAt: outcome.readStartedAt }]
  })
  return runAction(desk, resource, 'save', rows, { changes, isUndo: true })
}

/** What a button of a note or a report does; undefined: nothing, so there is no button. `now`: the row as the list shows it. */
export function followUpHandler(
  desk: AppContext,
  next: FollowUp,
  deed: JobEntry,
  now: RowSnapshot<TimestampedRow> | undefined,
  page: PageHandlers,
): (() => void) | undefined {
  const { job, item } = deed
  const { resource, action } = job
  const { currentName: name, change, outcome } = item
  const row = outcome && outcomeRow(outcome)
  const seen = now ?? seenBy(item)
  const on = (actName: string, given: Parameters<typeof runAction>[4] = {}) =>
    seen && (() => void runAction(desk, resource, actName, [seen], given))
  switch (next) {
    case 'copy-value':
      return page.copy && (() => page.copy?.(name))
    case 'edit':
      return page.edit && (() => page.edit?.(name))
    case 'set-password':
      return page.edit && (() => page.edit?.(name, 'with-password'))
    case 'refresh':
      return page.refresh
    case 'undo': {
      const back = outcome && desk.resources[resource].undoChange(outcome, desk.actionContext(resource))
      if (back === undefined || row === undefined || outcome === undefined) return undefined
      // Only if nobody has changed the row since.
      return () =>
        void runAction(desk, resource, 'save', [{ row, readStartedAt: outcome.readStartedAt }], {
          change: back,
          isUndo: true,
        })
    }
    case 'retry':
    case 'review':
      if (item.snapshot === undefined)
        // A password is gone: the form of a new row asks for it.
        return item.hasPassword ? undefined : () => void retryItems(desk, job, [item])
      return item.hasPassword ? page.edit && (() => page.edit?.(name, 'with-password')) : on(action, { change })
    case 'repair':
    case 'replace-value':
      return on(next)
    case 'set-expiry':
    case 'correct-flags':
      // What was asked of the new row.
      return on('save', { change })
    case 'recreate': {
      if (now !== undefined) return undefined
      const missing = outcome && desk.resources[resource].rowToRecreate?.(outcome)
      return missing && (() => void createRow(desk, resource, missing))
    }
    case 'send-flags': {
      const row = seen?.row ?? desk.resources[resource].unlistedRow?.(name)
      return row && (() => void runAction(desk, resource, 'save', [{ row, readStartedAt: 0 }], { change }))
    }
  }
}
