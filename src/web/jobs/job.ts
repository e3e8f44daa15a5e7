import type { Dated } from '#contract/list/row-store.ts'
import type { ResourceName } from '#contract/problem.ts'
import { isChangedByOthers, type Outcome } from '#contract/write/outcome.ts'
import type { Item } from '#web/resource/act.ts'
import type { SignedOutBy } from '#web/session/session-timer.ts'
import type { Told } from '#web/resource/say.ts'

/** One row of a job. `not-started`: nothing was sent for it. */
export interface JobItem extends Omit<Item<Dated, object>, 'secret'> {
  state: 'waiting' | 'running' | 'ended' | 'not-started'
  /** A password was to be sent with it, which is gone: without it, this is not done again. */
  hasPassword?: true
  /** Its name since: it may have been renamed. */
  after: string
  outcome?: Outcome<Dated, object>
  told?: Told
  /** When it ended, in milliseconds since 1970. */
  at?: number
  /** Nothing more is said of it in a note. */
  isDismissed?: boolean
  /** Its new value or password was copied, or the admin dismissed the note about it. */
  isCopied?: boolean
}

/** A row that an act on several leaves out, and why: *already inactive*. */
export interface LeftOut {
  name: string
  says: string
}

/** What one confirmation did. It holds no secret. */
export interface Job {
  id: number
  resource: ResourceName
  /** The name of its act in the resource’s table. */
  act: string
  /** *Deactivating #*, *# deactivated*. `#` stands for *46 tokens*. */
  doing: string
  done: string
  items: readonly JobItem[]
  leftOut: readonly LeftOut[]
  /** In milliseconds since 1970. */
  startedAt: number
  endedAt?: number
  /** Why it ended before it was through: the admin, failures, lost code of the page, or what ended the session. */
  stopped?: 'cancelled' | 'failures' | 'not-loaded' | SignedOutBy
  /** The service asked to wait, until this moment in milliseconds since 1970. */
  waitsUntil?: number
  /** The admin acted in the form of the row, which shows what stopped it. */
  isInForm?: true
  /** Its rows are lines of a file, and so is what it left out. */
  isImport?: true
}

/** Whether anything of it is still to come. */
export const isUnderWay = ({ endedAt }: Job) => endedAt === undefined

/** How many rows have each result. */
export interface JobCounts {
  done: number
  failed: number
  /** Nothing was sent, because others changed the row meanwhile. That is no failure. */
  changed: number
  unknown: number
  'not-started': number
  /** Waiting or running. */
  left: number
}

/** What came of an item that has ended. */
export function resultOf({ told, outcome }: JobItem): Exclude<keyof JobCounts, 'left'> {
  if (told === undefined) return 'not-started'
  return told.result !== 'done' && outcome !== undefined && isChangedByOthers(outcome) ? 'changed' : told.result
}

/** Counts the rows of a job by what came of them. */
export function countsOf({ items }: Job): Readonly<JobCounts> {
  const counts: JobCounts = { done: 0, failed: 0, changed: 0, unknown: 0, 'not-started': 0, left: 0 }
  for (const item of items) {
    const { state } = item
    if (state === 'waiting' || state === 'running') counts.left += 1
    else counts[resultOf(item)] += 1
  }
  return counts
}

/** A job with what came of its rows where the same was tried again: its report then tells that. */
export function withRetries(job: Job, all: readonly Job[]): Job {
  const later = all.filter(({ id, resource, act }) => id > job.id && resource === job.resource && act === job.act)
  if (later.length === 0) return job
  /** By name. A retry asks for the very same change. */
  const retries = new Map<string, JobItem[]>()
  for (const { items } of later)
    for (const item of items) retries.set(item.name, [...(retries.get(item.name) ?? []), item])
  const lastOf = (item: JobItem) => retries.get(item.after)?.findLast(({ change }) => change === item.change) ?? item
  return { ...job, items: job.items.map(lastOf) }
}
