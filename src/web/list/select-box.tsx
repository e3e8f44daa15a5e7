import { visible } from '#web/ui/names/foreign.tsx'
import { pressed } from '#web/ui/inputs/row-switch.tsx'
import type { Selecting } from './selection.ts'

/** The checkbox in the table head: selects all shown rows, or deselects them. `count`: how many are shown. */
export function SelectAll({ selecting, count }: { selecting: Selecting; count: number }) {
  const { shown, selectAll } = selecting
  const isAll = shown === count
  const isMixed = !isAll && shown > 0
  return (
    <th role="columnheader" scope="col" className="c-check">
      <input
        type="checkbox"
        aria-label="Select all shown"
        className={isMixed ? 'mixed' : undefined}
        checked={isAll}
        ref={(box) => {
          if (box !== null) box.indeterminate = isMixed
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
      aria-label={`Select ${visible(name)}`}
      checked={isSelected}
      data-press="select"
      data-box={name}
      onChange={pressed}
    />
  </td>
)
