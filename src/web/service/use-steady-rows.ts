import { useRef } from 'react'
import type { Dated, RowStore } from '#contract/row-store.ts'

interface Shown<Row extends Dated> {
  list: RowStore<Row>
  key: string
  rows: readonly number[]
}

/**
 * The numbers of the rows of a view; `key` says which view it is, `compute` makes it anew. A row that changed keeps its
 * place until the view changes or the list is read again, so that the next click does not hit its neighbour.
 */
export function useSteadyRows<Row extends Dated>(
  list: RowStore<Row>,
  key: string,
  nameOf: (row: Row) => string,
  compute: () => number[],
): readonly number[] {
  const shown = useRef<Shown<Row>>(undefined)
  const before = shown.current
  if (before?.list === list && before.key === key) return before.rows
  const steady = before?.list.readAt === list.readAt && before.key === key
  const rows = steady ? carried(before, list, nameOf) : compute()
  shown.current = { list, key, rows }
  return rows
}

/** The former rows in their places: without one that was taken out, with one that was added, at the top. */
function carried<Row extends Dated>(
  { list: before, rows }: Shown<Row>,
  list: RowStore<Row>,
  nameOf: (row: Row) => string,
): readonly number[] {
  if (list.count === before.count) return rows
  if (list.count > before.count) return [list.count - 1, ...rows]
  let gone = 0
  while (gone < list.count && nameOf(before.at(gone)) === nameOf(list.at(gone))) gone += 1
  return rows.filter((row) => row !== gone).map((row) => (row > gone ? row - 1 : row))
}
