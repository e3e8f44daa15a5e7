import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { createRowList, type TimestampedRow, type RowList } from '#api/list/row-list.ts'
import type { RowSnapshot } from '#api/write/resource-adapter.ts'
import { ServiceError, type Problem, isTransient, type ResourceName, requireProblem } from '#api/problem.ts'
import type { Token } from '#api/token.ts'
import type { User } from '#api/user.ts'
import type { ResourceClient, ApiClient } from '#api/api-client.ts'
import { createNameSorter } from './name-order.ts'
import { type Session, staleMessage, loadingMessage } from '#web/session/session.ts'

/** A row of this name as a list shows it; undefined: there is none, or no list. */
export function findSnapshot<Row extends TimestampedRow>(
  list: Pick<RowList<Row>, 'at' | 'readStartedAt' | 'indexOf'> | undefined,
  name: string,
): RowSnapshot<Row> | undefined {
  const index = list?.indexOf(name) ?? -1
  return list === undefined || index < 0 ? undefined : { row: list.at(index), readStartedAt: list.readStartedAt }
}

/** How long to wait after the first, second, … consecutive failure before a list is read again, in milliseconds. */
const retryDelaysMs = [5_000, 10_000, 20_000, 40_000, 60_000]

/** A list that could not be read. */
export class ListReadError extends ServiceError {
  /** When the first of the consecutive failures was, in milliseconds since 1970. */
  readonly since: number
  /** When the list is read again automatically, in milliseconds since 1970; undefined: not automatically. */
  readonly next: number | undefined

  constructor(problem: Problem, failures: number, since: number | undefined) {
    super(problem)
    const now = Date.now()
    const delayMs = retryDelayMs(problem, failures)
    this.since = since ?? now
    this.next = delayMs === undefined ? undefined : now + delayMs
  }
}

/** How long to wait before the next try, in milliseconds; undefined if waiting does not help. */
function retryDelayMs(problem: Problem, failures: number): number | undefined {
  if (!isTransient(problem)) return undefined
  const retryAfter = 'retryAfter' in problem ? problem.retryAfter : undefined
  return retryAfter === undefined ? retryDelaysMs[Math.min(failures, retryDelaysMs.length) - 1] : retryAfter * 1000
}

/** Options of every mutation: it leaves nothing in the cache, is not repeated, and does not wait for the network. */
export const mutationDefaults = {
  gcTime: 0,
  retry: 0,
  networkMode: 'always', // the default parks a write while offline and fires it later
} as const

/** Longer lists are read again only when the admin refreshes. */
const maxRows = 10_000

const isAutoRefetched = (list: Pick<RowList<TimestampedRow>, 'count'> | undefined) =>
  list !== undefined && list.count <= maxRows

const listQueryDefaults = {
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
    const next = state.error instanceof ListReadError ? state.error.next : undefined
    return next === undefined || state.fetchStatus !== 'idle' ? false : Math.max(1, next - Date.now())
  },
  // The page shows a countdown, which must stay true in the background.
  refetchIntervalInBackground: true,
} as const

/** The rows of each list. */
interface ListRows {
  tokens: Token
  users: User
}

/** The key of a list among the queries. There is one list of each resource: filters are the page’s own. */
export const listKey = (resource: ResourceName) => [resource] as const

/** A list as it was last read, with what writes have shown since; undefined: it was not read yet. */
export const cachedList = <Name extends ResourceName>(
  client: QueryClient,
  resource: Name,
): RowList<ListRows[Name]> | undefined => client.getQueryData<RowList<ListRows[Name]>>(listKey(resource))

/** The query for a list. */
const listQuery = <Row extends Token | User>(
  name: ResourceName,
  resource: Pick<ResourceClient<Row, never, never>, 'list'>,
) =>
  queryOptions<RowList<Row>>({
    ...listQueryDefaults,
    refetchOnWindowFocus: ({ state }) => isAutoRefetched(state.data),
    // What was sent before the network went may have arrived.
    refetchOnReconnect: ({ state }) => (state.error !== null || isAutoRefetched(state.data) ? 'always' : false),
    queryKey: listKey(name),
    queryFn: ({ signal, client }) => fetchList(client, name, resource, signal),
  })

/** All tokens that do not belong to a user. */
export const tokensQuery = ({ tokens }: ApiClient) => listQuery('tokens', tokens)

