import type { Dated } from '#contract/list/row-store.ts'
import { momentAt } from '#contract/wire.ts'
import { onOff } from '#web/ui/inputs/row-switch.tsx'
import { plainMoment } from '#web/ui/time.ts'
import type { ShownField } from './field.ts'

// Fields that both resources have.

/** A moment (milliseconds since 1970) as an exported cell: `2026-12-21T10:42:00.000Z`. */
export const isoOf = (at: number | undefined) => (at === undefined ? undefined : new Date(at).toISOString())

/** The name of a row, by which a list is sorted at first. */
export const nameField = <Row>(label: string, nameOf: (row: Row) => string): ShownField<Row, unknown> => ({
  label,
  word: label.toLowerCase(),
  column: { className: 'c-name' },
  show: nameOf,
  exported: { head: label, cell: nameOf },
})

/** A flag: in its column first the rows where it is on, last those where it is unreadable. */
export function flagField<Name extends string>(
  name: Name,
  label: string,
): ShownField<Readonly<Record<Name, boolean | undefined>>, { readonly [Key in Name]?: boolean | undefined }> {
  return {
    label,
    word: name,
    column: {
      className: 'c-sw',
      rank(row) {
        const on = row[name]
        return on === undefined ? 2 : on ? 0 : 1
      },
    },
    show: (row) => onOff(row[name]),
    exported: { head: label, cell: (row) => onOff(row[name]) },
    asked(change) {
      const flag = change[name]
      return flag === undefined ? undefined : onOff(flag)
    },
  }
}

/** A moment that only the service sets; rows with an unknown one come last. `className` undefined: it is no column. */
export function momentField(
  name: keyof Dated,
  label: string,
  word: string,
  className: string | undefined,
): ShownField<Dated, unknown> {
  const at = (row: Dated, { unit }: { unit: Parameters<typeof momentAt>[1] }) => momentAt(row[name], unit)
  return {
    label,
    word,
    ...(className !== undefined && { column: { className, rank: (row, world) => at(row, world) ?? 9e15 } }),
    show(row, world) {
      const moment = at(row, world)
      return moment === undefined ? 'unknown' : plainMoment(moment)
    },
    exported: { head: `${label} (UTC)`, cell: (row, world) => isoOf(at(row, world)) ?? 'unknown' },
  }
}
