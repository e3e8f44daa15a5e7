import { ArrowDown, ArrowUp } from 'lucide-react'

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

/** A column heading that sorts; pressed again it turns round. */
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
