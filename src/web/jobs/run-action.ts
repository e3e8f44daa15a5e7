import type { ResourceName } from '#api/problem.ts'
import type { RowSnapshot } from '#api/write/resource-adapter.ts'
import type { TimestampedRow } from '#api/list/row-list.ts'
import { lineId, type Confirmation } from '#web/resource/confirmation.ts'
import type { NewRow } from '#web/resource/form.ts'
import { saveLabels } from '#web/resource/save-labels.ts'
import { blockIfReadOnly } from '#web/session/session.ts'
import {
  changeOf,
  defaultActionOptions,
  getAction,
  nothingToDoMessage,
  prepareRun,
  wholeChange,
  type ActionRun,
  type RunActionOptions,
} from './action-run.ts'
import type { AppContext } from './app-context.tsx'
import type { ConfirmationAnswer } from './confirmations.ts'
import type { Job } from './job.ts'
import { questionOf, reconfirmation } from './reconfirmation.ts'
import type { PlannedItem } from './run-job.ts'

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
  if (isBlocked(app, name, options)) return undefined
  let run = prepareRun(app, name, actionName, rows, options)
  if (run.snapshots.length === 0) return refuse(app, nothingToDoMessage(run))
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- the second confirmation is about what came of the first
    const answer = await confirmIfNeeded(app, run)
    if (answer === undefined || isBlocked(app, name, options)) return undefined // the network may have gone meanwhile
    if (answer.instead !== undefined) return runAction(app, name, answer.instead, run.snapshots)
    run = withAnswer(run, answer)
    // oxlint-disable-next-line no-await-in-loop
    const job = await startJob(app, run)
    const nextRun = reconfirmation(run, job)
    if (nextRun === undefined) return job
    // The confirmation says it, not a note.
    app.jobs.updateItems(name, [job.items[0]!.currentName], { isDismissed: true })
    run = nextRun
  }
}

const isBlocked = (app: AppContext, name: ResourceName, { isInForm }: Pick<RunActionOptions, 'isInForm'>) =>
  blockIfReadOnly(app, app.readOnlyReason(name, isInForm))

function refuse({ toasts }: AppContext, message: string): undefined {
  toasts.show(message, { severity: 'error' })
}

/** What the admin answered, and to what; `question` undefined: nothing had to be asked. */
interface RunAnswer extends ConfirmationAnswer {
  question?: Confirmation
}

/** Has a run confirmed, if it has to be. Undefined: the admin does not go on. */
async function confirmIfNeeded(app: AppContext, run: ActionRun): Promise<RunAnswer | undefined> {
  const { resource, action, snapshots, skipped, options, confirmed, reason } = run
  const context = app.actionContext(resource.name)
  const rows = snapshots.map(({ row }) => row)
  const question = questionOf(run, action.confirmation?.(rows, wholeChange(run, context), context, confirmed))
  if (question === undefined) return {}
  const answer = await app.confirmations.ask({
    resource: resource.name,
    names: rows.map((row) => resource.nameOf(row)),
    skipped,
    question,
    row: rows.length === 1 ? rows[0] : undefined,
    conflict: typeof reason === 'object' ? reason : undefined,
  })
  if (answer === undefined) return undefined
  if (answer.isReload) {
    app.refreshList(resource.name)
    options.onReload?.()
    return undefined
  }
  if (question.isSaidOnce && answer.instead === undefined) app.updateEffect.warned()
  return { ...answer, question }
}

/** A run that goes on with this answer. */
function withAnswer(run: ActionRun, { question, date }: RunAnswer): ActionRun {
  if (question === undefined) return run
  const { acknowledges = [], repairs = false, paragraphs } = question
  return {
    ...run,
    date: date ?? run.date,
    confirmed: { ...run.confirmed, repairs, acknowledged: [...run.confirmed.acknowledged, ...acknowledges] },
    read: new Set([...run.read, ...paragraphs.flat().map(lineId)]),
  }
}

/** Does what was confirmed. Resolves when it has ended. */
function startJob(app: AppContext, run: ActionRun): Promise<Job> {
  const { resource, actionName, action, snapshots, skipped, options, confirmed } = run
  const { readPassword, isInForm, undoes } = options
  const context = app.actionContext(resource.name)
  const items = snapshots.map((snapshot): PlannedItem => {
    const item = { name: resource.nameOf(snapshot.row), snapshot, change: changeOf(run, snapshot, context) }
    const readRowPassword = readPassword && (() => readPassword(item.name))
    const createTask = () =>
      action.createTask({ ...item, readPassword: readRowPassword }, app.actionContext(resource.name), confirmed)
    return { ...item, createTask, ...(readPassword && { hasPassword: true }) }
  })
  const job = app.jobs.start({
    resource: resource.name,
    action: actionName,
    ...jobLabels(run, wholeChange(run, context)),
    items,
    skipped,
    ...(isInForm && { isInForm }),
    ...(undoes !== undefined && { undoes }),
  })
  showReport(app)
  return job
}

/** Opens the report of the job that has just begun, if it has several rows. One more try of a row stays in its report. */
export function showReport({ jobs, overlay }: Pick<AppContext, 'jobs' | 'overlay'>): void {
  const job = jobs.get().at(-1)
  if (job !== undefined && job.items.length > 1) overlay.set({ type: 'job-report', jobId: job.id })
}

/** What a job is called: an undo by what it does. */
function jobLabels({ action, confirmed }: ActionRun, change: object): Pick<Job, 'progressLabel' | 'doneLabel'> {
  const { progressLabel, doneLabel } = confirmed.isUndo ? saveLabels(change, true) : action
  return { progressLabel, doneLabel: action.doneLabelFor?.(change) ?? doneLabel }
}

/** Creates a row. Undefined: nothing can be changed now. */
export async function createRow(
  app: AppContext,
  name: ResourceName,
  { readPassword, ...item }: NewRow,
  { isInForm }: Pick<RunActionOptions, 'isInForm'> = {},
): Promise<Job | undefined> {
  if (isBlocked(app, name, { ...(isInForm && { isInForm }) })) return undefined
  const { progressLabel, doneLabel } = getAction(app.resources[name], 'create')
  return app.jobs.start({
    resource: name,
    action: 'create',
    progressLabel,
    doneLabel,
    items: [planCreation(app, name, { ...item, readPassword })],
    skipped: [],
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

/** Creates rows again that are missing. `isConfirmed`: the press has said it, so only a date is asked for, where one is needed. */
export async function recreateRows(
  app: AppContext,
  name: ResourceName,
  rows: readonly NewRow[],
  isConfirmed = false,
): Promise<Job | undefined> {
  const recreation = app.resources[name].recreation?.(rows, app.actionContext(name))
  if (recreation === undefined || isBlocked(app, name, {})) return undefined
  const { question, changeForDate } = recreation
  let date: unknown
  if (!isConfirmed || question.asksForExpiry === true) {
    const names = rows.map((row) => row.name)
    const answer = await app.confirmations.ask({ resource: name, names, skipped: [], question })
    if (answer === undefined || isBlocked(app, name, {})) return undefined
    date = answer.date
  }
  const { progressLabel, doneLabel } = getAction(app.resources[name], 'create')
  const items = rows.map((row) =>
    planCreation(app, name, { ...row, change: date === undefined ? row.change : changeForDate(row, date) }),
  )
  const job = app.jobs.start({ resource: name, action: 'create', progressLabel, doneLabel, items, skipped: [] })
  showReport(app)
  return job
}
