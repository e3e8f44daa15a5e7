import type { ResourceName } from '#api/problem.ts'
import type { RowSnapshot, Acknowledgement } from '#api/write/resource-adapter.ts'
import type { TimestampedRow } from '#api/list/row-list.ts'
import type { ActionContext, ActionOptions, Confirmation, Action } from '#web/resource/action.ts'
import { formatCount } from '#web/ui/format.ts'
import type { NewRow } from '#web/resource/form.ts'
import type { AnyResourceDefinition } from '#web/resource/resource.ts'
import { type Outcome, outcomeRow, decisionNeeded, differingFields } from '#api/write/outcome.ts'
import { blockIfReadOnly } from '#web/session/session.ts'
import { displayText } from '#web/ui/untrusted-text.tsx'
import type { AppContext } from './app-context.tsx'
import type { Job, SkippedRow } from './job.ts'
import type { ReconfirmReason, ConflictField } from './confirmations.ts'
import type { PlannedItem } from './run-job.ts'

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
  /** How many of the rows the page does not show, by its filter or search. */
  hidden?: number
  /** It undoes what this page did. */
  isUndo?: true
}

/**
 * Runs an action on rows that the admin saw: leaves out those to which it does not apply, has it confirmed where that
 * is needed, does it, and asks once more if one row alone was stopped. Undefined: the admin cancelled, or there was
 * nothing to do.
 */
export async function runAction(
  app: AppContext,
  name: ResourceName,
  actionName: string,
  rows: readonly RowSnapshot<TimestampedRow>[],
  options: RunActionOptions = {},
): Promise<Job | undefined> {
  if (blockIfReadOnly(app, app.readOnlyReason(name, options.isInForm))) return undefined
  const resource = app.resources[name]
  const action = getAction(resource, actionName)
  let date: unknown
  const changeOf = ({ row }: RowSnapshot<TimestampedRow>, context: ActionContext<TimestampedRow>): object =>
    (date === undefined ? undefined : action.changeForDate?.(date, row, context)) ??
    options.changes?.get(resource.nameOf(row)) ??
    options.change ??
    action.defaultChange?.(row, context) ??
    {}
  const partition = partitionRows(action, resource, rows, changeOf, app.actionContext(name))
  if (partition.kept.length === 0) {
    const message = `${nothingToDoMessage(partition.skipped, resource.noun)} Nothing was sent.`
    app.toasts.show(message, { severity: 'error' })
    return undefined
  }
  const { skipped } = partition
  let snapshots = partition.kept
  let actionOptions: ActionOptions = { ...defaultActionOptions, isUndo: options.isUndo === true }
  let reason: ReconfirmReason | undefined
  for (;;) {
    const names = snapshots.map(({ row }) => resource.nameOf(row))
    const contextBefore = app.actionContext(name)
    const confirmation = action.confirmation?.(
      snapshots.map(({ row }) => row),
      changeOf(snapshots[0]!, contextBefore),
      contextBefore,
      actionOptions,
    )
    if (confirmation !== undefined || reason !== undefined) {
      const question = withReconfirmLabel(
        withHiddenCount(confirmation ?? defaultConfirmation(names), options.hidden),
        action,
        reason,
      )
      // oxlint-disable-next-line no-await-in-loop -- the second confirmation is about what came of the first
      const answer = await app.confirmations.ask({ resource: name, names, skipped, question, reason })
      // The network may have gone while the confirmation was open.
      if (answer === undefined || blockIfReadOnly(app, app.readOnlyReason(name, options.isInForm))) return undefined
      const { acknowledges = [], repairs = false, warningKey = false, alternative } = question
      if (answer.isInstead && alternative) return runAction(app, name, alternative.action, snapshots)
      if (warningKey) app.updateEffect.warned()
      actionOptions = { ...actionOptions, repairs, acknowledged: [...actionOptions.acknowledged, ...acknowledges] }
      date = answer.date ?? date
    }
    const [sentOptions, currentContext] = [actionOptions, app.actionContext(name)]
    const items = snapshots.map((snapshot): PlannedItem => {
      const item = { name: resource.nameOf(snapshot.row), snapshot, change: changeOf(snapshot, currentContext) }
      const readPassword = options.readPassword && (() => options.readPassword?.(item.name))
      const createTask = () => action.createTask({ ...item, readPassword }, app.actionContext(name), sentOptions)
      return { ...item, createTask, ...(options.readPassword && { hasPassword: true }) }
    })
    const { isInForm } = options
    const jobPromise = app.jobs.start({
      resource: name,
      ...jobLabels(resource, actionName, items[0]?.change),
      ...(options.isUndo && undoLabels),
      items,
      skipped,
      ...(isInForm && { isInForm }),
    })
    showReport(app)
    // oxlint-disable-next-line no-await-in-loop
    const job = await jobPromise
    const [firstItem, ...otherItems] = job.items
    const outcome = otherItems.length === 0 ? firstItem?.outcome : undefined
    const reconfirmation =
      outcome &&
      conflictToReconfirm(
        outcome,
        resource,
        firstItem!.snapshot!,
        firstItem!.change,
        app.actionContext(name),
        actionOptions,
      )
    if (reconfirmation === undefined) return job
    // The confirmation says it, not a note.
    app.jobs.updateItems(name, [firstItem!.currentName], { isDismissed: true })
    reason = reconfirmation.reason
    snapshots = [reconfirmation.snapshot]
    actionOptions = {
      ...actionOptions,
      acknowledged: [...new Set([...actionOptions.acknowledged, ...reconfirmation.acknowledges])],
    }
  }
}

