import { startTransition, useEffect, useRef, useState } from 'react'
import type { Dated, RowStore } from '#contract/row-store.ts'
import { inIdleTimes } from '#web/idle.ts'

/** Looks at rows one after the other; `counts` is what they come to. */
export interface Tally<Row, Counts> {
  add: (row: Row) => void
  counts: Counts
}

/** Up to so many rows are looked at in one go. */
const atOnce = 1000

/** Rows of a longer list that are looked at between two looks at the clock. */
const between = 100

/**
 * What all rows of a list come to. Of a long list it is found in idle times; until then what was found before stands, and
 * at first nothing. `begin` makes a new tally, and is another function whenever the rows would come to something else.
 */
export function useTally<Row extends Dated, Counts>(
  list: RowStore<Row>,
  begin: () => Tally<Row, Counts>,
): Counts | undefined {
  const found = useRef<{ list: RowStore<Row>; begin: typeof begin; counts: Counts }>(undefined)
  const [, setFound] = useState(0)
  const isNew = found.current?.list !== list || found.current.begin !== begin
  const waits = isNew && list.count > atOnce
  if (isNew && !waits) {
    const { add, counts } = begin()
    list.each(add)
    found.current = { list, begin, counts }
  }
  useEffect(() => {
    if (!waits) return
    let isOver = false
    const tally = async () => {
      const { add, counts } = begin()
      const idle = inIdleTimes()
      for (let from = 0; from < list.count && !isOver; from += between) {
        await idle()
        list.each(add, from, Math.min(list.count, from + between))
      }
      if (isOver) return
      found.current = { list, begin, counts }
      startTransition(() => setFound((times) => times + 1))
    }
    void tally()
    return () => {
      isOver = true
    }
  }, [waits, list, begin])
  return found.current?.counts
}
