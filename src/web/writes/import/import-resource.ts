import type { Dated } from '#contract/list/row-store.ts'
import type { ResourceWords } from '#web/list/resource.ts'

/** What a line says, beside its name. What was left out is missing. */
export interface LineValues {
  flags: Readonly<Partial<Record<string, boolean>>>
  /** Milliseconds since 1970. */
  date?: number | 'no-date'
}

/** A column that an import knows. */
export interface ImportColumn {
  /** A password is never among the values: it is read when it is sent. */
  kind: 'name' | 'flag' | 'date' | 'password'
  label: string
  /** How the first line of a file may name it, beside its label. In lower case, without spaces. */
  heads: readonly string[]
  /** What it has in the template. */
  example: string
}

/** A sentence about what is wrong with a line. It never quotes a cell, which may hold a secret in a wrong column. */
export interface LineFault {
  fault: string
}

/** What an import needs to know about a resource. The first column holds the name of the row. */
export interface ImportResource<Row extends Dated, New extends object, Change extends object> {
  words: ResourceWords
  columns: Readonly<Record<string, ImportColumn>>
  /** What new rows get where the file has no date; undefined: rows have no date. */
  noDate?: { legend: string; choices: readonly { id: string; label: string }[]; first: string }
  /** What new rows get where the file is silent otherwise: a sentence. */
  silent: string
  /** Makes a new row. `noDate`: the choice for a line without a date. */
  create: (name: string, values: LineValues, noDate: string) => { draft: New } | LineFault
  /** Compares a line with the row of its name: the change has only what differs. */
  compare: (row: Row, values: LineValues) => { change: Change } | LineFault
  /** What an admin should know before these are sent: sentences. */
  warnings: (creates: readonly New[], changes: readonly Change[]) => readonly string[]
}
