import { useLayoutEffect, useRef } from 'react'
import type { Dated, RowStore } from '#contract/row-store.ts'

interface Shown<Row extends Dated> {
  list: RowStore<Row>
  key: string
  rows: Uint32Array
}

/**
 * The numbers of the rows of a view; `key` says which view it is, `compute` makes it anew. A row that changed keeps its
 * place until the view changes or the list is read again, so that the next click does not hit its neighbour.
 */
export function useSteadyRows<Row extends Dated>(
  list: RowStore<Row>,
  key: string,
  compute: () => Uint32Array,
): Uint32Array {
  const shown = useRef<Shown<Row>>(undefined)
  const before = shown.current
  const isSame = before?.list === list && before.key === key
  const isSteady = before?.list.readAt === list.readAt && before.key === key
  const rows = isSame ? before.rows : isSteady ? carried(before, list) : compute()
  useLayoutEffect(() => {
    shown.current = { list, key, rows }
  }, [list, key, rows])
  return rows
}

/** The former rows in their places: without those that are gone, with those that are new at the top. */
function carried<Row extends Dated>({ list: before, rows }: Shown<Row>, list: RowStore<Row>): Uint32Array {
  const followed = followedBy(before, rows, list)
  if (followed !== undefined) return followed
  const kept = [...rows].flatMap((row) => {
    const name = before.nameAt(row)
    const now = list.find(name)
    const here = row < list.count ? list.nameAt(row) : undefined
    // A name that is new in the place of one that is gone is that row, renamed.
    if (now < 0) return here !== undefined && list.count === before.count && before.find(here) < 0 ? [row] : []
    // Of a name that is listed twice, the later row is found by its number alone.
    if (before.find(name) === row) return [now]
    return here === name ? [row] : []
  })
  const added: number[] = []
  const shown = new Set(kept)
  for (let row = 0; row < list.count; row += 1) {
    if (before.find(list.nameAt(row)) < 0 && !shown.has(row)) added.unshift(row)
  }
  return added.length === 0 && kept.length === rows.length && kept.every((row, i) => row === rows[i])
    ? rows
    : Uint32Array.from([...added, ...kept])
}

/** The same by what is known of each patch, without a look at all rows; undefined where a patch gave a row another name. */
function followedBy<Row extends Dated>(
  before: RowStore<Row>,
  rows: Uint32Array,
  list: RowStore<Row>,
): Uint32Array | undefined {
  if (list === before) return rows
  const of = list.patch?.of.deref()
  if (of === undefined || list.patch === undefined) return undefined
  const { index, did } = list.patch
  const earlier = followedBy(before, rows, of)
  if (earlier === undefined || did === 'nothing') return earlier
  if (did === 'replaced') return of.nameAt(index) === list.nameAt(index) ? earlier : undefined
  if (did === 'added') {
    const rows = new Uint32Array(earlier.length + 1)
    rows[0] = index
    rows.set(earlier, 1)
    return rows
  }
  return earlier.filter((row) => row !== index).map((row) => (row > index ? row - 1 : row))
}
