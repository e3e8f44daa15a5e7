import { useEffectEvent, useEffect, type RefObject, useMemo, useRef } from 'react'
import type { TimestampedRow, RowList } from '#api/list/row-list.ts'
import { type ResourceLabels, type ResourceDefinition, typedKeys } from '#web/resource/resource.ts'
import { useSession } from '#web/session/session.ts'
import { useAppContext } from '#web/jobs/app-context.tsx'
import { useLinkedName } from '#web/router/overlay.ts'
import { displayText } from '#web/ui/untrusted-text.tsx'
import type { RowContext } from '#web/resource/row-context.ts'
import { pluralize } from '#web/ui/format.ts'
import { focusRow, focusFirstRow } from './row-keyboard.ts'
import { type Counts, type SearchedList, bucketIndexes, useFilterCounts } from './filter-counts.ts'
import { type ListParams, useListParams } from './list-params.ts'
import { type SelectionState, useSelection } from './selection.tsx'
import { createNameSearch, filterAndSort, useStableRowOrder } from './filter-rows.ts'

/** A list as it is shown, and how to change that. */
export interface ListController<Row extends TimestampedRow> {
  list: RowList<Row>
  /** The numbers of the rows shown, in order. */
  rows: Uint32Array
  /** Names of rows that were added since the order was computed. */
  newNames: ReadonlySet<string>
  view: ListParams
  /** Whether a chip or a bar is pressed. */
  isFiltered: boolean
  setParams: (view: Partial<ListParams>) => void
  /** Focuses the first row. */
  focusFirst: () => void
  /** Applies one filter without a search, and focuses the first row. */
  applyFilter: (filter: string) => void
  /** Presses a chip. The first one shows all rows that the search finds. */
  pressFilter: (filter: string) => void
  /** Clears search and filters. */
  clearFilters: () => void
  /** Shows and focuses a new row. Clears search and filters if they could hide it. */
  revealRow: (name: string) => void
  /** In all, and of those that the other filters let through. */
  counts: Readonly<Record<'all' | 'visible', Counts>>
  selection: SelectionState
  containerRef: RefObject<HTMLDivElement | null>
  /** What is said if search and filters let no row through. */
  noResultsMessage: string
}

/** What of a resource decides how its list is shown. */
export type ListDefinition<Row extends TimestampedRow> = Pick<
  ResourceDefinition<Row, object, object>,
  'name' | 'noun' | 'fields' | 'filters' | 'histogram'
>

/** The clock does not decide which rows are shown: no row may vanish by itself. */
export function useResourceList<Row extends TimestampedRow>(
  resource: ListDefinition<Row>,
  list: RowList<Row>,
  context: RowContext,
): ListController<Row> {
  const { announcer } = useSession()
  const { noun, fields, filters } = resource
  const { view, setParams } = useListParams(resource)
  const search = useMemo(() => createNameSearch(list), [list])
  const searched = useMemo(() => ({ list, matches: search(view.text) }), [list, search, view.text])
  const { rows, newNames } = useVisibleRows(resource, searched, context, view)
  const counts = useFilterCounts(resource, searched, context, view)
  const selection = useSelection(noun, list, rows)
  const containerRef = useRef<HTMLDivElement>(null)
  const [allFilter = ''] = typedKeys(filters)
  const isFiltered = view.filter !== allFilter || view.buckets.length > 0
  const noResultsText = noResultsMessage(resource, view, context)
  useAnnounceListParams(
    view,
    `${rows.length === 0 && list.count > 0 ? noResultsText : `${pluralize(rows.length, noun)} shown`}.`,
    `Sorted by ${fields[view.sort.column]?.label}, ${view.sort.isDescending ? 'descending' : 'ascending'}.`,
  )
  const clearFilters = () => setParams({ text: '', buckets: [], filter: allFilter })
  return {
    list,
    rows,
    newNames,
    view,
    isFiltered,
    setParams,
    clearFilters,
    pressFilter: (filter) => setParams(filter === allFilter ? { filter, buckets: [] } : { filter }),
    focusFirst: () => focusFirstRow(containerRef.current),
    applyFilter(filter) {
      setParams({ text: '', buckets: [], filter })
      requestAnimationFrame(() => focusFirstRow(containerRef.current))
    },
    revealRow(name) {
      if (isFiltered || view.text !== '') {
        clearFilters()
        announcer.announce(`Search and filters were cleared to show the new ${noun}.`)
      }
      requestAnimationFrame(() => focusRow(containerRef.current, name))
    },
    counts,
    selection,
    containerRef,
    noResultsMessage: noResultsText,
  }
}

