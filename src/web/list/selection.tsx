import { useState, useRef, useMemo, useEffect } from 'react'
import type { TimestampedRow, RowList } from '#api/list/row-list.ts'
import type { Noun } from '#web/resource/resource.ts'
import { useSession } from '#web/session/session.ts'
import { formatCount, pluralize } from '#web/ui/format.ts'

/** The names of the selected rows. Rows of the same name are selected together. */
export type Selection = ReadonlySet<string>

/** Nothing is selected. */
const emptySelection: Selection = new Set()

/** Adds the rows of these names to a selection, or removes them. */
export function withToggled(selection: Selection, names: Iterable<string>, isSelected: boolean): Selection {
  const next = new Set(selection)
  for (const name of names) {
    if (isSelected) next.add(name)
    else next.delete(name)
  }
  return next
}

/** How many shown rows are selected, and how many others. */
export interface SelectionCounts {
  visible: number
  hidden: number
}

/** The numbers of the selected rows: first the shown ones in their order, then the others in the order of the list. */
export function selectedRows<Row extends TimestampedRow>(
  list: RowList<Row>,
  rows: Uint32Array,
  selection: Selection,
): { rows: Uint32Array } & SelectionCounts {
  if (selection.size === 0) return { rows: new Uint32Array(0), visible: 0, hidden: 0 }
  const visibleRows = rows.filter((row) => selection.has(list.nameAt(row)))
  const isVisible = new Uint8Array(list.count)
  for (const row of rows) isVisible[row] = 1
  const hiddenRows: number[] = []
  list.rows.forEach((row, index) => {
    if (isVisible[index] === 0 && selection.has(list.nameOf(row))) hiddenRows.push(index)
  })
  return {
    rows: hiddenRows.length === 0 ? visibleRows : Uint32Array.from([...visibleRows, ...hiddenRows]),
    visible: visibleRows.length,
    hidden: hiddenRows.length,
  }
}

/** Removes names from a selection that are no longer in the list. */
export function withoutMissing<Row extends TimestampedRow>(selection: Selection, list: RowList<Row>): Selection {
  const missingNames = [...selection].filter((name) => list.indexOf(name) < 0)
  return missingNames.length === 0 ? selection : withToggled(selection, missingNames, false)
}

/** The selection of a list, and how to change it. `index`: of a visible row. */
export interface SelectionState extends SelectionCounts {
  isSelected: (name: string) => boolean
  /** Selects or deselects a row; `isRange`: with all rows between it and the one pressed last. */
  toggle: (index: number, to: boolean, isRange: boolean) => void
  /** Selects the rows from where Shift and a key first left a row, up to `to`, and no others of those passed. */
  extendRange: (from: number, to: number) => void
  /** Selects all shown rows, besides those that are selected already, or deselects them. */
  selectAll: (to: boolean) => void
  clear: () => void
  /** Deselects the rows of these names, with which a job is done. */
  release: (names: readonly string[]) => void
  /** The numbers of all selected rows, in the order shown. */
  rows: Uint32Array
}

interface StoredSelection {
  names: Selection
  /**
   * What was done to it last, another object each time: announced once, with the count that it led to. What a job did is
   * announced by the job, and is not to be followed by what became of its selection.
   */
  change?: { by: 'press' | 'all' | 'job' }
}

/** Single rows and ranges stay selected whatever is searched, filtered or sorted. Deleted rows leave the selection. */
export function useSelection<Row extends TimestampedRow>(
  noun: Noun,
  list: RowList<Row>,
  rows: Uint32Array,
): SelectionState {
  const { announcer } = useSession()
  const [stored, setStored] = useState<StoredSelection>({ names: emptySelection })
  const lastToggled = useRef<string>(undefined)
  /** A range that is being extended: where it began, and the row that it has reached. */
  const range = useRef<{ from: string; to: string }>(undefined)
  const selection = useMemo(
    () => (list.isComplete ? withoutMissing(stored.names, list) : stored.names),
    [stored.names, list],
  )
  // Stored at once: a new row of the same name must not be selected.
  if (selection !== stored.names) setStored({ ...stored, names: selection })
  const selected = useMemo(() => selectedRows(list, rows, selection), [list, rows, selection])
  const total = selectedCount(selected)
  const isAny = total > 0
  const wasAny = useRef(isAny)
  const announcedChange = useRef(stored.change)
  useEffect(() => {
    const { visible, hidden } = selected
    const hiddenText = hidden === 0 ? '' : `, and ${formatCount(hidden)} not shown`
    const by = stored.change === announcedChange.current ? undefined : stored.change?.by
    if (by !== 'job' && !isAny && wasAny.current) announcer.announce('Nothing is selected now.')
    else if (by === 'press')
      announcer.announce(`${formatCount(total)} selected.${wasAny.current ? '' : ` ${selectionBarHint}`}`)
    else if (by === 'all')
      announcer.announce(
        `${pluralize(total, noun)} selected: ${visible === 0 ? 'none that is' : 'all that are'} shown${hiddenText}.`,
      )
    wasAny.current = isAny
    announcedChange.current = stored.change
  })
  const nameAt = (index: number) => list.nameAt(rows[index] ?? 0)
  const indexOf = (name: string | undefined) => (name === undefined ? -1 : rows.indexOf(list.indexOf(name)))
  const namesBetween = (from: number, to: number) =>
    Array.from({ length: Math.abs(to - from) + 1 }, (_, offset) => nameAt(Math.min(from, to) + offset))
  const update = (names: Selection, by: 'press' | 'all') => setStored({ names, change: { by } })
  return {
    ...selected,
    isSelected: (name) => selection.has(name),
    toggle(index, to, isRange) {
      const from = indexOf(lastToggled.current)
      lastToggled.current = nameAt(index)
      update(
        withToggled(selection, isRange && from >= 0 ? namesBetween(from, index) : [lastToggled.current], to),
        'press',
      )
    },
    extendRange(from, to) {
      const previousStart = range.current?.to === nameAt(from) ? indexOf(range.current.from) : -1
      const start = previousStart < 0 ? from : previousStart
      range.current = { from: nameAt(start), to: nameAt(to) }
      lastToggled.current = nameAt(to)
      update(
        withToggled(withToggled(selection, namesBetween(start, from), false), namesBetween(start, to), true),
        'press',
      )
    },
    selectAll: (to) => update(withToggled(selection, namesBetween(0, rows.length - 1), to), 'all'),
    clear: () => setStored({ names: emptySelection }),
    release: (names) =>
      setStored((previous) => ({ names: withToggled(previous.names, names, false), change: { by: 'job' } })),
  }
}

/** The number of selected rows, shown or not. */
export const selectedCount = ({ visible, hidden }: SelectionCounts) => visible + hidden

/** The key that goes from the table to the bar, and back. */
export const selectionBarKey = 'F6'

const selectionBarHint = `${selectionBarKey} goes to what you can do with them.`
