import { useMemo, useRef, useState, type KeyboardEvent, type MouseEvent, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import type { ResourceName } from '#api/problem.ts'
import type { TimestampedRow, RowList } from '#api/list/row-list.ts'
import { singleKeyShortcut, rowMoveKeys, rowShortcuts } from '#web/ui/keyboard.ts'
import { restoreFocusOnUnmount, focusSoon } from '#web/ui/focus.ts'
import { displayText } from '#web/ui/untrusted-text.tsx'
import { lazyComponent } from '#web/ui/lazy.tsx'
import type { DrawnRow, VirtualRowsProps } from './virtual-rows.tsx'
import { showTooltip, SelectAll, selectCell } from './row-cells.tsx'
import { typedKeys } from '#web/resource/resource.ts'
import type { Column } from '#web/resource/columns.ts'
import { SortHeader, type Sort } from './toolbar.tsx'
import { selectionBarKey, type SelectionState } from './selection.tsx'
import './rows-table.css'

/** The first rows are drawn before the code that follows the scroll position has arrived. */
const VirtualRows = lazyComponent(async () => (await import('./virtual-rows.tsx')).VirtualRows, { fallback: FirstRows })

/** Lists up to this length render all rows. */
const virtualizeAbove = 200

/** Whether only the visible rows of a list are rendered. */
export const isVirtualized = ({ count }: Pick<RowList<TimestampedRow>, 'count'>) => count > virtualizeAbove

/**
 * What a press on a part of a row does, by the name in its `data-action`; `from`: the pressed element. One listener serves
 * all rows: a row that is drawn is only elements.
 */
export type RowHandlers<Row> = Readonly<Record<string, (row: Row, from: HTMLElement) => void>>

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
  /** The row that focus or arrow keys reached last. By its name it is found wherever it moves. */
  const [activeRow, setActiveRow] = useState<{ name: string; index: number }>()
  const tableRef = useRef<HTMLTableElement>(null)
  /** What had the focus before the bar. */
  const focusBeforeBar = useRef<HTMLElement>(undefined)
  /** The height of a row of a long list, in px; undefined: it is not measured yet. */
  const [rowHeight, setRowHeight] = useState<number>()
  const nameAt = (index: number) => list.nameAt(rows[index] ?? 0)
  const indexOf = ({ name, index }: NonNullable<typeof activeRow>) =>
    index < rows.length && nameAt(index) === name ? index : rows.indexOf(list.indexOf(name))
  /** Indexes of rows with something open under them. A name that is listed twice counts only once. */
  const expandedOnly = useMemo(
    () => new Set([...expanded].map((name) => rows.indexOf(list.indexOf(name))).filter((index) => index >= 0)),
    [expanded, list, rows],
  )
  const selectionBarRows = selectionBar === false ? 0 : 1
  const ariaRowIndex = (index: number) =>
    1 + selectionBarRows + index + [...expandedOnly].filter((position) => position < index).length
  const pinnedIndexes = activeRow === undefined ? -1 : indexOf(activeRow)
  const renderBody = ({ index, passing, measure }: DrawnRow) => {
    const [name, number = 0] = [nameAt(index), rows[index]]
    // A service may list one name twice.
    const key = list.indexOf(name) === number ? name : `${name}\u0000${number}`
    const rowIndex = ariaRowIndex(index) + 1
    // A row that passes by: its name alone, which costs a fourth.
    if (passing !== undefined && !expandedOnly.has(index) && index !== pinnedIndexes) {
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
    const rowValue = list.at(number)
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

  const activate = (index: number | undefined) => {
    // A short list renders all rows anyway.
    if (index !== undefined && index !== activeRow?.index && isVirtualized(list))
      setActiveRow({ name: nameAt(index), index })
  }

  const onClick = ({ target, shiftKey }: MouseEvent) => {
    const from = target instanceof Element ? target.closest<HTMLElement>('[data-action]') : null
    const index = from === null ? undefined : rowIndexOf(from)
    if (from === null || index === undefined) return
    const { action: name = '' } = from.dataset
    if (name === 'select') selection.toggle(index, from instanceof HTMLInputElement && from.checked, shiftKey)
    else handlers[name]?.(list.at(rows[index] ?? 0), from)
  }

  /** Presses what a single key stands for, in the row around `target`. Returns whether there is such a thing. */
  const runShortcut = (key: string | undefined, target: HTMLElement) => {
    const name = typedKeys(rowShortcuts).find((onClick) => rowShortcuts[onClick] === key)
    const index = rowIndexOf(target)
    if (name === undefined || index === undefined) return false
    if (name === 'select') selection.toggle(index, !selection.isSelected(nameAt(index)), false)
    else handlers[name]?.(list.at(rows[index] ?? 0), target)
    return name === 'select' || name in handlers
  }

  /**
   * Escape gives up the selection, and F6 goes to what can be done with it, and back. Keys on a name or a checkbox move to
   * the one above or below, a screenful away, and to the first and last one; with Shift they select the rows between.
   */
  const onKeyDown = (event: KeyboardEvent) => {
    const { target, shiftKey } = event
    const shortcut = singleKeyShortcut(event.nativeEvent)
    const moveKey = shortcut === undefined ? undefined : rowMoveKeys[shortcut]
    const key = moveKey ?? event.key
    const isInOverlay = target instanceof Node && !event.currentTarget.contains(target)
    if (!(target instanceof HTMLElement) || isInOverlay) return
    if (key === 'Escape') selection.clear()
    if (key === selectionBarKey && selectionBar !== false) {
      event.preventDefault()
      const isInBar = target.closest('tfoot') !== null
      if (!isInBar) focusBeforeBar.current = target
      ;(isInBar ? focusBeforeBar.current : tableRef.current?.querySelector<HTMLElement>('tfoot button'))?.focus()
    }
    if (!event.repeat && runShortcut(shortcut, target)) return event.preventDefault()
    const kind = 'box' in target.dataset ? 'box' : 'name'
    const from = kind in target.dataset || moveKey !== undefined ? rowIndexOf(target) : undefined
    if (from === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    const lastIndex = rows.length - 1
    const rowsPerScreen = Math.max(1, Math.floor(window.innerHeight / 60))
    const targets: Partial<Record<string, number>> = {
      ArrowDown: Math.min(from + 1, lastIndex),
      ArrowUp: from - 1,
      PageDown: Math.min(from + rowsPerScreen, lastIndex),
      PageUp: Math.max(from - rowsPerScreen, 0),
      Home: 0,
      End: lastIndex,
    }
    const targetIndex = targets[key]
    if (targetIndex === undefined) return
    event.preventDefault()
    if (targetIndex < 0) {
      if (!shiftKey) onExitTop()
      return
    }
    if (shiftKey) selection.extendRange(from, targetIndex)
    flushSync(() => activate(targetIndex)) // a row that is not rendered must be mounted before it can get the focus
    focusRow(tableRef.current, nameAt(targetIndex), kind)
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
        aria-rowcount={rows.length + 1 + selectionBarRows + expandedOnly.size}
        className="grid rows"
        data-resource={resource}
        style={tracks}
        onFocus={({ target }) => activate(rowIndexOf(target))}
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
            opened={expandedOnly}
            kept={pinnedIndexes}
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

/** Focuses the name button or the checkbox of a row. */
export function focusRow(container: HTMLElement | null, name: string, target: 'name' | 'box' = 'name'): void {
  focusSoon(() => [
    [...(container ?? document).querySelectorAll<HTMLElement>(`[data-${target}]`)].find(
      ({ dataset }) => dataset[target] === name,
    ),
  ])
}

/** Focuses the name button of the first row, if there is one. */
export function focusFirstRow(container: HTMLElement | null): void {
  focusSoon(() => [container?.querySelector<HTMLElement>('[data-index="0"] [data-name]')])
}

function rowIndexOf(target: EventTarget): number | undefined {
  const row = target instanceof Element ? target.closest<HTMLElement>('tbody[data-index]') : null
  return row === null ? undefined : Number(row.dataset['index'])
}
