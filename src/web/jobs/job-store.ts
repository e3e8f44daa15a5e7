import type { Problem, ResourceName } from '#api/problem.ts'
import type { TimestampedRow } from '#api/list/row-list.ts'
import { isServiceFailure, hadNoEffect, currentName, type Outcome } from '#api/write/outcome.ts'
import type { WriteTask } from '#web/resource/action.ts'
import type { SignOutReason } from '#web/session/session-timer.ts'
import type { ResultMessage } from '#web/resource/outcome-message.ts'
import { createStore, type Readable } from '#web/ui/store.ts'
import { isJobRunning, type Job, type JobItem, type SkippedRow } from './job.ts'
import { selectJobRows } from './job-selectors.ts'

/** How many rows share the list reads around their writes. */
const inOneTurn = 20

/** So many failures in a row stop a job: the service, or the way to it, is broken. */
const mostFailures = 5

/** How long a service is left alone that asks for it without saying how long, in milliseconds. */
const usualPause = 10_000

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
  watch: JobObserver,
) => Promise<readonly (AnyOutcome | undefined)[]>

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
  doTasks: (resource: ResourceName) => RunTasks
  /** Puts an outcome into words. */
  say: (resource: ResourceName, outcome: AnyOutcome) => ResultMessage
  /** Lays what outcomes show into the list, before the job says so. */
  show: (resource: ResourceName, outcomes: readonly AnyOutcome[]) => void
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
  stopAll: (by: SignOutReason) => void
  /** Adds what was done without a write: a value was copied, a list exported. */
  log: (resource: ResourceName, done: string, name: string, says: string) => void
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
  retell: (resource: ResourceName, tell: (item: JobItem, outcome: AnyOutcome) => ResultMessage | undefined) => void
}

