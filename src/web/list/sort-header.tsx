import { ArrowDown, ArrowUp, ArrowUpDown, Check } from 'lucide-react'
import { MenuButton } from '#web/ui/menu/menu-button.tsx'
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
  const choices = columns.flatMap(({ column: by, label }) =>
    [false, true].map((down) => ({ by, down, label: `${label}, ${down ? 'descending' : 'ascending'}` })),
  )
  const chosen = choices.find(({ by, down }) => by === sort.by && down === sort.down)
  return (
    <MenuButton
      className="btn sort-choice"
      aria-label={`Sort by: ${chosen?.label}`}
      menu="Sort by"
      acts={choices.map(({ by, down, label }) => ({
        id: label,
        label: label === chosen?.label ? `${label}, chosen` : label,
        short: label,
        icon: label === chosen?.label ? Check : undefined,
        run: () => onSort({ by, down }),
      }))}
    >
      <ArrowUpDown className="icon" aria-hidden="true" />
    </MenuButton>
  )
}
