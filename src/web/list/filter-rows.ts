// Which rows of a list are shown, and in which order: search, filter, sort; and where they stay while nobody asks for another
// order. Case and accents are folded by `searchKey` in `ui/name-matching.ts`.

import { useState } from 'react'
import type { TimestampedRow, RowList } from '#api/list/row-list.ts'
import { searchKey, searchTerms } from '#web/ui/name-matching.ts'

/**
 * Finds rows by the words in their names, whatever their case and accents: 1 for each row found, undefined without a
 * word. The keys of a long list take a moment, and are made at the first search.
 */
export function createNameSearch(
  list: Pick<RowList<TimestampedRow>, 'count' | 'nameAt'>,
): (text: string) => Uint8Array | undefined {
  let keys: readonly string[] | undefined
  return (text) => {
    if (text.trim() === '') return undefined
    keys ??= Array.from({ length: list.count }, (_, row) => searchKey(list.nameAt(row)))
    const matches = new Uint8Array(list.count).fill(1)
    for (const word of searchTerms(text))
      keys.forEach((name, row) => {
        if (!name.includes(word)) matches[row] = 0
      })
    return matches
  }
}

/** Which rows of a list to show, and in which order. */
export interface RowQuery<Row> {
  /** The rows that a search finds; undefined: all. */
  matches: Uint8Array | undefined
  passes: (row: Row) => boolean
  /** The number to sort by; undefined: sorts by name. */
  sortValue: ((row: Row) => number) | undefined
  isDescending: boolean
}

/** The numbers of the matching rows, in order. Rows that sort equally are in the order of their names. */
export function filterAndSort<Row extends TimestampedRow>(
  list: RowList<Row>,
  { matches, passes, sortValue, isDescending }: RowQuery<Row>,
): Uint32Array {
  const all = new Uint32Array(list.count)
  let count = 0
  list.rows.forEach((row, index) => {
    if (matches?.[index] !== 0 && passes(row)) all[count++] = index
  })
  const rows = all.slice(0, count)
  if (sortValue === undefined) return isDescending ? rows.toReversed() : rows
  const sortValues = new Float64Array(list.count)
  for (const row of rows) sortValues[row] = sortValue(list.at(row))
  const sign = isDescending ? -1 : 1
  return rows.toSorted((a, b) => sign * ((sortValues[a] ?? 0) - (sortValues[b] ?? 0)))
}

/** The rows of a list in their current order. */
export interface RowOrder<Row extends TimestampedRow> {
  list: RowList<Row>
  /** Identifies the view, and what else the order depends on. */
  key: string
  /** The numbers of the rows in the list, in order. */
  rows: Uint32Array
  /** Names of rows that were added since the order was computed, marked as new. */
  newNames: ReadonlySet<string>
}

interface OrderRequest<Row extends TimestampedRow> extends Pick<RowOrder<Row>, 'list' | 'key'> {
  /** Filters and sorts, which is only done if the order must be computed. */
  findRows: () => Uint32Array
  /** When the admin last refreshed, in milliseconds since 1970. */
  refreshedAt: number
}

/** The rows of a view in an order in which none moves under the pointer, see `nextRowOrder`. */
export function useStableRowOrder<Row extends TimestampedRow>(request: OrderRequest<Row>): RowOrder<Row> {
  const [previous, setOrder] = useState<RowOrder<Row>>()
  const order = nextRowOrder(previous, request)
  if (order !== previous) setOrder(order)
  return order
}

/**
 * The order is computed when the view changes or the admin refreshes. In between, a changed row keeps its place, or the
 * next click could hit its neighbour.
 */
export function nextRowOrder<Row extends TimestampedRow>(
  previous: RowOrder<Row> | undefined,
  request: OrderRequest<Row>,
): RowOrder<Row> {
  const { list, key } = request
  if (previous?.key !== key) return sortAll(request)
  if (previous.list === list) return previous
  if (isRefreshed(previous, request) || isFirstFilled(previous, request)) return sortAll(request)
  if (hasSameNames(previous, request)) return { ...previous, list }
  return isNewRead(previous, request) ? placeNewRowsLast(previous, request) : placeNewRowsFirst(previous, request)
}

