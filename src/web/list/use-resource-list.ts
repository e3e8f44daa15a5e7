import { useDeferredValue, useMemo, useRef, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import type { Dated, RowStore } from '#contract/list/row-store.ts'
import { useSession } from '#web/ui/session.ts'
import { counted as spelled } from '#web/ui/time.ts'
import { keysOf, type ListResource, type RangeOfSlots, type ScaleOf } from './resource.ts'
import { foundIn, rowsShown, useSteadyRows, type Waiting } from './rows-shown.ts'
import { focusFirst, focusName, isLong } from './rows-table.tsx'
import { useIsBackgroundRead } from './lists.ts'
import { useSelection, type Selecting } from './selection.ts'
import { noMatchWords, useAnnounceView, useView, type View } from './view.ts'

/** How many rows each filter lets through: in all, and of those that the search finds. */
type Counts<Filter extends string> = Readonly<Record<Filter, { all: number; found: number }>>

/** A list as it is shown, and how to change that. */
export interface ShownList<Row extends Dated, Column extends string, Filter extends string> {
  list: RowStore<Row>
  /** The numbers of the rows shown, in order. */
  rows: Uint32Array
  /** Names of rows that were added since the order was computed. */
  newNames: ReadonlySet<string>
  /** What a background read has found. */
  waiting: Waiting<Row>
  /** Shows what waits, and focuses the first new row. */
  showWaiting: () => void
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
  /** Of the rows in the range. */
  counts: Counts<Filter>
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
  const { announcer } = useSession()
  const [all] = keysOf(resource.filters)
  const { view, show } = useView<Column, Filter>(resource)
  const { text } = view
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
  const isBackground = useIsBackgroundRead(resource.name, list)
  const { rows, newNames, waiting, showWaiting } = useSteadyRows({
    list,
    key: `${JSON.stringify(view)} ${seenBy}`,
    find,
    isBackground,
  })
  // A long list is counted when there is time for it.
  const later = useDeferredValue(list)
  const counted = isLong(list) ? later : list
  const passing = useMemo(() => passingOf(resource.filters, counted, context), [resource, counted, context])
  const slotOf = useMemo(() => slotsOf(scale, counted, context), [scale, counted, context])
  const foundNow = useMemo(() => (counted === list ? found : foundIn(counted, text)), [counted, list, found, text])
  const { range, filter } = view
  const counts = useMemo(() => {
    const inRange = range && isIn(range, (slot: number) => slot)
    const isCounted = inRange && slotOf.map((slot, row) => (inRange(slot) && foundNow?.[row] !== 0 ? 1 : 0))
    return countsOf(resource.filters, passing, isCounted ?? foundNow)
  }, [resource, passing, slotOf, range, foundNow])
  const slots = useMemo(() => {
    const bit = 1 << keysOf(resource.filters).indexOf(filter)
    const counts = { all: new Uint32Array(scale?.size ?? 0), found: new Uint32Array(scale?.size ?? 0) }
    slotOf.forEach((slot, row) => {
      counts.all[slot] = (counts.all[slot] ?? 0) + 1
      const isFound = foundNow?.[row] !== 0 && ((passing[row] ?? 0) & bit) !== 0
      if (isFound) counts.found[slot] = (counts.found[slot] ?? 0) + 1
    })
    return counts
  }, [resource, scale, slotOf, passing, filter, foundNow])
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
    waiting,
    showWaiting() {
      const [first] = waiting.added
      showWaiting()
      if (first !== undefined) requestAnimationFrame(() => focusName(page.current, first))
    },
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
    counts,
    slots,
    rowsIn,
    selecting: useSelection(resource.noun, list, rows),
    page,
    noMatch,
  }
}

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

/** How many rows each filter lets through, in all and of those that a search found; undefined: it found all. */
export function countsOf<Filter extends string>(
  filters: Readonly<Record<Filter, unknown>>,
  passing: Uint32Array,
  found: Uint8Array | undefined,
): Counts<Filter> {
  const names = keysOf(filters)
  const [all, some] = [new Uint32Array(names.length), new Uint32Array(names.length)]
  passing.forEach((bits, row) => {
    const isFound = found?.[row] ?? 1
    for (let at = 0; at < names.length; at += 1) {
      const passes = (bits >> at) & 1
      all[at] = (all[at] ?? 0) + passes
      some[at] = (some[at] ?? 0) + (passes & isFound)
    }
  })
  return Object.fromEntries(names.map((name, at) => [name, { all: all[at], found: some[at] }])) as Counts<Filter>
}
