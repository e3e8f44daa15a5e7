import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react'
import './sort-header.css'

/** A column and its direction. */
export interface Sort {
  by: string
  down: boolean
}

interface Props {
  column: string
  label: string
  className: string
  sort: Sort
  onSort: (sort: Sort) => void
}

/** A column heading that sorts. Pressed again, it reverses the order. */
export function SortHeader({ column, label, className, sort, onSort }: Props) {
  const mine = sort.by === column
  const Arrow = sort.down ? ArrowDown : ArrowUp
  return (
    <th
      role="columnheader"
      scope="col"
      className={className}
      aria-sort={mine ? (sort.down ? 'descending' : 'ascending') : undefined}
    >
      <button type="button" onClick={() => onSort({ by: column, down: mine && !sort.down })}>
        {label}
        {mine && <Arrow className="icon s14" aria-hidden="true" />}
      </button>
    </th>
  )
}

interface ChoiceProps {
  columns: readonly { column: string; label: string }[]
  sort: Sort
  onSort: (sort: Sort) => void
}

/** The same where rows are cards, which have no head. */
export function SortChoice({ columns, sort, onSort }: ChoiceProps) {
  const choices = columns.flatMap(({ column, label }) =>
    [false, true].map((down) => ({ by: column, down, label: `${label}, ${down ? 'descending' : 'ascending'}` })),
  )
  return (
    <label className="sort-choice">
      <ArrowUpDown className="icon" aria-hidden="true" />
      <select
        aria-label="Sort by"
        value={choices.findIndex(({ by, down }) => by === sort.by && down === sort.down)}
        onChange={({ target }) => {
          const chosen = choices[target.selectedIndex]
          if (chosen !== undefined) onSort({ by: chosen.by, down: chosen.down })
        }}
      >
        {choices.map(({ label }, at) => (
          <option key={label} value={at}>
            {label}
          </option>
        ))}
      </select>
    </label>
  )
}
