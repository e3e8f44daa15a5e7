import type { ResourceName } from '#contract/problem.ts'
import type { Dated } from '#contract/list/row-store.ts'
import type { Mark } from '#web/ui/status-mark.tsx'
import { onOff } from '#web/ui/row-switch.tsx'

/** What a row is called. */
export type Noun = 'token' | 'user'

/** A column of a list: its label, its sort order, and its content in an exported file. */
export interface ColumnOf<Row, Context> {
  label: string
  className: string
  /** The number to sort by; undefined: sorts by name. */
  rank?: (row: Row, context: Context) => number
  /** Never a secret. */
  exported: { head: string; cell: (row: Row, context: Context) => string }
}

/** A moment (milliseconds since 1970) as an exported cell: `2026-12-21T10:42:00.000Z`. */
export const isoOf = (at: number | undefined) => (at === undefined ? undefined : new Date(at).toISOString())

/** The column of the names, which sorts by them. */
export const nameColumn = <Row>(label: string, nameOf: (row: Row) => string): ColumnOf<Row, unknown> => ({
  label,
  className: 'c-name',
  exported: { head: label, cell: nameOf },
})

/** The column of a flag: first the rows where it is on, last those where it is unreadable. */
export const flagColumn = <Row>(label: string, flagOf: (row: Row) => boolean | undefined): ColumnOf<Row, unknown> => ({
  label,
  className: 'c-sw',
  rank(row) {
    const on = flagOf(row)
    return on === undefined ? 2 : on ? 0 : 1
  },
  exported: { head: label, cell: (row) => onOff(flagOf(row)) },
})

/** The column of a moment, in milliseconds since 1970; rows with an unknown one come last. */
export const momentColumn = <Row, Context>(
  label: string,
  className: string,
  momentOf: (row: Row, context: Context) => number | undefined,
): ColumnOf<Row, Context> => ({
  label,
  className,
  rank: (row, context) => momentOf(row, context) ?? 9e15,
  exported: { head: `${label} (UTC)`, cell: (row, context) => isoOf(momentOf(row, context)) ?? 'unknown' },
})

/** A filter of a list: the label of its chip, and the rows that pass it. */
export interface FilterOf<Row, Context> {
  label: (context: Context) => string
  mark?: Mark
  passes: (row: Row, context: Context) => boolean
  /** When the chip is shown beside while it is pressed. `found`: while there are such rows; `pressed`: never; else always. */
  shown?: 'found' | 'pressed'
}

/** Slots of a scale, from the first to the last. */
export interface RangeOfSlots {
  from: number
  to: number
}

/** A scale on which every row has a slot. A range of slots filters the list. */
export interface ScaleOf<Row, Context> {
  /** Its name in the address, and its title. */
  name: string
  title: string
  /** The number of its slots, at most 256. */
  size: number
  slotsAt: (context: Context) => (row: Row) => number
  /** A range as it stands in the address. Undefined: there is no such range. */
  read: (text: string) => RangeOfSlots | undefined
  write: (range: RangeOfSlots) => string
  /** `3 Dec 2026 to 21 Dec 2026`. */
  label: (range: RangeOfSlots, context: Context) => string
}

/**
 * What the list needs to know about a resource. `Context`: what the display of rows depends on, as the time and unit.
 */
export interface ListResource<Row extends Dated, Column extends string, Filter extends string, Context> {
  name: ResourceName
  noun: Noun
  /** Names of the page and its table, of the expected answer, and of the request. */
  title: string
  expected: string
  request: string
  /** What its rows never show, and no exported file contains. */
  secrets: string
  /** In the order of the table. The first is the name, by which a list is sorted by default. */
  columns: Readonly<Record<Column, ColumnOf<Row, Context>>>
  /** In the order of the chips. All rows pass the first. */
  filters: Readonly<Record<Filter, FilterOf<Row, Context>>>
  scale?: ScaleOf<Row, Context>
  /** The end of the sentence about this number of rows that cannot be shown: `have no readable name …`. */
  unreadable: (rows: number) => string
}

/** The words about a resource, whatever its rows are. */
export type ResourceWords = Pick<
  ListResource<never, never, never, never>,
  'name' | 'noun' | 'title' | 'expected' | 'request' | 'secrets' | 'unreadable'
>

/** The keys of a record, with their type. */
export const keysOf = <Key extends string>(record: Readonly<Record<Key, unknown>>) => Object.keys(record) as Key[]
