import type { Noun } from '#web/resource/resource.ts'
import { pluralize, formatCount } from '#web/ui/format.ts'
import { signOutReasonClause } from '#web/session/session-messages.ts'
import type { ActionItem } from '#web/resource/action.ts'
import type { TimestampedRow } from '#api/list/row-list.ts'
import { type Outcome, isAccepted, isConflict } from '#api/write/outcome.ts'
import type { OutcomeFacts } from '#web/resource/outcome-facts.ts'
import type { ResultMessage } from '#web/resource/result-message.ts'
import type { ResourceName } from '#api/problem.ts'
import type { SignOutReason } from '#web/session/session-timer.ts'

/** One row of a job. `not-started`: nothing was sent for it. */
export interface JobItem extends Omit<ActionItem<TimestampedRow, object>, 'readPassword'> {
  state: 'queued' | 'running' | 'settled' | 'not-started'
  /** A password was to be sent with it, which is gone: without it, this is not done again. */
  hasPassword?: true
  /** Its name since: it may have been renamed. */
  currentName: string
  /** What came of it, by the read after it. */
  outcome?: Outcome<TimestampedRow, object>
  /**
   * What is known of that now, by the latest list, and how it is described. Undefined: it is not over, or nothing was
   * sent.
   */
  facts?: OutcomeFacts
  message?: ResultMessage
  /** When it ended, in milliseconds since 1970. */
  settledAt?: number
  /** Its place among all items that ended. A job may end after one that began later. */
  place?: number
  /** Nothing more is said of it in a note. */
  isDismissed?: boolean
  /** Its new value or password was copied, or the admin dismissed the note about it. */
  isCopied?: boolean
}

/** A row that an action on several leaves out, and why: *already inactive*. */
export interface SkippedRow {
  /** Of a file, in which it may have no name. */
  line?: number
  name: string
  reason: string
}

/** What one confirmation did. It holds no secret. */
export interface Job {
  id: number
  resource: ResourceName
  /** The name of its action in `ResourceDefinition.actions`. */
  action: string
  /** *Deactivating #*, *# deactivated*. `#` stands for *46 tokens*. */
  progressLabel: string
  doneLabel: string
  items: readonly JobItem[]
  skipped: readonly SkippedRow[]
  /** In milliseconds since 1970. */
  startedAt: number
  endedAt?: number
  /** Why it ended before it was through: the admin, failures, lost code of the page, or what ended the session. */
  stopReason?: 'cancelled' | 'too-many-failures' | 'not-loaded' | SignOutReason
  /** The service asked to wait, until this moment in milliseconds since 1970. */
  pausedUntil?: number
  /** The admin acted in the form of the row, which shows what stopped it. */
  isInForm?: true
  /** It undoes the job with this id. */
  undoes?: number
  /** Its rows are lines of a file, and so is what it left out. */
  isImport?: true
}

/** Whether anything of it is still to come. */
export const isJobRunning = ({ endedAt }: Job) => endedAt === undefined

/** How many rows have each result. */
export interface JobCounts {
  succeeded: number
  failed: number
  /** Nothing was sent, because others changed the row meanwhile. That is no failure. */
  conflict: number
  unconfirmed: number
  'not-started': number
  /** Waiting or running. */
  remaining: number
}

const statusResults = { success: 'succeeded', error: 'failed', unknown: 'unconfirmed' } as const

/** What came of an item that has ended. */
export function itemResult({ facts, outcome }: JobItem): Exclude<keyof JobCounts, 'remaining'> {
  if (facts === undefined) return 'not-started'
  return facts.status !== 'success' && outcome !== undefined && isConflict(outcome)
    ? 'conflict'
    : statusResults[facts.status]
}

/** Counts the rows of a job by what came of them. */
export function countResults({ items }: Job): Readonly<JobCounts> {
  const counts: JobCounts = { succeeded: 0, failed: 0, conflict: 0, unconfirmed: 0, 'not-started': 0, remaining: 0 }
  for (const item of items) {
    const { state } = item
    if (state === 'queued' || state === 'running') counts.remaining += 1
    else counts[itemResult(item)] += 1
  }
  return counts
}

