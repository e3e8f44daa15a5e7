import type { ResourceName } from '#api/problem.ts'
import type { RowSnapshot, Acknowledgement } from '#api/write/resource-adapter.ts'
import type { TimestampedRow } from '#api/list/row-list.ts'
import type { ActionContext, ActionOptions, Confirmation, Action } from '#web/resource/action.ts'
import { formatCount } from '#web/ui/format.ts'
import type { NewRow } from '#web/resource/form.ts'
import type { AnyResourceDefinition } from '#web/resource/resource.ts'
import { type Outcome, outcomeRow, decisionNeeded, differingFields } from '#api/write/outcome.ts'
import { displayText } from '#web/ui/untrusted-text.tsx'
import type { AppContext } from './app-context.tsx'
import type { Job, SkippedRow } from './job.ts'
import type { ReconfirmReason, ConflictField } from './confirmations.ts'
import type { PlannedItem } from './job-store.ts'

/** What an act is done with, besides its rows. */
export interface RunActionOptions {
  /** The same change for every row. */
  change?: object
  /** The change of each row, by its name. */
  changes?: ReadonlyMap<string, object>
  readPassword?: (() => string | undefined) | undefined
  /** The admin acts in the form of the row. */
  isInForm?: true
  /** How many of the rows the page does not show, by its filter or search. */
  hidden?: number
  /** It undoes what this page did. */
  isUndo?: true
}

/**
 * Does an act to rows that the admin saw: leaves out those to which it does not apply, asks what must be asked, does it,
 * and asks once more if one row alone was stopped. Undefined: the admin cancelled, or there was nothing to do.
 */
export async function runAction(
  desk: AppContext,
  name: ResourceName,
  actName: string,
  rows: readonly RowSnapshot<TimestampedRow>[],
  given: RunActionOptions = {},
): Promise<Job | undefined> {
  if (desk.blockIfReadOnly(name, given.isInForm)) return undefined
  const resource = desk.resources[name]
  const act = getAction(resource, actName)
  let date: unknown
  const changeOf = ({ row }: RowSnapshot<TimestampedRow>, knows: ActionContext<TimestampedRow>): object =>
    (date === undefined ? undefined : act.changeForDate?.(date, row, knows)) ??
    given.changes?.get(resource.nameOf(row)) ??
    given.change ??
    act.defaultChange?.(row, knows) ??
    {}
  const planned = applicable(act, resource, rows, changeOf, desk.actionContext(name))
  if (planned.kept.length === 0) {
    desk.showError(`${nothingWords(planned.leftOut, resource.noun)} Nothing was sent.`)
    return undefined
  }
  const { leftOut } = planned
  let seen = planned.kept
  let how: ActionOptions = { ...defaultActionOptions, isUndo: given.isUndo === true }
  let reason: ReconfirmReason | undefined
  for (;;) {
    const names = seen.map(({ row }) => resource.nameOf(row))
    const before = desk.actionContext(name)
    const asked = act.confirmation?.(
      seen.map(({ row }) => row),
      changeOf(seen[0]!, before),
      before,
      how,
    )
    if (asked !== undefined || reason !== undefined) {
      const question = askedAgain(withHidden(asked ?? plainQuestion(names), given.hidden), act, reason)
      // oxlint-disable-next-line no-await-in-loop -- the second question is about what came of the first
      const answer = await desk.confirmations.ask({ resource: name, names, skipped: leftOut, question, reason })
      // The network may have gone while the question was open.
      if (answer === undefined || desk.blockIfReadOnly(name, given.isInForm)) return undefined
      const { acknowledges = [], repairs = false, warningKey = false, alternative } = question
      if (answer.isInstead && alternative) return runAction(desk, name, alternative.act, seen)
      if (warningKey) desk.updateEffect.warned()
      how = { ...how, repairs, acknowledged: [...how.acknowledged, ...acknowledges] }
      date = answer.date ?? date
    }
    const [sentHow, known] = [how, desk.actionContext(name)]
    const items = seen.map((one): PlannedItem => {
      const item = { name: resource.nameOf(one.row), snapshot: one, change: changeOf(one, known) }
      const task = () =>
        act.createTask({ ...item, readPassword: given.readPassword }, desk.actionContext(name), sentHow)
      return { ...item, createTask: task, ...(given.readPassword && { hasPassword: true }) }
    })
    const { isInForm } = given
    const begun = desk.jobs.start({
      resource: name,
      ...wordsOf(resource, actName, items[0]?.change),
      items,
      skipped: leftOut,
      ...(isInForm && { isInForm }),
    })
    showReport(desk)
    // oxlint-disable-next-line no-await-in-loop
    const job = await begun
    const [only, ...more] = job.items
    const outcome = more.length === 0 ? only?.outcome : undefined
    const again = outcome && askAgain(outcome, resource, only!.snapshot!, only!.change, desk.actionContext(name), how)
    if (again === undefined) return job
    // A dialog tells it, not a note.
    desk.jobs.updateItems(name, [only!.currentName], { isDismissed: true })
    reason = again.reason
    seen = [again.seen]
    how = { ...how, acknowledged: [...new Set([...how.acknowledged, ...again.knowing])] }
  }
}

