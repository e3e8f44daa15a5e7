import type { ResourceName } from '#api/problem.ts'
import { tokenToRecreate } from '#api/write/outcome.ts'
import { type Job, type JobItem, isJobRunning } from './job.ts'

/** What is requested of a row and not confirmed yet. `isWaiting`: nothing is sent yet. */
export interface PendingChange<Change> {
  change: Change
  isWaiting: boolean
}

/** An item, and the job that it belongs to. */
export interface JobEntry {
  job: Job
  item: JobItem
}

/** What the jobs say of the rows of one resource, each by its name. */
export interface JobRows {
  pending: ReadonlyMap<string, PendingChange<object>>
  /** The last thing that was done to each row. */
  last: ReadonlyMap<string, JobEntry>
}

/** Selects from jobs what concerns the rows of a resource. */
export function selectJobRows(jobs: readonly Job[], resource: ResourceName): JobRows {
  const pending = new Map<string, PendingChange<object>>()
  const last = new Map<string, JobEntry>()
  for (const job of jobs) {
    if (job.resource !== resource) continue
    for (const item of job.items) {
      if (item.told !== undefined && item.outcome !== undefined) {
        const before = last.get(item.after)
        const deed = { job, item }
        last.delete(item.after) // a later one comes last
        last.set(item.after, before === undefined || item.told.result === 'done' ? deed : afterMissing(before, deed))
      }
      if (!isJobRunning(job) || (item.state !== 'waiting' && item.state !== 'running')) continue
      const before = pending.get(item.name)
      // If several are queued, the last one counts for each field.
      pending.set(item.name, { change: { ...before?.change, ...item.change }, isWaiting: item.state === 'waiting' })
    }
  }
  return { pending, last }
}

/** A deed that left its row deleted and not created again. */
export const unrecreatedEntry = (deed: JobEntry | undefined): JobEntry | undefined =>
  deed?.item.told?.next.includes('create-again') === true && deed.item.isDismissed !== true ? deed : undefined

/**
 * What is told of a row after something failed. If it could not be created again, it is still missing: its note says why,
 * and keeps what the row had. If a later list showed it, an earlier failure to create it means nothing.
 */
function afterMissing(before: JobEntry, deed: JobEntry): JobEntry {
  const { told, outcome } = deed.item
  if (unrecreatedEntry(before) !== undefined && told !== undefined) {
    const { result, says } = told
    return { job: before.job, item: { ...before.item, told: { result, says, next: before.item.told?.next ?? [] } } }
  }
  const { outcome: former, isDismissed } = before.item
  const wasMissing = former !== undefined && tokenToRecreate(former) !== undefined && isDismissed !== true
  return wasMissing && outcome?.done.do === 'create' ? before : deed
}

/** Whether a note under its row tells it: it leaves something to do or to know. Of several rows those that went well are in the report. */
export function shouldShowNote({ item, job }: JobEntry): boolean {
  const { told } = item
  if (told === undefined || item.isDismissed === true || told.isQuiet === true) return false
  if (told.tone === 'news' && item.isCopied === true) return false
  return job.items.length === 1 || told.result !== 'done' || told.tone !== undefined
}
