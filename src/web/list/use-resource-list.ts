import { useEffectEvent, useEffect, type RefObject, useMemo, useDeferredValue, useRef } from 'react'
import type { TimestampedRow, RowList } from '#api/list/row-list.ts'
import {
  type Noun,
  type ResourceLabels,
  type ResourceDefinition,
  typedKeys,
  type Histogram,
  type FilterDefinition,
} from '#web/resource/resource.ts'
import { useSession } from '#web/session/session.ts'
import { useAppContext } from '#web/jobs/app-context.tsx'
import { useLinkedName, clearRowLink } from '#web/router/use-search-params.ts'
import { isFormOpen } from '#web/ui/browser.ts'
import { displayText } from '#web/ui/untrusted-text.tsx'
import type { RowContext } from '#web/resource/row-context.ts'
import { pluralize as spelled } from '#web/ui/format.ts'
import { focusRow, isVirtualized, focusFirstRow } from './rows-table.tsx'
import { type ListParams, useListParams } from './list-params.ts'
import { type SelectionState, useSelection } from './selection.tsx'
import { createNameSearch, filterAndSort, useStableRowOrder } from './filter-rows.ts'

/** How many rows each filter lets through, and how many are in each bar. */
interface Counts {
  filters: Readonly<Record<string, number>>
  buckets: Uint32Array
}

/** A list as it is shown, and how to change that. */
export interface ListController<Row extends TimestampedRow> {
  list: RowList<Row>
  /** The numbers of the rows shown, in order. */
  rows: Uint32Array
  /** Names of rows that were added since the order was computed. */
  newNames: ReadonlySet<string>
  view: ListParams
  setParams: (view: Partial<ListParams>) => void
  /** Focuses the first row. */
  focusFirst: () => void
  /** Applies one filter without a search, and focuses the first row. */
  applyFilter: (filter: string) => void
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
  const { announcer, refreshedAt } = useSession()
  const { filters, fields, histogram } = resource
  const [allFilter = ''] = typedKeys(filters)
  const { view, setParams } = useListParams(resource)
  const { text, filter } = view
  const search = useMemo(() => createNameSearch(list), [list])
  const matches = useMemo(() => search(text), [search, text])
  const pressedBuckets = view.buckets.join(' ')
  const activeBuckets = useMemo(() => activeBucketIndexes(histogram, pressedBuckets), [histogram, pressedBuckets])
  const computeOrder = () => {
    const column = fields[view.sort.column]?.column
    const bucketOf = activeBuckets.size > 0 ? histogram?.bucketOf(context) : undefined
    const passes = filter === allFilter ? undefined : filters[filter]
    return filterAndSort(list, {
      matches,
      passes:
        passes === undefined && bucketOf === undefined
          ? undefined
          : (row) =>
              passes?.passes(row, context) !== false && (bucketOf === undefined || activeBuckets.has(bucketOf(row))),
      sortValue: column?.sortValue && ((row) => column.sortValue?.(row, context) ?? 0),
      isDescending: view.sort.isDescending,
    })
  }
  const { rows, newNames } = useStableRowOrder({
    list,
    key: `${JSON.stringify(view)} ${context.timeUnit}`,
    findRows: computeOrder,
    refreshedAt: refreshedAt.get(),
  })
  // A long list is counted when there is time for it.
  const deferredList = useDeferredValue(list)
  const countedList = isVirtualized(list) ? deferredList : list
  const filterBits = useMemo(() => filterBitmasks(filters, countedList, context), [filters, countedList, context])
  const bucketPerRow = useMemo(() => bucketIndexes(histogram, countedList, context), [histogram, countedList, context])
  const deferredSearch = useDeferredValue(search)
  const matchesForCounts = useMemo(
    () => (countedList === list ? matches : deferredSearch(text)),
    [countedList, list, matches, deferredSearch, text],
  )
  const bucketCount = histogram?.buckets.length ?? 0
  const allCounts = useMemo(
    () => ({ filters: countPerFilter(filters, filterBits), buckets: countByClass(bucketCount, bucketPerRow) }),
    [filters, filterBits, bucketPerRow, bucketCount],
  )
  const visibleCounts = useMemo(() => {
    const bit = 1 << typedKeys(filters).indexOf(filter)
    const inActiveBuckets =
      activeBuckets.size === 0
        ? matchesForCounts
        : restrictTo(bucketPerRow, matchesForCounts, (bucket) => activeBuckets.has(bucket))
    const inActiveFilter =
      filter === allFilter ? matchesForCounts : restrictTo(filterBits, matchesForCounts, (bits) => (bits & bit) > 0)
    return {
      filters: countPerFilter(filters, filterBits, inActiveBuckets),
      buckets: countByClass(bucketCount, bucketPerRow, inActiveFilter),
    }
  }, [filters, filterBits, bucketPerRow, bucketCount, activeBuckets, filter, allFilter, matchesForCounts])
  const containerRef = useRef<HTMLDivElement>(null)
  const noResultsText = noResultsMessage(resource.noun, text, [
    ...(filter === allFilter ? [] : [filters[filter]?.label(context) ?? '']),
    ...(histogram?.buckets ?? []).flatMap(({ id, label }) => (view.buckets.includes(id) ? [label] : [])),
  ])
  useAnnounceListParams(
    view,
    `${rows.length === 0 && list.count > 0 ? noResultsText : `${spelled(rows.length, resource.noun)} shown`}.`,
    `Sorted by ${fields[view.sort.column]?.label}, ${view.sort.isDescending ? 'descending' : 'ascending'}.`,
  )
  const clearFilters = () => setParams({ text: '', buckets: [], filter: allFilter })
  return {
    list,
    rows,
    newNames,
    view,
    setParams,
    clearFilters,
    focusFirst: () => focusFirstRow(containerRef.current),
    applyFilter(filterName) {
      setParams({ text: '', buckets: [], filter: filterName })
      requestAnimationFrame(() => focusFirstRow(containerRef.current))
    },
    revealRow(name) {
      if (view.text !== '' || view.filter !== allFilter || view.buckets.length > 0) {
        clearFilters()
        announcer.announce(`Search and filters were cleared to show the new ${resource.noun}.`)
      }
      requestAnimationFrame(() => focusRow(containerRef.current, name))
    },
    counts: { all: allCounts, visible: visibleCounts },
    selection: useSelection(resource.noun, list, rows),
    containerRef,
    noResultsMessage: noResultsText,
  }
}