/** Opens the report of the job that has just begun, if it has several rows. One more try of a row stays in its report. */
function showReport({ jobs, overlay }: Pick<AppContext, 'jobs' | 'overlay'>): void {
  const job = jobs.get().at(-1)
  if (job !== undefined && job.items.length > 1) overlay.set({ type: 'job-report', jobId: job.id })
}

/** A question about what can't be undone counts first what nobody sees. */
function withHidden(question: Confirmation, hidden = 0): Confirmation {
  if (question.danger !== true || hidden === 0) return question
  const says = hidden === 1 ? '1 of them is not shown.' : `${formatCount(hidden)} of them are not shown.`
  return { ...question, paragraphs: [says, ...question.paragraphs] }
}

/** Creates a row. Undefined: nothing can be changed now. */
export async function createRow(
  desk: AppContext,
  name: ResourceName,
  { readPassword, ...item }: NewRow,
  { isInForm }: Pick<RunActionOptions, 'isInForm'> = {},
): Promise<Job | undefined> {
  if (desk.blockIfReadOnly(name, isInForm)) return undefined
  return desk.jobs.start({
    resource: name,
    items: [planCreation(desk, name, { ...item, readPassword })],
    skipped: [],
    ...wordsOf(desk.resources[name], 'create'),
    ...(isInForm && { isInForm }),
  })
}

/** A creation that is about to be done. */
export const planCreation = (desk: AppContext, resource: ResourceName, row: NewRow): PlannedItem => ({
  name: row.name,
  change: row.change,
  ...(row.readPassword && { hasPassword: true }),
  createTask: () =>
    getAction(desk.resources[resource], 'create').createTask(row, desk.actionContext(resource), defaultActionOptions),
})

/** Nothing was asked. */
export const defaultActionOptions: ActionOptions = { isUndo: false, repairs: false, acknowledged: [] }

/** An act of a resource by its name. @throws {Error} when there is none. */
export function getAction({ acts }: AnyResourceDefinition, name: string): Action<TimestampedRow, object, object> {
  const act = acts[name]
  if (act === undefined) throw new Error(`no act ${name}`)
  return act
}

/** What a job of this act is called. */
const wordsOf = (
  resource: AnyResourceDefinition,
  name: string,
  change = {},
): Pick<Job, 'action' | 'progressLabel' | 'doneLabel'> => {
  const act = getAction(resource, name)
  return { action: name, progressLabel: act.progressLabel, doneLabel: act.doneLabelFor?.(change) ?? act.doneLabel }
}

