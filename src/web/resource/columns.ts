import type { ReactNode } from 'react'
import type { RowContext } from './row-context.ts'

/** What is requested of a row and not confirmed yet. `isWaiting`: nothing is sent yet. */
export interface PendingChange<Change> {
  change: Change
  isWaiting: boolean
}

/** A row as its cells draw it: what the service last answered, and what is laid over it. */
export interface CellProps<Row, Change> {
  row: Row
  name: string
  context: RowContext
  pending: PendingChange<Change> | undefined
  /** *Waiting*, *Saving…* or *Saved*; undefined: nothing happens to it. */
  saveIndicator: ReactNode
  /** The row is new and not sorted into its place yet. */
  isNew: boolean
  /** Nobody has copied its new value. */
  hasNewValue: boolean
  readOnly: boolean
}

/** What a cell knows of its column. */
export interface Column {
  name: string
  label: string
  className: string
  /** How a menu offers to sort by it; a direction without a label is not offered. */
  sortLabels: { ascending?: string; descending?: string } | undefined
}

type Track = `${number}rem` | 'minmax(0, 1fr)' | `clamp(${string})`

/**
 * How wide a column is where the list has at least 66, 53.5 and 41 rem. Narrower ones show cards: there it is the width of
 * the cell, or `auto`. `hidden`: such a list goes without the column.
 */
type ColumnWidths = Readonly<{ wide: Track; medium: Track | 'hidden'; narrow: Track | 'hidden'; card: string }>

/** A column of the table: all of it. */
export interface ColumnDefinition<Row, Change> {
  /** Under this class a style sheet may say what its cells look like. */
  className: `c-${string}`
  width: ColumnWidths
  /** The number to sort by; without it the list is sorted by name. */
  sortValue?(row: Row, context: RowContext): number
  /** See `Column`. */
  sortLabels?: Column['sortLabels']
  /** Draws its cell. A plain function, not a component, because every drawn row calls it. */
  cell(props: CellProps<Row, Change>, column: Column): ReactNode
}

/** The fields of a resource, of which those with a column are shown by its table. */
type Fields<Definition> = Readonly<Record<string, { label: string; column?: Definition | undefined }>>

/** The names of the columns, in their order. */
export const columnNames = (fields: Readonly<Record<string, { column?: unknown }>>): readonly string[] =>
  Object.keys(fields).filter((name) => fields[name]?.column !== undefined)

/** A column as the table draws it. */
export interface TableColumn<Row> extends Column, Pick<ColumnDefinition<Row, object>, 'width' | 'cell'> {
  /** Its class alone, without those that hide it. */
  cellClass: ColumnDefinition<Row, object>['className']
}

/** The columns of a table, in the order of the fields. */
export const tableColumns = <Row>(fields: Fields<ColumnDefinition<Row, object>>): readonly TableColumn<Row>[] =>
  Object.entries(fields).flatMap(([name, { label, column }]) => {
    if (column === undefined) return []
    const { className: cellClass, width, cell, sortLabels } = column
    const hides = [
      width.medium === 'hidden' && 'not-medium',
      width.narrow === 'hidden' && 'not-narrow',
      width.card === 'hidden' && 'not-on-card',
    ]
    const className = [cellClass, ...hides.filter(Boolean)].join(' ')
    return [{ name, label, className, cellClass, width, cell, sortLabels }]
  })

/** The checkbox of a row, and its buttons at the end: the menu alone, or with those for its value. */
const selectTrack = '2.75rem'
const buttonWidths = { menu: { track: '3.5rem', card: '3.5rem' }, value: { track: '7.25rem', card: '8.5rem' } }

/**
 * The tracks of the grid, made once for all rows of a table, and what its cells take of a card, each by its class: custom
 * properties of the table.
 */
export function columnTracks(
  columns: readonly TableColumn<never>[],
  hasValues: boolean,
): Readonly<Record<`--${string}`, string>> {
  const buttons = hasValues ? buttonWidths.value : buttonWidths.menu
  const tracks = (size: 'wide' | 'medium' | 'narrow') =>
    [selectTrack, ...columns.map(({ width }) => width[size]).filter((track) => track !== 'hidden'), buttons.track].join(
      ' ',
    )
  return {
    '--columns-wide': tracks('wide'),
    '--columns-medium': tracks('medium'),
    '--columns-narrow': tracks('narrow'),
    '--c-act': buttons.card,
    ...Object.fromEntries(columns.map(({ cellClass, width }) => [`--${cellClass}`, width.card])),
  }
}
