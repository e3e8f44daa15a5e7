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
  /** Undefined: all rows pass. */
  passes: ((row: Row) => boolean) | undefined
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
    if (matches?.[index] !== 0 && passes?.(row) !== false) all[count++] = index
  })
  const rows = all.slice(0, count)
  if (sortValue === undefined) return isDescending ? rows.toReversed() : rows
  const sortValues = new Float64Array(list.count)
  for (const row of rows) sortValues[row] = sortValue(list.at(row))
  const sign = isDescending ? -1 : 1
  return rows.toSorted((a, b) => sign * ((sortValues[a] ?? 0) - (sortValues[b] ?? 0)))
}

/** The rows of a list in their current order. */
interface RowOrder<Row extends TimestampedRow> {
  list: RowList<Row>
  /** Identifies the view, and what else the order depends on. */
  key: string
  /** The numbers of the rows in the list, in order. */
  rows: Uint32Array
  /** Names of rows that were added since the order was computed, marked as new. */
  newNames: ReadonlySet<string>
}

interface OrderRequest<Row extends TimestampedRow> extends Pick<RowOrder<Row>, 'list' | 'key'> {
  find: () => Uint32Array
  /** When the admin last refreshed, in milliseconds since 1970. */
  refreshedAt: number
}

/**
 * The rows of a view. Their order is computed when the view changes or the admin refreshes. In between, a changed row
 * keeps its place, or the next click could hit its neighbour.
 */
export function useStableRowOrder<Row extends TimestampedRow>(request: OrderRequest<Row>): RowOrder<Row> {
  const { list, key } = request
  const [previous, setOrder] = useState<RowOrder<Row>>()
  if (previous?.list === list && previous.key === key) return previous
  const order = { list, key, ...nextOrder(previous, request) }
  setOrder(order)
  return order
}

function nextOrder<Row extends TimestampedRow>(
  previous: RowOrder<Row> | undefined,
  { list, key, find, refreshedAt }: OrderRequest<Row>,
): Pick<RowOrder<Row>, 'rows' | 'newNames'> {
  if (previous === undefined || previous.key !== key || mustReorder(previous, list, refreshedAt))
    return { rows: find(), newNames: new Set() }
  // The same names in the same places: a save of a long list costs nothing here.
  if (list.indexOf === previous.list.indexOf) return { rows: previous.rows, newNames: previous.newNames }
  const isNewRead = previous.list.readAt !== list.readAt
  const candidates = isNewRead ? [...find()] : addedRows(list, previous.list)
  // Without a new read, a new name beside a missing one is that row, renamed.
  const renamed =
    !isNewRead && candidates.length === 1 && list.count === previous.list.count ? candidates[0] : undefined
  const keptRows = new Set<number>()
  for (const row of previous.rows) {
    const newIndex = indexInNewList(list, row, previous.list) ?? renamed
    if (newIndex !== undefined) keptRows.add(newIndex)
  }
  // Own new rows come first. Those that a read has found come last, where they move none.
  const added = candidates.filter((row) => !keptRows.has(row))
  return {
    rows: Uint32Array.from(isNewRead ? [...keptRows, ...added] : [...added, ...keptRows]),
    newNames: new Set([...previous.newNames, ...added.map((row) => list.nameAt(row))]),
  }
}

/** Whether nothing of the former order is to be kept: the admin has refreshed, or there was nothing in it yet. */
function mustReorder<Row extends TimestampedRow>(
  { list, rows }: RowOrder<Row>,
  nextList: RowList<Row>,
  refreshedAt: number,
): boolean {
  if (list.readAt === nextList.readAt) return false
  const isRefreshed = list.readStartedAt < refreshedAt && refreshedAt <= nextList.readStartedAt
  return isRefreshed || !list.isComplete || rows.length === 0 || nextList.count === 0
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