/** A job with what came of its rows where the same was tried again: its report then shows that. */
export function withRetries(job: Job, allJobs: readonly Job[]): Job {
  const laterJobs = allJobs.filter(
    ({ id, resource, action }) => id > job.id && resource === job.resource && action === job.action,
  )
  if (laterJobs.length === 0) return job
  /** By name. A retry asks for the very same change. */
  const retries = new Map<string, JobItem[]>()
  for (const { items } of laterJobs)
    for (const item of items) retries.set(item.name, [...(retries.get(item.name) ?? []), item])
  const latestTry = (item: JobItem) =>
    retries.get(item.currentName)?.findLast(({ change }) => change === item.change) ?? item
  return { ...job, items: job.items.map(latestTry) }
}

/** The sections of a report, in their order: what needs work comes first. */
export type ReportSection =
  | 'failed'
  | 'conflict'
  | 'unconfirmed'
  | 'needs-repair'
  | 'differs'
  | 'not-started'
  | 'remaining'
  | 'succeeded'

export const sectionLabels: Readonly<Record<ReportSection, string>> = {
  failed: 'Failed',
  conflict: 'Changed by others',
  unconfirmed: 'Not confirmed',
  'needs-repair': 'Needs repair',
  differs: 'Not as asked',
  'not-started': 'Not started',
  remaining: 'Under way',
  succeeded: 'Done',
}

/** Whether it was sent and went well, which its section says. */
export const isDone = (item: JobItem): boolean =>
  item.outcome !== undefined && isAccepted(item.outcome) && reportSection(item) === 'succeeded'

/** The section of an item. */
export function reportSection(item: JobItem): ReportSection {
  const { state, facts } = item
  if (state === 'queued' || state === 'running') return 'remaining'
  const result = itemResult(item)
  if (result === 'conflict' || facts?.concern === undefined || facts.concern === 'new-value') return result
  return facts.concern
}

/** *Deactivating 46 tokens*; then *43 of 46 tokens deactivated*. Of a file that was not imported whole: *2 of 5 lines imported*. */
export function jobTitle(job: Job, noun: Noun): string {
  const { items, skipped } = job
  const total = pluralize(items.length, noun)
  if (isJobRunning(job)) return job.progressLabel.replace('#', () => total)
  const { succeeded } = countResults(job)
  const totalText = countsLines(job) ? pluralize(items.length + skipped.length, 'line') : total
  return job.doneLabel.replace('#', () =>
    totalText === total && succeeded === items.length ? total : `${formatCount(succeeded)} of ${totalText}`,
  )
}

/** Whether the title of a job counts the lines of a file, also those that were left out. */
const countsLines = (job: Job) => job.isImport === true && job.skipped.length > 0 && !isJobRunning(job)

/** *26 done, 2 failed, 1 not confirmed*: as many as its title says. */
export function jobCountsText(job: Job): string {
  const counts = countResults(job)
  const words = {
    succeeded: 'done',
    failed: 'failed',
    conflict: 'changed by others',
    unconfirmed: 'not confirmed',
    'not-started': 'not started',
  } as const
  const parts = (['succeeded', 'failed', 'conflict', 'unconfirmed', 'not-started'] as const).filter(
    (key) => key === 'succeeded' || counts[key] > 0,
  )
  const leftOut = countsLines(job) ? [`${formatCount(job.skipped.length)} left out`] : []
  return [...parts.map((key) => `${formatCount(counts[key])} ${words[key]}`), ...leftOut].join(', ')
}

/** Why a job ended before it was through, and how an import goes on; undefined: it did not. */
export function stopReasonText(job: Job): string | undefined {
  if (job.stopReason === undefined) return undefined
  const reason =
    typeof job.stopReason === 'object'
      ? `It stopped because ${signOutReasonClause(job.stopReason)}.`
      : {
          cancelled: 'You stopped it.',
          // Without their number: a row may have sent several, and some are not confirmed.
          'too-many-failures': 'It stopped because requests kept failing.',
          'not-loaded': 'Part of this page could not be loaded.',
        }[job.stopReason]
  const { succeeded: done, 'not-started': notStarted } = countResults(job)
  const goesOn = job.isImport && done < job.items.length ? ' Import the same file again: what exists is left out.' : ''
  return `${reason}${notStarted === 0 ? '' : ` ${formatCount(notStarted)} ${notStarted === 1 ? 'was' : 'were'} not started.`}${goesOn}`
}

/** About how long something took: *9 s*, *2 min*. */
export function durationText(durationMs: number): string {
  const seconds = Math.max(1, Math.ceil(durationMs / 1000))
  return seconds < 90 ? `${seconds} s` : `${Math.round(seconds / 60)} min`
}
