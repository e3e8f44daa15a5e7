import type { ReactNode } from 'react'
import type { Mark } from '#web/ui/status-mark.tsx'
import type { InputProps } from './form.ts'
import type { World } from './world.ts'

/** How a field is shown: column, details, question, conflict and exported file. */
export interface ShownField<Row, Change> {
  label: string
  /** What it is called in a sentence: *Saved with differences, active.* */
  word: string
  /** Undefined: the table does not show it. `rank`: the number to sort by; without it, by name. */
  column?: { className: string; rank?(row: Row, world: World): number }
  /** For people: in details, questions and conflicts. */
  show(row: Row, world: World): string
  /** Head and cell of an exported file, never a secret; undefined: no file has it. */
  exported?: { head: string; cell(row: Row, world: World): string }
  /** What a change asks for, for people; undefined: it leaves the field alone. */
  asked?(change: Change, world: World): string | undefined
}

/** What a cell of a file means for one field, or a sentence about its fault. */
export type Parsed<Change> = { change: Change } | { fault: string }

/** How a field is set, in a form and by a file. (Methods, so that the fields of each resource fit where those of any are drawn.) */
export interface Setting<Row, Change> {
  /** The field in a form. It draws its label, its hint and its fault itself. */
  Input(props: InputProps<Row, object>): ReactNode
  /** Only a new row has it in its form: it identifies the row. */
  isForNew?: true
  /** It is a password: no change holds it. A file has it in a cell that is read when it is sent. */
  isSecret?: true
  /** How the first line of a file may name it, beside its label and its name, also in German, French and Spanish. Without spaces and signs. */
  heads: readonly string[]
  /** What a cell means; an empty change: nothing is asked for. A fault never quotes the cell, which may hold a secret. */
  parse(cell: string, how: FileCell): Parsed<Change>
}

/** How a cell of a file is read. */
export interface FileCell extends World {
  /** Dates without a zone are in UTC, as the head of the column says; otherwise by the clock of the browser. */
  isUtc: boolean
}

/** A field, once. `set`: undefined: only the service sets it. */
export interface Field<Row, Change> extends ShownField<Row, Change> {
  set?: Setting<Row, Change>
}

/** A filter of a list. */
export interface Filter<Row> {
  label(world: World): string
  mark?: Mark
  passes(row: Row, world: World): boolean
  /** When its chip is shown, beside while it is pressed. `found`: while there are such rows; `pressed`: never. */
  shown?: 'found' | 'pressed'
}
