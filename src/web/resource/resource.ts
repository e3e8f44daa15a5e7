import type { StatusIconName } from '#web/ui/icons.tsx'
import type { ResourceName } from '#api/problem.ts'
import type { TimestampedRow } from '#api/list/row-list.ts'
import type { ApiClient } from '#api/api-client.ts'
import type { Outcome } from '#api/write/outcome.ts'
import type { RowContext } from './row-context.ts'
import type { ColumnDefinition } from './columns.ts'
import type { Confirmation } from './confirmation.ts'
import type { FormDefinition, NewRow } from './form.ts'
import type { MessageContext } from './outcome-sentences.ts'
import type { Action } from './action.ts'

/** Copies the values of a selection. It changes nothing, so it is no action. */
export const copyValues = 'copy'

/** What a row is called. */
export type Noun = 'token' | 'user'

/** The words about a resource, whatever its rows are. */
export interface ResourceLabels {
  name: ResourceName
  noun: Noun
  /** Names of the page and its table, of the expected answer, and of the request. */
  title: string
  expected: string
  request: string
  /** What its rows never show, and no exported file contains. */
  secretNoun: string
  /** The end of the sentence about this number of rows that cannot be shown: `have no readable name …`. */
  unreadable(rows: number): string
}

/** What is known against using a secret. */
export interface SecretWarning {
  /** The end of a sentence that begins with *Copied “X”*. */
  text: string
  /** Nobody can use it now: why, in a word or two (*Inactive*), and the action that makes it usable. */
  unusable?: { label: string; action?: string }
}

/**
 * Everything that the page knows of a resource: its fields, filters and actions, and how it words what came of them.
 */
export interface ResourceDefinition<Row extends TimestampedRow, Draft extends object, Change extends object>
  extends ResourceLabels, MessageContext<Row> {
  nameOf(row: Row): string
  /** In the order of the table, then of the details. The first is the name, by which a list is sorted by default. */
  fields: Readonly<Record<string, FieldDefinition<Row, Change>>>
  /** Those that tell which row it is, under a question about it. */
  identifyingFields: readonly string[]
  forms: FormDefinition<Row, Change>
  /** In the order of the chips. All rows pass the first. */
  filters: Readonly<Record<string, FilterDefinition<Row>>>
  histogram?: Histogram<Row>
  /** A new row can begin like an existing one. */
  canDuplicate?: true
  /** Reads the value of a row: one GET. Undefined: rows have none that can be read. @throws {SecretNotFoundError} if it has none. */
  readValue?(service: ApiClient, name: string, signal: AbortSignal): Promise<string>
  /** What is known against using the value or the password of a row now; undefined: nothing. */
  secretWarning(row: Row, context: RowContext): SecretWarning | undefined
  /** What is wrong with a row, and the action that helps; undefined: nothing. */
  problemOf?(row: Row, context: RowContext): { text: string; action: string; label: string } | undefined
  /** In the order of the palette and of a row's menu. */
  actions: Readonly<Record<string, Action<Row, Draft, Change>>>
  /** For a selection, each in its order: the actions (or `copyValues`) in its bar, as far as there is room, and in its menu. */
  bulkActions: Readonly<Record<'bar' | 'menu', readonly string[]>>
  /** The change that restores a row to what it was before a save; undefined: there is none. */
  undoChange(outcome: Outcome<Row, object>): Change | undefined
  /** A row of this name that no list shows: what nobody knows of it is undefined. Undefined: such rows are not acted on. */
  unlistedRow?(name: string): Row
  /** What creates again a row that was to be replaced and is missing; undefined: none is. */
  rowToRecreate?(outcome: Outcome<Row, object>): NewRow | undefined
  /** All fields of a row that is replaced with this change. */
  recreationChange?(row: Row, change: Change): object
  /** The question before rows are created again, and the change of a row with the date that it asks for, if it does. */
  recreation?(
    rows: readonly NewRow[],
    context: Pick<RowContext, 'timeUnit' | 'now'>,
  ): { question: Confirmation; changeForDate: (row: NewRow, date: unknown) => object }
}

