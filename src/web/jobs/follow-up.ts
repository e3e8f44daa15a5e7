import type { TimestampedRow } from '#api/list/row-list.ts'
import type { ResourceName } from '#api/problem.ts'
import type { RowSnapshot } from '#api/write/resource-adapter.ts'
import { outcomeRow } from '#api/write/outcome.ts'
import { findSnapshot } from '#web/resource/list-queries.ts'
import type { FollowUp } from '#web/resource/outcome-facts.ts'
import { blockIfReadOnly } from '#web/session/session.ts'
import { recreateRows, runAction, planCreation } from './run-action.ts'
import type { AppContext } from './app-context.tsx'
import type { Job, JobItem } from './job.ts'
import type { JobEntry } from './job-selectors.ts'
import { undoItems, undoOf } from './undo.ts'

/** What the page can do about an outcome. */
export interface PageHandlers {
  copy?: (name: string) => void
  reveal?: (name: string) => void
  edit?: (name: string, mode?: 'with-password') => void
  refresh?: () => void
}

/** The row of an item as its outcome shows it, or else as the admin saw it before; undefined: it was to be created. */
function snapshotOf({ outcome, snapshot }: JobItem): RowSnapshot<TimestampedRow> | undefined {
  const row = outcome && outcomeRow(outcome)
  return row !== undefined && outcome !== undefined ? { row, readStartedAt: outcome.readStartedAt } : snapshot
}

/** Does the same once more to rows of a job, or another action. Rows whose password is gone are not to be given. */
export async function retryItems(
  app: AppContext,
  job: Job,
  items: readonly JobItem[],
  actionName = job.action,
): Promise<Job | undefined> {
  const { resource, progressLabel, doneLabel } = job
  if (blockIfReadOnly(app, app.readOnlyReason(resource))) return undefined
  const isSame = actionName === job.action
  const itemsToCreate = isSame ? items.filter(({ snapshot }) => snapshot === undefined) : []
  const plannedItems = itemsToCreate.map(({ name, change }) => planCreation(app, resource, { name, change }))
  const jobPromise =
    plannedItems.length === 0
      ? undefined
      : app.jobs.start({ resource, action: actionName, progressLabel, doneLabel, items: plannedItems, skipped: [] })
  const { list } = app.actionContext(resource)
  const rows = items.flatMap((item) =>
    itemsToCreate.includes(item) ? [] : (findSnapshot(list, item.currentName) ?? snapshotOf(item) ?? []),
  )
  if (jobPromise !== undefined && rows.length === 0) return jobPromise
  const changes = new Map(items.map(({ currentName, change }) => [currentName, change]))
  return runAction(app, resource, actionName, rows, isSame ? { changes, undoes: job.undoes } : {})
}

/** Gives new rows the flags that were asked for. */
export function correctItems(app: AppContext, resource: ResourceName, items: readonly JobItem[]) {
  const { list } = app.actionContext(resource)
  const rows = items.flatMap((item) => findSnapshot(list, item.currentName) ?? snapshotOf(item) ?? [])
  const changes = new Map(items.map(({ currentName, change }) => [currentName, change]))
  return runAction(app, resource, 'correct', rows, { changes })
}

/**
 * What a button of a note or a report does; undefined: nothing, so there is no button. `current`: the row as the list
 * shows it.
 */
export function followUpHandler(
  app: AppContext,
  followUp: FollowUp,
  entry: JobEntry,
  current: RowSnapshot<TimestampedRow> | undefined,
  page: PageHandlers,
): (() => void) | undefined {
  const { job, item } = entry
  const { resource, action } = job
  const { currentName: name, change, outcome } = item
  const snapshot = current ?? snapshotOf(item)
  const runOn = (actionName: string, options: Parameters<typeof runAction>[4] = {}) =>
    snapshot && (() => void runAction(app, resource, actionName, [snapshot], options))
  switch (followUp) {
    case 'copy-value':
      return page.copy && (() => page.copy?.(name))
    case 'reveal-value':
      return page.reveal && (() => page.reveal?.(name))
    case 'edit':
      return page.edit && (() => page.edit?.(name))
    case 'set-password':
      return page.edit && (() => page.edit?.(name, 'with-password'))
    case 'refresh':
      return page.refresh
    case 'undo': {
      const undo = undoOf(app, resource, item)
      return undo && (() => void undoItems(app, job, [item]))
    }
    case 'retry':
    case 'review':
      if (item.snapshot === undefined)
        // A password is gone: the form of a new row asks for it.
        return item.hasPassword ? undefined : () => void retryItems(app, job, [item])
      return item.hasPassword
        ? page.edit && (() => page.edit?.(name, 'with-password'))
        : runOn(action, { change, undoes: job.undoes })
    case 'repair':
    case 'replace-value':
      return runOn(followUp)
    case 'set-expiry':
    case 'correct-flags':
      // What was asked of the new row.
      return runOn('update', { change })
    case 'recreate': {
      if (current !== undefined) return undefined
      const missing = outcome && app.resources[resource].rowToRecreate?.(outcome)
      return missing && (() => void recreateRows(app, resource, [missing], true))
    }
    case 'send-flags': {
      const row = snapshot?.row ?? app.resources[resource].unlistedRow?.(name)
      return row && (() => void runAction(app, resource, 'update', [{ row, readStartedAt: 0 }], { change }))
    }
  }
}
