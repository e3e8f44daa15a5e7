import { startTransition, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Dated, RowStore } from '#contract/list/row-store.ts'
import { atOnce, inSlices, type Steps } from './slices.ts'

/** Rows of a list as they are shown. */
interface Shown<Row extends Dated, View> {
  list: RowStore<Row>
  view: View
  /** Says which view that is, and what it depends on. */
  key: string
  /** The numbers of the rows in the list, in order. */
  rows: Uint32Array
  /** Names of the rows before or after that order, which came when it was made: they say that they are new. */
  news: ReadonlySet<string>
}

type Placed = Pick<Shown<Dated, unknown>, 'rows' | 'news'>

/** A view of a list, and how its rows are found. */
interface Wanted<Row extends Dated, View> extends Omit<Shown<Row, View>, keyof Placed> {
  find: () => Steps<Uint32Array>
  /** Whether nobody asked for this reading of the list: then it moves no row under anybody's pointer. */
  isByItself?: boolean | undefined
}

/** What takes more than a step is done at once in lists of up to so many rows. */
const short = 200

/**
 * The rows of a view. A row that changed keeps its place until the view changes or the admin reads the list again, so that
 * the next click does not hit its neighbour. Where finding them takes long, they come later, and what was shown before stays
 * until then, its list and its view with it: none of them is without the others. At first that is nothing.
 */
export function useSteadyRows<Row extends Dated, View>({
  list,
  view,
  key,
  find,
  isByItself = false,
}: Wanted<Row, View>): Shown<Row, View> & { isBehind: boolean } {
  const last = useRef<Shown<Row, View>>(undefined)
  const [, drawAnew] = useState(0)
  const before = last.current
  const isRead = before?.list.readAt === list.readAt
  const kept = before && isRead ? { ...before, list, ...atOnce(carried(before, list)) } : before
  const place = () => (before && isByItself && before.key === key ? reread(before, list, find()) : found(find()))
  const placed = isRead && before?.key === key ? kept : foundSoon(list.count, place())
  const isBehind = placed === undefined
  const shown = isBehind ? kept : { list, view, key, rows: placed.rows, news: placed.news }

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
    void inSlices(place(), signal).then((placed) => {
      if (placed === undefined || signal.aborted) return
      running.current = undefined
      last.current = { list, view, key, ...placed }
      startTransition(() => drawAnew((times) => times + 1))
    })
  })
  useEffect(() => end, [])
  return { ...(shown ?? { list, view, key, rows: new Uint32Array(0), news: none }), isBehind }
}

/** The rows where they are found in one step or the list is short; else undefined. */
function foundSoon(count: number, work: Steps<Placed>): Placed | undefined {
  const step = work.next()
  if (step.done === true) return step.value
  return count <= short ? atOnce(work) : undefined
}

const none: ReadonlySet<string> = new Set()

function* found(work: Steps<Uint32Array>): Steps<Placed> {
  return { rows: yield* work, news: none }
}

/** How many rows are looked up in one step. */
const perStep = 2000

type Before<Row extends Dated> = Omit<Shown<Row, unknown>, 'view' | 'key'>

/** The former rows in their places: without those that are gone, with those that are new at the top. */
function* carried<Row extends Dated>({ list: before, rows, news }: Before<Row>, list: RowStore<Row>): Steps<Placed> {
  const known: string[] = []
  const followed = followedBy(before, rows, list, known)
  if (followed !== undefined) return { rows: followed, news: withMore(news, known) }
  const kept = yield* keptRows(before, rows, list)
  const added: number[] = []
  const shown = new Set(kept)
  for (let row = 0; row < list.count; row += 1) {
    if (before.find(list.nameAt(row)) < 0 && !shown.has(row)) added.unshift(row)
  }
  return added.length === 0 && kept.length === rows.length && kept.every((row, i) => row === rows[i])
    ? { rows, news }
    : { rows: Uint32Array.from([...added, ...kept]), news: withMore(news, namesOf(list, added)) }
}

/** The same after a reading for which nobody asked: what else the view finds comes last, where it moves no row. */
function* reread<Row extends Dated>(
  { list: before, rows, news }: Before<Row>,
  list: RowStore<Row>,
  find: Steps<Uint32Array>,
): Steps<Placed> {
  const kept = yield* keptRows(before, rows, list)
  const shown = new Set(kept)
  const added = [...(yield* find)].filter((row) => !shown.has(row))
  return { rows: Uint32Array.from([...kept, ...added]), news: withMore(news, namesOf(list, added)) }
}

function* keptRows<Row extends Dated>(before: RowStore<Row>, rows: Uint32Array, list: RowStore<Row>): Steps<number[]> {
  const kept: number[] = []
  for (const [i, row] of rows.entries()) {
    if (i % perStep === perStep - 1) yield
    const now = placeOf(row, before, list)
    if (now !== undefined) kept.push(now)
  }
  return kept
}

const namesOf = <Row extends Dated>(list: RowStore<Row>, rows: readonly number[]) => rows.map((row) => list.nameAt(row))

const withMore = (news: ReadonlySet<string>, more: readonly string[]) =>
  more.length === 0 ? news : new Set([...news, ...more])

/** The number that a row of the list before has now; undefined where it is gone. */
function placeOf<Row extends Dated>(row: number, before: RowStore<Row>, list: RowStore<Row>): number | undefined {
  const name = before.nameAt(row)
  const now = list.find(name)
  const here = row < list.count ? list.nameAt(row) : undefined
  // In one reading, a name that is new in the place of one that is gone is that row, renamed.
  const isSameReading = list.readAt === before.readAt && list.count === before.count
  if (now < 0) return isSameReading && here !== undefined && before.find(here) < 0 ? row : undefined
  // Of a name that is listed twice, the later row is found by its number alone.
  if (before.find(name) === row) return now
  return here === name ? row : undefined
}

/**
 * The same by what is known of each patch, without a look at all rows; undefined where one of them is forgotten. Names of
 * rows that were added go into `news`.
 */
function followedBy<Row extends Dated>(
  before: RowStore<Row>,
  rows: Uint32Array,
  list: RowStore<Row>,
  news: string[],
): Uint32Array | undefined {
  if (list === before) return rows
  const of = list.patch?.of.deref()
  if (of === undefined || list.patch === undefined) return undefined
  const { index, did } = list.patch
  const earlier = followedBy(before, rows, of, news)
  // A row that was renamed is the same one.
  if (earlier === undefined || did === 'nothing' || did === 'replaced') return earlier
  if (did === 'added') {
    news.push(list.nameAt(index))
    const rows = new Uint32Array(earlier.length + 1)
    rows[0] = index
    rows.set(earlier, 1)
    return rows
  }
  return earlier.filter((row) => row !== index).map((row) => (row > index ? row - 1 : row))
}
