import type { ComponentType, RefObject } from 'react'
import type { Mark } from '#web/ui/status-mark.tsx'
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

/** What an input needs of its form. `Typed`: the fields of the form, as typed. */
export interface FormOf<Typed extends object> {
  typed: Typed
  set: <Name extends keyof Typed & string>(name: Name, value: Typed[Name]) => void
  /** The same, and focuses the field. */
  fill: <Name extends keyof Typed & string>(name: Name, value: Typed[Name]) => void
  faultIn: (name: keyof Typed & string) => string | undefined
  /** The element of a password, from which it is read when it is sent. Nothing else holds the text. */
  password: { field: RefObject<HTMLInputElement | null>; error: string | undefined; isWanted: boolean; want: (isWanted: boolean) => void }
}

/** Where an input of a form stands. */
export interface InputProps<Row, Typed extends object> {
  form: FormOf<Typed>
  /** The row that is edited; undefined: a new one. */
  row: Row | undefined
  world: World
}

/** How a field is set, in a form and by a file. */
export interface Setting<Row, Change, Typed extends object> {
  Input: ComponentType<InputProps<Row, Typed>>
  /** How the first line of a file may name it, beside its label. In lower case, without spaces. */
  heads: readonly string[]
  /** What it has in the template of a file. */
  example: string
  /** What a cell means. A fault never quotes the cell, which may hold a secret in a wrong column. */
  parse: (cell: string, world: World) => Parsed<Change>
}

/** A field, once. `set`: undefined: only the service sets it. */
export interface Field<Row, Change, Typed extends object> extends ShownField<Row, Change> {
  set?: Setting<Row, Change, Typed>
}

/** A filter of a list. */
export interface Filter<Row> {
  label(world: World): string
  mark?: Mark
  passes(row: Row, world: World): boolean
  /** When its chip is shown, beside while it is pressed. `found`: while there are such rows; `pressed`: never. */
  shown?: 'found' | 'pressed'
}
