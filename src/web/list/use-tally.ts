import { startTransition, useEffect, useRef, useState } from 'react'
import type { Dated, RowStore } from '#contract/list/row-store.ts'
import { inIdleTimes } from './idle.ts'

/** What rows come to: how many there are of each kind. */
export interface Tally<Row, Counts> {
  none: () => Counts
  /** Adds a row to the counts, or takes it out. */
  add: (counts: Counts, row: Row, by: 1 | -1) => void
}

/** Up to so many rows are looked at in one go. */
const atOnce = 1000

/** Rows of a longer list that are looked at between two looks at the clock. */
const between = 100

interface Found<Row extends Dated, Counts> {
  list: RowStore<Row>
  tally: Tally<Row, Counts>
  counts: Counts
}

/**
 * What all rows of a list come to. Of a long list it is found in idle times; until then what was found before stands, and
 * at first nothing. Where rows were written since, they alone are looked at. `tally` is another one whenever the rows
 * would come to something else.
 */
export function useTally<Row extends Dated, Counts extends object>(
  list: RowStore<Row>,
  tally: Tally<Row, Counts>,
): Counts | undefined {
  const found = useRef<Found<Row, Counts>>(undefined)
  const [, setFound] = useState(0)
  const before = found.current?.tally === tally ? found.current : undefined
  const counts = (before && carried(before, list)) ?? (list.count > atOnce ? undefined : counted(list, tally))
  if (counts !== undefined) found.current = { list, tally, counts }
  const waits = counts === undefined
  useEffect(() => {
    if (!waits) return
    let isOver = false
    const count = async () => {
      const counts = tally.none()
      const idle = inIdleTimes()
      for (let from = 0; from < list.count && !isOver; from += between) {
        await idle()
        list.each((row) => tally.add(counts, row, 1), from, Math.min(list.count, from + between))
      }
      if (isOver) return
      found.current = { list, tally, counts }
      startTransition(() => setFound((times) => times + 1))
    }
    void count()
    return () => {
      isOver = true
    }
  }, [waits, list, tally])
  return found.current?.counts
}

function counted<Row extends Dated, Counts>(list: RowStore<Row>, { none, add }: Tally<Row, Counts>): Counts {
  const counts = none()
  list.each((row) => add(counts, row, 1))
  return counts
}

/** What was found, with the rows that were written since; undefined where another list was read. */
function carried<Row extends Dated, Counts extends object>(
  found: Found<Row, Counts>,
  list: RowStore<Row>,
): Counts | undefined {
  if (list === found.list) return found.counts
  const of = list.patch?.of.deref()
  if (of === undefined || list.patch === undefined) return undefined
  const { index, did } = list.patch
  const earlier = carried(found, of)
  if (earlier === undefined || did === 'nothing') return earlier
  const counts = { ...earlier }
  if (did !== 'added') found.tally.add(counts, of.at(index), -1)
  if (did !== 'removed') found.tally.add(counts, list.at(index), 1)
  return counts
}
