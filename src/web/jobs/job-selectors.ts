import type { ResourceName } from '#api/problem.ts'
import { isAccepted, isRowMissing, tokenToRecreate } from '#api/write/outcome.ts'
import type { PendingChange } from '#web/resource/columns.ts'
import { describeStillMissing } from '#web/resource/result-message.ts'
import { type Job, type JobItem, isJobRunning } from './job.ts'
import type { AnyOutcome } from './run-job.ts'

/** An item, and the job that it belongs to. */
export interface JobEntry {
  job: Job
  item: JobItem
}

/** What the jobs say of the rows of one resource, each by its name. */
export interface JobRows {
  pending: ReadonlyMap<string, PendingChange<object>>
  /** The last thing that was done to each row, as it is told. */
  last: ReadonlyMap<string, JobEntry>
  /** The last outcome of each row. Of a row that is missing, `last` may still tell of the one before. */
  lastOutcomes: ReadonlyMap<string, AnyOutcome>
  /** The names of the rows whose new value nobody has copied. */
  newValues: ReadonlySet<string>
}

/** Selects from jobs what concerns the rows of a resource. */
export function selectJobRows(jobs: readonly Job[], resource: ResourceName): JobRows {
  const pending = new Map<string, PendingChange<object>>()
  const last = new Map<string, JobEntry>()
  const lastOutcomes = new Map<string, AnyOutcome>()
  const newValues = new Set<string>()
  for (const jobEntry of entriesInOrder(jobs, resource)) {
    const { job, item } = jobEntry
    if (item.facts !== undefined && item.outcome !== undefined) {
      const previous = last.get(item.currentName)
      last.delete(item.currentName) // a later one comes last
      if (item.currentName !== item.name) {
        // What was done before was done to the row that is renamed now.
        last.delete(item.name)
        lastOutcomes.delete(item.name)
      }
      lastOutcomes.set(item.currentName, item.outcome)
      if (hasNewValue(item)) newValues.add(item.currentName)
      else if (item.facts.concern !== undefined || (isAccepted(item.outcome) && isRowMissing(item.outcome)))
        newValues.delete(item.currentName)
      last.set(
        item.currentName,
        previous === undefined || item.facts.status === 'success' ? jobEntry : afterMissing(previous, jobEntry),
      )
    }
    if (!isJobRunning(job) || (item.state !== 'queued' && item.state !== 'running')) continue
    const previous = pending.get(item.name)
    // If several are queued, the last one counts for each field.
    pending.set(item.name, { change: { ...previous?.change, ...item.change }, isWaiting: item.state === 'queued' })
  }
  return { pending, last, lastOutcomes, newValues }
}

/**
 * The items of a resource: those that ended in the order in which their rows were read back (a job tells of up to twenty at
 * once), then the others in that of their jobs.
 */
export function entriesInOrder(jobs: readonly Job[], resource: ResourceName): JobEntry[] {
  const entries = jobs.flatMap((job) => (job.resource === resource ? job.items.map((item) => ({ job, item })) : []))
  const orderOf = ({ item: { place = Infinity, outcome, settledAt = Infinity } }: JobEntry) =>
    [outcome?.readStartedAt ?? settledAt, place] as const
  return entries.sort((a, b) => {
    const [readA, placeA] = orderOf(a)
    const [readB, placeB] = orderOf(b)
    return readA - readB || placeA - placeB || 0
  })
}

/** Whether it made a value that nobody has copied. */
export const hasNewValue = ({ facts, isCopied }: JobItem): boolean =>
  facts?.concern === 'new-value' && facts.status === 'success' && isCopied !== true

/** The entry, if its row was deleted and not created again. */
export const unrecreatedEntry = (entry: JobEntry | undefined): JobEntry | undefined =>
  entry?.item.facts?.isMissing === true && entry.item.isDismissed !== true ? entry : undefined

/**
 * What a row's note says after something failed. If it could not be created again, it is still missing: its note says why,
 * and keeps what the row had. If a later list showed it, an earlier failure to create it means nothing.
 */
function afterMissing(before: JobEntry, jobEntry: JobEntry): JobEntry {
  const { facts, message, outcome } = jobEntry.item
  if (unrecreatedEntry(before) !== undefined && before.item.message && facts && message)
    return {
      job: before.job,
      item: { ...before.item, message: describeStillMissing(before.item.message, { facts, message }) },
    }
  const { outcome: former, isDismissed } = before.item
  const wasMissing = former !== undefined && tokenToRecreate(former) !== undefined && isDismissed !== true
  return wasMissing && outcome?.request.operation === 'create' ? before : jobEntry
}

/**
 * Whether it has a note under its row: it leaves something to do or to know. Of several rows those that went well are
 * in the report, and the status of a row says that its value is new or needs repair.
 */
export function shouldShowNote({ item, job }: JobEntry): boolean {
  const { facts, message } = item
  if (facts === undefined || item.isDismissed === true || message?.isQuiet === true) return false
  const isLeftToDo = facts.status !== 'success' || facts.concern === 'differs'
  return isLeftToDo || (job.items.length === 1 && (facts.concern === 'needs-repair' || item.isCopied !== true))
}
