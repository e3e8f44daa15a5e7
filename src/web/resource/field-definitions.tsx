import { formatFlag, formatDateTime } from '#web/ui/format.ts'
import type { TimestampedRow } from '#api/list/row-list.ts'
import { toMillis, parseFlag } from '#api/wire.ts'
import { SwitchField } from '#web/ui/fields.tsx'
import type { FieldDisplay, FieldInput } from './resource.ts'
import type { FieldInputProps } from './form.ts'

// Fields that both resources have.

/** A moment (milliseconds since 1970) as an exported cell: `2026-12-21T10:42:00.000Z`. */
export const toIsoString = (timestamp: number | undefined) =>
  timestamp === undefined ? undefined : new Date(timestamp).toISOString()

/** The name of a row, by which a list is sorted at first. */
export const nameField = <Row,>(label: string, nameOf: (row: Row) => string): FieldDisplay<Row, unknown> => ({
  label,
  inlineLabel: label.toLowerCase(),
  column: { className: 'c-name' },
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
      sortValue(row) {
        const isOn = row[name]
        return isOn === undefined ? 2 : isOn ? 0 : 1
      },
    },
    format: (row) => formatFlag(row[name]),
    csv: { header: label, cell: (row) => formatFlag(row[name]) },
    formatChange(change) {
      const flag = change[name]
      return flag === undefined ? undefined : formatFlag(flag)
    },
  }
}

/** A moment that only the service sets; rows with an unknown one come last. `className` undefined: it is no column. */
export function timestampField(
  name: keyof TimestampedRow,
  label: string,
  inlineLabel: string,
  className: string | undefined,
): FieldDisplay<TimestampedRow, unknown> {
  const millisOf = (row: TimestampedRow, { timeUnit: unit }: { timeUnit: Parameters<typeof toMillis>[1] }) =>
    toMillis(row[name], unit)
  return {
    label,
    inlineLabel,
    ...(className !== undefined && {
      column: { className, sortValue: (row, context) => millisOf(row, context) ?? 9e15 },
    }),
    format(row, context) {
      const timestamp = millisOf(row, context)
      return timestamp === undefined ? 'unknown' : formatDateTime(timestamp)
    },
    csv: { header: `${label} (UTC)`, cell: (row, context) => toIsoString(millisOf(row, context)) ?? 'unknown' },
  }
}

type Typed<Name extends string> = { readonly [Key in Name]?: boolean | undefined }

type Flags<Name extends string> = { [Key in Name]?: boolean }

const flagWords = new Map([
  ...['yes', 'on', 'x', 'ja', 'wahr', 'oui', 'vrai', 'si', 'sí', 'verdadero'].map((word) => [word, true] as const),
  ...['no', 'off', 'nein', 'falsch', 'non', 'faux', 'falso'].map((word) => [word, false] as const),
])

/** What an export writes for what could not be read. Such a cell, and an empty one, asks for nothing. */
const emptyCells: ReadonlySet<string> = new Set(['', 'unknown', 'unreadable'])

/** Whether a cell asks for nothing. */
export const isEmptyCell = (cell: string) => emptyCells.has(cell.trim().toLowerCase())

/** How a flag is set. While the stored one is unreadable, it must be answered. */
export function flagInput<Name extends string>(
  name: Name,
  label: string,
  { hint, ...file }: { hint: string } & Pick<FieldInput<never, never>, 'csvHeaders'>,
): FieldInput<object, Flags<Name>> {
  return {
    ...file,
    Input({ form }: FieldInputProps<object, Typed<Name>>) {
      return (
        <>
          <SwitchField
            label={label}
            hint={hint}
            value={form.values[name]}
            onChange={(isOn) => form.setValue(name, isOn)}
          />
          {form.errorOf(name) === 'unanswered' && (
            <p className="hint">{`${label} can’t be read. Choose before you save.`}</p>
          )}
        </>
      )
    },
    parse(cell) {
      if (isEmptyCell(cell)) return { change: {} }
      const word = cell.trim().toLowerCase()
      const flag = parseFlag(word) ?? flagWords.get(word)
      return flag === undefined
        ? { fault: `${label}: not yes or no. Write yes, on, true, 1, x or ja; no, off, false, 0 or nein.` }
        : { change: { [name]: flag } as Flags<Name> }
    },
  }
}