/** Opens the report of the job that has just begun, if it has several rows. One more try of a row stays in its report. */
export function showReport({ jobs, overlay }: Pick<AppContext, 'jobs' | 'overlay'>): void {
  const job = jobs.get().at(-1)
  if (job !== undefined && job.items.length > 1) overlay.set({ type: 'job-report', jobId: job.id })
}

/** A confirmation of what can't be undone counts first what nobody sees. */
function withHiddenCount(question: Confirmation, hidden = 0): Confirmation {
  if (question.danger !== true || hidden === 0) return question
  const sentence = hidden === 1 ? '1 of them is not shown.' : `${formatCount(hidden)} of them are not shown.`
  return { ...question, paragraphs: [sentence, ...question.paragraphs] }
}

/** Creates a row. Undefined: nothing can be changed now. */
export async function createRow(
  app: AppContext,
  name: ResourceName,
  { readPassword, ...item }: NewRow,
  { isInForm }: Pick<RunActionOptions, 'isInForm'> = {},
): Promise<Job | undefined> {
  if (blockIfReadOnly(app, app.readOnlyReason(name, isInForm))) return undefined
  return app.jobs.start({
    resource: name,
    items: [planCreation(app, name, { ...item, readPassword })],
    skipped: [],
    ...jobLabels(app.resources[name], 'create'),
    ...(isInForm && { isInForm }),
  })
}

/** A creation that is about to be done. */
export const planCreation = (app: AppContext, resource: ResourceName, row: NewRow): PlannedItem => ({
  name: row.name,
  change: row.change,
  ...(row.readPassword && { hasPassword: true }),
  createTask: () =>
    getAction(app.resources[resource], 'create').createTask(row, app.actionContext(resource), defaultActionOptions),
})

/** Nothing was confirmed. */
export const defaultActionOptions: ActionOptions = { isUndo: false, repairs: false, acknowledged: [] }

/** An action of a resource by its name. @throws {Error} when there is none. */
export function getAction({ actions }: AnyResourceDefinition, name: string): Action<TimestampedRow, object, object> {
  const action = actions[name]
  if (action === undefined) throw new Error(`no action ${name}`)
  return action
}

/** What a job is called that undoes another one. */
const undoLabels = { progressLabel: 'Undoing the changes to #', doneLabel: 'Changes to # undone' }

/** What a job of this action is called. */
const jobLabels = (
  resource: AnyResourceDefinition,
  name: string,
  change = {},
): Pick<Job, 'action' | 'progressLabel' | 'doneLabel'> => {
  const action = getAction(resource, name)
  return {
    action: name,
    progressLabel: action.progressLabel,
    doneLabel: action.doneLabelFor?.(change) ?? action.doneLabel,
  }
}

/**
 * The rows that an action applies to, and the others with the reason. One row alone is never left out: the admin is
 * told what came of it.
 */
