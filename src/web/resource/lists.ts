import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { mayPass, problemIn, ServiceError, type ResourceName, type Problem } from '#contract/problem.ts'
import type { Dated, RowStore } from '#contract/list/row-store.ts'
import type { Resource, Service } from '#contract/service.ts'
import type { Token } from '#contract/token.ts'
import type { User } from '#contract/user.ts'
import type { Seen } from '#contract/write/kind.ts'
import type { Session } from '#web/session/session.ts'
import { ordering } from './name-order.ts'
import { loadingWords, staleWords } from '#web/session/online.ts'

/** A row of this name as a list shows it; undefined: there is none, or no list. */
export function seenIn<Row extends Dated>(
  list: Pick<RowStore<Row>, 'at' | 'beganAt' | 'find'> | undefined,
  name: string,
): Seen<Row> | undefined {
  const at = list?.find(name) ?? -1
  return list === undefined || at < 0 ? undefined : { row: list.at(at), beganAt: list.beganAt }
}

/** How long to wait after the first, second, … consecutive failure before a list is read again, in milliseconds. */
const retryDelays = [5_000, 10_000, 20_000, 40_000, 60_000]

/** A list that could not be read. */
export class ListFailure extends ServiceError {
  /** When the first of the consecutive failures was, in milliseconds since 1970. */
  readonly since: number
  /** When the list is read again automatically, in milliseconds since 1970; undefined: not automatically. */
  readonly next: number | undefined

  constructor(problem: Problem, failures: number, since: number | undefined) {
    super(problem)
    const now = Date.now()
    const pause = retryDelay(problem, failures)
    this.since = since ?? now
    this.next = pause === undefined ? undefined : now + pause
  }
}

/** How long to wait before the next try, in milliseconds; undefined if waiting does not help. */
function retryDelay(problem: Problem, failures: number): number | undefined {
  if (!mayPass(problem)) return undefined
  const wanted = 'retryAfter' in problem ? problem.retryAfter : undefined
  return wanted === undefined ? retryDelays[Math.min(failures, retryDelays.length) - 1] : Math.max(1, wanted) * 1000
}

/** Options of every mutation: it leaves nothing in the cache, is not repeated, and does not wait for the network. */
export const mutationOptions = {
  gcTime: 0,
  retry: 0,
  networkMode: 'always', // the default parks a write while offline and fires it later
} as const

/** Longer lists are read again only when the admin refreshes. */
const mostRows = 10_000

const isShort = (list: Pick<RowStore<Dated>, 'count'> | undefined) => list !== undefined && list.count <= mostRows

const sharedOptions = {
  // The window's focus reads a list that is older than this, never more often.
  staleTime: 10_000,
  gcTime: Number.POSITIVE_INFINITY,
  structuralSharing: false,
  retry: false,
  networkMode: 'always',
  refetchOnMount: ({ state }: { state: { isInvalidated: boolean } }) => state.isInvalidated,
  // A failure within the last second has not been shown yet: show it. After an older one, opening the page reads again.
  retryOnMount: ({ state }: { state: { errorUpdatedAt: number } }) => Date.now() - state.errorUpdatedAt > 1000,
  refetchInterval: ({ state }: { state: { error: Error | null; fetchStatus: string } }) => {
    const next = state.error instanceof ListFailure ? state.error.next : undefined
    return next === undefined || state.fetchStatus !== 'idle' ? false : Math.max(1, next - Date.now())
  },
  // The page shows a countdown, which must stay true in the background.
  refetchIntervalInBackground: true,
} as const

/** The query for a list. */
const listQuery = <Row extends Token | User>(name: ResourceName, resource: Pick<Resource<Row, never, never>, 'list'>) =>
  queryOptions<RowStore<Row>>({
    ...sharedOptions,
    refetchOnWindowFocus: ({ state }) => isShort(state.data),
    // What was sent before the network went may have arrived.
    refetchOnReconnect: ({ state }) => (state.error !== null || isShort(state.data) ? 'always' : false),
    queryKey: [name],
    queryFn: ({ signal, client }) => read(client, name, resource, signal),
  })

/** All tokens that do not belong to a user. */
export const tokenList = ({ tokens }: Service) => listQuery('tokens', tokens)

/** All users, if the service can list them. */
export const userList = ({ users }: Service) => listQuery('users', users)

/** The number of consecutive failures of each list, and when the first was. */
const consecutiveFailures = new WeakMap<
  QueryClient,
  Partial<Record<ResourceName, { failures: number; since: number }>>
>()

/** What a list held before it came back empty: how many rows, and when that was read (milliseconds since 1970). */
export type Held = Pick<RowStore<Dated>, 'count' | 'readAt'>

const heldBefore = new WeakMap<Pick<RowStore<Dated>, 'count'>, Held>()

/** What this page last showed before a read found no rows; undefined: the list is not empty, or nothing was known. */
export const heldBy = (list: Pick<RowStore<Dated>, 'count'>): Held | undefined => heldBefore.get(list)

/** Resolves after the next frame, or soon if the page is not visible. */
function painted(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve))
    setTimeout(resolve, 100)
  })
}

/** Reads a list. The first one is shown while it arrives; a later one replaces the former list when it is complete. */
async function read<Row extends Token | User>(
  client: QueryClient,
  name: ResourceName,
  { list }: Pick<Resource<Row, never, never>, 'list'>,
  signal: AbortSignal,
): Promise<RowStore<Row>> {
  const known = () => client.getQueryData<RowStore<Row>>([name])
  const isFirst = known()?.isWhole !== true
  const onPart = (arrived: RowStore<Row>) => {
    if (signal.aborted) return undefined
    const isFirstPart = known() === undefined
    client.setQueryData([name], arrived)
    return isFirstPart ? painted() : undefined
  }
  try {
    const { add, whole: ordered } = ordering<Row>()
    const whole = ordered(await list({ signal, onRows: add, ...(isFirst && { onPart }) }))
    const before = known()
    const held = before?.count === 0 ? heldBy(before) : before?.isWhole === true ? before : undefined
    if (whole.count === 0 && held !== undefined) heldBefore.set(whole, { count: held.count, readAt: held.readAt })
    consecutiveFailures.set(client, { ...consecutiveFailures.get(client), [name]: undefined })
    return whole
  } catch (error) {
    const problem = problemIn(error)
    const { failures = 0, since } = consecutiveFailures.get(client)?.[name] ?? {}
    const failure = new ListFailure(problem, failures + 1, since)
    consecutiveFailures.set(client, {
      ...consecutiveFailures.get(client),
      [name]: { failures: failures + 1, since: failure.since },
    })
    throw failure
  }
}

/** Reads a list again because the admin wants it: its rows are put in order. */
export function refresh(client: QueryClient, { refreshedAt }: Pick<Session, 'refreshedAt'>, name: ResourceName): void {
  refreshedAt.set(Date.now())
  void client.refetchQueries({ queryKey: [name] })
}

/** Why nothing can be changed in a list now; undefined: it can. A service without such a list accepts writes all the same. */
export function staleness(client: QueryClient, name: ResourceName): string | undefined {
  const state = client.getQueryState<RowStore<Dated>>([name])
  if (state?.data === undefined) return undefined
  if (state.error !== null) return staleWords(state.error instanceof ListFailure ? state.error.problem : undefined)
  return state.data.isWhole ? undefined : loadingWords
}
