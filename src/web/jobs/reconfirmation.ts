import { decisionNeeded, differingFields, outcomeRow } from '#api/write/outcome.ts'
import { lineId, type Confirmation } from '#web/resource/confirmation.ts'
import { formatCount } from '#web/ui/format.ts'
import { displayText } from '#web/ui/untrusted-text.tsx'
import type { ActionRun } from './action-run.ts'
import type { Job } from './job.ts'

/**
 * What is asked before a run goes on; undefined: nothing. `confirmation`: that of its action. Asked again because somebody
 * changed the row, it is another question, which repeats no fact.
 */
export function questionOf(run: ActionRun, confirmation: Confirmation | undefined): Confirmation | undefined {
  const { reason, action, resource, snapshots, options, read } = run
  if (reason === undefined && confirmation === undefined) return undefined
  const { paragraphs = [], ...requirements } = confirmation ?? {}
  const name = displayText(resource.nameOf(snapshots[0]!.row))
  const base = { title: `Save changes to “${name}”?`, confirmLabel: 'Save changes', ...requirements }
  if (reason === undefined) {
    const { hidden = 0 } = options
    if (base.danger !== true || hidden === 0) return { ...base, paragraphs }
    // What can't be undone counts first what nobody sees.
    return { ...base, paragraphs: [[hidden === 1 ? 'one-hidden' : ['hidden', formatCount(hidden)]], ...paragraphs] }
  }
  if (reason === 'list-changed') return { ...base, paragraphs: [['list-changed'], ...paragraphs] }
  return {
    ...base,
    title: `“${name}” changed since you opened it`,
    confirmLabel: action.overwriteTexts?.label ?? 'Save my change',
    paragraphs: paragraphs
      .map((paragraph) => paragraph.filter((line) => !read.has(lineId(line))))
      .filter((paragraph) => paragraph.length > 0),
  }
}

/** The run that is to be confirmed again, because a write of one row was stopped before it; undefined: it is over. */
export function reconfirmation(run: ActionRun, job: Job): ActionRun | undefined {
  const [item, ...otherItems] = job.items
  if (item?.outcome === undefined || item.snapshot === undefined || otherItems.length > 0) return undefined
  const { outcome, snapshot, change } = item
  const { action, confirmed, options } = run
  const row = outcomeRow(outcome)
  const current = row === undefined ? snapshot : { row, readStartedAt: outcome.readStartedAt }
  const decision = decisionNeeded(outcome)
  if (decision === undefined) return undefined
  if (decision === 'conflict')
    return {
      ...run,
      snapshots: [current],
      reason: {
        previous: outcome.request.before ?? snapshot.row,
        current: current.row,
        fields: differingFields(outcome),
        change,
        setsPassword: options.readPassword !== undefined,
        overwriteText: action.overwriteTexts?.text,
      },
    }
  return {
    ...run,
    snapshots: [current],
    // Where nothing can be checked, the action says so itself, as about a list that does not exist.
    reason: decision === 'identity-unknown' ? undefined : 'list-changed',
    confirmed: { ...confirmed, acknowledged: [...new Set([...confirmed.acknowledged, decision])] },
  }
}
