import { useMemo, useRef, useState, type KeyboardEvent, type MouseEvent, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import type { TimestampedRow, RowList } from '#api/list/row-list.ts'
import { singleKeyShortcut, rowMoveKeys, rowShortcuts } from '#web/ui/keyboard.ts'
import { restoreFocusOnUnmount, focusSoon } from '#web/ui/focus.ts'
import { displayText } from '#web/ui/untrusted-text.tsx'
import { lazyComponent } from '#web/ui/lazy.tsx'
import type { DrawnRow, VirtualRowsProps } from './virtual-rows.tsx'
import { showTooltip, SelectAll, selectCell } from './row-cells.tsx'
import { typedKeys } from '#web/resource/resource.ts'
import { SortHeader, type Sort } from './toolbar.tsx'
import { selectionBarKey, type SelectionState } from './selection.tsx'
import './rows-table.css'

/** The first rows are drawn before the code that follows the scroll position has arrived. */
const VirtualRows = lazyComponent(async () => (await import('./virtual-rows.tsx')).VirtualRows, { fallback: FirstRows })

/** A column that sorts. */
export interface Column {
  column: string
  label: string
  className: string
}

/** Lists up to this length render all rows. */
const plainUpTo = 200

/** Whether only the visible rows of a list are rendered. */
export const isVirtualized = ({ count }: Pick<RowList<TimestampedRow>, 'count'>) => count > plainUpTo

/**
 * What a press on a part of a row does, by the name in its `data-action`; `from`: the pressed element. One listener serves
 * all rows: a row that is drawn is only elements.
 */
export type RowHandlers<Row> = Readonly<Record<string, (row: Row, from: HTMLElement) => void>>

interface Props<Row extends TimestampedRow> {
  /** The table's name, and the class with its column widths. */
  label: string
  className: string
  columns: readonly Column[]
  list: RowList<Row>
  /** Numbers of the rows to show, in order. */
  rows: Uint32Array
  sort: Sort
  onSort: (sort: Sort) => void
  selecting: SelectionState
  /** What can be done with the rows selected; `false`: none is. */
  bar: ReactNode
  /** Names of rows that have something open under them. */
  open: ReadonlySet<string>
  presses: RowHandlers<Row>
  /** The cells of a row. */
  row: (row: Row) => ReactNode
  /** What is open under a row: its value, its last verdict; `false`: nothing. */
  under: (row: Row) => ReactNode
  /** Called on ArrowUp in the first row. */
  onAbove: () => void
}

/** The table of a list. Its roles are explicit, because cards and virtual rows lose the native ones. */
export function RowsTable<Row extends TimestampedRow>(props: Props<Row>) {
  const { label, className, columns, list, rows, sort, onSort, selecting, bar, open } = props
  const { presses, row, under, onAbove } = props
  const width = columns.length + 2
  /** The row that focus or arrow keys reached last. By its name it is found wherever it moves. */
  const [reached, setReached] = useState<{ name: string; index: number }>()
  const table = useRef<HTMLTableElement>(null)
  /** What had the focus before the bar. */
  const beforeBar = useRef<HTMLElement>(undefined)
  /** The height of a row of a long list, in px; undefined: it is not measured yet. */
  const [rowHeight, setRowHeight] = useState<number>()
  const nameAt = (index: number) => list.nameAt(rows[index] ?? 0)
  const placeOf = ({ name, index }: NonNullable<typeof reached>) =>
    index < rows.length && nameAt(index) === name ? index : rows.indexOf(list.indexOf(name))
  /** Indexes of rows with something open under them. A name that is listed twice counts only once. */
  const opened = useMemo(
    () => new Set([...open].map((name) => rows.indexOf(list.indexOf(name))).filter((index) => index >= 0)),
    [open, list, rows],
  )
  const barRows = bar === false ? 0 : 1
  const rowsAbove = (index: number) => 1 + barRows + index + [...opened].filter((at) => at < index).length
  const kept = reached === undefined ? -1 : placeOf(reached)
  const draw = ({ index, passing, measure }: DrawnRow) => {
    const [name, number = 0] = [nameAt(index), rows[index]]
    // A service may list one name twice.
    const key = list.indexOf(name) === number ? name : `${name}\u0000${number}`
    const rowIndex = rowsAbove(index) + 1
    // A row that passes by: its name alone, which costs a fourth.
    if (passing !== undefined && !opened.has(index) && index !== kept) {
      return (
        <tbody key={key} role="rowgroup" className="passing" data-index={index} style={{ height: passing }}>
          <tr role="row" aria-rowindex={rowIndex}>
            <th role="rowheader" scope="row" className="c-name">
              <span className="name">{displayText(name)}</span>
            </th>
          </tr>
        </tbody>
      )
    }
    const drawn = list.at(number)
    const below = under(drawn)
    const isSelected = selecting.isSelected(name)
    const rowClass = [isSelected && 'is-selected', below !== false && 'has-note'].filter(Boolean).join(' ')
    return (
      <tbody key={key} role="rowgroup" data-index={index} ref={below === false ? undefined : measure}>
        <tr ref={restoreFocusOnUnmount} role="row" aria-rowindex={rowIndex} className={rowClass || undefined}>
          {selectCell(name, isSelected)}
          {row(drawn)}
        </tr>
        {below !== false && (
          <tr
            ref={restoreFocusOnUnmount}
            role="row"
            className="note"
            aria-rowindex={rowIndex + 1}
            aria-label={`About ${displayText(name)}`}
          >
            <td role="cell" colSpan={width}>
              {below}
            </td>
          </tr>
        )}
      </tbody>
    )
  }

  /** Takes the space of rows that are not drawn. */
  const gap = (key: string, height: number) => (
    <tbody key={`\u0000${key}`} className="gap" aria-hidden="true">
      <tr>
        {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- it holds nothing, and is hidden */}
        <td colSpan={width} style={{ height }} />
      </tr>
    </tbody>
  )

  const reach = (index: number | undefined) => {
    // A short list renders all rows anyway.
    if (index !== undefined && index !== reached?.index && isVirtualized(list))
      setReached({ name: nameAt(index), index })
  }

  const press = ({ target, shiftKey }: MouseEvent) => {
    const from = target instanceof Element ? target.closest<HTMLElement>('[data-action]') : null
    const index = from === null ? undefined : indexAround(from)
    if (from === null || index === undefined) return
    const { action: name = '' } = from.dataset
    if (name === 'select') selecting.toggle(index, from instanceof HTMLInputElement && from.checked, shiftKey)
    else presses[name]?.(list.at(rows[index] ?? 0), from)
  }

  /** Presses what a single key stands for, in the row around `target`. Returns whether there is such a thing. */
  const pressByKey = (key: string | undefined, target: HTMLElement) => {
    const name = typedKeys(rowShortcuts).find((press) => rowShortcuts[press] === key)
    const index = indexAround(target)
    if (name === undefined || index === undefined) return false
    if (name === 'select') selecting.toggle(index, !selecting.isSelected(nameAt(index)), false)
    else presses[name]?.(list.at(rows[index] ?? 0), target)
    return name === 'select' || name in presses
  }

  /**
   * Escape gives up the selection, and F6 goes to what can be done with it, and back. Keys on a name or a checkbox move to
   * the one above or below, a screenful away, and to the first and last one; with Shift they select the rows between.
   */
  const move = (event: KeyboardEvent) => {
    const { target, shiftKey } = event
    const single = singleKeyShortcut(event.nativeEvent)
    const arrow = single === undefined ? undefined : rowMoveKeys[single]
    const key = arrow ?? event.key
    const isOver = target instanceof Node && !event.currentTarget.contains(target)
    if (!(target instanceof HTMLElement) || isOver) return
    if (key === 'Escape') selecting.clear()
    if (key === selectionBarKey && bar !== false) {
      event.preventDefault()
      const isInBar = target.closest('tfoot') !== null
      if (!isInBar) beforeBar.current = target
      ;(isInBar ? beforeBar.current : table.current?.querySelector<HTMLElement>('tfoot button'))?.focus()
    }
    if (!event.repeat && pressByKey(single, target)) return event.preventDefault()
    const kind = 'box' in target.dataset ? 'box' : 'name'
    const from = kind in target.dataset || arrow !== undefined ? indexAround(target) : undefined
    if (from === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    const last = rows.length - 1
    const screenful = Math.max(1, Math.floor(window.innerHeight / 60))
    const goals: Partial<Record<string, number>> = {
      ArrowDown: Math.min(from + 1, last),
      ArrowUp: from - 1,
      PageDown: Math.min(from + screenful, last),
      PageUp: Math.max(from - screenful, 0),
      Home: 0,
      End: last,
    }
    const to = goals[key]
    if (to === undefined) return
    event.preventDefault()
    if (to < 0) {
      if (!shiftKey) onAbove()
      return
    }
    if (shiftKey) selecting.extendRange(from, to)
    flushSync(() => reach(to)) // a row that is not rendered must be mounted before it can get the focus
    focusRow(table.current, nameAt(to), kind)
  }

  // WebKit lays a size container out before its new rows and gaps have a style: the page would be short for that moment, and
  // jump back to its top.
  const heightOf = isVirtualized(list) && rowHeight !== undefined ? { minHeight: rows.length * rowHeight } : undefined
  return (
    <div className="panel table-panel" style={heightOf}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys that its buttons let through */}
      <table
        ref={table}
        role="table"
        aria-label={label}
        aria-rowcount={rows.length + 1 + barRows + opened.size}
        className={`grid rows ${className}`}
        onFocus={({ target }) => reach(indexAround(target))}
        onPointerOver={showTooltip}
        onClick={press}
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
        {/* Here for the order of focus; it floats over the foot of the page. */}
        {bar !== false && (
          <tfoot role="rowgroup">
            <tr role="row" aria-rowindex={2}>
              <td role="cell" colSpan={width}>
                {bar}
              </td>
            </tr>
          </tfoot>
        )}
        {isVirtualized(list) ? (
          <VirtualRows rows={rows} opened={opened} kept={kept} draw={draw} gap={gap} onRowHeight={setRowHeight} />
        ) : (
          Array.from(rows, (_, index) => draw({ index }))
        )}
      </table>
    </div>
  )
}

/** The first rows of a long list: as many as fit under the head of the page. */
function FirstRows({ rows, draw, gap }: VirtualRowsProps) {
  const first = Math.min(rows.length, Math.ceil(window.innerHeight / 60))
  return [...Array.from({ length: first }, (_, index) => draw({ index })), gap('below', (rows.length - first) * 40)]
}

/** Focuses the name button or the checkbox of a row. */
export function focusRow(within: HTMLElement | null, name: string, is: 'name' | 'box' = 'name'): void {
  focusSoon(() => [
    [...(within ?? document).querySelectorAll<HTMLElement>(`[data-${is}]`)].find(({ dataset }) => dataset[is] === name),
  ])
}

/** Focuses the name button of the first row, if there is one. */
export function focusFirstRow(within: HTMLElement | null): void {
  focusSoon(() => [within?.querySelector<HTMLElement>('[data-index="0"] [data-name]')])
}

function indexAround(target: EventTarget): number | undefined {
  const row = target instanceof Element ? target.closest<HTMLElement>('tbody[data-index]') : null
  return row === null ? undefined : Number(row.dataset['index'])
}
