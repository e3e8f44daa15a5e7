import type { ResourceName } from '#contract/problem.ts'
import type { Dated } from '#contract/list/row-store.ts'
import type { Mark } from '#web/ui/status-mark.tsx'
import type { Noun } from '#web/writes/verdict-words.ts'

/** A column of a list: what it is called, what it sorts by, and what stands in it in an exported file. */
export interface ColumnOf<Row, Context> {
  label: string
  className: string
  /** Undefined: by name. */
  weigh?: (row: Row, context: Context) => number
  /** Never a secret. */
  exported: { head: string; cell: (row: Row, context: Context) => string }
}

/** A moment (milliseconds since 1970) as an exported cell: `2026-12-21T10:42:00.000Z`. */
export const isoOf = (at: number | undefined) => (at === undefined ? undefined : new Date(at).toISOString())

/** A filter of a list: what its chip says, and which rows it lets through. */
export interface FilterOf<Row, Context> {
  label: (context: Context) => string
  mark?: Mark
  passes: (row: Row, context: Context) => boolean
  /** When the chip is shown: `found`: while there are such rows; `pressed`: while the filter is on; else always. */
  shown?: 'found' | 'pressed'
}

/** Everything that the one list knows of a resource. `Context` is what rows are seen by: the time, the unit … */
export interface ListResource<Row extends Dated, Column extends string, Filter extends string, Context> {
  part: ResourceName
  noun: Noun
  /** What the page, its table and its answer are called. */
  title: string
  expected: string
  request: string
  /** In the order of the table; the first is the name's, by which the list is sorted unless something else is asked. */
  columns: Readonly<Record<Column, ColumnOf<Row, Context>>>
  /** In the order of the chips; the first lets everything through. */
  filters: Readonly<Record<Filter, FilterOf<Row, Context>>>
  /** In place of a list in which nothing is found. */
  noMatch: (view: { text: string; filter: Filter }, context: Context) => string
  /** What is said of so many rows that cannot be shown: `have no readable name …`. */
  unreadable: (rows: number) => string
}

/** Any resource, of which only the words are asked. */
export type ResourceWords = Pick<
  ListResource<never, never, never, never>,
  'part' | 'noun' | 'title' | 'expected' | 'request' | 'unreadable'
>

/** The keys of a record, as its type has them. */
export const keysOf = <Key extends string>(record: Readonly<Record<Key, unknown>>) => Object.keys(record) as Key[]
