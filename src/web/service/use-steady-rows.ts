import { startTransition, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Dated, RowStore } from '#contract/row-store.ts'
import { atOnce, inSlices, type Steps } from '#web/steps.ts'

/** Rows of a list as they are shown. */
interface Shown<Row extends Dated, View> {
  list: RowStore<Row>
  view: View
  /** Says which view that is, and what it depends on. */
  key: string
  /** The numbers of the rows in the list, in order. */
  rows: Uint32Array
}

/** A view of a list, and how its rows are found. */
interface Wanted<Row extends Dated, View> extends Omit<Shown<Row, View>, 'rows'> {
  find: () => Steps<Uint32Array>
}

/** What takes more than a step is done at once in lists of up to so many rows. */
const short = 200

/**
 * The rows of a view. A row that changed keeps its place until the view changes or the list is read again, so that the
 * next click does not hit its neighbour. Where finding them takes long, they come later, and what was shown before stays
 * until then, its list and its view with it: none of them is without the others. At first that is nothing.
 */
export function useSteadyRows<Row extends Dated, View>({
  list,
  view,
  key,
  find,
}: Wanted<Row, View>): Shown<Row, View> & { isBehind: boolean } {
  const last = useRef<Shown<Row, View>>(undefined)
  const [, drawAnew] = useState(0)
  const before = last.current
  const isRead = before?.list.readAt === list.readAt
  const kept = before && isRead ? { ...before, list, rows: carried(before, list) } : before
  const rows = isRead && before?.key === key ? kept?.rows : foundSoon(list.count, find())
  const isBehind = rows === undefined
  const shown = isBehind ? kept : { list, view, key, rows }

  const running = useRef<AbortController>(undefined)
  const end = () => {
    running.current?.abort()
    running.current = undefined
  }
  useLayoutEffect(() => {
    last.current = shown
    if (!isBehind) end()
  })
  useEffect(() => {
    // One after the other, so that somebody who types faster than that sees rows as well.
    if (!isBehind || running.current !== undefined) return
    const { signal } = (running.current = new AbortController())
    void inSlices(find(), signal).then((rows) => {
      if (rows === undefined || signal.aborted) return
      running.current = undefined
      last.current = { list, view, key, rows }
      startTransition(() => drawAnew((times) => times + 1))
    })
  })
  useEffect(() => end, [])
  return { ...(shown ?? { list, view, key, rows: new Uint32Array(0) }), isBehind }
}

/** The rows where they are found in one step or the list is short; else undefined. */
function foundSoon(count: number, work: Steps<Uint32Array>): Uint32Array | undefined {
  const step = work.next()
  if (step.done === true) return step.value
  return count <= short ? atOnce(work) : undefined
}

/** The former rows in their places: without those that are gone, with those that are new at the top. */
function carried<Row extends Dated>(
  { list: before, rows }: Pick<Shown<Row, unknown>, 'list' | 'rows'>,
  list: RowStore<Row>,
): Uint32Array {
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

/** The same by what is known of each patch, without a look at all rows; undefined where one of them is forgotten. */
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
  // A row that was renamed is the same one.
  if (earlier === undefined || did === 'nothing' || did === 'replaced') return earlier
  if (did === 'added') {
    const rows = new Uint32Array(earlier.length + 1)
    rows[0] = index
    rows.set(earlier, 1)
    return rows
  }
  return earlier.filter((row) => row !== index).map((row) => (row > index ? row - 1 : row))
}