function partitionRows(
  action: Action<TimestampedRow, object, object>,
  { nameOf }: AnyResourceDefinition,
  rows: readonly RowSnapshot<TimestampedRow>[],
  changeOf: (snapshot: RowSnapshot<TimestampedRow>, context: ActionContext<TimestampedRow>) => object,
  context: ActionContext<TimestampedRow>,
): { kept: readonly RowSnapshot<TimestampedRow>[]; skipped: readonly SkippedRow[] } {
  if (rows.length < 2) return { kept: rows, skipped: [] }
  const reasons = new Map(rows.map((snapshot) => [snapshot, action.unavailableReason?.(snapshot.row, context)]))
  const applicableRows = rows.filter((snapshot) => reasons.get(snapshot) === undefined)
  const excluded = action.excludedFromBulk?.(
    applicableRows.map((snapshot) => ({ row: snapshot.row, change: changeOf(snapshot, context) })),
    context,
  )
  const kept: RowSnapshot<TimestampedRow>[] = []
  const skipped: SkippedRow[] = []
  for (const snapshot of rows) {
    const name = nameOf(snapshot.row)
    const reason = reasons.get(snapshot) ?? excluded?.get(name)
    if (reason === undefined) kept.push(snapshot)
    else skipped.push({ name, reason })
  }
  return { kept, skipped }
}

/** *All 3 users are already inactive.* */
function nothingToDoMessage(skipped: readonly SkippedRow[], noun: string): string {
  if (skipped.length === 0) return `None of these ${noun}s is in the list any more.`
  const reasons = [...new Set(skipped.map((row) => row.reason))]
  const [only] = reasons
  return reasons.length === 1
    ? `All ${skipped.length} ${noun}s are ${only}.`
    : `None of these ${skipped.length} ${noun}s can be changed this way.`
}

/** What the second confirmation of one row needs: why it is asked, and what the admin acknowledges. */
function conflictToReconfirm(
  outcome: Outcome<TimestampedRow, object>,
  resource: AnyResourceDefinition,
  snapshot: RowSnapshot<TimestampedRow>,
  change: object,
  context: ActionContext<TimestampedRow>,
  { acknowledged }: ActionOptions,
):
  | { reason: ReconfirmReason; snapshot: RowSnapshot<TimestampedRow>; acknowledges: readonly Acknowledgement[] }
  | undefined {
  const { readStartedAt, request } = outcome
  const row = outcomeRow(outcome)
  const current = row === undefined ? snapshot : { row, readStartedAt: readStartedAt }
  const decision = decisionNeeded(outcome)
  switch (decision) {
    case undefined:
      return undefined
    case 'conflict': {
      const fields = changedFields(
        resource,
        differingFields(outcome),
        [request.before ?? snapshot.row, current.row],
        change,
        context,
      )
      return { reason: { type: 'conflict', fields }, snapshot: current, acknowledges: acknowledged }
    }
    case 'identity-unknown':
      return {
        reason: { type: 'identity-unknown', message: identityUnknownMessage(resource) },
        snapshot: current,
        acknowledges: [decision],
      }
    case 'locks-out-self':
    case 'locks-out-everyone':
      return { reason: { type: 'lockout' }, snapshot: current, acknowledges: [decision] }
  }
}

const identityUnknownMessage = ({ noun }: AnyResourceDefinition) =>
  `The console can’t check whether this is still the same ${noun === 'user' ? 'account' : noun}.`

/** The fields that somebody else changed, with what the admin’s change asks of each. */
const changedFields = (
  { fields }: AnyResourceDefinition,
  names: readonly string[],
  [previousRow, currentRow]: readonly [TimestampedRow, TimestampedRow],
  change: object,
  context: ActionContext<TimestampedRow>,
): ConflictField[] =>
  Object.entries(fields).flatMap(([name, { label, format, formatChange }]) =>
    names.includes(name)
      ? [
          {
            label,
            previousText: format(previousRow, context),
            currentText: format(currentRow, context),
            requestedText: formatChange?.(change, context),
          },
        ]
      : [],
  )

/** The confirmation for a row that changed, where the action needs none of its own. */
const defaultConfirmation = (names: readonly string[]): Confirmation => ({
  title: `Save changes to “${displayText(names[0] ?? '')}”?`,
  confirmLabel: 'Save changes',
  paragraphs: [],
})

/** The same confirmation with the button of one that is asked again. */
function withReconfirmLabel(
  question: Confirmation,
  { operation }: Pick<Action<TimestampedRow, object, object>, 'operation'>,
  reason: ReconfirmReason | undefined,
): Confirmation {
  if (reason === undefined || reason.type === 'lockout') return question
  // Only deletions and replacements are checked.
  if (reason.type === 'identity-unknown')
    return {
      ...question,
      confirmLabel: operation === 'delete' ? 'Delete without checking' : 'Replace without checking',
    }
  return {
    ...question,
    confirmLabel:
      question.reconfirmLabel ??
      (operation === 'delete' ? 'Delete anyway' : operation === 'update' ? 'Save anyway' : question.confirmLabel),
  }
}
