import type { Dated, RowStore } from '#contract/list/row-store.ts'
import type { Steps } from './slices.ts'
import { byWeight } from './weight-order.ts'

/** Which rows of a list are shown, and in which order. */
export interface RowsWanted<Row> {
  /** What must stand in the name; blanks around it and its case do not count. */
  text: string
  /** Undefined: every row passes. */
  passes: ((row: Row) => boolean) | undefined
  /** Undefined: by name. */
  weigh: ((row: Row) => number) | undefined
  down: boolean
}

/** How many rows are looked at in one step. */
const between = 200

/**
 * The numbers of the rows wanted, in order; rows of one weight stand in the order of their names. Where the names alone
 * decide, no row is looked at and there is one step, so that a key typed into the search costs little at 100,000 rows.
 */
export function* rowsWanted<Row extends Dated>(list: RowStore<Row>, wanted: RowsWanted<Row>): Steps<Uint32Array> {
  const { passes, weigh, down } = wanted
  const passing = passes && (yield* ofEach(list, Uint8Array, (row) => Number(passes(row))))
  const weights = weigh && (yield* ofEach(list, Float64Array, weigh))
  const text = wanted.text.trim().toLowerCase()
  let rows = text === '' ? list.byName() : found(list, text)
  if (passing !== undefined) rows = rowsIn(rows, passing)
  if (weights !== undefined) return yield* byWeight(rows, weights, down)
  return down ? rows.toReversed() : rows
}

/** A number for each row of a list. */
function* ofEach<Row extends Dated, Numbers extends Uint8Array | Float64Array>(
  list: RowStore<Row>,
  Numbers: new (count: number) => Numbers,
  of: (row: Row) => number,
): Steps<Numbers> {
  yield
  const numbers = new Numbers(list.count)
  const look = (row: Row, index: number) => {
    numbers[index] = of(row)
  }
  for (let from = 0; from < list.count; from += between) {
    list.each(look, from, Math.min(list.count, from + between))
    yield
  }
  return numbers
}

/** What was found last in a list, by its text. */
const last = new WeakMap<object, { text: string; rows: Uint32Array }>()

/** The rows with a text in their names, in the order of those; of a longer text, some of those of its beginning. */
function found<Row extends Dated>(list: RowStore<Row>, text: string): Uint32Array {
  const before = last.get(list)
  const isLonger = before !== undefined && text.startsWith(before.text)
  const rows = rowsIn(isLonger ? before.rows : list.byName(), list.matching(text))
  last.set(list, { text, rows })
  return rows
}

/** Those of the rows that are marked. */
function rowsIn(rows: Uint32Array, marked: Uint8Array): Uint32Array {
  const kept = new Uint32Array(rows.length)
  let count = 0
  for (let at = 0; at < rows.length; at += 1) {
    const row = rows[at]!
    kept[count] = row
    count += marked[row]! // no branch, which could not be foretold
  }
  return kept.subarray(0, count)
}