/** All users, if the service can list them. */
export const usersQuery = ({ users }: ApiClient) => listQuery('users', users)

/** The number of consecutive failures of each list, and when the first was. */
const consecutiveFailures = new WeakMap<
  QueryClient,
  Partial<Record<ResourceName, { failures: number; since: number }>>
>()

/** What a list held before it came back empty: how many rows, and when that was read (milliseconds since 1970). */
export type PreviousList = Pick<RowList<TimestampedRow>, 'count' | 'readAt'>

const previousLists = new WeakMap<Pick<RowList<TimestampedRow>, 'count'>, PreviousList>()

/** What this page last showed before a read found no rows; undefined: the list is not empty, or nothing was known. */
export const previousListOf = (list: Pick<RowList<TimestampedRow>, 'count'>): PreviousList | undefined =>
  previousLists.get(list)

/** The empty list, once it is known that this page has deleted one of the rows that it no longer has. */
export function explainDeletion<Row extends TimestampedRow>(list: RowList<Row>): RowList<Row> {
  const previous = previousLists.get(list)
  if (previous === undefined) return list
  const explained = createRowList<Row>([], list, list.nameOf)
  if (previous.count > 1) previousLists.set(explained, { ...previous, count: previous.count - 1 })
  return explained
}

/** Resolves after the next frame, or soon if the page is not visible. */
function nextPaint(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve))
    setTimeout(resolve, 100)
  })
}

/** Reads a list. The first one is shown while it arrives; a later one replaces the former list when it is complete. */
async function fetchList<Row extends Token | User>(
  client: QueryClient,
  name: ResourceName,
  { list }: Pick<ResourceClient<Row, never, never>, 'list'>,
  signal: AbortSignal,
): Promise<RowList<Row>> {
  const cached = () => client.getQueryData<RowList<Row>>(listKey(name))
  const isFirst = cached()?.isComplete !== true
  const onPart = (partialList: RowList<Row>) => {
    if (signal.aborted) return undefined
    const isFirstPart = cached() === undefined
    client.setQueryData(listKey(name), partialList)
    return isFirstPart ? nextPaint() : undefined
  }
  try {
    const { add, whole: sort } = createNameSorter<Row>()
    const whole = sort(await list({ signal, onRows: add, ...(isFirst && { onPart }) }))
    const previous = cached()
    const lastShown =
      previous?.count === 0 ? previousListOf(previous) : previous?.isComplete === true ? previous : undefined
    if (whole.count === 0 && lastShown !== undefined)
      previousLists.set(whole, { count: lastShown.count, readAt: lastShown.readAt })
    consecutiveFailures.set(client, { ...consecutiveFailures.get(client), [name]: undefined })
    return whole
  } catch (error) {
    const problem = requireProblem(error)
    const { failures = 0, since } = consecutiveFailures.get(client)?.[name] ?? {}
    const failure = new ListReadError(problem, failures + 1, since)
    consecutiveFailures.set(client, {
      ...consecutiveFailures.get(client),
      [name]: { failures: failures + 1, since: failure.since },
    })
    throw failure
  }
}

/** Reads a list again because the admin wants it: its rows are put in order. */
export function refreshList(
  client: QueryClient,
  { refreshedAt }: Pick<Session, 'refreshedAt'>,
  name: ResourceName,
): void {
  refreshedAt.set(Date.now())
  void client.refetchQueries({ queryKey: listKey(name) })
}

/**
 * Why no row can be created now; undefined: one can. A list that was read once is enough: the service decides about the
 * name, and the read-back about what is said. `problem`: why there is no fresh list.
 */
export const creationBlockedReason = (
  list: Pick<RowList<TimestampedRow>, 'isComplete'> | undefined,
  problem: Problem | undefined,
): string | undefined =>
  list?.isComplete === true ? undefined : problem === undefined ? loadingMessage : staleMessage(problem)

/** Why nothing can be changed in a list now; undefined: it can. A service without such a list accepts writes all the same. */
export function readOnlyReason(client: QueryClient, name: ResourceName): string | undefined {
  const state = client.getQueryState<RowList<TimestampedRow>>(listKey(name))
  if (state?.data === undefined) return undefined
  if (state.error !== null) return staleMessage(state.error instanceof ListReadError ? state.error.problem : undefined)
  return state.data.isComplete ? undefined : loadingMessage
}
