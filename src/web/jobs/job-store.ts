import type { ResourceName } from '#api/problem.ts'
import type { SignOutReason } from '#web/session/session-timer.ts'
import { describeDone, type DescribedOutcome } from '#web/resource/result-message.ts'
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
  const findJob = (id: number): Job => get().find((job) => job.id === id)!
  const update = (id: number, part: Partial<Job>) =>
    set(get().map((job) => (job.id === id ? { ...job, ...part } : job)))
  const stop = (id: number, stopReason: NonNullable<Job['stopReason']>) => {
    const controller = stops.get(id)
    if (controller === undefined || controller.signal.aborted || !isJobRunning(findJob(id))) return
    // A listener to the abort may stop it again.
    controller.abort()
    update(id, { stopReason })
  }
  const nextId = () => get().length + 1
  let places = 0
  const add = (job: Omit<Job, 'id'>) => set([...get(), { ...job, id: nextId() }])

  /** Lays parts over items of a resource. */
  const patch = (resource: ResourceName, partOf: (item: JobItem) => Partial<JobItem> | undefined) => {
    let hasChanged = false
    const patched = (item: JobItem): JobItem => {
      const part = partOf(item)
      if (part === undefined) return item
      hasChanged = true
      return { ...item, ...part }
    }
    const jobs = get().map((job) => (job.resource === resource ? { ...job, items: job.items.map(patched) } : job))
    if (hasChanged) set(jobs)
  }

  return {
    get,
    subscribe,
    async start(plan) {
      const id = nextId()
      const controller = new AbortController()
      stops.set(id, controller)
      add(plannedJob(plan, dependencies.now()))
      await runJob(
        {
          plan,
          get: () => findJob(id),
          update: (part) => update(id, part),
          stop: (reason) => stop(id, reason),
          stopSignal: controller.signal,
          nextPlace: () => (places += 1),
          isOverruled: (name, change) =>
            get().some((later) => later.id > id && asksOtherwise(later, plan.resource, name, change)),
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
    log: (resource, label, name, text) => add(finishedJob(resource, label, name, text, dependencies.now())),
    retell(resource, describe) {
      const { last, lastOutcomes } = selectJobRows(get(), resource)
      const lastOnes = new Set([...lastOutcomes.values(), ...[...last.values()].map(({ item }) => item.outcome)])
      patch(resource, (item) => item.outcome && describe(item, item.outcome, lastOnes.has(item.outcome)))
    },
    updateItems(resource, names, part) {
      const changedNames = new Set(names)
      patch(resource, ({ currentName }) => (changedNames.has(currentName) ? part : undefined))
    },
  }
}

/** Whether a job asks for one of the fields of this change. */
const asksOtherwise = ({ resource, items }: Job, ofResource: ResourceName, name: string, change: object): boolean =>
  resource === ofResource &&
  items.some(
    (item) =>
      item.name === name && item.state !== 'not-started' && Object.keys(item.change).some((field) => field in change),
  )

/** A job that is about to run. */
function plannedJob({ items, ...plan }: JobPlan, startedAt: number): Omit<Job, 'id'> {
  return {
    ...plan,
    items: items.map(({ name, snapshot, change, hasPassword }): JobItem => ({
      name,
      currentName: name,
      snapshot,
      change,
      state: 'queued',
      ...(hasPassword && { hasPassword }),
    })),
    startedAt,
  }
}

/** What was done without a write, as a job that has ended. */
function finishedJob(
  resource: ResourceName,
  label: string,
  name: string,
  text: string,
  timestamp: number,
): Omit<Job, 'id'> {
  const item: JobItem = {
    name,
    currentName: name,
    change: {},
    state: 'settled',
    settledAt: timestamp,
    ...describeDone(text),
    isDismissed: true,
  }
  return {
    resource,
    action: label,
    progressLabel: label,
    doneLabel: label,
    items: [item],
    skipped: [],
    startedAt: timestamp,
    endedAt: timestamp,
  }
}
