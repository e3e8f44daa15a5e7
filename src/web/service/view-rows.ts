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
): number[] {
  const wanted = text.trim().toLowerCase()
  const hits = wanted === '' ? undefined : list.matching(wanted)
  const passing = passes && new Uint8Array(list.count)
  const weights = weigh && new Float64Array(list.count)
  if (passes !== undefined || weigh !== undefined) {
    list.each((row, index) => {
      if (passing !== undefined && passes?.(row) === true) passing[index] = 1
      if (weights !== undefined) weights[index] = weigh?.(row) ?? 0
    })
  }
  const rows: number[] = []
  for (const index of list.byName()) {
    if (hits?.[index] !== 0 && passing?.[index] !== 0) rows.push(index)
  }
  if (weights !== undefined) return byWeight(rows, weights, down)
  return down ? backwards(list, rows) : rows
}

/** The order turned round; rows of one name keep theirs, as the service told them. */
function backwards<Row extends Dated>(list: RowStore<Row>, rows: readonly number[]): number[] {
  const turned: number[] = []
  for (let end = rows.length; end > 0;) {
    const name = list.nameAt(rows[end - 1] ?? 0)
    let begin = end - 1
    while (begin > 0 && list.nameAt(rows[begin - 1] ?? 0) === name) begin -= 1
    for (let at = begin; at < end; at += 1) turned.push(rows[at] ?? 0)
    end = begin
  }
  return turned
}
