import type { Problem, ResourceName } from '#api/problem.ts'
import type { RowList, TimestampedRow } from '#api/list/row-list.ts'
import { isServiceFailure, hadNoEffect, currentName, type Outcome } from '#api/write/outcome.ts'
import type { WriteTask } from '#web/resource/action.ts'
import type { SignOutReason } from '#web/session/session-timer.ts'
import { describeDone, describeSessionEnded, type DescribedOutcome } from '#web/resource/outcome-message.ts'
import { createStore, type Readable } from '#web/ui/store.ts'
import { isJobRunning, type Job, type JobItem, type SkippedRow } from './job.ts'
import { selectJobRows } from './job-selectors.ts'

/** How many rows share the list reads around their writes. */
const batchSize = 20

/** So many failures in a row stop a job: the service, or the way to it, is broken. */
const maxFailures = 5

/** How long a service is left alone that asks for it without saying how long, in milliseconds. */
const defaultPauseMs = 10_000

type AnyOutcome = Outcome<TimestampedRow, object>

/** What a job is asked before each request, and told of. */
export interface JobObserver {
  /** After a false nothing more is sent, and what was not sent has no outcome. */
  shouldContinue: () => boolean
  onSend: (name: string) => void
  /** `problem`: undefined if it was answered OK. */
  onResponse: (name: string, problem: Problem | undefined) => void
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
  reverify(outcome: AnyOutcome, list: RowList<TimestampedRow>): AnyOutcome | undefined
  /** Reads off writes and lists what the service does. `described`: the admin was told of it. */
  learnFrom(
    shown: { outcomes: readonly AnyOutcome[] } | { described: AnyOutcome } | { list: RowList<TimestampedRow> },
  ): void
}

/** An item that is about to be done. `task` makes what is sent; undefined: there is nothing to send. */
export interface PlannedItem extends Pick<JobItem, 'name' | 'snapshot' | 'change' | 'hasPassword'> {
  createTask: () => WriteTask<TimestampedRow, object, object> | undefined
}

/** What the admin has confirmed. */
export interface JobPlan extends Pick<
  Job,
  'resource' | 'action' | 'progressLabel' | 'doneLabel' | 'isInForm' | 'isImport'
> {
  items: readonly PlannedItem[]
  skipped: readonly SkippedRow[]
}

/** What jobs need from outside. */
export interface JobDependencies {
  /**
   * Resolves when the code is there that a job may need midway: its questions, its report, the sign-in. False: it can't
   * be had, and the admin was told. Undefined: it is there.
   */
  isReady?: () => Promise<boolean>
  /** Milliseconds since 1970. */
  now: () => number
  /** Does tasks of a resource, in the session as it is now. */
  runTasks: (resource: ResourceName) => RunTasks
  /** What is known by an outcome, and said of it. */
  describe: (resource: ResourceName, outcome: AnyOutcome) => DescribedOutcome
  /** Lays what outcomes show into the list, before the job says so. */
  showOutcomes: (resource: ResourceName, outcomes: readonly AnyOutcome[]) => void
  /** Called when rows of a job, or the whole of it, have ended. */
  onEnd: (job: Job, ended: readonly JobItem[]) => void
}

/**
 * Everything that was done since signing in, latest last. Pending changes, notes, reports, Activity and Undo are drawn
 * from it.
 */
export interface JobStore extends Readable<readonly Job[]> {
  /** Does what was confirmed. Resolves when it has ended. */
  start: (plan: JobPlan) => Promise<Job>
  /** What was sent is read back, and nothing more is sent. */
  stop: (id: number) => void
  /** The same of all jobs, because the session is over: what ended it. */
  stopAll: (reason: SignOutReason) => void
  /** Adds what was done without a write: a value was copied, a list exported. */
  log: (resource: ResourceName, label: string, name: string, text: string) => void
  /** Remembers something of every item of these rows. */
  updateItems: (
    resource: ResourceName,
    names: readonly string[],
    part: Pick<JobItem, 'isDismissed' | 'isCopied'>,
  ) => void
  /**
   * Tells the last thing that was done to each row once more, by a later list: `tell` returns undefined where it stands.
   * An earlier write proves nothing any more.
   */
  retell: (
    resource: ResourceName,
    describe: (item: JobItem, outcome: AnyOutcome) => DescribedOutcome | undefined,
  ) => void
}

