import { useMemo, useRef, useState, type MouseEvent, type ReactNode } from 'react'
import type { ResourceName } from '#api/problem.ts'
import type { TimestampedRow, RowList } from '#api/list/row-list.ts'
import { restoreFocusOnUnmount } from '#web/ui/focus.ts'
import { displayText } from '#web/ui/untrusted-text.tsx'
import { lazyComponent } from '#web/ui/lazy.tsx'
import type { DrawnRow, VirtualRowsProps } from './virtual-rows.tsx'
import { showTooltip, SelectAll, selectCell } from './row-cells.tsx'
import type { Column } from '#web/resource/columns.ts'
import { SortHeader, type Sort } from './toolbar.tsx'
import { type RowHandlers, rowIndexOf, useRowKeyboard } from './row-keyboard.ts'
import type { SelectionState } from './selection.tsx'
import './rows-table.css'

/** The first rows are drawn before the code that follows the scroll position has arrived. */
const VirtualRows = lazyComponent(async () => (await import('./virtual-rows.tsx')).VirtualRows, { fallback: FirstRows })

/** Lists up to this length render all rows. */
const virtualizeAbove = 200

/** Whether only the visible rows of a list are rendered. */
export const isVirtualized = ({ count }: Pick<RowList<TimestampedRow>, 'count'>) => count > virtualizeAbove

interface RowsTableProps<Row extends TimestampedRow> {
  resource: ResourceName
  /** The table's name. */
  label: string
  columns: readonly Column[]
  /** The widths of the columns, see `columnTracks`. */
  tracks: Readonly<Record<`--${string}`, string>>
  list: RowList<Row>
  /** Numbers of the rows to show, in order. */
  rows: Uint32Array
  sort: Sort
  onSort: (sort: Sort) => void
  selection: SelectionState
  /** What can be done with the rows selected; `false`: none is. */
  selectionBar: ReactNode
  /** Names of rows that have something open under them. */
  expanded: ReadonlySet<string>
  handlers: RowHandlers<Row>
  /** The cells of a row. */
  renderRow: (row: Row) => ReactNode
  /** What is open under a row: its value, its last outcome; `false`: nothing. */
  renderExpanded: (row: Row) => ReactNode
  /** Called on ArrowUp in the first row. */
  onExitTop: () => void
}