/** Creates the jobs of a person. They outlive a session that ends in place. */
export function createJobStore(world: JobDependencies): JobStore {
  const { get, set, subscribe } = createStore<readonly Job[]>([])
  /** Ends the pause of a job. */
  const wakes = new Map<number, () => void>()
  let last = 0

  const jobOf = (id: number): Job | undefined => get().find((job) => job.id === id)
  const isStopped = (id: number) => jobOf(id)?.stopReason !== undefined
  const put = (id: number, part: Partial<Job>) => set(get().map((job) => (job.id === id ? { ...job, ...part } : job)))
  const putItems = (id: number, places: readonly number[], partOf: (place: number) => Partial<JobItem> | undefined) => {
    const items = [...(jobOf(id)?.items ?? [])]
    for (const place of places) items[place] = { ...items[place]!, ...partOf(place) }
    put(id, { items })
  }
  const stop = (id: number, stopped: NonNullable<Job['stopReason']>) => {
    const job = jobOf(id)
    if (job === undefined || !isJobRunning(job) || job.stopReason !== undefined) return
    put(id, { stopReason: stopped })
    wakes.get(id)?.()
  }

  /** Waits as long as the service asks for it, or until the job is stopped. */
  const rest = async (id: number): Promise<void> => {
    for (;;) {
      const left = (jobOf(id)?.pausedUntil ?? 0) - world.now()
      if (left <= 0 || isStopped(id)) return
      // oxlint-disable-next-line no-await-in-loop -- the service may ask for more
      await new Promise<void>((go) => {
        const timer = setTimeout(go, left)
        wakes.set(id, () => {
          clearTimeout(timer)
          go()
        })
      })
    }
  }

  /** Does some items. Returns those that the service put off. `failures`: how many in a row came before. */
  const doSome = async (
    id: number,
    { resource, items }: JobPlan,
    places: readonly number[],
    { failures, hasMore }: { failures: number; hasMore: boolean },
  ): Promise<readonly number[]> => {
    const tasks = places.map((place) => items[place]!.createTask())
    const sent = places.filter((_, at) => tasks[at] !== undefined)
    putItems(id, places, (place) => ({ state: sent.includes(place) ? 'running' : 'not-started' }))
    const left = new Set<string>()
    let isPutOff = false
    /** How many of the last answers were failures. Outcomes are known only when the whole turn has ended. */
    let inRow = failures
    const watch: JobObserver = {
      shouldContinue: () => !isStopped(id) && !isPutOff,
      onSend: (name) => left.add(name),
      onResponse(_name, problem) {
        const pause = problem && pauseIn(problem)
        if (pause === undefined) {
          inRow = problem === undefined ? 0 : inRow + 1
          if (inRow >= mostFailures && (left.size < sent.length || hasMore)) stop(id, 'too-many-failures')
          return
        }
        isPutOff = true
        put(id, { pausedUntil: Math.max(world.now() + pause, jobOf(id)?.pausedUntil ?? 0) })
      },
    }
    const outcomes = await world
      .doTasks(resource)(
        tasks.filter((task) => task !== undefined),
        watch,
      )
      .catch((error: unknown): undefined => {
        if (error instanceof DOMException && error.name === 'AbortError') return undefined
        throw error
      })
    const at = world.now()
    const outcomeOf = (place: number) => outcomes?.[sent.indexOf(place)]
    const again = sent.filter((place) => {
      const outcome = outcomeOf(place)
      const isBusy = outcome?.problem !== undefined && pauseIn(outcome.problem) !== undefined && hadNoEffect(outcome)
      return !isStopped(id) && outcomes !== undefined && (outcome === undefined || isBusy)
    })
    const ended = sent.filter((place) => !again.includes(place))
    world.show(
      resource,
      ended.flatMap((place) => outcomeOf(place) ?? []),
    )
    putItems(id, sent, (place) => {
      if (again.includes(place)) return { state: 'queued' }
      const outcome = outcomeOf(place)
      // The session is over. What was sent has no outcome.
      if (outcome === undefined)
        return left.has(items[place]!.name)
          ? { state: 'settled', settledAt: at, message: sentBefore }
          : { state: 'not-started' }
      return {
        state: 'settled',
        settledAt: at,
        outcome,
        currentName: currentName(outcome),
        message: world.say(resource, outcome),
      }
    })
    const job = jobOf(id)
    if (job !== undefined)
      world.onEnd(
        job,
        ended.map((place) => job.items[place]!),
      )
    return again
  }

  const run = async (id: number, plan: JobPlan): Promise<void> => {
    if (world.isReady !== undefined && !(await world.isReady())) stop(id, 'not-loaded')
    let failures = 0
    let places: readonly number[] = plan.items.map((_, place) => place)
    while (places.length > 0 && !isStopped(id)) {
      const now = places.slice(0, inOneTurn)
      // oxlint-disable-next-line no-await-in-loop -- each turn rests on reads of its own
      const again = await doSome(id, plan, now, { failures, hasMore: places.length > now.length })
      places = [...again, ...places.slice(now.length)]
      for (const place of now) {
        const { message, outcome } = jobOf(id)?.items[place] ?? {}
        if (outcome !== undefined && isServiceFailure(outcome)) failures += 1
        else if (message?.status === 'success') failures = 0
        if (failures >= mostFailures && places.length > 0) stop(id, 'too-many-failures')
      }
      // oxlint-disable-next-line no-await-in-loop -- the service asked for it
      await rest(id)
    }
    putItems(id, places, () => ({ state: 'not-started' }))
    put(id, { endedAt: world.now() })
    wakes.delete(id)
    world.onEnd(jobOf(id)!, [])
  }

  return {
    get,
    subscribe,
    async start(plan) {
      const id = (last += 1)
      const { items, ...rest } = plan
      const waiting = items.map(({ name, snapshot, change, hasPassword }): JobItem => {
        const item: JobItem = { name, currentName: name, snapshot, change, state: 'queued' }
        return hasPassword ? { ...item, hasPassword } : item
      })
      set([...get(), { ...rest, id, items: waiting, startedAt: world.now() }])
      await run(id, plan)
      return jobOf(id)!
    },
    stop: (id) => stop(id, 'cancelled'),
    stopAll(by) {
      for (const { id } of get()) stop(id, by)
    },
    log(resource, done, name, says) {
      const at = world.now()
      const told: ResultMessage = { status: 'success', isQuiet: true, text: says, followUps: [] }
      const item: JobItem = {
        name,
        currentName: name,
        change: {},
        state: 'settled',
        settledAt: at,
        message: told,
        isDismissed: true,
      }
      const job = {
        resource,
        action: done,
        progressLabel: done,
        doneLabel: done,
        items: [item],
        skipped: [],
        startedAt: at,
        endedAt: at,
      }
      set([...get(), { ...job, id: (last += 1) }])
    },
    retell(resource, tell) {
      // By its outcome: of a row that is still missing, `last` has a copy of the item.
      const told = new Map<AnyOutcome, ResultMessage>()
      for (const { item } of selectJobRows(get(), resource).last.values()) {
        const now = item.outcome && tell(item, item.outcome)
        if (item.outcome !== undefined && now !== undefined) told.set(item.outcome, now)
      }
      if (told.size === 0) return
      const retold = (item: JobItem): JobItem => {
        const now = item.outcome && told.get(item.outcome)
        return now === undefined ? item : { ...item, message: now }
      }
      set(get().map((job) => (job.resource === resource ? { ...job, items: job.items.map(retold) } : job)))
    },
    updateItems(resource, names, part) {
      const marked = new Set(names)
      const isOf = (item: JobItem) => marked.has(item.currentName)
      set(
        get().map((job) =>
          job.resource !== resource || !job.items.some(isOf)
            ? job
            : { ...job, items: job.items.map((item) => (isOf(item) ? { ...item, ...part } : item)) },
        ),
      )
    },
  }
}

/** What is told of a row whose write was sent when the session ended. */
const sentBefore: ResultMessage = {
  status: 'unknown',
  text: 'Sent before the session ended. It may or may not be saved.',
  followUps: ['refresh'],
}

/** How long the service, or a server in front, asks to be left alone, in milliseconds; undefined: it doesn’t. */
function pauseIn(problem: Problem): number | undefined {
  if (problem.kind === 'in-front' && problem.status === 429) return usualPause
  if (problem.kind === 'too-many') return problem.retryAfter === undefined ? usualPause : problem.retryAfter * 1000
  if (problem.kind !== 'failing' || problem.status !== 503 || problem.retryAfter === undefined) return undefined
  return problem.retryAfter * 1000
}
