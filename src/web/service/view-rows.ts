import type { Dated, RowStore } from '#contract/row-store.ts'
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

/**
 * The numbers of the rows wanted, in order; rows of one weight stand in the order of their names. No row is looked at
 * where the names alone decide, so that a key typed into the search costs little at 100,000 rows.
 */
export function rowsWanted<Row extends Dated>(
  list: RowStore<Row>,
  { text, passes, weigh, down }: RowsWanted<Row>,
): Uint32Array {
  const wanted = text.trim().toLowerCase()
  const passing = passes && new Uint8Array(list.count)
  const weights = weigh && new Float64Array(list.count)
  if (passes !== undefined || weigh !== undefined) {
    list.each((row, index) => {
      if (passing !== undefined && passes?.(row) === true) passing[index] = 1
      if (weights !== undefined) weights[index] = weigh?.(row) ?? 0
    })
  }
  let rows = wanted === '' ? list.byName() : found(list, wanted)
  if (passing !== undefined) rows = rowsIn(rows, passing)
  if (weights !== undefined) return byWeight(rows, weights, down)
  return down ? backwards(list, rows) : rows
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

/** The order turned round; rows of one name keep theirs, as the service told them. */
function backwards<Row extends Dated>(list: RowStore<Row>, rows: Uint32Array): Uint32Array {
  const turned = new Uint32Array(rows.length)
  let next = 0
  for (let end = rows.length; end > 0;) {
    const name = list.nameAt(rows[end - 1] ?? 0)
    let begin = end - 1
    while (begin > 0 && list.nameAt(rows[begin - 1] ?? 0) === name) begin -= 1
    turned.set(rows.subarray(begin, end), next)
    next += end - begin
    end = begin
  }
  return turned
}