/** The rows that an act applies to, and the others with the reason. One row alone is never left out: it is told what came of it. */
function applicable(
  act: Action<TimestampedRow, object, object>,
  { nameOf }: AnyResourceDefinition,
  rows: readonly RowSnapshot<TimestampedRow>[],
  changeOf: (one: RowSnapshot<TimestampedRow>, knows: ActionContext<TimestampedRow>) => object,
  knows: ActionContext<TimestampedRow>,
): { kept: readonly RowSnapshot<TimestampedRow>[]; leftOut: readonly SkippedRow[] } {
  if (rows.length < 2) return { kept: rows, leftOut: [] }
  const reasons = new Map(rows.map((one) => [one, act.unavailableReason?.(one.row, knows)]))
  const applies = rows.filter((one) => reasons.get(one) === undefined)
  const spared = act.excludedFromBulk?.(
    applies.map((one) => ({ row: one.row, change: changeOf(one, knows) })),
    knows,
  )
  const kept: RowSnapshot<TimestampedRow>[] = []
  const leftOut: SkippedRow[] = []
  for (const one of rows) {
    const name = nameOf(one.row)
    const says = reasons.get(one) ?? spared?.get(name)
    if (says === undefined) kept.push(one)
    else leftOut.push({ name, says })
  }
  return { kept, leftOut }
}

/** *All 3 users are already inactive.* */
function nothingWords(leftOut: readonly SkippedRow[], noun: string): string {
  if (leftOut.length === 0) return `None of these ${noun}s is in the list any more.`
  const says = [...new Set(leftOut.map((one) => one.says))]
  const [only] = says
  return says.length === 1
    ? `All ${leftOut.length} ${noun}s are ${only}.`
    : `None of these ${leftOut.length} ${noun}s can be changed this way.`
}

/** What makes a question once more about one row: why, and what the admin is told by it. */
function askAgain(
  outcome: Outcome<TimestampedRow, object>,
  resource: AnyResourceDefinition,
  seen: RowSnapshot<TimestampedRow>,
  change: object,
  knows: ActionContext<TimestampedRow>,
  { acknowledged }: ActionOptions,
): { reason: ReconfirmReason; seen: RowSnapshot<TimestampedRow>; knowing: readonly Acknowledgement[] } | undefined {
  const { readStartedAt, request } = outcome
  const row = outcomeRow(outcome)
  const now = row === undefined ? seen : { row, readStartedAt: readStartedAt }
  const why = decisionNeeded(outcome)
  switch (why) {
    case undefined:
      return undefined
    case 'conflict': {
      const changed = changedFields(
        resource,
        differingFields(outcome),
        [request.before ?? seen.row, now.row],
        change,
        knows,
      )
      return { reason: { type: 'conflict', fields: changed }, seen: now, knowing: acknowledged }
    }
    case 'identity-unknown':
      return { reason: { type: 'identity-unknown', says: uncheckedSays(resource) }, seen: now, knowing: [why] }
    case 'locks-out-self':
    case 'locks-out-everyone':
      return { reason: { type: 'lockout' }, seen: now, knowing: [why] }
  }
}

const uncheckedSays = ({ noun }: AnyResourceDefinition) =>
  `The console can’t check whether this is still the same ${noun === 'user' ? 'account' : noun}.`

/** The fields that somebody else changed, with what the admin’s change asks of each. */
const changedFields = (
  { fields }: AnyResourceDefinition,
  names: readonly string[],
  [seen, now]: readonly [TimestampedRow, TimestampedRow],
  change: object,
  knows: ActionContext<TimestampedRow>,
): ConflictField[] =>
  Object.entries(fields).flatMap(([name, { label, format, formatChange }]) =>
    names.includes(name)
      ? [{ label, seen: format(seen, knows), now: format(now, knows), asked: formatChange?.(change, knows) }]
      : [],
  )

/** What is asked about a row that changed, where nothing else must be. */
const plainQuestion = (names: readonly string[]): Confirmation => ({
  title: `Save changes to “${displayText(names[0] ?? '')}”?`,
  confirmLabel: 'Save changes',
  paragraphs: [],
})

/** The same question with the button of one that is asked again. */
function askedAgain(
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
