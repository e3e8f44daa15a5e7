import type { Problem, ResourceName } from '#api/problem.ts'
import type { RowList, TimestampedRow } from '#api/list/row-list.ts'
import { isServiceFailure, hadNoEffect, currentName, type Outcome } from '#api/write/outcome.ts'
import { delay } from '#api/write/keyed-queue.ts'
import type { NewerList } from '#api/write/verify.ts'
import type { WriteTask } from '#web/resource/action.ts'
import { describeSessionEnded, type DescribedOutcome } from '#web/resource/result-message.ts'
import type { Job, JobItem, SkippedRow } from './job.ts'

/** How many rows share the list reads around their writes. */
const batchSize = 20

/** So many failures in a row stop a job: the service, or the way to it, is broken. */
const maxFailures = 5

/** How long a service is left alone that asks for it without saying how long, in milliseconds. */
const defaultPauseMs = 10_000

/** The outcome of a write of any resource. */
export type AnyOutcome = Outcome<TimestampedRow, object>

/** Asked before each request, and told of each answer. */
export interface JobObserver {
  /** After a false nothing more is sent, and what was not sent has no outcome. */
  shouldContinue: () => boolean
  onSend: (name: string) => void
  /** `problem`: undefined if it was answered OK. */
  onResponse: (name: string, problem: Problem | undefined) => void
  /** How long the service asks to be left alone, from now, in milliseconds. */
  remainingPauseMs: () => number
}

/** Does tasks of one resource, at most 20 at once. */
export type RunTasks = (
  tasks: readonly WriteTask<TimestampedRow, object, object>[],
  observer: JobObserver,
) => Promise<readonly (AnyOutcome | undefined)[]>

/**
 * What actions need of a resource, in one session. (Methods, so that the backend of each resource fits where those of any are
 * used.)
 */
export interface ResourceBackend {
  runTasks: RunTasks
  /** The outcome of a write by a later list; undefined: as it was. */
  reverify(outcome: AnyOutcome, list: NewerList<TimestampedRow>): AnyOutcome | undefined
  /** Reads off writes and lists what the service does. `described`: the admin was told of it. */
  learnFrom(
    evidence: { outcomes: readonly AnyOutcome[] } | { described: AnyOutcome } | { list: RowList<TimestampedRow> },
  ): void
}

/** An item that is about to be done. `createTask` makes what is sent; undefined: there is nothing to send. */
export interface PlannedItem extends Pick<JobItem, 'name' | 'snapshot' | 'change' | 'hasPassword'> {
  createTask: () => WriteTask<TimestampedRow, object, object> | undefined
}

/** What the admin has confirmed. */
export interface JobPlan extends Pick<
  Job,
  'resource' | 'action' | 'progressLabel' | 'doneLabel' | 'isInForm' | 'isImport' | 'undoes'
> {
  items: readonly PlannedItem[]
  skipped: readonly SkippedRow[]
}

/** What jobs need from outside. */
export interface JobDependencies {
  /**
   * Resolves when the code is there that a job may need midway: its confirmations, its report, the sign-in. False: it
   * can't be had, and the admin was told. Undefined: it is there.
   */
  isReady?: () => Promise<boolean>
  /** Milliseconds since 1970. */
  now: () => number
  /** Does tasks of a resource, in the session as it is now. */
  runTasks: (resource: ResourceName) => RunTasks
  /** What is known by an outcome, and said of it. */
  describe: (resource: ResourceName, outcome: AnyOutcome) => DescribedOutcome
  /** Lays what outcomes show into the list, and into what was told of earlier ones, before the job says so. */
  showOutcomes: (resource: ResourceName, outcomes: readonly AnyOutcome[]) => void
  /** Called when rows of a job, or the whole of it, have ended. */
  onEnd: (job: Job, ended: readonly JobItem[]) => void
}

/** A job that runs, as it stands in the store. */
export interface RunningJob {
  plan: JobPlan
  get: () => Job
  update: (part: Partial<Job>) => void
  /** What was sent is read back, and nothing more is sent. */
  stop: (reason: NonNullable<Job['stopReason']>) => void
  /** Aborted when it is stopped. */
  stopSignal: AbortSignal
  /** The place of an item among all that end. */
  nextPlace: () => number
  /** Whether the admin has since asked for something else of these fields of a row: the last press counts. */
  isOverruled: (name: string, change: object) => boolean
}

