import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react'
import './sort-header.css'

/** A column and its direction. */
export interface Sort<Column extends string> {
  by: Column
  down: boolean
}

interface Props<Column extends string> {
  column: Column
  label: string
  className: string
  sort: Sort<Column>
  onSort: (sort: Sort<Column>) => void
}

/** A column heading that sorts. Pressed again, it reverses the order. */
export function SortHeader<Column extends string>({ column, label, className, sort, onSort }: Props<Column>) {
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

interface ChoiceProps<Column extends string> {
  columns: readonly { column: Column; label: string }[]
  sort: Sort<Column>
  onSort: (sort: Sort<Column>) => void
}

/** The same where rows are cards, which have no head. */
export function SortChoice<Column extends string>({ columns, sort, onSort }: ChoiceProps<Column>) {
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