/** The rows that search and filters let through, in an order in which none moves by itself. */
function useVisibleRows<Row extends TimestampedRow>(
  { fields, filters, histogram }: ListDefinition<Row>,
  { list, matches }: SearchedList<Row>,
  context: RowContext,
  view: ListParams,
) {
  const { refreshedAt } = useSession()
  return useStableRowOrder({
    list,
    key: `${JSON.stringify(view)} ${context.timeUnit}`,
    refreshedAt: refreshedAt.get(),
    findRows() {
      const filter = filters[view.filter]
      const pressedBuckets = bucketIndexes(histogram, view.buckets)
      const bucketOf = pressedBuckets.size === 0 ? undefined : histogram?.bucketOf(context)
      const sortValue = fields[view.sort.column]?.column?.sortValue
      return filterAndSort(list, {
        matches,
        passes: (row) =>
          filter?.passes(row, context) !== false && (bucketOf === undefined || pressedBuckets.has(bucketOf(row))),
        sortValue: sortValue && ((row) => sortValue(row, context)),
        isDescending: view.sort.isDescending,
      })
    },
  })
}

/**
 * Opens the row that the address links to, `#/tokens?name=ci-deploy`, once it is in the list, or says that there is no
 * such row, which then leaves the address.
 */
export function useLinkedRow<Row extends TimestampedRow>(
  { name: page, noun }: Pick<ResourceLabels, 'name' | 'noun'>,
  list: RowList<Row>,
): void {
  const { toasts } = useSession()
  const { overlay } = useAppContext()
  const name = useLinkedName()
  const follow = useEffectEvent((name: string) => {
    const index = list.indexOf(name)
    if (index < 0 && !list.isComplete) return
    if (index >= 0) {
      focusRow(null, name) // what opens takes the focus, and returns it here
      return overlay.set({ type: 'row', resource: page, name })
    }
    overlay.set(undefined) // takes the name out of the address
    const reason = `It may have been deleted${list.unreadableRows.length > 0 ? ', or it cannot be read' : ''}.`
    toasts.show(`There is no ${noun} named “${displayText(name)}” in this list. ${reason}`, { severity: 'error', name })
  })
  useEffect(() => {
    if (name !== null) follow(name)
  }, [name, list])
}

/**
 * Announces what a changed search or filter shows, and a changed order, half a second after the last key or press, but
 * not when rows change later.
 */
function useAnnounceListParams(
  { text, filter, buckets, sort }: ListParams,
  filterMessage: string,
  sortMessage: string,
): void {
  useAnnounceChange(`${filter} ${buckets.join(' ')} ${text}`, filterMessage)
  useAnnounceChange(`${sort.column} ${sort.isDescending}`, sortMessage)
}

function useAnnounceChange(key: string, message: string): void {
  const { announcer } = useSession()
  const announcedKey = useRef(key)
  const announce = useEffectEvent(() => {
    announcedKey.current = key
    announcer.announce(message)
  })
  useEffect(() => {
    if (key === announcedKey.current) return
    const timer = setTimeout(() => announce(), 500)
    return () => clearTimeout(timer)
  }, [key])
}

/** *No tokens match “x”*, *No tokens are “Expired”*, or both. */
function noResultsMessage<Row extends TimestampedRow>(
  { noun, filters, histogram }: ListDefinition<Row>,
  { text, filter, buckets }: ListParams,
  context: RowContext,
): string {
  const pressedLabels = [
    ...(filter === typedKeys(filters)[0] ? [] : [filters[filter]?.label(context) ?? '']),
    ...(histogram?.buckets ?? []).flatMap(({ id, label }) => (buckets.includes(id) ? [label] : [])),
  ]
  const criteria = [
    ...(text === '' ? [] : [`match “${displayText(text)}”`]),
    ...(pressedLabels.length === 0 ? [] : [`are “${pressedLabels.join('” and “')}”`]),
  ]
  return `No ${noun}s ${criteria.join(' and ')}`
}
