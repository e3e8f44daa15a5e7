import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { problemOf, type Part } from '#contract/problem.ts'
import type { Dated, RowStore } from '#contract/row-store.ts'
import type { Service } from '#contract/service.ts'

/** How soon an unreachable service is asked again, in milliseconds. */
export const retryEvery = 10_000

const inCommon = {
  // A list changes by answers to our own calls and when the admin asks again; never under the admin's pointer.
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
  structuralSharing: false,
  retry: false,
  networkMode: 'always',
  refetchOnWindowFocus: false,
  refetchOnReconnect: true,
  refetchInterval: ({ state: { error } }: { state: { error: Error | null } }) => {
    const kind = problemOf(error)?.kind
    return kind === 'unreachable' || kind === 'timed-out' ? retryEvery : false
  },
} as const

/** All tokens that are not related to a user. */
export const tokenList = (service: Service) =>
  queryOptions({ ...inCommon, queryKey: ['tokens'], queryFn: ({ signal }) => service.tokens.list({ signal }) })

/** All users, where the service has such a list. */
export const userList = (service: Service) =>
  queryOptions({ ...inCommon, queryKey: ['users'], queryFn: ({ signal }) => service.users.list({ signal }) })

/** Lays the service's word about one row into the list that is shown; undefined: the row is gone. */
export function patchList<Row extends Dated>(
  client: QueryClient,
  part: Part,
  name: string,
  row: Row | undefined,
): void {
  client.setQueryData<RowStore<Row>>([part], (shown) => shown?.patched(name, row))
}
