import type { ResourceName } from '#api/problem.ts'
import type { RowSnapshot } from '#api/write/resource-adapter.ts'
import type { TimestampedRow } from '#api/list/row-list.ts'
import { outcomeRow } from '#api/write/outcome.ts'
import type { AppContext } from './app-context.tsx'
import { isJobRunning, itemResult, type Job, type JobItem } from './job.ts'
import { runAction } from './run-action.ts'

// An undo is a save of what each row had before, only where nobody has changed it since. What it is called: `saveLabels`.

/** The items of a job that can be undone. */
export const undoableItems = ({ items }: Job): readonly JobItem[] =>
  items.filter(({ facts, isDismissed }) => facts?.canUndo === true && isDismissed !== true)

/** The row that a write left, and the change that undoes it; undefined: none does. */
export function undoOf(
  { resources }: Pick<AppContext, 'resources'>,
  resource: ResourceName,
  { outcome }: JobItem,
): { snapshot: RowSnapshot<TimestampedRow>; change: object } | undefined {
  const row = outcome && outcomeRow(outcome)
  const change = outcome && resources[resource].undoChange(outcome)
  if (outcome === undefined || row === undefined || change === undefined) return undefined
  return { snapshot: { row, readStartedAt: outcome.readStartedAt }, change }
}

/** Undoes what a job did to these rows. */
export function undoItems(app: AppContext, job: Job, items: readonly JobItem[]): Promise<Job | undefined> {
  const { id, resource } = job
  const changes = new Map<string, object>()
  const snapshots = items.flatMap((item) => {
    const undo = undoOf(app, resource, item)
    if (undo === undefined) return []
    changes.set(item.currentName, undo.change)
    return [undo.snapshot]
  })
  return runAction(app, resource, 'update', snapshots, { changes, undoes: id })
}

/** Whether all that a job did has been undone since, row by row or at once, and was not done again. */
export function isUndone(job: Job, allJobs: readonly Job[]): boolean {
  const undone = new Set(
    allJobs
      .filter((other) => other.undoes === job.id && !isJobRunning(other))
      .flatMap(({ items }) => items.filter((item) => itemResult(item) === 'succeeded').map(({ name }) => name)),
  )
  const done = job.items.filter((item) => itemResult(item) === 'succeeded')
  return done.length > 0 && done.every(({ currentName }) => undone.has(currentName))
}
