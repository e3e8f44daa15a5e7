import type { ReactNode } from 'react'
import { formatFlag, formatDateTime } from '#web/ui/format.ts'
import type { TimestampedRow } from '#api/list/row-list.ts'
import { toMillis, parseFlag } from '#api/wire.ts'
import type { FieldDisplay, FieldInput, FilterDefinition } from './resource.ts'
import type { RowContext } from './row-context.ts'
import type { ColumnDefinition } from './columns.ts'
import { dateCell, nameCell, noDateSuffix, switchCell, updatedCell } from './cells.tsx'

// Fields that both resources have.

/** The widths of the column *Status*, but for cards. */
export const statusWidths = { wide: '9.5rem', medium: '8.5rem', narrow: '8.25rem' } as const

/** A moment (milliseconds since 1970) as an exported cell: `2026-12-21T10:42:00.000Z`. */
export const toIsoString = (timestamp: number | undefined) =>
  timestamp === undefined ? undefined : new Date(timestamp).toISOString()

interface NameColumn<Row> {
  /** The class of the name in its cell, and marks after it. */
  nameClass: string
  tagsOf: (row: Row, context: RowContext) => ReactNode
}

/** The name of a row, by which a list is sorted at first. Its column takes what the others leave. */
export const nameField = <Row,>(
  label: string,
  nameOf: (row: Row) => string,
  { nameClass, tagsOf }: NameColumn<Row>,
): FieldDisplay<Row, unknown> => ({
  label,
  inlineLabel: label.toLowerCase(),
  column: {
    className: 'c-name',
    width: { wide: 'minmax(0, 1fr)', medium: 'minmax(0, 1fr)', narrow: 'minmax(0, 1fr)', card: 'calc(100% - 2.75rem)' },
    sortLabels: { ascending: `${label} A–Z`, descending: `${label} Z–A` },
    cell: (props, column) => nameCell(props, column, { nameClass, tags: tagsOf(props.row, props.context) }),
  },
  format: nameOf,
  csv: { header: label, cell: nameOf },
})

/** A flag: in its column first the rows where it is on, last those where it is unreadable. */
export function flagField<Name extends string>(
  name: Name,
  label: string,
): FieldDisplay<Readonly<Record<Name, boolean | undefined>>, { readonly [Key in Name]?: boolean | undefined }> {
  return {
    label,
    inlineLabel: name,
    column: {
      className: 'c-sw',
      width: { wide: '5rem', medium: '4.25rem', narrow: '3.875rem', card: 'auto' },
      sortValue(row) {
        const isOn = row[name]
        return isOn === undefined ? 2 : isOn ? 0 : 1
      },
      cell: (props, column) =>
        switchCell(props, column, { checked: props.row[name], requested: props.pending?.change[name] }),
    },
    format: (row) => formatFlag(row[name]),
    csv: { header: label, cell: (row) => formatFlag(row[name]) },
    formatChange(change) {
      const flag = change[name]
      return flag === undefined ? undefined : formatFlag(flag)
    },
  }
}

const timestampOf = (name: keyof TimestampedRow, row: TimestampedRow, { timeUnit }: Pick<RowContext, 'timeUnit'>) =>
  toMillis(row[name], timeUnit)

type TimestampColumn = ColumnDefinition<TimestampedRow, unknown>

/** Rows with an unknown moment come last. */
const sortByTimestamp = (name: keyof TimestampedRow) => (row: TimestampedRow, context: RowContext) =>
  timestampOf(name, row, context) ?? 9e15

/** The column *Created*: the day. Narrow lists and cards go without it. `medium`: its width in a medium list. */
export const createdColumn = (medium: TimestampColumn['width']['medium']): TimestampColumn => ({
  className: 'c-made',
  width: { wide: '8rem', medium, narrow: 'hidden', card: 'hidden' },
  sortValue: sortByTimestamp('created_at'),
  sortLabels: { descending: 'Created last' },
  cell: ({ row, context }, column) => dateCell(column, timestampOf('created_at', row, context)),
})

/** The column *Updated*: how long ago, or what happens to the row now. `narrow`: its width in a narrow list. */
export const updatedColumn = (narrow: TimestampColumn['width']['narrow']): TimestampColumn => ({
  className: 'c-upd',
  width: { wide: '9rem', medium: '8rem', narrow, card: 'auto' },
  sortValue: sortByTimestamp('updated_at'),
  sortLabels: { descending: 'Updated last' },
  cell: (props, column) => updatedCell(props, column, timestampOf('updated_at', props.row, props.context)),
})

/** A moment that only the service sets. */
export const timestampField = (
  name: keyof TimestampedRow,
  label: string,
  inlineLabel: string,
): FieldDisplay<TimestampedRow, unknown> => ({
  label,
  inlineLabel,
  format(row, context) {
    const timestamp = timestampOf(name, row, context)
    return timestamp === undefined ? 'unknown' : formatDateTime(timestamp) + noDateSuffix(timestamp)
  },
  csv: { header: `${label} (UTC)`, cell: (row, context) => toIsoString(timestampOf(name, row, context)) ?? 'unknown' },
})

type Flags<Name extends string> = { [Key in Name]?: boolean }

const flagSpellings = new Map([
  ...['yes', 'on', 'x', 'ja', 'wahr', 'oui', 'vrai', 'si', 'sí', 'verdadero'].map((word) => [word, true] as const),
  ...['no', 'off', 'nein', 'falsch', 'non', 'faux', 'falso'].map((word) => [word, false] as const),
])

/** What an export writes for what could not be read. Such a cell, and an empty one, asks for nothing. */
const emptyCells: ReadonlySet<string> = new Set(['', 'unknown', 'unreadable'])

/** Whether a cell asks for nothing. */
export const isEmptyCell = (cell: string) => emptyCells.has(cell.trim().toLowerCase())

/** How a file may name the column *Active*. */
export const activeHeaders = [
  'enabled',
  'isactive',
  'aktiv',
  'aktiviert',
  'actif',
  'activé',
  'activée',
  'activo',
  'activa',
  'activado',
  'activada',
  'habilitado',
]

interface Switched {
  active: boolean | undefined
}

/** The chips that count the switch *Active*: every row is in one of them. */
export const activeFilters = {
  active: { label: () => 'Active', mark: 'active', passes: ({ active }) => active === true },
  inactive: { label: () => 'Inactive', mark: 'inactive', passes: ({ active }) => active === false },
  unknown: {
    label: () => 'Unknown',
    mark: 'unknown',
    passes: ({ active }) => active === undefined,
    visibility: 'found',
  },
} satisfies Record<string, FilterDefinition<Switched>>

/** How a flag is set. While the stored one is unreadable, it must be answered. */
export function flagInput<Name extends string>(
  name: Name,
  label: string,
  { hint, csvHeaders }: { hint: string; csvHeaders: readonly string[] },
) {
  return {
    hint,
    csvHeaders,
    parse(cell) {
      if (isEmptyCell(cell)) return { change: {} }
      const word = cell.trim().toLowerCase()
      const flag = parseFlag(word) ?? flagSpellings.get(word)
      return flag === undefined
        ? { fault: `${label}: not yes or no. Write yes, on, true, 1, x or ja; no, off, false, 0 or nein.` }
        : { change: { [name]: flag } as Flags<Name> }
    },
  } satisfies FieldInput<Flags<Name>>
}
