import { notifyManager, type QueryClient } from '@tanstack/react-query'
import type { TimestampedRow, RowList } from '#api/list/row-list.ts'
import type { ResourceName } from '#api/problem.ts'
import { isRowMissing, showsAnotherRow, outcomeRow, type Outcome } from '#api/write/outcome.ts'
import { explainDeletion, listKey } from './list-queries.ts'
import { patchList } from './name-order.ts'
import { typedKeys, type AnyResourceDefinition } from './resource.ts'

/** How long after the last write of a burst its list is read once more, in milliseconds. */
const rereadDelayMs = 2000

/** Longer lists are read again only when the admin does it, or comes back to the window. */
const maxRows = 5000

/**
 * Lays what reads after writes have shown into the lists, which nothing else changes, and has a list read once more two
 * seconds after the last write: what somebody else has changed since shows then.
 */
export function createListCacheUpdater(
  client: QueryClient,
  resources: Readonly<Record<ResourceName, AnyResourceDefinition>>,
) {
  const timers = new Map<ResourceName, ReturnType<typeof setTimeout>>()
  const listOf = (name: ResourceName) =>
    client.getQueryCache().find<RowList<TimestampedRow>>({ queryKey: listKey(name) })
  return {
    show(name: ResourceName, outcomes: readonly Outcome<TimestampedRow, object>[]): void {
      const query = listOf(name)
      const { nameOf, fields } = resources[name]
      const [key = ''] = typedKeys(fields)
      let list = query?.state.data
      for (const outcome of outcomes) {
        const row = outcomeRow(outcome)
        const { previousName } = outcome.request
        if (row !== undefined) list &&= patchList(list, showsAnotherRow(outcome, key) ? nameOf(row) : previousName, row)
        else if (isRowMissing(outcome) && list?.count === 0 && outcome.request.operation === 'delete')
          list = explainDeletion(list) // it was read while the row was being deleted
        else if (isRowMissing(outcome)) list &&= patchList(list, previousName, undefined)
      }
      // Only the data: an outcome is no read of the list, so one that could not be read stays so.
      if (list !== query?.state.data) query?.setState({ data: list })
      // A read that began before the write does not contain it and would undo it on the page.
      if (client.isFetching({ queryKey: listKey(name) }) > 0) void client.refetchQueries({ queryKey: listKey(name) })
    },
    /** Calls `run` with each list that was read. What is laid into one is no read. */
    onRead(run: (name: ResourceName, list: RowList<TimestampedRow>) => void): void {
      client.getQueryCache().subscribe((event) => {
        if (event.type !== 'updated' || event.action.type !== 'success') return
        const name = typedKeys(resources).find((resourceName) => resourceName === event.query.queryKey[0])
        const list = name && listOf(name)?.state.data
        if (name !== undefined && list?.isComplete === true) run(name, list)
      })
    },
    /** Reads the list again now: it is not known what became of a write. */
    refresh: (name: ResourceName) => void client.refetchQueries({ queryKey: listKey(name) }),
    /** Reads it once more, two seconds after the last call. */
    lookAgain(name: ResourceName): void {
      clearTimeout(timers.get(name))
      const reread = () => {
        if ((listOf(name)?.state.data?.count ?? 0) <= maxRows) void client.refetchQueries({ queryKey: listKey(name) })
      }
      timers.set(name, setTimeout(reread, rereadDelayMs))
    },
    /** The session is over: nothing is read any more. */
    end() {
      for (const timer of timers.values()) clearTimeout(timer)
    },
    /** Runs after the lists are drawn with what was shown. */
    afterwards: (run: () => void) => notifyManager.schedule(run),
  }
}
