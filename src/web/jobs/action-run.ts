import type { TimestampedRow } from '#api/list/row-list.ts'
import type { ResourceName } from '#api/problem.ts'
import type { RowSnapshot } from '#api/write/resource-adapter.ts'
import type { Action, ActionContext, ActionOptions } from '#web/resource/action.ts'
import type { AnyResourceDefinition } from '#web/resource/resource.ts'
import type { AppContext } from './app-context.tsx'
import type { Conflict } from './confirmations.ts'
import type { SkippedRow } from './job.ts'

/** How an action is run, besides its rows. */
export interface RunActionOptions {
  /** The same change for every row. */
  change?: object
  /** The change of each row, by its name. */
  changes?: ReadonlyMap<string, object>
  /** The new password of a row, by its name. */
  readPassword?: ((name: string) => string | undefined) | undefined
  /** The admin acts in the form of the row. */
  isInForm?: true
  /** The admin drops the change, because the row has changed: the form begins anew. */
  onReload?: () => void
  /** How many of the rows the page does not show, by its filter or search. */
  hidden?: number
  /** It undoes this job. */
  undoes?: number | undefined
}

/** An action of any resource. */
export type AnyAction = Action<TimestampedRow, object, object>

/** An action on its way: what it is about, and what the admin has answered so far. Each step makes a new one. */
export interface ActionRun {
  resource: AnyResourceDefinition
  actionName: string
  action: AnyAction
  /** The rows that it applies to, and the others. */
  snapshots: readonly RowSnapshot<TimestampedRow>[]
  skipped: readonly SkippedRow[]
  options: RunActionOptions
  /** The expiry that was chosen. */
  date: unknown
  confirmed: ActionOptions
  /** The facts that the admin has read. */
  read: ReadonlySet<string>
  /** Why it is to be confirmed again: somebody changed the row, or the list has changed. */
  reason?: Conflict | 'list-changed' | undefined
}

/** Nothing was confirmed. */
export const defaultActionOptions: ActionOptions = { isUndo: false, repairs: false, acknowledged: [] }

/** An action of a resource by its name. @throws {Error} when there is none. */
export function getAction({ actions }: AnyResourceDefinition, name: string): AnyAction {
  const action = actions[name]
  if (action === undefined) throw new Error(`no action ${name}`)
  return action
}

/** An action before anything is asked, without the rows to which it does not apply. */
export function prepareRun(
  app: AppContext,
  resourceName: ResourceName,
  actionName: string,
  rows: readonly RowSnapshot<TimestampedRow>[],
  options: RunActionOptions,
): ActionRun {
  const resource = app.resources[resourceName]
  const run: ActionRun = {
    resource,
    actionName,
    action: getAction(resource, actionName),
    snapshots: rows,
    skipped: [],
    options,
    date: undefined,
    confirmed: { ...defaultActionOptions, isUndo: options.undoes !== undefined },
    read: new Set(),
  }
  // One row alone is never left out: the admin is told what came of it.
  return rows.length < 2 ? run : withoutSkippedRows(run, app.actionContext(resourceName))
}

/** What a run asks of a row. */
export const changeOf = (
  { resource, action, options, date }: ActionRun,
  { row }: RowSnapshot<TimestampedRow>,
  context: ActionContext<TimestampedRow>,
): object =>
  (date === undefined ? undefined : action.changeForDate?.(date, row, context)) ??
  options.changes?.get(resource.nameOf(row)) ??
  options.change ??
  action.defaultChange?.(row, context) ??
  {}

/** All that a run asks for. An undo may ask each row for something else. */
export function wholeChange(run: ActionRun, context: ActionContext<TimestampedRow>): object {
  const change = {}
  for (const snapshot of run.snapshots) Object.assign(change, changeOf(run, snapshot, context))
  return change
}

function withoutSkippedRows(run: ActionRun, context: ActionContext<TimestampedRow>): ActionRun {
  const { action, resource, snapshots: rows } = run
  const reasons = new Map(rows.map((snapshot) => [snapshot, action.unavailableReason?.(snapshot.row, context)]))
  const applicableRows = rows.filter((snapshot) => reasons.get(snapshot) === undefined)
  const excluded = action.excludedFromBulk?.(
    applicableRows.map((snapshot) => ({ row: snapshot.row, change: changeOf(run, snapshot, context) })),
    context,
  )
  const snapshots: RowSnapshot<TimestampedRow>[] = []
  const skipped: SkippedRow[] = []
  for (const snapshot of rows) {
    const name = resource.nameOf(snapshot.row)
    const reason = reasons.get(snapshot) ?? excluded?.get(name)
    if (reason === undefined) snapshots.push(snapshot)
    else skipped.push({ name, reason })
  }
  return { ...run, snapshots, skipped }
}

/** *All 3 users are already inactive. Nothing was sent.* */
export function nothingToDoMessage({ skipped, resource: { noun } }: ActionRun): string {
  const reasons = [...new Set(skipped.map((row) => row.reason))]
  const [only, ...others] = reasons
  const reasonText =
    only === undefined
      ? `None of these ${noun}s is in the list any more.`
      : others.length === 0
        ? `All ${skipped.length} ${noun}s are ${only}.`
        : `None of these ${skipped.length} ${noun}s can be changed this way.`
  return `${reasonText} Nothing was sent.`
}
