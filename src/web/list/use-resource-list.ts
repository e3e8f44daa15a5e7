import { useDeferredValue, useMemo, useRef, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import type { Dated, RowStore } from '#contract/list/row-store.ts'
import { useSession } from '#web/ui/session.ts'
import { counted as spelled } from '#web/ui/time.ts'
import { keysOf, type ListResource, type RangeOfSlots, type ScaleOf } from './resource.ts'
import { foundIn, rowsShown, useSteadyRows } from './rows-shown.ts'
import { focusFirst, focusName, isLong } from './rows-table.tsx'
import { useSelection, type Selecting } from './selection.ts'
import { noMatchWords, useAnnounceView, useView, type View } from './view.ts'

/** How many rows each filter lets through. */
type Counts<Filter extends string> = Readonly<Record<Filter, number>>

/** A list as it is shown, and how to change that. */
export interface ShownList<Row extends Dated, Column extends string, Filter extends string> {
  list: RowStore<Row>
  /** The numbers of the rows shown, in order. */
  rows: Uint32Array
  /** Names of rows that were added since the order was computed. */
  newNames: ReadonlySet<string>
  /** Rows that a later read has not found, and before which of the rows shown each stands. */
  gone: readonly { row: Row; place: number }[]
  view: View<Column, Filter>
  show: (view: Partial<View<Column, Filter>>) => void
  /** Focuses the first row. */
  focusFirst: () => void
  /** Applies one filter without a search, and focuses the first row. */
  showOnly: (filter: Filter) => void
  /** Clears search and filter. */
  showAll: () => void
  /** Shows and focuses a new row. Clears search and filter if they could hide it. */
  showNew: (name: string) => void
  /** How many rows each filter lets through: in all, and of those that search and range let through. */
  counts: Readonly<Record<'all' | 'found', Counts<Filter>>>
  /** How many rows are in each slot of the scale: in all, and of those that search and filter let through. */
  slots: Readonly<Record<'all' | 'found', Uint32Array>>
  /** The numbers of the rows in a range that search and filter let through, in order. */
  rowsIn: (range: RangeOfSlots) => Uint32Array
  selecting: Selecting
  page: RefObject<HTMLDivElement | null>
  /** What is said if search and filter let no row through. */
  noMatch: string
}

/**
 * `seenBy`: the part of the context that decides which rows are shown. The clock is not in it: no row may vanish by
 * itself.
 */
export function useResourceList<Row extends Dated, Column extends string, Filter extends string, Context>(
  resource: ListResource<Row, Column, Filter, Context>,
  list: RowStore<Row>,
  context: Context,
  seenBy: string,
): ShownList<Row, Column, Filter> {
  const { announcer, refreshedAt } = useSession()
  const [all] = keysOf(resource.filters)
  const { view, show } = useView<Column, Filter>(resource)
  const { text, range, filter } = view
  const found = useMemo(() => foundIn(list, text), [list, text])
  const { scale } = resource
  const rowsIn = (range: RangeOfSlots | undefined) => {
    const { passes } = resource.filters[view.filter]
    const { rank } = resource.columns[view.sort.by]
    const inRange = scale && range && isIn(range, scale.slotsAt(context))
    const isAll = view.filter === all
    return rowsShown(list, {
      found,
      passes: isAll ? inRange : (row) => passes(row, context) && (inRange === undefined || inRange(row)),
      rank: rank && ((row) => rank(row, context)),
      down: view.sort.down,
    })
  }
  const find = () => rowsIn(view.range)
  const { rows, newNames, gone } = useSteadyRows({
    list,
    key: `${JSON.stringify(view)} ${seenBy}`,
    find,
    refreshedAt: refreshedAt.get(),
  })
  // A long list is counted when there is time for it.
  const later = useDeferredValue(list)
  const counted = isLong(list) ? later : list
  const passing = useMemo(() => passingOf(resource.filters, counted, context), [resource, counted, context])
  const slotOf = useMemo(() => slotsOf(scale, counted, context), [scale, counted, context])
  const foundNow = useMemo(() => (counted === list ? found : foundIn(counted, text)), [counted, list, found, text])
  const inAll = useMemo(
    () => ({ counts: countsOf(resource.filters, passing), slots: tally(scale?.size ?? 0, slotOf) }),
    [resource, scale, passing, slotOf],
  )
  const inFound = useMemo(() => {
    const bit = 1 << keysOf(resource.filters).indexOf(filter)
    const inRange = range && isIn(range, (slot: number) => slot)
    const ofRange = inRange ? among(slotOf, foundNow, inRange) : foundNow
    const ofFilter = filter === all ? foundNow : among(passing, foundNow, (bits) => (bits & bit) > 0)
    return {
      counts: countsOf(resource.filters, passing, ofRange),
      slots: tally(scale?.size ?? 0, slotOf, ofFilter),
    }
  }, [resource, scale, passing, slotOf, range, filter, all, foundNow])
  const page = useRef<HTMLDivElement>(null)
  const noMatch = noMatchWords(resource.noun, text, [
    ...(filter === all ? [] : [resource.filters[filter].label(context)]),
    ...(scale && range ? [`${scale.title}: ${scale.label(range, context)}`] : []),
  ])
  useAnnounceView(
    view,
    `${rows.length === 0 && list.count > 0 ? noMatch : `${spelled(rows.length, resource.noun)} shown`}.`,
    `Sorted by ${resource.columns[view.sort.by].label}, ${view.sort.down ? 'descending' : 'ascending'}.`,
  )
  const showAll = () => show({ text: '', range: undefined, ...(all !== undefined && { filter: all }) })
  return {
    list,
    rows,
    newNames,
    gone,
    view,
    show,
    showAll,
    focusFirst() {
      flushSync(() => show({})) // the rows of the last key
      focusFirst(page.current)
    },
    showOnly(filter) {
      show({ text: '', range: undefined, filter })
      requestAnimationFrame(() => focusFirst(page.current))
    },
    showNew(name) {
      if (view.text !== '' || view.filter !== all || range !== undefined) {
        showAll()
        announcer.say(`Search and filters were cleared to show the new ${resource.noun}.`)
      }
      requestAnimationFrame(() => focusName(page.current, name))
    },
    counts: { all: inAll.counts, found: inFound.counts },
    slots: { all: inAll.slots, found: inFound.slots },
    rowsIn,
    selecting: useSelection(resource.noun, list, rows),
    page,
    noMatch,
  }
}

/** The class of each row: its slot, or the filters that let it through. */
type Classes = Uint8Array | Uint32Array

/** Which filters let each row through: a bit for each. */
export function passingOf<Row extends Dated, Filter extends string, Context>(
  filters: ListResource<Row, never, Filter, Context>['filters'],
  list: RowStore<Row>,
  context: Context,
): Uint32Array {
  const each = keysOf(filters).map((name) => filters[name].passes)
  const passing = new Uint32Array(list.count)
  list.each((row, index) => {
    passing[index] = each.reduce((bits, passes, at) => (passes(row, context) ? bits | (1 << at) : bits), 0)
  })
  return passing
}

function isIn<Row>({ from, to }: RangeOfSlots, slotOf: (row: Row) => number): (row: Row) => boolean {
  return (row) => {
    const slot = slotOf(row)
    return slot >= from && slot <= to
  }
}

/** The slot of each row on a scale; without one there are none. */
function slotsOf<Row extends Dated, Context>(
  scale: ScaleOf<Row, Context> | undefined,
  list: RowStore<Row>,
  context: Context,
): Uint8Array {
  const slots = new Uint8Array(scale === undefined ? 0 : list.count)
  const slotOf = scale?.slotsAt(context)
  if (slotOf !== undefined) list.each((row, index) => (slots[index] = slotOf(row)))
  return slots
}

/** How many rows each filter lets through, of those that are 1 in `found`; undefined: of all. */
export function countsOf<Filter extends string>(
  filters: Readonly<Record<Filter, unknown>>,
  passing: Uint32Array,
  found?: Uint8Array,
): Counts<Filter> {
  const names = keysOf(filters)
  // First by all bits together, of which few combinations exist.
  const rows = tally(1 << names.length, passing, found)
  const counts = names.map((name, at) => [name, rows.reduce((sum, some, bits) => sum + some * ((bits >> at) & 1), 0)])
  return Object.fromEntries(counts) as Counts<Filter>
}

/** How many rows of each class there are, of those that are 1 in `found`; undefined: of all. `size`: number of classes. */
function tally(size: number, classes: Classes, found?: Uint8Array): Uint32Array {
  const counts = new Uint32Array(size)
  for (let row = 0; row < classes.length; row += 1) if (found?.[row] !== 0) counts[classes[row]!]! += 1
  return counts
}

/** Those of the rows found whose class passes: 1 for each. `found`: undefined: all rows. */
function among(classes: Classes, found: Uint8Array | undefined, passes: (of: number) => boolean): Uint8Array {
  const some = new Uint8Array(classes.length)
  for (let row = 0; row < classes.length; row += 1) if (found?.[row] !== 0 && passes(classes[row]!)) some[row] = 1
  return some
}
