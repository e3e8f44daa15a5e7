import { visible } from '#web/ui/names/foreign.tsx'
import type { Selecting } from './selection.ts'

/** The checkbox in the table head: selects all shown rows, or none. `count`: how many are shown. */
export function SelectAll({ selecting, count }: { selecting: Selecting; count: number }) {
  const { shown, selectAll, clear } = selecting
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
        onChange={isAll ? clear : selectAll}
      />
    </th>
  )
}

/**
 * The cell that selects the shown row at index `place`. A plain function, not a component: every drawn row calls it.
 */
export const selectCell = (name: string, place: number, { isSelected, press }: Selecting) => (
  <td role="cell" className="c-check">
    <input
      type="checkbox"
      aria-label={`Select ${visible(name)}`}
      checked={isSelected(name)}
      onChange={({ target, nativeEvent }) =>
        press(place, target.checked, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
      }
    />
  </td>
)