/** An item with its place in the job. */
interface QueuedItem extends PlannedItem {
  index: number
}

/** What came of an item of a batch. */
interface BatchResult {
  item: QueuedItem
  /** Undefined: it was not sent, or the session ended while it was under way. */
  outcome: AnyOutcome | undefined
  wasSent: boolean
  /** The service put it off: it is sent again. */
  isPostponed: boolean
}

/** Sends the items of a job, a batch at a time, until it is through or stopped. */
export async function runJob(job: RunningJob, dependencies: JobDependencies): Promise<void> {
  const { plan, stopSignal } = job
  if (dependencies.isReady !== undefined && !(await dependencies.isReady())) job.stop('not-loaded')
  /** How many in a row. */
  let failures = 0
  let waiting: readonly QueuedItem[] = plan.items.map((item, index) => ({ ...item, index }))
  const putOff = new Set<number>()
  while (waiting.length > 0 && !stopSignal.aborted) {
    const batch = waiting.slice(0, batchSize)
    const rest = waiting.slice(batchSize)
    // oxlint-disable-next-line no-await-in-loop -- each batch rests on reads of its own
    const { postponed, ended } = await runBatch(job, batch, { failures, hasMore: rest.length > 0 }, dependencies)
    waiting = [...postponed, ...rest]
    for (const { index } of postponed) putOff.add(index)
    for (const { outcome, facts } of ended) {
      if (outcome !== undefined && isServiceFailure(outcome)) failures += 1
      else if (facts?.status === 'success') failures = 0
      if (failures >= maxFailures && waiting.length > 0) job.stop('too-many-failures')
    }
    // oxlint-disable-next-line no-await-in-loop -- the service asked for it
    await waitOutPause(job, dependencies)
  }
  updateItems(job, waiting, () => ({ state: 'not-started' }))
  job.update({ endedAt: dependencies.now() })
  const current = job.get()
  // A password of what was put off is on its way no more.
  dependencies.onEnd(
    current,
    waiting.flatMap(({ index }) => (putOff.has(index) ? (current.items[index] ?? []) : [])),
  )
}

/**
 * Sends a batch, and returns what came of it. `failures`: how many in a row came before; `hasMore`: more batches
 * follow.
 */
async function runBatch(
  job: RunningJob,
  batch: readonly QueuedItem[],
  previous: { failures: number; hasMore: boolean },
  dependencies: JobDependencies,
): Promise<{ postponed: readonly QueuedItem[]; ended: readonly JobItem[] }> {
  const writes = batch.flatMap((item) => {
    const task = item.createTask()
    const isLeftOut =
      task?.operation === 'update' && item.hasPassword !== true && job.isOverruled(item.name, item.change)
    return task === undefined || isLeftOut ? [] : [{ item, task }]
  })
  const sendable = new Set(writes.map(({ item }) => item))
  updateItems(job, batch, (item) => ({ state: sendable.has(item) ? 'running' : 'not-started' }))
  const results = await sendBatch(job, writes, previous, dependencies)
  const settledAt = dependencies.now()
  const endedResults = results.filter(({ isPostponed }) => !isPostponed)
  const { resource } = job.plan
  dependencies.showOutcomes(
    resource,
    endedResults.flatMap(({ outcome }) => outcome ?? []),
  )
  const parts = new Map(
    results.map((result) => [
      result.item,
      resultPart(result, { settledAt, place: job.nextPlace() }, (outcome) => dependencies.describe(resource, outcome)),
    ]),
  )
  updateItems(job, [...parts.keys()], (item) => parts.get(item))
  const current = job.get()
  const ended = endedResults.flatMap(({ item }) => current.items[item.index] ?? [])
  dependencies.onEnd(current, ended)
  return { postponed: results.filter(({ isPostponed }) => isPostponed).map(({ item }) => item), ended }
}

