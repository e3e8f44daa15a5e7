import { useState } from 'react'
import type { Dated, RowStore } from '#contract/list/row-store.ts'

/** Which rows of a list are shown, and in which order. */
export interface RowsWanted<Row> {
  /** What must stand in the name; spaces around it and its case do not count. */
  text: string
  /** Undefined: every row passes. */
  passes: ((row: Row) => boolean) | undefined
  /** Undefined: by name. */
  weigh: ((row: Row) => number) | undefined
  down: boolean
}

/** The numbers of the rows wanted, in order; rows of one weight stand in the order of their names. */
export function rowsShown<Row extends Dated>(
  list: RowStore<Row>,
  { text, passes, weigh, down }: RowsWanted<Row>,
): Uint32Array {
  const wanted = text.trim().toLowerCase()
  let rows = list.byName()
  if (wanted !== '') {
    const named = list.matching(wanted)
    rows = rows.filter((row) => named[row] === 1)
  }
  if (passes !== undefined) rows = rows.filter((row) => passes(list.at(row)))
  if (weigh === undefined) return down ? rows.toReversed() : rows
  const weights = new Float64Array(list.count)
  for (const row of rows) weights[row] = weigh(list.at(row))
  const sign = down ? -1 : 1
  return rows.toSorted((a, b) => sign * ((weights[a] ?? 0) - (weights[b] ?? 0)))
}

/** Rows of a list in their places. */
interface Placed<Row extends Dated> {
  list: RowStore<Row>
  /** Says which view they are of, and what that depends on. */
  key: string
  /** The numbers of the rows in the list, in order. */
  rows: Uint32Array
  /** Names of rows that came since the order was made and stand before or after it: they are marked as new. */
  news: ReadonlySet<string>
}

interface Wanted<Row extends Dated> extends Pick<Placed<Row>, 'list' | 'key'> {
  find: () => Uint32Array
  /** Whether nobody asked for this reading of the list: then it moves no row under anybody's pointer. */
  isByItself?: boolean | undefined
}

const none: ReadonlySet<string> = new Set()

/**
 * The rows of a view. The order is made when the view changes or the admin reads the list again. In between, a row that
 * changed keeps its place, so that the next click does not hit its neighbour.
 */
export function useSteadyRows<Row extends Dated>(wanted: Wanted<Row>): Pick<Placed<Row>, 'rows' | 'news'> {
  const { list, key } = wanted
  const [before, setPlaced] = useState<Placed<Row>>()
  if (before?.list === list && before.key === key) return before
  const placed = { list, key, ...place(before, wanted) }
  setPlaced(placed)
  return placed
}

function place<Row extends Dated>(
  before: Placed<Row> | undefined,
  { list, key, find, isByItself = false }: Wanted<Row>,
): Pick<Placed<Row>, 'rows' | 'news'> {
  const isRead = before?.list.readAt !== list.readAt
  if (before?.key !== key || (isRead && !isByItself)) return { rows: find(), news: none }
  const kept = new Set<number>()
  for (const row of before.rows) {
    const now = placeIn(list, row, before.list)
    if (now !== undefined) kept.add(now)
  }
  // Of a reading that nobody asked for, new rows come last, where they move no other.
  const added = isRead
    ? [...find()].filter((row) => !kept.has(row))
    : newest(list, before.list).filter((row) => !kept.has(row))
  const rows = Uint32Array.from(isRead ? [...kept, ...added] : [...added, ...kept])
  return { rows, news: new Set([...before.news, ...added.map((row) => list.nameAt(row))]) }
}

/** The number that a row of the list before has now; undefined where it is gone. */
function placeIn<Row extends Dated>(list: RowStore<Row>, row: number, before: RowStore<Row>): number | undefined {
  const name = before.nameAt(row)
  const here = row < list.count ? list.nameAt(row) : undefined
  // Also of a name that is listed twice, whose later row is found by its number alone.
  if (here === name) return row
  const now = list.find(name)
  if (now >= 0) return before.find(name) === row ? now : undefined
  // In one reading, a name that is new in the place of one that is gone is that row, renamed.
  const isSameReading = list.readAt === before.readAt && list.count === before.count
  return isSameReading && here !== undefined && before.find(here) < 0 ? row : undefined
}

/** The rows whose names the list before did not hold, the last one first. */
function newest<Row extends Dated>(list: RowStore<Row>, before: RowStore<Row>): number[] {
  const rows: number[] = []
  for (let row = list.count - 1; row >= 0; row -= 1) if (before.find(list.nameAt(row)) < 0) rows.push(row)
  return rows
}