const sortAll = <Row extends TimestampedRow>({ list, key, findRows }: OrderRequest<Row>): RowOrder<Row> => ({
  list,
  key,
  rows: findRows(),
  newNames: new Set(),
})

type Listed = Pick<RowOrder<TimestampedRow>, 'list'>

/** Whether the service was read again. Otherwise the page has laid the outcome of a write into the list. */
const isNewRead = (previous: Listed, { list }: Listed) => previous.list.readAt !== list.readAt

/** Whether this is the list that the admin has asked for. */
const isRefreshed = (previous: Listed, { list, refreshedAt }: Listed & { refreshedAt: number }) =>
  isNewRead(previous, { list }) && previous.list.readStartedAt < refreshedAt && refreshedAt <= list.readStartedAt

/** Whether a read shows rows where none had a place yet, or none any more. */
const isFirstFilled = (previous: RowOrder<TimestampedRow>, { list }: Listed) =>
  isNewRead(previous, { list }) && (!previous.list.isComplete || previous.rows.length === 0 || list.count === 0)

/** Whether the same names are in the same places: a save of a long list costs nothing here. */
const hasSameNames = (previous: Listed, { list }: Listed) => list.indexOf === previous.list.indexOf

/** After a read that nobody asked for. The rows that it has found come last, where they move none. */
function placeNewRowsLast<Row extends TimestampedRow>(
  previous: RowOrder<Row>,
  { list, findRows }: OrderRequest<Row>,
): RowOrder<Row> {
  const kept = keptRows(previous, list)
  const added = [...findRows()].filter((row) => !kept.has(row))
  return withNewRows(previous, list, [...kept, ...added], added)
}

/**
 * After a write of this page: its own new rows come first, by name among themselves. A new name beside a missing one is
 * that row, renamed.
 */
function placeNewRowsFirst<Row extends TimestampedRow>(
  previous: RowOrder<Row>,
  { list }: OrderRequest<Row>,
): RowOrder<Row> {
  const candidates = addedRows(list, previous.list)
  const isRename = candidates.length === 1 && list.count === previous.list.count
  const kept = keptRows(previous, list, isRename ? candidates[0] : undefined)
  const added = candidates.filter((row) => !kept.has(row))
  const rows = [...kept]
  const firstOld = rows.findIndex((row) => !previous.newNames.has(list.nameAt(row)))
  const newRows = rows.splice(0, firstOld < 0 ? rows.length : firstOld)
  // A list is in the order of its names.
  return withNewRows(previous, list, [...[...added, ...newRows].sort((a, b) => a - b), ...rows], added)
}

const withNewRows = <Row extends TimestampedRow>(
  { key, newNames }: RowOrder<Row>,
  list: RowList<Row>,
  rows: readonly number[],
  added: readonly number[],
): RowOrder<Row> => ({
  list,
  key,
  rows: Uint32Array.from(rows),
  newNames: new Set([...newNames, ...added.map((row) => list.nameAt(row))]),
})

/** The numbers that the rows of an order have in a newer list, in that order. `renamed`: the one whose name is gone. */
function keptRows<Row extends TimestampedRow>(
  previous: RowOrder<Row>,
  list: RowList<Row>,
  renamed?: number,
): ReadonlySet<number> {
  const kept = new Set<number>()
  for (const row of previous.rows) {
    const newIndex = indexInNewList(list, row, previous.list) ?? renamed
    if (newIndex !== undefined) kept.add(newIndex)
  }
  return kept
}

/** The number that a row of the former list has now; undefined: it is gone. Rows of the same name stand together. */
function indexInNewList<Row extends TimestampedRow>(
  list: RowList<Row>,
  row: number,
  previousList: RowList<Row>,
): number | undefined {
  const name = previousList.nameAt(row)
  const firstIndex = list.indexOf(name)
  const newIndex = firstIndex + row - previousList.indexOf(name)
  return firstIndex >= 0 && newIndex < list.count && list.nameAt(newIndex) === name ? newIndex : undefined
}

/** The rows whose names are not in the former list, the last one first. */
function addedRows<Row extends TimestampedRow>(list: RowList<Row>, previousList: RowList<Row>): number[] {
  const rows: number[] = []
  for (let row = list.count - 1; row >= 0; row -= 1) if (previousList.indexOf(list.nameAt(row)) < 0) rows.push(row)
  return rows
}