/** Creates the jobs of a person. They outlive a session that ends in place. */
export function createJobStore(dependencies: JobDependencies): JobStore {
  const { get, set, subscribe } = createStore<readonly Job[]>([])
  /** Ends the pause of a job. */
  const resumePause = new Map<number, () => void>()
  let lastId = 0

  const jobOf = (id: number): Job | undefined => get().find((job) => job.id === id)
  const isStopped = (id: number) => jobOf(id)?.stopReason !== undefined
  const updateJob = (id: number, part: Partial<Job>) =>
    set(get().map((job) => (job.id === id ? { ...job, ...part } : job)))
  const setItems = (
    id: number,
    indexes: readonly number[],
    partOf: (index: number) => Partial<JobItem> | undefined,
  ) => {
    const items = [...(jobOf(id)?.items ?? [])]
    for (const index of indexes) items[index] = { ...items[index]!, ...partOf(index) }
    updateJob(id, { items })
  }
  const stop = (id: number, stopReason: NonNullable<Job['stopReason']>) => {
    const job = jobOf(id)
    if (job === undefined || !isJobRunning(job) || job.stopReason !== undefined) return
    updateJob(id, { stopReason })
    resumePause.get(id)?.()
  }

  /** Waits as long as the service asks for it, or until the job is stopped. */
  const waitOutPause = async (id: number): Promise<void> => {
    for (;;) {
      const remainingMs = (jobOf(id)?.pausedUntil ?? 0) - dependencies.now()
      if (remainingMs <= 0 || isStopped(id)) return
      // oxlint-disable-next-line no-await-in-loop -- the service may ask for more
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, remainingMs)
        resumePause.set(id, () => {
          clearTimeout(timer)
          resolve()
        })
      })
    }
  }

  /** Does some items. Returns those that the service put off. `failures`: how many in a row came before. */
  const runBatch = async (
    id: number,
    { resource, items }: JobPlan,
    indexes: readonly number[],
    { failures, hasMore }: { failures: number; hasMore: boolean },
  ): Promise<readonly number[]> => {
    const tasks = indexes.map((index) => items[index]!.createTask())
    const activeIndexes = indexes.filter((_, position) => tasks[position] !== undefined)
    setItems(id, indexes, (index) => ({ state: activeIndexes.includes(index) ? 'running' : 'not-started' }))
    const sentNames = new Set<string>()
    let isPostponed = false
    /** How many of the last answers were failures. Outcomes are known only when the whole turn has ended. */
    let consecutiveFailures = failures
    const observer: JobObserver = {
      shouldContinue: () => !isStopped(id) && !isPostponed,
      onSend: (name) => sentNames.add(name),
      onResponse(_name, problem) {
        const pause = problem && requestedPauseMs(problem)
        if (pause === undefined) {
          consecutiveFailures = problem === undefined ? 0 : consecutiveFailures + 1
          if (consecutiveFailures >= maxFailures && (sentNames.size < activeIndexes.length || hasMore))
            stop(id, 'too-many-failures')
          return
        }
        isPostponed = true
        updateJob(id, { pausedUntil: Math.max(dependencies.now() + pause, jobOf(id)?.pausedUntil ?? 0) })
      },
    }
    const outcomes = await dependencies
      .runTasks(resource)(
        tasks.filter((task) => task !== undefined),
        observer,
      )
      .catch((error: unknown): undefined => {
        if (error instanceof DOMException && error.name === 'AbortError') return undefined
        throw error
      })
    const timestamp = dependencies.now()
    const outcomeOf = (index: number) => outcomes?.[activeIndexes.indexOf(index)]
    const retryIndexes = activeIndexes.filter((index) => {
      const outcome = outcomeOf(index)
      const isBusy =
        outcome?.problem !== undefined && requestedPauseMs(outcome.problem) !== undefined && hadNoEffect(outcome)
      return !isStopped(id) && outcomes !== undefined && (outcome === undefined || isBusy)
    })
    const endedIndexes = activeIndexes.filter((index) => !retryIndexes.includes(index))
    dependencies.showOutcomes(
      resource,
      endedIndexes.flatMap((index) => outcomeOf(index) ?? []),
    )
    setItems(id, activeIndexes, (index) => {
      if (retryIndexes.includes(index)) return { state: 'queued' }
      const outcome = outcomeOf(index)
      // The session is over. What was sent has no outcome.
      if (outcome === undefined)
        return sentNames.has(items[index]!.name)
          ? { state: 'settled', settledAt: timestamp, ...describeSessionEnded() }
          : { state: 'not-started' }
      return {
        state: 'settled',
        settledAt: timestamp,
        outcome,
        currentName: currentName(outcome),
        ...dependencies.describe(resource, outcome),
      }
    })
    const job = jobOf(id)
    if (job !== undefined)
      dependencies.onEnd(
        job,
        endedIndexes.map((index) => job.items[index]!),
      )
    return retryIndexes
  }

  const run = async (id: number, plan: JobPlan): Promise<void> => {
    if (dependencies.isReady !== undefined && !(await dependencies.isReady())) stop(id, 'not-loaded')
    let failures = 0
    let indexes: readonly number[] = plan.items.map((_, index) => index)
    while (indexes.length > 0 && !isStopped(id)) {
      const batch = indexes.slice(0, batchSize)
      // oxlint-disable-next-line no-await-in-loop -- each turn rests on reads of its own
      const retryIndexes = await runBatch(id, plan, batch, { failures, hasMore: indexes.length > batch.length })
      indexes = [...retryIndexes, ...indexes.slice(batch.length)]
      for (const index of batch) {
        const { facts, outcome } = jobOf(id)?.items[index] ?? {}
        if (outcome !== undefined && isServiceFailure(outcome)) failures += 1
        else if (facts?.status === 'success') failures = 0
        if (failures >= maxFailures && indexes.length > 0) stop(id, 'too-many-failures')
      }
      // oxlint-disable-next-line no-await-in-loop -- the service asked for it
      await waitOutPause(id)
    }
    setItems(id, indexes, () => ({ state: 'not-started' }))
    updateJob(id, { endedAt: dependencies.now() })
    resumePause.delete(id)
    dependencies.onEnd(jobOf(id)!, [])
  }

  return {
    get,
    subscribe,
    async start(plan) {
      const id = (lastId += 1)
      const { items, ...rest } = plan
      const waiting = items.map(({ name, snapshot, change, hasPassword }): JobItem => {
        const item: JobItem = { name, currentName: name, snapshot, change, state: 'queued' }
        return hasPassword ? { ...item, hasPassword } : item
      })
      set([...get(), { ...rest, id, items: waiting, startedAt: dependencies.now() }])
      await run(id, plan)
      return jobOf(id)!
    },
    stop: (id) => stop(id, 'cancelled'),
    stopAll(endReason) {
      for (const { id } of get()) stop(id, endReason)
    },
    log(resource, label, name, text) {
      const timestamp = dependencies.now()
      const item: JobItem = {
        name,
        currentName: name,
        change: {},
        state: 'settled',
        settledAt: timestamp,
        ...describeDone(text),
        isDismissed: true,
      }
      const job = {
        resource,
        action: label,
        progressLabel: label,
        doneLabel: label,
        items: [item],
        skipped: [],
        startedAt: timestamp,
        endedAt: timestamp,
      }
      set([...get(), { ...job, id: (lastId += 1) }])
    },
    retell(resource, describe) {
      // By its outcome: of a row that is still missing, `last` has a copy of the item.
      const described = new Map<AnyOutcome, DescribedOutcome>()
      for (const { item } of selectJobRows(get(), resource).last.values()) {
        const latest = item.outcome && describe(item, item.outcome)
        if (item.outcome !== undefined && latest !== undefined) described.set(item.outcome, latest)
      }
      if (described.size === 0) return
      const retold = (item: JobItem): JobItem => ({ ...item, ...(item.outcome && described.get(item.outcome)) })
      set(get().map((job) => (job.resource === resource ? { ...job, items: job.items.map(retold) } : job)))
    },
    updateItems(resource, names, part) {
      const marked = new Set(names)
      const isOfRow = (item: JobItem) => marked.has(item.currentName)
      set(
        get().map((job) =>
          job.resource !== resource || !job.items.some(isOfRow)
            ? job
            : { ...job, items: job.items.map((item) => (isOfRow(item) ? { ...item, ...part } : item)) },
        ),
      )
    },
  }
}

/** How long the service, or a server in front, asks to be left alone, in milliseconds; undefined: it doesn’t. */
function requestedPauseMs(problem: Problem): number | undefined {
  if (problem.kind === 'in-front' && problem.status === 429) return defaultPauseMs
  if (problem.kind === 'too-many') return problem.retryAfter === undefined ? defaultPauseMs : problem.retryAfter * 1000
  if (problem.kind !== 'failing' || problem.status !== 503 || problem.retryAfter === undefined) return undefined
  return problem.retryAfter * 1000
}
