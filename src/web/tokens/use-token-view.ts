import { useRef } from 'react'
import type { RowStore } from '#contract/row-store.ts'
import type { Token } from '#contract/token.ts'
import type { Sight } from './token-status.ts'
import { rowsIn, type TokenView } from './token-view.ts'

interface Shown {
  list: RowStore<Token>
  view: string
  unit: Sight['unit']
  rows: number[]
}

/**
 * The rows of a view. A row that changed keeps its place until the view changes or the list is read again, so that the
 * next click does not hit its neighbour.
 */
export function useTokenRows(list: RowStore<Token>, view: TokenView, sight: Sight): readonly number[] {
  const shown = useRef<Shown>(undefined)
  const before = shown.current
  const key = JSON.stringify(view)
  if (before?.list === list && before.view === key && before.unit === sight.unit) return before.rows
  const steady = before?.list.readAt === list.readAt && before.view === key && before.unit === sight.unit
  const rows = steady ? carried(before, list) : rowsIn(list, view, sight)
  shown.current = { list, view: key, unit: sight.unit, rows }
  return rows
}

/** The former rows in their places: without one that was taken out, with one that was added, at the top. */
function carried({ list: before, rows }: Shown, list: RowStore<Token>): number[] {
  if (list.count === before.count) return rows
  if (list.count > before.count) return [list.count - 1, ...rows]
  let gone = 0
  while (gone < list.count && before.at(gone).name === list.at(gone).name) gone += 1
  return rows.filter((row) => row !== gone).map((row) => (row > gone ? row - 1 : row))
}
