import type { ResourceName } from '#api/problem.ts'
import type { SignOutReason } from '#web/session/session-timer.ts'
import { describeDone, type DescribedOutcome } from '#web/resource/outcome-message.ts'
import { createStore, type Readable } from '#web/ui/store.ts'
import { isJobRunning, type Job, type JobItem } from './job.ts'
import { selectJobRows } from './job-selectors.ts'
import { runJob, type AnyOutcome, type JobDependencies, type JobPlan } from './run-job.ts'

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
   * Describes outcomes once more, by what is known now: `describe` returns undefined where it stands. `isLast`: no later write
   * to its row is known, so that a list may correct it.
   */
  retell: (
    resource: ResourceName,
    describe: (item: JobItem, outcome: AnyOutcome, isLast: boolean) => RetoldItem | undefined,
  ) => void
}

/** What is known now of an item, and said of it. `currentName`: its row’s, if that is found to have been renamed. */
export type RetoldItem = DescribedOutcome & Partial<Pick<JobItem, 'currentName'>>

/** Creates the jobs of a person. They outlive a session that ends in place. */
export function createJobStore(dependencies: JobDependencies): JobStore {
  const { get, set, subscribe } = createStore<readonly Job[]>([])
  /** Of each job that runs: aborted when it is stopped. */
  const stops = new Map<number, AbortController>()
  let lastId = 0

  const findJob = (id: number): Job => get().find((job) => job.id === id)!
  const updateJob = (id: number, part: Partial<Job>) =>
    set(get().map((job) => (job.id === id ? { ...job, ...part } : job)))
  const stop = (id: number, stopReason: NonNullable<Job['stopReason']>) => {
    const controller = stops.get(id)
    if (controller === undefined || controller.signal.aborted || !isJobRunning(findJob(id))) return
    // A listener to the abort may stop it again.
    controller.abort()
    updateJob(id, { stopReason })
  }

  return {
    get,
    subscribe,
    async start(plan) {
      const id = (lastId += 1)
      const controller = new AbortController()
      stops.set(id, controller)
      const { items, ...rest } = plan
      const waiting = items.map(({ name, snapshot, change, hasPassword }): JobItem => {
        const item: JobItem = { name, currentName: name, snapshot, change, state: 'queued' }
        return hasPassword ? { ...item, hasPassword } : item
      })
      set([...get(), { ...rest, id, items: waiting, startedAt: dependencies.now() }])
      await runJob(
        {
          plan,
          get: () => findJob(id),
          update: (part) => updateJob(id, part),
          stop: (reason) => stop(id, reason),
          stopSignal: controller.signal,
        },
        dependencies,
      )
      stops.delete(id)
      return findJob(id)
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
      const { last, lastOutcomes } = selectJobRows(get(), resource)
      const lastOnes = new Set([...lastOutcomes.values(), ...[...last.values()].map(({ item }) => item.outcome)])
      let hasChanged = false
      const retold = (item: JobItem): JobItem => {
        const latest = item.outcome && describe(item, item.outcome, lastOnes.has(item.outcome))
        if (latest === undefined) return item
        hasChanged = true
        return { ...item, ...latest }
      }
      const jobs = get().map((job) => (job.resource === resource ? { ...job, items: job.items.map(retold) } : job))
      if (hasChanged) set(jobs)
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