/** Sends writes until the job is stopped, the service asks to wait, or the session ends. */
async function sendBatch(
  job: RunningJob,
  writes: readonly { item: QueuedItem; task: WriteTask<TimestampedRow, object, object> }[],
  previous: { failures: number; hasMore: boolean },
  dependencies: JobDependencies,
): Promise<readonly BatchResult[]> {
  const { plan, stopSignal } = job
  const sentNames = new Set<string>()
  let isPaused = false
  /** Outcomes are known only when the whole batch has ended; until then, answers are counted. */
  let { failures } = previous
  /** Whether the job waits, as the service asks. A single act does not: its answer is how long, and the admin tries again. */
  const pause = (problem: Problem | undefined): boolean => {
    const pauseMs = problem && plan.items.length > 1 ? requestedPauseMs(problem) : undefined
    if (pauseMs === undefined) return false
    isPaused = true
    job.update({ pausedUntil: Math.max(dependencies.now() + pauseMs, job.get().pausedUntil ?? 0) })
    return true
  }
  const observer: JobObserver = {
    remainingPauseMs: () => remainingPauseMs(job, dependencies),
    shouldContinue: () => !stopSignal.aborted && !isPaused,
    onSend: (name) => sentNames.add(name),
    onResponse(_name, problem) {
      if (pause(problem)) return
      failures = problem === undefined ? 0 : failures + 1
      const hasMore = previous.hasMore || sentNames.size < writes.length
      if (failures >= maxFailures && hasMore) job.stop('too-many-failures')
    },
  }
  const tasks = writes.map(({ task }) => task)
  const outcomes = await dependencies
    .runTasks(plan.resource)(tasks, observer)
    .catch((error: unknown): undefined => {
      // The session has ended.
      if (error instanceof DOMException && error.name === 'AbortError') return undefined
      throw error
    })
  return writes.map(({ item }, position) => {
    const outcome = outcomes?.[position]
    // The read before a write is put off without a request of its own.
    const wasPutOff = outcome === undefined ? outcomes !== undefined : hadNoEffect(outcome) && pause(outcome.problem)
    return { item, outcome, wasSent: sentNames.has(item.name), isPostponed: wasPutOff && !stopSignal.aborted }
  })
}

/** What its job remembers of a result. */
function resultPart(
  { outcome, wasSent, isPostponed }: BatchResult,
  settled: { settledAt: number; place: number },
  describe: (outcome: AnyOutcome) => DescribedOutcome,
): Partial<JobItem> {
  if (isPostponed) return { state: 'queued' }
  if (outcome !== undefined)
    return { state: 'settled', ...settled, outcome, currentName: currentName(outcome), ...describe(outcome) }
  return wasSent ? { state: 'settled', ...settled, ...describeSessionEnded() } : { state: 'not-started' }
}

function updateItems(
  job: RunningJob,
  changed: readonly QueuedItem[],
  partOf: (item: QueuedItem) => Partial<JobItem> | undefined,
): void {
  const items = [...job.get().items]
  for (const item of changed) items[item.index] = { ...items[item.index]!, ...partOf(item) }
  job.update({ items })
}

const remainingPauseMs = (job: RunningJob, { now }: JobDependencies) => (job.get().pausedUntil ?? 0) - now()

/** Waits as long as the service asks for it, or until the job is stopped. */
async function waitOutPause(job: RunningJob, dependencies: JobDependencies): Promise<void> {
  for (;;) {
    const remainingMs = remainingPauseMs(job, dependencies)
    if (remainingMs <= 0 || job.stopSignal.aborted) return
    // oxlint-disable-next-line no-await-in-loop -- the service may ask for more
    await delay(remainingMs, job.stopSignal).catch(() => undefined)
  }
}

/** How long the service, or a server in front, asks to be left alone, in milliseconds; undefined: it doesn’t. */
function requestedPauseMs(problem: Problem): number | undefined {
  if (problem.kind === 'in-front' && problem.status === 429) return defaultPauseMs
  if (problem.kind === 'too-many') return problem.retryAfter === undefined ? defaultPauseMs : problem.retryAfter * 1000
  if (problem.kind !== 'failing' || problem.status !== 503 || problem.retryAfter === undefined) return undefined
  return problem.retryAfter * 1000
}