/** The numbers of the pressed bars. */
const activeBucketIndexes = (
  histogram: Pick<Histogram<never>, 'buckets'> | undefined,
  pressedBuckets: string,
): ReadonlySet<number> =>
  new Set(
    (histogram?.buckets ?? []).flatMap(({ id }, index) => (pressedBuckets.split(' ').includes(id) ? [index] : [])),
  )

/** The class of each row: its bar, or the filters that let it through. */
type Classes = Int8Array | Uint32Array

/** Which filters let each row through: a bit for each. */
export function filterBitmasks<Row extends TimestampedRow>(
  filters: Readonly<Record<string, FilterDefinition<Row>>>,
  list: RowList<Row>,
  context: RowContext,
): Uint32Array {
  const definitions = Object.values(filters)
  const bitmasks = new Uint32Array(list.count)
  list.rows.forEach((row, index) => {
    bitmasks[index] = definitions.reduce(
      (bits, filter, position) => (filter.passes(row, context) ? bits | (1 << position) : bits),
      0,
    )
  })
  return bitmasks
}

/** The bar of each row; without bars there are none. */
function bucketIndexes<Row extends TimestampedRow>(
  histogram: Histogram<Row> | undefined,
  list: RowList<Row>,
  context: RowContext,
): Int8Array {
  const buckets = new Int8Array(histogram === undefined ? 0 : list.count)
  const bucketOf = histogram?.bucketOf(context)
  if (bucketOf !== undefined) list.rows.forEach((row, index) => (buckets[index] = bucketOf(row)))
  return buckets
}

/** How many rows each filter lets through, of those that are 1 in `matches`; undefined: of all. */
export function countPerFilter(
  filters: Readonly<Record<string, unknown>>,
  bitmasks: Uint32Array,
  matches?: Uint8Array,
): Counts['filters'] {
  const names = typedKeys(filters)
  // First by all bits together, of which few combinations exist.
  const rowsPerMask = countByClass(1 << names.length, bitmasks, matches)
  return Object.fromEntries(
    names.map((name, position) => [
      name,
      rowsPerMask.reduce((sum, count, bits) => sum + count * ((bits >> position) & 1), 0),
    ]),
  )
}

/**
 * How many rows of each class there are, of those that are 1 in `matches`; undefined: of all. `size`: number of
 * classes.
 */
function countByClass(size: number, classes: Classes, matches?: Uint8Array): Uint32Array {
  const counts = new Uint32Array(size)
  for (let row = 0; row < classes.length; row += 1) {
    const rowClass = classes[row] ?? -1
    if (rowClass >= 0 && matches?.[row] !== 0) counts[rowClass]! += 1
  }
  return counts
}

/** 1 for each matching row whose class passes. `matches` undefined: of all rows. */
function restrictTo(
  classes: Classes,
  matches: Uint8Array | undefined,
  passes: (rowClass: number) => boolean,
): Uint8Array {
  const result = new Uint8Array(classes.length)
  for (let row = 0; row < classes.length; row += 1)
    if (matches?.[row] !== 0 && passes(classes[row] ?? -1)) result[row] = 1
  return result
}

/**
 * Opens the row that the address links to, `#/tokens?name=ci-deploy`, once it is in the list, or says that there is no
 * such row. The link then leaves the address.
 */
export function useLinkedRow<Row extends TimestampedRow>(
  { name: page, noun }: Pick<ResourceLabels, 'name' | 'noun'>,
  list: RowList<Row>,
): void {
  const { toasts } = useSession()
  const { overlay, confirmations } = useAppContext()
  const name = useLinkedName()
  const follow = useEffectEvent((name: string) => {
    const index = list.indexOf(name)
    if (index < 0 && !list.isComplete) return
    clearRowLink(page)
    // What was typed must not be lost.
    if (isFormOpen() || confirmations.get().length > 0)
      return toasts.show('Close what is open, then follow the link again.', { mark: 'failed' })
    if (index >= 0) {
      focusRow(null, name) // what opens takes the focus, and returns it here
      return overlay.set({ type: 'row', resource: page, name })
    }
    const reason = `It may have been deleted${list.unreadableRows.length > 0 ? ', or it cannot be read' : ''}.`
    toasts.show(`There is no ${noun} named “${displayText(name)}” in this list. ${reason}`, { mark: 'failed', name })
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

/** No tokens match “x”*, *No tokens are “Expired”*, or both. `labels`: of the active filter and bars. */
function noResultsMessage(noun: Noun, text: string, labels: readonly string[]): string {
  const criteria = [
    ...(text === '' ? [] : [`match “${displayText(text)}”`]),
    ...(labels.length === 0 ? [] : [`are “${labels.join('” and “')}”`]),
  ]
  return `No ${noun}s ${criteria.join(' and ')}`
}
