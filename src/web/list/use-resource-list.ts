import { useDeferredValue, useMemo, useRef, type RefObject } from 'react'
import type { Dated, RowStore } from '#contract/list/row-store.ts'
import type { Bars } from '#web/resource/bars.ts'
import type { Filter } from '#web/resource/field.ts'
import { keysOf, type Resource } from '#web/resource/resource.ts'
import type { World } from '#web/resource/world.ts'
import { useSession } from '#web/session/session.ts'
import { counted as spelled } from '#web/ui/time.ts'
import { rowsShown, searchIn, useSteadyRows } from './rows-shown.ts'
import { focusFirst, focusName, isLong } from './rows-table.tsx'
import { useSelection, type Selecting } from './selection.ts'
import { noMatchWords, useAnnounceView, useView, type View } from './view.ts'

/** How many rows each filter lets through, and how many are in each bar. */
interface Counts {
  filters: Readonly<Record<string, number>>
  bars: Uint32Array
}

/** A list as it is shown, and how to change that. */
export interface ShownList<Row extends Dated> {
  list: RowStore<Row>
  /** The numbers of the rows shown, in order. */
  rows: Uint32Array
  /** Names of rows that were added since the order was computed. */
  newNames: ReadonlySet<string>
  view: View
  show: (view: Partial<View>) => void
  /** Focuses the first row. */
  focusFirst: () => void
  /** Applies one filter without a search, and focuses the first row. */
  showOnly: (filter: string) => void
  /** Clears search and filters. */
  showAll: () => void
  /** Shows and focuses a new row. Clears search and filters if they could hide it. */
  showNew: (name: string) => void
  /** In all, and of those that the other filters let through. */
  counts: Readonly<Record<'all' | 'found', Counts>>
  selecting: Selecting
  page: RefObject<HTMLDivElement | null>
  /** What is said if search and filters let no row through. */
  noMatch: string
}

/** What of a resource decides how its list is shown. */
export type Listed<Row extends Dated> = Pick<
  Resource<Row, object, object>,
  'name' | 'noun' | 'fields' | 'filters' | 'bars'
>

/** The clock does not decide which rows are shown: no row may vanish by itself. */
export function useResourceList<Row extends Dated>(
  resource: Listed<Row>,
  list: RowStore<Row>,
  world: World,
): ShownList<Row> {
  const { announcer, refreshedAt } = useSession()
  const { filters, fields, bars } = resource
  const [all = ''] = keysOf(filters)
  const { view, show } = useView(resource)
  const { text, filter } = view
  const search = useMemo(() => searchIn(list), [list])
  const found = useMemo(() => search(text), [search, text])
  const pressed = view.bars.join(' ')
  const inBars = useMemo(() => barsOf(bars, pressed), [bars, pressed])
  const find = () => {
    const column = fields[view.sort.by]?.column
    const barAt = inBars.size > 0 ? bars?.barAt(world) : undefined
    const passes = filter === all ? undefined : filters[filter]
    return rowsShown(list, {
      found,
      passes:
        passes === undefined && barAt === undefined
          ? undefined
          : (row) => passes?.passes(row, world) !== false && (barAt === undefined || inBars.has(barAt(row))),
      rank: column?.rank && ((row) => column.rank?.(row, world) ?? 0),
      down: view.sort.down,
    })
  }
  const { rows, newNames } = useSteadyRows({
    list,
    key: `${JSON.stringify(view)} ${world.unit}`,
    find,
    refreshedAt: refreshedAt.get(),
  })
  // A long list is counted when there is time for it.
  const later = useDeferredValue(list)
  const counted = isLong(list) ? later : list
  const passing = useMemo(() => passingOf(filters, counted, world), [filters, counted, world])
  const barOf = useMemo(() => barNumbers(bars, counted, world), [bars, counted, world])
  const searchLater = useDeferredValue(search)
  const foundNow = useMemo(
    () => (counted === list ? found : searchLater(text)),
    [counted, list, found, searchLater, text],
  )
  const size = bars?.bars.length ?? 0
  const inAll = useMemo(
    () => ({ filters: countsOf(filters, passing), bars: tally(size, barOf) }),
    [filters, passing, barOf, size],
  )
  const inFound = useMemo(() => {
    const bit = 1 << keysOf(filters).indexOf(filter)
    const ofBars = inBars.size === 0 ? foundNow : among(barOf, foundNow, (bar) => inBars.has(bar))
    const ofFilter = filter === all ? foundNow : among(passing, foundNow, (bits) => (bits & bit) > 0)
    return { filters: countsOf(filters, passing, ofBars), bars: tally(size, barOf, ofFilter) }
  }, [filters, passing, barOf, size, inBars, filter, all, foundNow])
  const page = useRef<HTMLDivElement>(null)
  const noMatch = noMatchWords(resource.noun, text, [
    ...(filter === all ? [] : [filters[filter]?.label(world) ?? '']),
    ...(bars?.bars ?? []).flatMap(({ id, label }) => (view.bars.includes(id) ? [label] : [])),
  ])
  useAnnounceView(
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
    show,
    showAll,
    focusFirst: () => focusFirst(page.current),
    showOnly(only) {
      show({ text: '', bars: [], filter: only })
      requestAnimationFrame(() => focusFirst(page.current))
    },
    showNew(name) {
      if (view.text !== '' || view.filter !== all || view.bars.length > 0) {
        showAll()
        announcer.say(`Search and filters were cleared to show the new ${resource.noun}.`)
      }
      requestAnimationFrame(() => focusName(page.current, name))
    },
    counts: { all: inAll, found: inFound },
    selecting: useSelection(resource.noun, list, rows),
    page,
    noMatch,
  }
}

/** The numbers of the pressed bars. */
const barsOf = (bars: Pick<Bars<never>, 'bars'> | undefined, pressed: string): ReadonlySet<number> =>
  new Set((bars?.bars ?? []).flatMap(({ id }, at) => (pressed.split(' ').includes(id) ? [at] : [])))

/** The class of each row: its bar, or the filters that let it through. */
type Classes = Int8Array | Uint32Array

/** Which filters let each row through: a bit for each. */
export function passingOf<Row extends Dated>(
  filters: Readonly<Record<string, Filter<Row>>>,
  list: RowStore<Row>,
  world: World,
): Uint32Array {
  const each = Object.values(filters)
  const passing = new Uint32Array(list.count)
  list.rows.forEach((row, index) => {
    passing[index] = each.reduce((bits, one, at) => (one.passes(row, world) ? bits | (1 << at) : bits), 0)
  })
  return passing
}

/** The bar of each row; without bars there are none. */
function barNumbers<Row extends Dated>(bars: Bars<Row> | undefined, list: RowStore<Row>, world: World): Int8Array {
  const numbers = new Int8Array(bars === undefined ? 0 : list.count)
  const barAt = bars?.barAt(world)
  if (barAt !== undefined) list.rows.forEach((row, index) => (numbers[index] = barAt(row)))
  return numbers
}

/** How many rows each filter lets through, of those that are 1 in `found`; undefined: of all. */
export function countsOf(
  filters: Readonly<Record<string, unknown>>,
  passing: Uint32Array,
  found?: Uint8Array,
): Counts['filters'] {
  const names = keysOf(filters)
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