/** A resource, where rows of any are handled. */
export type AnyResourceDefinition = ResourceDefinition<TimestampedRow, object, object>

/** The keys of a record, with their type. */
export const typedKeys = <Key extends string>(record: Readonly<Record<Key, unknown>>) => Object.keys(record) as Key[]

/** One of the bars that filter a list like chips. */
export interface HistogramBucket {
  id: string
  label: string
  /** The same on a phone. */
  shortLabel: string
  tone?: 'error' | 'warning' | 'none'
}

/** As a method, so that the bars of each resource fit where rows of any resource are handled. */
interface BucketOf<Row> {
  bucketOf(row: Row): number
}

/** Bars: every row is in one of them, or in none. Several may be pressed, and add. */
export interface Histogram<Row> {
  /** Its name in the address, and its title. */
  name: string
  title: string
  buckets: readonly HistogramBucket[]
  /** The number of the bar of each row; −1: it is in none. */
  bucketOf(context: RowContext): BucketOf<Row>['bucketOf']
  /** `3 tokens, expire within 7 days, until 3 Dec`. */
  accessibleLabel(bucket: number, rows: number, context: RowContext): string
  /** `by 3 Dec 2026`; undefined: no tooltip. */
  tooltip(bucket: number, context: RowContext): string | undefined
}

/** How a field is shown: column, details, confirmation, conflict and exported file. */
export interface FieldDisplay<Row, Change> {
  label: string
  /** What it is called in a sentence: *Saved with differences, active.* */
  inlineLabel: string
  /** Undefined: the table does not show it. */
  column?: ColumnDefinition<Row, Change>
  /** For people: in details, confirmations and conflicts. */
  format(row: Row, context: RowContext): string
  /** The icon before it, in a confirmation. */
  mark?(row: Row, context: RowContext): StatusIconName
  /** Head and cell of an exported file, never a secret; undefined: no file has it. */
  csv?: { header: string; cell(row: Row, context: RowContext): string }
  /** What a change asks for, for people; undefined: it leaves the field alone. */
  formatChange?(change: Change, context: RowContext): string | undefined
}

/** What a cell of a file means for one field, or a sentence about its fault. */
export type CellResult<Change> = { change: Change } | { fault: string }

/** How a field is set, in a form (drawn by its `FormInput`) and by a file. (Methods, so that the fields of each resource fit where those of any are read.) */
export interface FieldInput<Change> {
  /** What stands below it in a form. */
  hint?: string
  /** Only a new row has it in its form: it identifies the row. */
  createOnly?: true
  /** It is a password: no change holds it. A file has it in a cell that is read when it is sent. */
  isSecret?: true
  /** How the first line of a file may name it, beside its label and its name, also in German, French and Spanish. Without spaces and signs. */
  csvHeaders: readonly string[]
  /** What a cell means; an empty change: nothing is asked for. `#` in a fault is the cell, which an import quotes where it can’t be a secret. */
  parse(cell: string, cellContext: CellContext): CellResult<Change>
}

/** How a cell of a file is read. */
export interface CellContext extends RowContext {
  /** Dates without a zone are in UTC, as the head of the column says; otherwise by the clock of the browser. */
  isUtc: boolean
}

/** A field, once. `input` undefined: only the service sets it. */
export interface FieldDefinition<Row, Change> extends FieldDisplay<Row, Change> {
  input?: FieldInput<Change>
}

/** A filter of a list. */
export interface FilterDefinition<Row> {
  label(context: RowContext): string
  mark?: StatusIconName
  passes(row: Row, context: RowContext): boolean
  /** When its chip is shown, beside while it is pressed. `found`: while there are such rows; `pressed`: never. */
  visibility?: 'found' | 'pressed'
}
