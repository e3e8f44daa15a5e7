import { useState, useRef, useMemo, useEffect } from 'react'
import type { TimestampedRow, RowList } from '#api/list/row-list.ts'
import type { Noun } from '#web/resource/resource.ts'
import { useSession } from '#web/session/session.ts'
import { formatCount, pluralize } from '#web/ui/format.ts'

/** The names of the selected rows. Rows of the same name are selected together. */
export type Selection = ReadonlySet<string>

/** Nothing is selected. */
const none: Selection = new Set()

/** Adds the rows of these names to a selection, or removes them. */
export function withToggled(selection: Selection, names: Iterable<string>, to: boolean): Selection {
  const next = new Set(selection)
  for (const name of names) {
    if (to) next.add(name)
    else next.delete(name)
  }
  return next
}

/** How many shown rows are selected, and how many others. */
export interface SelectionCounts {
  shown: number
  hidden: number
}

/** The numbers of the selected rows: first the shown ones in their order, then the others in the order of the list. */
export function selectedRows<Row extends TimestampedRow>(
  list: RowList<Row>,
  rows: Uint32Array,
  selection: Selection,
): { rows: Uint32Array } & SelectionCounts {
  if (selection.size === 0) return { rows: new Uint32Array(0), shown: 0, hidden: 0 }
  const shown = rows.filter((row) => selection.has(list.nameAt(row)))
  const isShown = new Uint8Array(list.count)
  for (const row of rows) isShown[row] = 1
  const hidden: number[] = []
  list.rows.forEach((row, index) => {
    if (isShown[index] === 0 && selection.has(list.nameOf(row))) hidden.push(index)
  })
  return {
    rows: hidden.length === 0 ? shown : Uint32Array.from([...shown, ...hidden]),
    shown: shown.length,
    hidden: hidden.length,
  }
}

/** Removes names from a selection that are no longer in the list. */
export function withoutMissing<Row extends TimestampedRow>(selection: Selection, list: RowList<Row>): Selection {
  const gone = [...selection].filter((name) => list.indexOf(name) < 0)
  return gone.length === 0 ? selection : withToggled(selection, gone, false)
}

/** The selection of a list, and how to change it. `place`: the index of a shown row. */
export interface SelectionState extends SelectionCounts {
  isSelected: (name: string) => boolean
  /** Selects or deselects a row; `isRange`: with all rows between it and the one pressed last. */
  toggle: (place: number, to: boolean, isRange: boolean) => void
  /** Selects the rows from where Shift and a key first left a row, up to `to`, and no others of those passed. */
  extendRange: (from: number, to: number) => void
  /** Selects all shown rows, besides those that are selected already, or deselects them. */
  selectAll: (to: boolean) => void
  clear: () => void
  /** Keeps only the rows of these names. */
  retain: (names: readonly string[]) => void
  /** The numbers of all selected rows, in the order shown. */
  rows: Uint32Array
}

/** Single rows and ranges stay selected whatever is searched, filtered or sorted. Deleted rows leave the selection. */
export function useSelection<Row extends TimestampedRow>(
  noun: Noun,
  list: RowList<Row>,
  rows: Uint32Array,
): SelectionState {
  const { announcer } = useSession()
  const [held, setHeld] = useState(none)
  const last = useRef<string>(undefined)
  /** A range that is being extended: where it began, and the row that it has reached. */
  const range = useRef<{ from: string; to: string }>(undefined)
  const selection = useMemo(() => (list.isComplete ? withoutMissing(held, list) : held), [held, list])
  // Stored at once: a new row of the same name must not be selected.
  if (selection !== held) setHeld(selection)
  const selected = useMemo(() => selectedRows(list, rows, selection), [list, rows, selection])
  const sum = selectedCount(selected)
  const isAny = sum > 0
  const wasAny = useRef(isAny)
  /** What was done to the selection, until it is announced. */
  const did = useRef<'press' | 'all' | 'keep'>(undefined)
  useEffect(() => {
    const { shown, hidden } = selected
    const rest = hidden === 0 ? '' : `, and ${formatCount(hidden)} not shown`
    // What a job did is announced, and is not to be followed by what became of its selection.
    if (did.current === 'keep') did.current = undefined
    else if (!isAny && wasAny.current) announcer.announce('Nothing is selected now.')
    else if (did.current === 'press')
      announcer.announce(`${formatCount(sum)} selected.${wasAny.current ? '' : ` ${barKeyWords}`}`)
    else if (did.current === 'all')
      announcer.announce(
        `${pluralize(sum, noun)} selected: ${shown === 0 ? 'none that is' : 'all that are'} shown${rest}.`,
      )
    wasAny.current = isAny
    did.current = undefined
  })
  const nameAt = (place: number) => list.nameAt(rows[place] ?? 0)
  const placeOf = (name: string | undefined) => (name === undefined ? -1 : rows.indexOf(list.indexOf(name)))
  const between = (from: number, to: number) =>
    Array.from({ length: Math.abs(to - from) + 1 }, (_, at) => nameAt(Math.min(from, to) + at))
  const put = (next: Selection, by: 'press' | 'all') => {
    did.current = by
    setHeld(next)
  }
  return {
    ...selected,
    isSelected: (name) => selection.has(name),
    toggle(place, to, isRange) {
      const from = placeOf(last.current)
      last.current = nameAt(place)
      put(withToggled(selection, isRange && from >= 0 ? between(from, place) : [last.current], to), 'press')
    },
    extendRange(from, to) {
      const before = range.current?.to === nameAt(from) ? placeOf(range.current.from) : -1
      const start = before < 0 ? from : before
      range.current = { from: nameAt(start), to: nameAt(to) }
      last.current = nameAt(to)
      put(withToggled(withToggled(selection, between(start, from), false), between(start, to), true), 'press')
    },
    selectAll: (to) => put(withToggled(selection, between(0, rows.length - 1), to), 'all'),
    clear: () => setHeld(none),
    retain(names) {
      did.current = 'keep'
      setHeld((before) => new Set(names.filter((name) => before.has(name))))
    },
  }
}

/** The number of selected rows, shown or not. */
export const selectedCount = ({ shown, hidden }: SelectionCounts) => shown + hidden

/** The key that goes from the table to the bar, and back. */
export const selectionBarKey = 'F6'

const barKeyWords = `${selectionBarKey} goes to what you can do with them.`
