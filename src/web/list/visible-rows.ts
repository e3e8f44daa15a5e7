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
    const found = new Uint8Array(list.count).fill(1)
    for (const word of searchTerms(text))
      keys.forEach((name, row) => {
        if (!name.includes(word)) found[row] = 0
      })
    return found
  }
}

/** Which rows of a list to show, and in which order. */
export interface RowQuery<Row> {
  /** The rows that a search finds; undefined: all. */
  found: Uint8Array | undefined
  /** Undefined: all rows pass. */
  passes: ((row: Row) => boolean) | undefined
  /** The number to sort by; undefined: sorts by name. */
  rank: ((row: Row) => number) | undefined
  down: boolean
}

/** The numbers of the matching rows, in order. Rows that sort equally are in the order of their names. */
export function filterAndSort<Row extends TimestampedRow>(
  list: RowList<Row>,
  { found, passes, rank, down }: RowQuery<Row>,
): Uint32Array {
  const all = new Uint32Array(list.count)
  let count = 0
  list.rows.forEach((row, at) => {
    if (found?.[at] !== 0 && passes?.(row) !== false) all[count++] = at
  })
  const rows = all.slice(0, count)
  if (rank === undefined) return down ? rows.toReversed() : rows
  const weights = new Float64Array(list.count)
  for (const row of rows) weights[row] = rank(list.at(row))
  const sign = down ? -1 : 1
  return rows.toSorted((a, b) => sign * ((weights[a] ?? 0) - (weights[b] ?? 0)))
}

/** The rows of a list in their current order. */
interface Placed<Row extends TimestampedRow> {
  list: RowList<Row>
  /** Identifies the view, and what else the order depends on. */
  key: string
  /** The numbers of the rows in the list, in order. */
  rows: Uint32Array
  /** Names of rows that were added since the order was computed, marked as new. */
  newNames: ReadonlySet<string>
}

interface Wanted<Row extends TimestampedRow> extends Pick<Placed<Row>, 'list' | 'key'> {
  find: () => Uint32Array
  /** When the admin last refreshed, in milliseconds since 1970. */
  refreshedAt: number
}

/**
 * The rows of a view. Their order is computed when the view changes or the admin refreshes. In between, a changed row
 * keeps its place, or the next click could hit its neighbour.
 */
export function useStableRowOrder<Row extends TimestampedRow>(wanted: Wanted<Row>): Placed<Row> {
  const { list, key } = wanted
  const [before, setPlaced] = useState<Placed<Row>>()
  if (before?.list === list && before.key === key) return before
  const placed = { list, key, ...place(before, wanted) }
  setPlaced(placed)
  return placed
}

function place<Row extends TimestampedRow>(
  before: Placed<Row> | undefined,
  { list, key, find, refreshedAt }: Wanted<Row>,
): Pick<Placed<Row>, 'rows' | 'newNames'> {
  if (before === undefined || before.key !== key || isOrderedAnew(before, list, refreshedAt))
    return { rows: find(), newNames: new Set() }
  // The same names in the same places: a save of a long list costs nothing here.
  if (list.indexOf === before.list.indexOf) return { rows: before.rows, newNames: before.newNames }
  const isRead = before.list.readAt !== list.readAt
  const others = isRead ? [...find()] : newest(list, before.list)
  // Without a new read, a new name beside a missing one is that row, renamed.
  const renamed = !isRead && others.length === 1 && list.count === before.list.count ? others[0] : undefined
  const kept = new Set<number>()
  for (const row of before.rows) {
    const now = placeIn(list, row, before.list) ?? renamed
    if (now !== undefined) kept.add(now)
  }
  // Own new rows come first. Those that a read has found come last, where they move none.
  const added = others.filter((row) => !kept.has(row))
  return {
    rows: Uint32Array.from(isRead ? [...kept, ...added] : [...added, ...kept]),
    newNames: new Set([...before.newNames, ...added.map((row) => list.nameAt(row))]),
  }
}

/** Whether nothing of the former order is to be kept: the admin has refreshed, or there was nothing in it yet. */
function isOrderedAnew<Row extends TimestampedRow>(
  { list, rows }: Placed<Row>,
  now: RowList<Row>,
  refreshedAt: number,
): boolean {
  if (list.readAt === now.readAt) return false
  const isRefreshed = list.readStartedAt < refreshedAt && refreshedAt <= now.readStartedAt
  return isRefreshed || !list.isComplete || rows.length === 0 || now.count === 0
}

/** The number that a row of the former list has now; undefined: it is gone. Rows of the same name stand together. */
function placeIn<Row extends TimestampedRow>(
  list: RowList<Row>,
  row: number,
  before: RowList<Row>,
): number | undefined {
  const name = before.nameAt(row)
  const first = list.indexOf(name)
  const now = first + row - before.indexOf(name)
  return first >= 0 && now < list.count && list.nameAt(now) === name ? now : undefined
}

/** The rows whose names are not in the former list, the last one first. */
function newest<Row extends TimestampedRow>(list: RowList<Row>, before: RowList<Row>): number[] {
  const rows: number[] = []
  for (let row = list.count - 1; row >= 0; row -= 1) if (before.indexOf(list.nameAt(row)) < 0) rows.push(row)
  return rows
}
