import { queryOptions, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { startTransition, useEffect, useState } from 'react'
import { problemOf, ServiceError, type ResourceName, type Problem } from '#contract/problem.ts'
import type { Dated, RowStore } from '#contract/list/row-store.ts'
import type { OnPart, Service } from '#contract/service.ts'
import type { Token } from '#contract/token.ts'
import type { User } from '#contract/user.ts'
import { whenPainted } from './painted.ts'
import { createStore, type Store } from '#web/ui/store.ts'

/** How soon a list that failed is read again, in milliseconds: after the first failure in a row, the second, … */
const pauses = [5_000, 10_000, 20_000, 40_000, 60_000]

/** A list that could not be read. */
export class ListFailure extends ServiceError {
  /** When the first reading in a row failed, in milliseconds since 1970. */
  readonly since: number
  /** When it is read again without being asked for, in milliseconds since 1970. */
  readonly next: number | undefined

  constructor(problem: Problem, failures: number, since: number | undefined) {
    super(problem)
    const now = Date.now()
    const pause = pauseAfter(problem, failures)
    this.since = since ?? now
    this.next = pause === undefined ? undefined : now + pause
  }
}

/** How long to wait before the next try; undefined where time alone mends nothing. */
function pauseAfter(problem: Problem, failures: number): number | undefined {
  const passes =
    problem.kind === 'unreachable' ||
    problem.kind === 'timed-out' ||
    problem.kind === 'too-many' ||
    (problem.kind === 'failing' && [502, 503, 504].includes(problem.status))
  if (!passes) return undefined
  const wanted = 'retryAfter' in problem ? problem.retryAfter : undefined
  return wanted === undefined ? pauses[Math.min(failures, pauses.length) - 1] : Math.max(1, wanted) * 1000
}

const inCommon = {
  // A list changes by answers to our own calls and when the admin asks again; never under the admin's pointer.
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
  structuralSharing: false,
  retry: false,
  networkMode: 'always',
  refetchOnWindowFocus: false,
  refetchOnReconnect: true,
  // What failed before it could be shown is told; whoever comes back to it later asks anew.
  retryOnMount: ({ state }: { state: { errorUpdatedAt: number } }) => Date.now() - state.errorUpdatedAt > 1000,
  refetchInterval: ({ state }: { state: { error: Error | null; fetchStatus: string } }) => {
    const next = state.error instanceof ListFailure ? state.error.next : undefined
    return next === undefined || state.fetchStatus !== 'idle' ? false : Math.max(1, next - Date.now())
  },
  // The page counts down to it.
  refetchIntervalInBackground: true,
} as const

/** All tokens that are not related to a user. */
export const tokenList = (service: Service) =>
  queryOptions({
    ...inCommon,
    queryKey: ['tokens'],
    queryFn: ({ signal, client }) =>
      inParts<Token>(client, 'tokens', (onPart) => service.tokens.list({ signal, onPart })),
  })

/** All users, where the service has such a list. */
export const userList = (service: Service) =>
  queryOptions({
    ...inCommon,
    queryKey: ['users'],
    queryFn: ({ signal, client }) => inParts<User>(client, 'users', (onPart) => service.users.list({ signal, onPart })),
  })

/** How often in a row each list could not be read, and since when. */
const failing = new WeakMap<QueryClient, Partial<Record<ResourceName, { failures: number; since: number }>>>()

/** What has arrived of a first list. */
interface Arrivals extends Store<RowStore<Dated> | undefined> {
  /** Says that the first rows are painted. */
  shown: () => void
}

/** A list that was read once stays until the next one is whole. */
const arriving = new WeakMap<QueryClient, Record<ResourceName, Arrivals>>()

export function arrivalsOf(client: QueryClient) {
  const none = (): Arrivals => ({ ...createStore<RowStore<Dated> | undefined>(undefined), shown: () => undefined })
  const arrivals = arriving.get(client) ?? { tokens: none(), users: none() }
  arriving.set(client, arrivals)
  return arrivals
}

/** How long the reading of a list waits until its first rows are painted, in milliseconds: another page may be shown. */
const forPaint = 500

async function inParts<Row extends Dated>(
  client: QueryClient,
  part: ResourceName,
  read: (onPart: OnPart<Row> | undefined) => Promise<RowStore<Row>>,
): Promise<RowStore<Row>> {
  const isFirst = client.getQueryData([part]) === undefined
  const arrivals = arrivalsOf(client)[part]
  const { get, set } = arrivals
  const onPart = (arrived: RowStore<Row>) => {
    const isFirstPart = get() === undefined
    set(arrived as unknown as RowStore<Dated>)
    if (!isFirstPart) return
    // What reads and what paints share the processor.
    return new Promise<void>((go) => {
      arrivals.shown = go
      setTimeout(go, forPaint)
    })
  }
  try {
    const whole = await read(isFirst ? onPart : undefined)
    failing.set(client, { ...failing.get(client), [part]: undefined })
    // Its part is shown until it is: without a moment of nothing in between, in which the rows would be made anew.
    setTimeout(() => set(undefined))
    return whole
  } catch (error) {
    // Before the failure is shown: a list that broke off must not look like a short one.
    set(undefined)
    const problem = problemOf(error)
    if (problem === undefined) throw error
    const { failures = 0, since } = failing.get(client)?.[part] ?? {}
    const failure = new ListFailure(problem, failures + 1, since)
    failing.set(client, { ...failing.get(client), [part]: { failures: failures + 1, since: failure.since } })
    throw failure
  }
}

/** Resolves when no list is being read. */
export function whenRead(client: QueryClient): Promise<void> {
  return new Promise((go) => {
    const look = () => {
      if (client.isFetching() > 0) return
      stop()
      go()
    }
    const stop = client.getQueryCache().subscribe(look)
    look()
  })
}

/** How long a page that could be shown waits for the first rows, in milliseconds. */
const forRows = 100

/** Begins to read the tokens. Resolves when some of them are there, when the reading is over, or after a while. */
export function beginTokens(client: QueryClient, service: Service): Promise<void> {
  return new Promise((go) => {
    arrivalsOf(client).tokens.subscribe(go)
    setTimeout(go, forRows)
    void client.prefetchQuery(tokenList(service)).then(go)
  })
}

/**
 * What is there of a list while the first reading of it goes on. A state and no store that React follows at once: with
 * those, what arrives while rows are being made would make all of them anew without a break.
 */
export function useArrived<Row extends Dated>(part: ResourceName): RowStore<Row> | undefined {
  const arrivals = arrivalsOf(useQueryClient())[part]
  const { get, subscribe } = arrivals
  const [arrived, show] = useState(get)
  useEffect(() => {
    const follow = () => startTransition(() => show(get()))
    follow()
    return subscribe(follow)
  }, [get, subscribe])
  const isThere = arrived !== undefined
  useEffect(() => {
    if (isThere) whenPainted(() => arrivals.shown())
  }, [isThere, arrivals])
  return arrived as unknown as RowStore<Row> | undefined
}
