import { useCallback, useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import type { Dated, RowStore } from '#contract/list/row-store.ts'
import { LongRows, type Measure } from './long-rows.tsx'
import { SortHeader, type Sort } from './sort-header.tsx'
import { SelectAll, selectCell } from './select-box.tsx'
import type { Selecting } from './use-selection.ts'
import './rows-table.css'

/** A column that sorts. */
export interface Column<Id extends string> {
  column: Id
  label: string
  className: string
}

/** Lists up to this length are plain rows, which the browser's own search finds. */
const plainUpTo = 200

/** Whether only those rows of a list exist that are in sight; also while it is not known how many there will be. */
export const isLong = ({ count, isWhole }: Pick<RowStore<Dated>, 'count' | 'isWhole'>) => count > plainUpTo || !isWhole

interface Props<Row extends Dated, Id extends string> {
  /** The table's name, and the class that gives it its measures. */
  label: string
  className: string
  columns: readonly Column<Id>[]
  list: RowStore<Row>
  /** Numbers of the rows to show, in order. */
  rows: Uint32Array
  /** Says which rows those are: another view has another one. */
  view: string
  /** Whether other rows than those are wanted, and not found yet. */
  isBehind: boolean
  sort: Sort<Id>
  onSort: (sort: Sort<Id>) => void
  selecting: Selecting
  /** Names of rows that have something open under them. */
  open: ReadonlySet<string>
  /** The cells of a row. */
  row: (row: Row) => ReactNode
  /** What opens under a row, its value, its verdict; `false`: nothing. */
  under: (row: Row) => ReactNode
  /** ArrowUp on the first name. */
  onAbove: () => void
}

/** The table of a list. Its roles are explicit, since cards and virtual rows lose the native ones. */
export function RowsTable<Row extends Dated, Id extends string>(props: Props<Row, Id>) {
  const { label, className, columns, list, rows, view, isBehind, sort, onSort, selecting, open, row, under, onAbove } =
    props
  const width = columns.length + 2
  /**
   * The row that somebody's focus, arrow or pointer reached last: with it they mean this row, wherever it goes. Nothing
   * is drawn for that, the row is there.
   */
  const reached = useRef<{ key: string; index: number }>(undefined)
  const [, drawAnew] = useState(0)
  const table = useRef<HTMLTableElement>(null)
  const { nameAt, keyOf, indexOf } = useMemo(() => namesOf(list, rows), [list, rows])
  const kept = () => {
    if (reached.current === undefined) return undefined
    const { key, index } = reached.current
    return { key, index: index < rows.length && keyOf(index) === key ? index : indexOf(key) }
  }

  /** What is open under a row is a row of the table too. */
  const opened = useMemo(
    () =>
      [...open]
        .map(indexOf)
        .filter((index) => index >= 0)
        .toSorted((a, b) => a - b),
    [open, indexOf],
  )
  const draw = useCallback(
    (index: number, slot: number, measure: Measure | undefined) => {
      const drawn = list.at(rows[index] ?? 0)
      const below = under(drawn)
      const rowIndex = index + 2 + opened.filter((at) => at < index).length
      const isSelected = selecting.isSelected(list.nameOf(drawn))
      const rowClass = [isSelected && 'is-selected', below !== false && 'has-note'].filter(Boolean).join(' ')
      return (
        <tbody key={slot} role="rowgroup" ref={measure} data-index={index}>
          <tr role="row" aria-rowindex={rowIndex} className={rowClass || undefined}>
            {selectCell(list.nameOf(drawn), index, selecting)}
            {row(drawn)}
          </tr>
          {below !== false && (
            <tr key={keyOf(index)} role="row" className="note" aria-rowindex={rowIndex + 1}>
              <td role="cell" colSpan={width}>
                {below}
              </td>
            </tr>
          )}
        </tbody>
      )
    },
    [list, rows, keyOf, opened, row, under, width, selecting],
  )

  const reach = (index: number | undefined) => {
    if (index !== undefined) reached.current = { key: keyOf(index), index }
  }

  /** Arrows on a name move to the name above or below. */
  const move = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    const from = event.target instanceof HTMLElement && 'name' in event.target.dataset && indexAround(event.target)
    if (by === 0 || typeof from !== 'number') return
    event.preventDefault()
    if (from + by < 0) return onAbove()
    if (rows[from + by] === undefined) return
    reach(from + by)
    flushSync(() => drawAnew((times) => times + 1)) // one that is out of sight is mounted now, to get the focus now
    focusName(table.current, nameAt(from + by))
  }

  return (
    <div className="panel table-panel">
      <table
        ref={table}
        role="table"
        aria-label={label}
        aria-busy={isBehind}
        aria-rowcount={rows.length + 1 + opened.length}
        className={`grid rows ${className}`}
        onFocus={({ target }) => reach(indexAround(target))}
        // Not every browser gives a pressed button the focus.
        onPointerDown={({ target }) => reach(indexAround(target))}
        onKeyDown={move}
      >
        <thead role="rowgroup">
          <tr role="row" aria-rowindex={1}>
            <SelectAll selecting={selecting} count={rows.length} />
            {columns.map((column) => (
              <SortHeader key={column.column} {...column} sort={sort} onSort={onSort} />
            ))}
            <th role="columnheader" scope="col" className="c-act">
              <span className="sr">Actions</span>
            </th>
          </tr>
        </thead>
        <LongRows
          count={rows.length}
          isLong={isLong(list)}
          view={view}
          keyOf={keyOf}
          columns={width}
          opened={opened}
          kept={kept}
        >
          {draw}
        </LongRows>
      </table>
    </div>
  )
}

/** The names of the rows shown, and keys by which they can be told apart: a service may list one name twice. */
function namesOf<Row extends Dated>(list: RowStore<Row>, rows: Uint32Array) {
  const keys = new Map<number, string>()
  const nameAt = (index: number) => list.nameAt(rows[index] ?? 0)
  const keyOf = (index: number) => {
    const known = keys.get(index)
    if (known !== undefined) return known
    const name = nameAt(index)
    const key = list.find(name) === rows[index] ? name : `${name}\u0000${rows[index]}`
    keys.set(index, key)
    return key
  }
  /** Of a name that is listed twice, the first; -1 where it is not shown. */
  const indexOf = (name: string) => rows.indexOf(list.find(name))
  return { nameAt, keyOf, indexOf }
}

/** Focuses the name button of a row, now or once it is mounted and nothing that lay over the list keeps the focus away. */
export function focusName(within: HTMLElement | null, name: string): void {
  const focus = () => {
    for (const button of (within ?? document).querySelectorAll<HTMLElement>('[data-name]')) {
      if (button.dataset['name'] !== name) continue
      button.focus()
      return document.activeElement === button
    }
    return false
  }
  if (!focus()) requestAnimationFrame(() => focus() || requestAnimationFrame(focus))
}

/** Focuses the name button of the first row, where there is one. */
export function focusFirst(within: HTMLElement | null): void {
  within?.querySelector<HTMLElement>('[data-index="0"] [data-name]')?.focus()
}

function indexAround(target: EventTarget): number | undefined {
  const row = target instanceof Element ? target.closest<HTMLElement>('tbody[data-index]') : null
  return row === null ? undefined : Number(row.dataset['index'])
}
