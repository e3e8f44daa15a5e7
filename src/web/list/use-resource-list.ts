import { useEffectEvent, useEffect, type RefObject, useMemo, useDeferredValue, useRef } from 'react'
import type { TimestampedRow, RowList } from '#api/list/row-list.ts'
import {
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
import type { RowContext } from '#web/resource/world.ts'
import { pluralize as spelled } from '#web/ui/format.ts'
import { focusRow, isVirtualized, focusFirstRow } from './rows-table.tsx'
import { type ListParams, useListParams, noResultsMessage, useAnnounceListParams } from './list-params.ts'
import { type SelectionState, useSelection } from './selection.tsx'
import { createNameSearch, filterAndSort, useStableRowOrder } from './visible-rows.ts'

/** How many rows each filter lets through, and how many are in each bar. */
interface Counts {
  filters: Readonly<Record<string, number>>
  bars: Uint32Array
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
  counts: Readonly<Record<'all' | 'found', Counts>>
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
  world: RowContext,
): ListController<Row> {
  const { announcer, refreshedAt } = useSession()
  const { filters, fields, histogram } = resource
  const [all = ''] = typedKeys(filters)
  const { view, show } = useListParams(resource)
  const { text, filter } = view
  const search = useMemo(() => createNameSearch(list), [list])
  const found = useMemo(() => search(text), [search, text])
  const pressed = view.bars.join(' ')
  const inBars = useMemo(() => barsOf(histogram, pressed), [histogram, pressed])
  const find = () => {
    const column = fields[view.sort.by]?.column
    const barAt = inBars.size > 0 ? histogram?.bucketOf(world) : undefined
    const passes = filter === all ? undefined : filters[filter]
    return filterAndSort(list, {
      found,
      passes:
        passes === undefined && barAt === undefined
          ? undefined
          : (row) => passes?.passes(row, world) !== false && (barAt === undefined || inBars.has(barAt(row))),
      rank: column?.sortValue && ((row) => column.sortValue?.(row, world) ?? 0),
      down: view.sort.down,
    })
  }
  const { rows, newNames } = useStableRowOrder({
    list,
    key: `${JSON.stringify(view)} ${world.timeUnit}`,
    find,
    refreshedAt: refreshedAt.get(),
  })
  // A long list is counted when there is time for it.
  const later = useDeferredValue(list)
  const counted = isVirtualized(list) ? later : list
  const passing = useMemo(() => filterBitmasks(filters, counted, world), [filters, counted, world])
  const barOf = useMemo(() => barNumbers(histogram, counted, world), [histogram, counted, world])
  const searchLater = useDeferredValue(search)
  const foundNow = useMemo(
    () => (counted === list ? found : searchLater(text)),
    [counted, list, found, searchLater, text],
  )
  const size = histogram?.bars.length ?? 0
  const inAll = useMemo(
    () => ({ filters: countPerFilter(filters, passing), bars: tally(size, barOf) }),
    [filters, passing, barOf, size],
  )
  const inFound = useMemo(() => {
    const bit = 1 << typedKeys(filters).indexOf(filter)
    const ofBars = inBars.size === 0 ? foundNow : among(barOf, foundNow, (bar) => inBars.has(bar))
    const ofFilter = filter === all ? foundNow : among(passing, foundNow, (bits) => (bits & bit) > 0)
    return { filters: countPerFilter(filters, passing, ofBars), bars: tally(size, barOf, ofFilter) }
  }, [filters, passing, barOf, size, inBars, filter, all, foundNow])
  const page = useRef<HTMLDivElement>(null)
  const noMatch = noResultsMessage(resource.noun, text, [
    ...(filter === all ? [] : [filters[filter]?.label(world) ?? '']),
    ...(histogram?.bars ?? []).flatMap(({ id, label }) => (view.bars.includes(id) ? [label] : [])),
  ])
  useAnnounceListParams(
    view,
    `${rows.length === 0 && list.count > 0 ? noMatch : `${spelled(rows.length, resource.noun)} shown`}.`,
    `Sorted by ${fields[view.sort.by]?.label}, ${view.sort.down ? 'descending' : 'ascending'}.`,
  )
  const showAll = () => show({ text: '', bars: [], filter: all })
  return {
    list,
    rows,
    newNames,
    view,
    setParams: show,
    clearFilters: showAll,
    focusFirst: () => focusFirstRow(page.current),
    applyFilter(only) {
      show({ text: '', bars: [], filter: only })
      requestAnimationFrame(() => focusFirstRow(page.current))
    },
    revealRow(name) {
      if (view.text !== '' || view.filter !== all || view.bars.length > 0) {
        showAll()
        announcer.announce(`Search and filters were cleared to show the new ${resource.noun}.`)
      }
      requestAnimationFrame(() => focusRow(page.current, name))
    },
    counts: { all: inAll, found: inFound },
    selection: useSelection(resource.noun, list, rows),
    containerRef: page,
    noResultsMessage: noMatch,
  }
}

/** The numbers of the pressed bars. */
const barsOf = (bars: Pick<Histogram<never>, 'bars'> | undefined, pressed: string): ReadonlySet<number> =>
  new Set((bars?.bars ?? []).flatMap(({ id }, at) => (pressed.split(' ').includes(id) ? [at] : [])))

/** The class of each row: its bar, or the filters that let it through. */
type Classes = Int8Array | Uint32Array

/** Which filters let each row through: a bit for each. */
export function filterBitmasks<Row extends TimestampedRow>(
  filters: Readonly<Record<string, FilterDefinition<Row>>>,
  list: RowList<Row>,
  world: RowContext,
): Uint32Array {
  const each = Object.values(filters)
  const passing = new Uint32Array(list.count)
  list.rows.forEach((row, index) => {
    passing[index] = each.reduce((bits, one, at) => (one.passes(row, world) ? bits | (1 << at) : bits), 0)
  })
  return passing
}

/** The bar of each row; without bars there are none. */
function barNumbers<Row extends TimestampedRow>(
  bars: Histogram<Row> | undefined,
  list: RowList<Row>,
  world: RowContext,
): Int8Array {
  const numbers = new Int8Array(bars === undefined ? 0 : list.count)
  const barAt = bars?.bucketOf(world)
  if (barAt !== undefined) list.rows.forEach((row, index) => (numbers[index] = barAt(row)))
  return numbers
}

/** How many rows each filter lets through, of those that are 1 in `found`; undefined: of all. */
export function countPerFilter(
  filters: Readonly<Record<string, unknown>>,
  passing: Uint32Array,
  found?: Uint8Array,
): Counts['filters'] {
  const names = typedKeys(filters)
  // First by all bits together, of which few combinations exist.
  const rows = tally(1 << names.length, passing, found)
  return Object.fromEntries(
    names.map((name, at) => [name, rows.reduce((sum, some, bits) => sum + some * ((bits >> at) & 1), 0)]),
  )
}

/** How many rows of each class there are, of those that are 1 in `found`; undefined: of all. `size`: number of classes. */
function tally(size: number, classes: Classes, found?: Uint8Array): Uint32Array {
  const counts = new Uint32Array(size)
  for (let row = 0; row < classes.length; row += 1) {
    const number = classes[row] ?? -1
    if (number >= 0 && found?.[row] !== 0) counts[number]! += 1
  }
  return counts
}

/** Those of the rows found whose class passes: 1 for each. `found`: undefined: all rows. */
function among(classes: Classes, found: Uint8Array | undefined, passes: (of: number) => boolean): Uint8Array {
  const some = new Uint8Array(classes.length)
  for (let row = 0; row < classes.length; row += 1) if (found?.[row] !== 0 && passes(classes[row] ?? -1)) some[row] = 1
  return some
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
    const at = list.indexOf(name)
    if (at < 0 && !list.isComplete) return
    clearRowLink(page)
    // What was typed must not be lost.
    if (isFormOpen() || confirmations.get().length > 0)
      return toasts.show('Close what is open, then follow the link again.', { mark: 'failed' })
    if (at >= 0) {
      focusRow(null, name) // what opens takes the focus, and returns it here
      return overlay.set({ type: 'row', resource: page, name })
    }
    const why = `It may have been deleted${list.unreadableRows.length > 0 ? ', or it cannot be read' : ''}.`
    toasts.show(`There is no ${noun} named “${displayText(name)}” in this list. ${why}`, { mark: 'failed', name })
  })
  useEffect(() => {
    if (name !== null) follow(name)
  }, [name, list])
}
