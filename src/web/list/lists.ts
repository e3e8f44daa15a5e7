import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { problemOf, ServiceError, type ResourceName, type Problem } from '#contract/problem.ts'
import type { Dated, RowStore } from '#contract/list/row-store.ts'
import type { Resource, Service } from '#contract/service.ts'

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

/** A list of a service: its rows as `list` reads them. */
const listQuery = <Row extends Dated>(part: ResourceName, resource: Pick<Resource<Row, never, never>, 'list'>) =>
  queryOptions({
    ...inCommon,
    queryKey: [part],
    queryFn: ({ signal, client }) => read(client, part, resource, signal),
  })

/** All tokens that are not related to a user. */
export const tokenList = ({ tokens }: Service) => listQuery('tokens', tokens)

/** All users, where the service has such a list. */
export const userList = ({ users }: Service) => listQuery('users', users)

/** How often in a row each list could not be read, and since when. */
const failing = new WeakMap<QueryClient, Partial<Record<ResourceName, { failures: number; since: number }>>>()

/** Reads a list. Of a first one, what arrived is shown; one that was read once stays until the next one is whole. */
async function read<Row extends Dated>(
  client: QueryClient,
  part: ResourceName,
  { list }: Pick<Resource<Row, never, never>, 'list'>,
  signal: AbortSignal,
): Promise<RowStore<Row>> {
  const isFirst = client.getQueryData<RowStore<Row>>([part])?.isWhole !== true
  const onPart = (arrived: RowStore<Row>) => {
    if (!signal.aborted) client.setQueryData([part], arrived)
  }
  try {
    const whole = await list({ signal, ...(isFirst && { onPart }) })
    failing.set(client, { ...failing.get(client), [part]: undefined })
    return whole
  } catch (error) {
    const problem = problemOf(error)
    if (problem === undefined) throw error
    const { failures = 0, since } = failing.get(client)?.[part] ?? {}
    const failure = new ListFailure(problem, failures + 1, since)
    failing.set(client, { ...failing.get(client), [part]: { failures: failures + 1, since: failure.since } })
    throw failure
  }
}
