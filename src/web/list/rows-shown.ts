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
  if (wanted !== '') rows = rows.filter((row) => list.nameAt(row).toLowerCase().includes(wanted))
  if (passes !== undefined) rows = rows.filter((row) => passes(list.at(row)))
  if (weigh === undefined) return down ? rows.toReversed() : rows
  const weights = new Float64Array(list.count)
  for (const row of rows) weights[row] = weigh(list.at(row))
  const sign = down ? -1 : 1
  return rows.toSorted((a, b) => sign * ((weights[a] ?? 0) - (weights[b] ?? 0)))
}
