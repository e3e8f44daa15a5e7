import { useEffect, useMemo, useRef, useState } from 'react'
import type { Dated, RowStore } from '#contract/list/row-store.ts'
import { count, counted } from '#web/ui/time.ts'
import { useSession } from '#web/ui/session.ts'
import type { Noun } from './resource.ts'

/**
 * Which rows are selected: all shown rows or none, except those named in `but`. Selecting all rows costs the same for
 * any number of them. Rows of the same name are selected together.
 */
export interface Selection {
  all: boolean
  except: ReadonlySet<string>
}

/** Nothing is selected. */
export const none: Selection = { all: false, except: new Set() }

/** Whether a row that is shown is selected. */
export const isSelected = ({ all, except }: Selection, name: string) => all !== except.has(name)

/** Adds the rows of these names to a selection, or removes them. */
export function toggled({ all, except }: Selection, names: Iterable<string>, to: boolean): Selection {
  const next = new Set(except)
  for (const name of names) {
    if (all === to) next.delete(name)
    else next.add(name)
  }
  return { all, except: next }
}

/** How many shown rows are selected, and how many others. */
export interface Selected {
  shown: number
  hidden: number
}

/** Counts the selected rows. `rows`: the numbers of the shown rows. */
export function countSelected<Row extends Dated>(
  list: RowStore<Row>,
  rows: Uint32Array,
  { all, except }: Selection,
): Selected {
  if (except.size === 0) return { shown: all ? rows.length : 0, hidden: 0 }
  const isShown = marks(list.count, rows)
  const differing = { shown: 0, hidden: 0 }
  for (const row of named(list, except)) differing[isShown[row] === 1 ? 'shown' : 'hidden'] += 1
  return all ? { shown: rows.length - differing.shown, hidden: 0 } : differing
}

/** The numbers of the selected rows: first the shown ones in their order, then the others in the order of the list. */
export function selectedRows<Row extends Dated>(
  list: RowStore<Row>,
  rows: Uint32Array,
  { all, except }: Selection,
): Uint32Array {
  if (except.size === 0) return all ? rows : new Uint32Array(0)
  const differing = named(list, except)
  const differs = marks(list.count, differing)
  const shown = rows.filter((row) => all !== (differs[row] === 1))
  if (all) return shown
  const isShown = marks(list.count, rows)
  const hidden = differing.filter((row) => isShown[row] === 0).toSorted((a, b) => a - b)
  return Uint32Array.from([...shown, ...hidden])
}

/** Removes names from a selection that are no longer in the list. */
export function without<Row extends Dated>(selection: Selection, list: RowStore<Row>): Selection {
  const gone = [...selection.except].filter((name) => list.find(name) < 0)
  return gone.length === 0 ? selection : toggled(selection, gone, selection.all)
}

/** The numbers of all rows with these names. A service may list a name twice. */
function named<Row extends Dated>(list: RowStore<Row>, names: Iterable<string>): number[] {
  const rows: number[] = []
  for (const name of names) for (let row = list.find(name); row >= 0; row = list.find(name, row + 1)) rows.push(row)
  return rows
}

/** An array with a 1 at each of these numbers. */
function marks(count: number, numbers: Iterable<number>): Uint8Array {
  const marked = new Uint8Array(count)
  for (const number of numbers) marked[number] = 1
  return marked
}

/** The selection of a list, and how to change it. `place`: the index of a shown row. */
export interface Selecting extends Selected {
  isSelected: (name: string) => boolean
  /** Selects or deselects a row; `isRange`: with all rows between it and the one pressed last. */
  press: (place: number, to: boolean, isRange: boolean) => void
  /** Selects all shown rows. */
  selectAll: () => void
  clear: () => void
  /** The numbers of all selected rows, in the order shown. */
  rows: () => Uint32Array
}

/**
 * `view` identifies which rows are shown, not their order. When it changes, a selection of all rows ends, and one of
 * single rows stays. Deleted rows leave the selection.
 */
export function useSelection<Row extends Dated>(
  noun: Noun,
  list: RowStore<Row>,
  rows: Uint32Array,
  view: string,
): Selecting {
  const { announcer } = useSession()
  const [state, setState] = useState({ view, selection: none })
  const last = useRef<string>(undefined)
  const continued = state.selection.all && state.view !== view ? none : state.selection
  const selection = useMemo(() => (list.isWhole ? without(continued, list) : continued), [continued, list])
  // Stored at once: an ended selection must not come back with the former view, or with a new row of the same name.
  if (selection !== state.selection) setState({ view, selection })

  const put = (next: Selection) => setState({ view, selection: next })
  const { shown, hidden } = countSelected(list, rows, selection)
  const isAny = shown + hidden > 0
  const wasAny = useRef(isAny)
  useEffect(() => {
    if (wasAny.current && !isAny) announcer.say('Nothing is selected now.')
    wasAny.current = isAny
  }, [isAny, announcer])
  const nameAt = (place: number) => list.nameAt(rows[place] ?? 0)
  return {
    shown,
    hidden,
    isSelected: (name) => isSelected(selection, name),
    press(place, to, isRange) {
      const from = last.current === undefined ? -1 : rows.indexOf(list.find(last.current))
      last.current = nameAt(place)
      const between =
        isRange && from >= 0
          ? Array.from({ length: Math.abs(place - from) + 1 }, (_, at) => nameAt(Math.min(place, from) + at))
          : [last.current]
      const next = toggled(selection, between, to)
      put(next)
      const selected = total(countSelected(list, rows, next))
      if (selected > 0) announcer.say(`${count(selected)} selected.`)
    },
    selectAll() {
      put({ all: true, except: new Set() })
      announcer.say(`${counted(rows.length, noun)} selected: all that are shown.`)
    },
    clear: () => put(none),
    rows: () => selectedRows(list, rows, selection),
  }
}

/** The number of selected rows, shown or not. */
export const total = ({ shown, hidden }: Selected) => shown + hidden
