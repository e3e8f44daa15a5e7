import { memo, type ReactNode, type PointerEvent } from 'react'
import { Check } from 'lucide-react'
import type { TimestampedRow } from '#api/list/row-list.ts'
import { busyLabel, noDateSuffix, noop } from '#web/resource/cells.tsx'
import type { CellProps, PendingChange, TableColumn } from '#web/resource/columns.ts'
import { restoreFocusOnUnmount } from '#web/ui/focus.ts'
import { displayText } from '#web/ui/untrusted-text.tsx'
import { moreIcon } from '#web/ui/icons.tsx'
import { formatLocalAndUtc } from '#web/ui/format.ts'
import { isDeepEqual } from '#web/ui/deep-equal.ts'
import { BusyText } from '#web/ui/placeholders.tsx'
import type { SelectionState } from './selection.tsx'
import './row-state.css'

/** What a row shows besides the fields of its resource. */
export interface RowState extends Pick<
  CellProps<TimestampedRow, object>,
  'pending' | 'isNew' | 'hasNewValue' | 'readOnly'
> {
  /** A save that was verified a moment ago. */
  saved: ReactNode
}

interface RowCellsProps extends RowState, Pick<CellProps<TimestampedRow, object>, 'row' | 'name' | 'context'> {
  columns: readonly TableColumn<TimestampedRow>[]
  /** The buttons for its value; undefined: its rows have none that can be read. */
  valueButtons: ((name: string, isRevealed: boolean) => ReactNode) | undefined
  isRevealed: boolean
}

/** The cells of one row, from the columns of its fields, and its buttons. */
export const RowCells = memo(function RowCells({ columns, saved, valueButtons, isRevealed, ...row }: RowCellsProps) {
  const cellProps = { ...row, saveIndicator: saveIndicator(row.pending, saved) }
  return (
    <>
      {columns.map((column) => column.cell(cellProps, column))}
      {actionsCell(row.name, valueButtons?.(row.name, isRevealed))}
    </>
  )
}, isDeepEqual)

/** What happens to the row now, or the result, which replaces the time of the last update for a moment. */
function saveIndicator(pending: PendingChange<object> | undefined, saved: ReactNode): ReactNode {
  if (pending === undefined) return saved
  return pending.isWaiting ? (
    <span className="busy">{busyLabel(pending)}</span>
  ) : (
    <BusyText label={busyLabel(pending)} />
  )
}

/** The most frequent actions as buttons, and the menu for the others. */
const actionsCell = (name: string, buttons: ReactNode) => (
  <td role="cell" className="c-act">
    {buttons}
    <button
      type="button"
      className="ib"
      aria-label={`More for ${displayText(name)}`}
      aria-haspopup="menu"
      data-action="more"
      data-tooltip="More"
    >
      {moreIcon}
    </button>
  </td>
)

/** Writes the tooltip of the element that is pointed at: few of those drawn ever are. */
export function showTooltip({ target }: PointerEvent): void {
  const element = target instanceof Element ? target.closest<HTMLElement>('[data-timestamp], [data-tooltip]') : null
  if (element === null) return
  const { timestamp, tooltip } = element.dataset
  element.title =
    timestamp === undefined ? (tooltip ?? '') : formatLocalAndUtc(Number(timestamp)) + noDateSuffix(Number(timestamp))
}

/** The checkbox in the table head: selects all shown rows, or deselects them. `count`: how many are shown. */
export function SelectAll({ selection, count }: { selection: SelectionState; count: number }) {
  const { visible, selectAll } = selection
  const isAll = visible === count
  const isMixed = !isAll && visible > 0
  return (
    <th role="columnheader" scope="col" className="c-check">
      <input
        type="checkbox"
        aria-label="Select all shown"
        className={isMixed ? 'mixed' : undefined}
        checked={isAll}
        ref={(checkbox) => {
          if (checkbox !== null) checkbox.indeterminate = isMixed
        }}
        onChange={() => selectAll(!isAll)}
      />
    </th>
  )
}

/** The cell that selects a row. A plain function, not a component: every drawn row calls it. */
export const selectCell = (name: string, isSelected: boolean) => (
  <td role="cell" className="c-check">
    <input
      type="checkbox"
      aria-label={`Select ${displayText(name)}`}
      checked={isSelected}
      data-action="select"
      data-box={name}
      onChange={noop}
    />
  </td>
)

interface SavedProps {
  name: string
  /** Its value needs repair, as its status says: green would be half the truth. */
  needsRepair: boolean
  /** Undefined: it cannot be undone. */
  onUndo: (() => void) | undefined
}

/** *Saved* and *Undo*, which a row shows for a moment after a verified save. */
export function SavedIndicator({ name, needsRepair, onUndo }: SavedProps) {
  return (
    <span className={needsRepair ? 'saved' : 'saved ok'}>
      <Check className="icon s14" aria-hidden="true" />
      <span>Saved</span>
      {onUndo && (
        <button
          ref={restoreFocusOnUnmount}
          type="button"
          className="link"
          aria-label={`Undo for ${displayText(name)}`}
          onClick={onUndo}
        >
          Undo
        </button>
      )}
    </span>
  )
}