/** The table of a list. Its roles are explicit, because cards and virtual rows lose the native ones. */
export function RowsTable<Row extends TimestampedRow>(props: RowsTableProps<Row>) {
  const { resource, label, columns, tracks, list, rows, sort, onSort, selection, selectionBar, expanded } = props
  const { handlers, renderRow, renderExpanded, onExitTop } = props
  const columnCount = columns.length + 2
  const tableRef = useRef<HTMLTableElement>(null)
  /** The height of a row of a long list, in px; undefined: it is not measured yet. */
  const [rowHeight, setRowHeight] = useState<number>()
  const layout = useTableLayout({ list, rows, expanded, hasBar: selectionBar !== false })
  const onKeyDown = useRowKeyboard({ tableRef, layout, selection, handlers, onExitTop })
  const renderBody = ({ index, passing, measure }: DrawnRow) => {
    const name = layout.nameAt(index)
    const key = layout.keyAt(index)
    const rowIndex = layout.ariaRowIndex(index)
    // A row that passes by: its name alone, which costs a fourth.
    if (passing !== undefined && !layout.expanded.has(index) && index !== layout.activeIndex) {
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
    const rowValue = layout.rowAt(index)
    const expandedContent = renderExpanded(rowValue)
    const isSelected = selection.isSelected(name)
    const rowClass = [isSelected && 'is-selected', expandedContent !== false && 'has-note'].filter(Boolean).join(' ')
    return (
      <tbody key={key} role="rowgroup" data-index={index} ref={expandedContent === false ? undefined : measure}>
        <tr ref={restoreFocusOnUnmount} role="row" aria-rowindex={rowIndex} className={rowClass || undefined}>
          {selectCell(name, isSelected)}
          {renderRow(rowValue)}
        </tr>
        {expandedContent !== false && (
          <tr
            ref={restoreFocusOnUnmount}
            role="row"
            className="note"
            aria-rowindex={rowIndex + 1}
            aria-label={`About ${displayText(name)}`}
          >
            <td role="cell" colSpan={columnCount}>
              {expandedContent}
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
        <td colSpan={columnCount} style={{ height }} />
      </tr>
    </tbody>
  )

  const onClick = ({ target, shiftKey }: MouseEvent) => {
    const from = target instanceof Element ? target.closest<HTMLElement>('[data-action]') : null
    const index = from === null ? undefined : rowIndexOf(from)
    if (from === null || index === undefined) return
    const { action: name = '' } = from.dataset
    if (name === 'select') selection.toggle(index, from instanceof HTMLInputElement && from.checked, shiftKey)
    else handlers[name]?.(layout.rowAt(index), from)
  }

  // WebKit lays a size container out before its new rows and gaps have a style: the page would be short for that moment, and
  // jump back to its top.
  const heightOf = isVirtualized(list) && rowHeight !== undefined ? { minHeight: rows.length * rowHeight } : undefined
  return (
    <div className="panel table-panel" style={heightOf}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys that its buttons let through */}
      <table
        ref={tableRef}
        role="table"
        aria-label={label}
        aria-rowcount={layout.ariaRowCount}
        className="grid rows"
        data-resource={resource}
        style={tracks}
        onFocus={({ target }) => layout.activate(rowIndexOf(target))}
        onPointerOver={showTooltip}
        onClick={onClick}
        onKeyDown={onKeyDown}
      >
        <thead role="rowgroup">
          <tr role="row" aria-rowindex={1}>
            <SelectAll selection={selection} count={rows.length} />
            {columns.map((column) => (
              <SortHeader key={column.name} column={column} sort={sort} onSort={onSort} />
            ))}
            <th role="columnheader" scope="col" className="c-act">
              <span className="sr">Actions</span>
            </th>
          </tr>
        </thead>
        {/* Here for the order of focus; it floats over the foot of the page. */}
        {selectionBar !== false && (
          <tfoot role="rowgroup">
            <tr role="row" aria-rowindex={2}>
              <td role="cell" colSpan={columnCount}>
                {selectionBar}
              </td>
            </tr>
          </tfoot>
        )}
        {isVirtualized(list) ? (
          <VirtualRows
            rows={rows}
            opened={layout.expanded}
            kept={layout.activeIndex}
            draw={renderBody}
            gap={gap}
            onRowHeight={setRowHeight}
          />
        ) : (
          Array.from(rows, (_, index) => renderBody({ index }))
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

interface LayoutOptions<Row extends TimestampedRow> extends Pick<RowsTableProps<Row>, 'list' | 'rows' | 'expanded'> {
  /** Whether something is selected: its bar is a row of the table. */
  hasBar: boolean
}

/** Which row stands where: by its index, from 0, among those shown. */
function useTableLayout<Row extends TimestampedRow>({ list, rows, expanded, hasBar }: LayoutOptions<Row>) {
  /** The row that focus or arrow keys reached last. By its name it is found wherever it moves. */
  const [activeRow, setActiveRow] = useState<{ name: string; index: number }>()
  const nameAt = (index: number) => list.nameAt(rows[index] ?? 0)
  const indexOf = (name: string) => rows.indexOf(list.indexOf(name))
  /** A name that is listed twice counts only once. */
  const expandedIndexes = useMemo(
    () => new Set([...expanded].map((name) => rows.indexOf(list.indexOf(name))).filter((index) => index >= 0)),
    [expanded, list, rows],
  )
  const isInPlace =
    activeRow !== undefined && activeRow.index < rows.length && nameAt(activeRow.index) === activeRow.name
  // The head is the first row, and the selection bar the second.
  const rowsAbove = hasBar ? 2 : 1
  return {
    lastIndex: rows.length - 1,
    nameAt,
    rowAt: (index: number) => list.at(rows[index] ?? 0),
    /** A service may list one name twice. */
    keyAt(index: number) {
      const name = nameAt(index)
      const number = rows[index]
      return list.indexOf(name) === number ? name : `${name}\u0000${number}`
    },
    /** The indexes of rows with something open under them. */
    expanded: expandedIndexes,
    ariaRowCount: rowsAbove + rows.length + expandedIndexes.size,
    ariaRowIndex: (index: number) =>
      rowsAbove + index + [...expandedIndexes].filter((position) => position < index).length + 1,
    /** The row that is drawn in any case, because it has or may get the focus; −1: none. */
    activeIndex: isInPlace ? activeRow.index : activeRow === undefined ? -1 : indexOf(activeRow.name),
    activate(index: number | undefined) {
      // A short list renders all rows anyway.
      if (index !== undefined && index !== activeRow?.index && isVirtualized(list))
        setActiveRow({ name: nameAt(index), index })
    },
  }
}
