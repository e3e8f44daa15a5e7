import { mayHaveBeenApplied, requireProblem, type Problem } from '#api/problem.ts'
import { verifyWrite, type NewerList, type ReadResult } from './verify.ts'
import type {
  BodyOf,
  WriteCalls,
  ResourceAdapter,
  RowSnapshot,
  ResourceTypes,
  WriteRequestOf,
} from './resource-adapter.ts'
import { hasSwappedFlags, outcomeRow, type OutcomeOf } from './outcome.ts'
import { createPlanner, type WritePlan } from './plan.ts'
import { delay, mapConcurrent, type KeyedQueue } from './keyed-queue.ts'

/** What a writer needs from outside. */
export interface WriterDependencies {
  /** One for each resource of a session: writes of one row run one after the other. */
  turns: KeyedQueue
  /** The page's milliseconds since 1970. */
  now: () => number
  /** Ends everything that is queued or running; aborted at sign-out. */
  signal: AbortSignal
  /** Waits; ends with the signal. */
  wait?: typeof delay
}

/** How a job takes part in the requests of its writes; reads are not reported. */
export interface WriteObserver {
  /** Called before each request that writes. After a `false` nothing more is sent, and what was not sent has no outcome. */
  shouldContinue?: () => boolean
  /** This write is sent now. */
  onSend?: (name: string) => void
  /** It was answered, or its answer given up. `problem`: why it was not answered OK. */
  onResponse?: (name: string, problem: Problem | undefined) => void
  /** How long the service asks to be left alone, from now, in milliseconds. */
  remainingPauseMs?: () => number
  /** Rows that a lock-out depends on and that these writes leave alone: the other active admins. */
  alsoRead?: readonly string[]
}

/** The verified writes of one resource: read, compare, send, read back. */
export interface VerifiedWriter<T extends ResourceTypes> {
  /**
   * Up to twenty writes, of one row each, once earlier writes of their rows have ended: one read that begins after the
   * call, at most four requests at a time, one read back (once more after a second if it failed). Plans are made in order,
   * and each sees the rows as those before it leave them.
   *
   * Resolves to an outcome for each write, in order. Undefined: not started, because `shouldContinue` said no; it can be
   * given again. Rejects only with the signal's reason: then a write that `onSend` reported may have arrived.
   */
  write: (writes: readonly WriteRequestOf<T>[], observer?: WriteObserver) => Promise<(OutcomeOf<T> | undefined)[]>
  /**
   * The outcome by a list that was read after its own read-back: an `unknown` one may have become known, and what was
   * saved may show another value. Only for the page's last write to a row. Undefined: nothing was sent, or the list does
   * not show it.
   */
  reverify: (outcome: OutcomeOf<T>, list: NewerList<T['row']>) => OutcomeOf<T> | undefined
}

/** The steps of a writer, for operations of several requests. */
export type WriterSteps<T extends ResourceTypes> = ReturnType<typeof createVerifiedWriter<T>>['steps']

/**
 * How many new rows are under way whose flags the service may store swapped: a page that dies before they are corrected leaves
 * no more of them.
 */
const maxUncorrectedRows = 4

/** How long after a failed read-back the second and last one begins, in milliseconds. */
const retryDelayMs = 1000

/** Creates the verified writes of one resource. */
export function createVerifiedWriter<T extends ResourceTypes>(
  calls: WriteCalls<T>,
  adapter: ResourceAdapter<T>,
  { turns, now, signal, wait = delay }: WriterDependencies,
) {
  /** The rows that writes from here have read back, until somebody else is seen to have changed them. */
  const lastOwnWrites = new Map<string, RowSnapshot<T['row']>>()
  const { plan, checkCurrent, namesOf } = createPlanner(adapter, lastOwnWrites, calls.read !== undefined)

  const read = async (names: Iterable<string>): Promise<ReadResult<T['row']>> => {
    if (calls.read === undefined) return { failed: 'no-list' }
    const readStartedAt = now()
    let isSure = true
    try {
      const rows = await calls.read(new Set(names), { signal, onUnreadable: () => void (isSure = false) })
      return { readStartedAt, isSure, get: (name) => rows.get(name) }
    } catch (error) {
      return { failed: requireProblem(error) }
    }
  }

  const readBack = async (names: Iterable<string>): Promise<ReadResult<T['row']>> => {
    const first = await read(names)
    if (!('failed' in first) || typeof first.failed === 'string') return first
    // No request after it would be answered.
    if (first.failed.kind === 'signed-out' || first.failed.kind === 'no-session') return first
    await wait(retryDelayMs, signal)
    return read(names)
  }

  /** Sends one plan. Nothing was read yet. */
  const send = async ({ request: requestedWrite, send: request }: WritePlan<T>, observer: WriteObserver) => {
    signal.throwIfAborted()
    const problem = await sendObserved(requestedWrite.previousName, () => request(calls, signal), observer)
    return {
      request: requestedWrite,
      delivery: problem === undefined ? ('accepted' as const) : deliveryOf(problem),
      ...(problem && { problem }),
    }
  }

  /** The row of an outcome is known, unless it may be somebody else's doing. Where nothing is listed, an OK stands for it. */
  const rememberRow = ({ request, delivery, readBack: readBackResult, readStartedAt }: OutcomeOf<T>) => {
    const { before, body, operation } = request
    if (calls.read === undefined && delivery === 'rejected') return
    lastOwnWrites.delete(request.previousName)
    const row =
      calls.read === undefined && operation === 'update' && before !== undefined && body !== undefined
        ? adapter.applyUpdate(before, body as T['update'])
        : outcomeRow({ readBack: readBackResult })
    const isKnown = readBackResult.status === 'unchanged' || (delivery === 'accepted' && request.operation !== 'delete')
    if (isKnown && row !== undefined) lastOwnWrites.set(adapter.nameOf(row), { row, readStartedAt })
  }

  /** Sends plans and reads back what they may have changed. `rows`: by that read; undefined: none was needed. */
  const execute = async (plans: readonly WritePlan<T>[], observer: WriteObserver = {}) => {
    const { shouldContinue = () => true } = observer
    let shouldGoOn = true
    const ends = await mapConcurrent(plans, async (plan) => {
      shouldGoOn &&= shouldContinue()
      return shouldGoOn ? { plan, end: await send(plan, observer) } : undefined
    })
    const touched = ends.flatMap((item) => (item !== undefined && mayHaveChanged(item.end) ? [item.end.request] : []))
    const rows =
      touched.length > 0 ? await readBack(touched.flatMap(({ name, previousName }) => [name, previousName])) : undefined
    const outcomes = ends.map((item): OutcomeOf<T> | undefined => {
      if (item === undefined) return undefined
      const { plan, end } = item
      if (rows === undefined || !mayHaveChanged(end)) return { ...end, ...plan.ifUnchanged }
      const outcome =
        'failed' in rows
          ? { ...end, readBack: { status: 'unavailable' as const, reason: rows.failed }, readStartedAt: now() }
          : verifyWrite(adapter, end, rows)
      rememberRow(outcome)
      return outcome
    })
    return { outcomes, rows, isAnswered: (index: number) => ends[index]?.end.delivery === 'accepted' }
  }

  /**
   * The update that puts new rows right which the service stored swapped. It rests on an OK to the creation and on its
   * read-back: without that answer, the admin decides.
   */
  const correctFlags = async (
    { outcomes, rows, isAnswered }: Awaited<ReturnType<typeof execute>>,
    observer: WriteObserver,
  ) => {
    if (rows === undefined || 'failed' in rows) return outcomes
    const plans = new Map<OutcomeOf<T>, WritePlan<T>>()
    outcomes.forEach((first, index) => {
      const row = outcomeRow(first)
      const body = first?.request.body
      if (first === undefined || !hasSwappedFlags(first) || !isAnswered(index) || row === undefined || !body) return
      const change = adapter.correction?.(body) ?? {}
      const [planned] = plan(
        [{ operation: 'update', snapshot: { row, readStartedAt: rows.readStartedAt }, change }],
        rows,
      )
      if (planned !== undefined && 'ifUnchanged' in planned) plans.set(first, planned)
    })
    if (plans.size === 0) return outcomes
    // They go through even if the job is stopped in between, but not while the service asks to be left alone.
    for (;;) {
      const pauseMs = observer.remainingPauseMs?.() ?? 0
      if (pauseMs <= 0) break
      // oxlint-disable-next-line no-await-in-loop -- the service may ask for more
      await wait(pauseMs, signal)
    }
    const { shouldContinue: _stopped, ...remainingObserver } = observer
    const second = await execute([...plans.values()], remainingObserver)
    const correctedOutcomes = new Map(
      [...plans.keys()].map((first, index): [OutcomeOf<T>, OutcomeOf<T>] => {
        const outcome = second.outcomes[index]
        if (outcome === undefined || outcome.delivery === 'not-sent' || second.rows === undefined) return [first, first]
        const { sideEffect: _unread, ...unread } = first
        if ('failed' in second.rows)
          return [first, { ...unread, readBack: outcome.readBack, readStartedAt: outcome.readStartedAt }]
        const verified = verifyWrite(adapter, first, second.rows)
        return [
          first,
          verified.readBack.status === 'matches' ? { ...verified, sideEffect: { type: 'flags-corrected' } } : verified,
        ]
      }),
    )
    return outcomes.map((outcome) => outcome && (correctedOutcomes.get(outcome) ?? outcome))
  }

  /** One read, the plans, the requests, one read back. */
  const writeRound = async (
    writes: readonly WriteRequestOf<T>[],
    observer: WriteObserver = {},
  ): Promise<(OutcomeOf<T> | undefined)[]> => {
    if (observer.shouldContinue?.() === false) return writes.map(() => undefined)
    const before = await read([...writes.flatMap(namesOf), ...(observer.alsoRead ?? [])])
    const planned = plan(writes, before, { alsoRead: observer.alsoRead, readStartedAt: now() })
    const plans = planned.filter((item) => 'ifUnchanged' in item)
    const verified = await correctFlags(await execute(plans, observer), observer)
    return planned.map((item) => ('ifUnchanged' in item ? verified[plans.indexOf(item)] : item))
  }

  /** Whether the service stores the flags of new rows swapped; undefined: no row has shown it yet. */
  let swapsFlags: boolean | undefined
  const learnFrom = (outcomes: readonly (OutcomeOf<T> | undefined)[]) => {
    for (const outcome of outcomes) {
      if (outcome?.request.body === undefined || !isCorrectable(outcome.request.operation, outcome.request.body))
        continue
      const isCorrected = outcome.sideEffect?.type === 'flags-corrected'
      if (isCorrected || hasSwappedFlags(outcome)) swapsFlags = true
      else if (outcome.delivery === 'accepted' && outcome.readBack.status === 'matches') swapsFlags = false
    }
  }
  const isCorrectable = (operation: WriteRequestOf<T>['operation'], body: BodyOf<T>) =>
    operation === 'create' && adapter.showsSwap?.(body) === true

  /**
   * The first of these writes that can go together: writes that share a name go into different rounds, because each rests on a
   * read after the one before it. Of new rows whose flags may be stored swapped, the first goes alone, to show whether they are.
   */
  const nextRound = <Item extends { request: WriteRequestOf<T> }>(waiting: readonly Item[]): Item[] => {
    const round: Item[] = []
    const names = new Set<string>()
    const maxCorrectable =
      calls.read === undefined || swapsFlags === false ? Infinity : swapsFlags ? maxUncorrectedRows : 1
    let correctable = 0
    for (const item of waiting) {
      const { request } = item
      if (request.operation === 'create' && isCorrectable('create', adapter.toCreateBody(request.draft)))
        correctable += 1
      if (correctable > maxCorrectable) break
      const ownNames = namesOf(request)
      if (!ownNames.some((name) => names.has(name))) round.push(item)
      for (const name of ownNames) names.add(name)
    }
    return round
  }

  const enqueue = <Result>(names: readonly string[], task: () => Promise<Result>): Promise<Result> =>
    turns.run(names, async () => {
      signal.throwIfAborted()
      return task()
    })

  const write: VerifiedWriter<T>['write'] = (writes, observer) =>
    enqueue(writes.flatMap(namesOf), async () => {
      const outcomes: (OutcomeOf<T> | undefined)[] = []
      let remaining = writes.map((request, index) => ({ request, index }))
      while (remaining.length > 0) {
        const round = nextRound(remaining)
        const roundOutcomes = await writeRound(
          round.map(({ request }) => request),
          observer,
        )
        learnFrom(roundOutcomes)
        round.forEach(({ index }, position) => void (outcomes[index] = roundOutcomes[position]))
        remaining = remaining.filter((item) => !round.includes(item))
      }
      return outcomes
    })
  return { write, steps: { enqueue, read, readBack, plan, checkCurrent, execute, writeRound, rememberRow } }
}

/** Sends one request and reports it to its job. Resolves to why it was not answered OK. */
export async function sendObserved(name: string, send: () => Promise<void>, { onSend, onResponse }: WriteObserver) {
  let problem: Problem | undefined
  onSend?.(name)
  try {
    await send()
  } catch (error) {
    problem = requireProblem(error)
  }
  onResponse?.(name, problem)
  return problem
}

/** What a failed request says about its delivery. */
export function deliveryOf(problem: Problem): 'not-sent' | 'rejected' | 'unknown' {
  if (mayHaveBeenApplied(problem)) return 'unknown'
  const isUnsent = 'sent' in problem || problem.kind === 'unsendable'
  return isUnsent ? 'not-sent' : 'rejected'
}

/**
 * Whether the row must be read back. A rejected write, too: a request that was sent twice on its way (browsers and proxies
 * repeat those that they think lost) is rejected because of the first one.
 */
function mayHaveChanged<T extends ResourceTypes>({
  delivery,
  problem,
}: Pick<OutcomeOf<T>, 'delivery' | 'problem'>): boolean {
  return delivery === 'accepted' || delivery === 'unknown' || problem?.kind === 'refused'
}
