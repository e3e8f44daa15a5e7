import { useEffect, useRef } from 'react'
import type { Dated, RowStore } from '#contract/row-store.ts'
import type { Unit } from '#contract/wire.ts'
import type { Later } from '#web/ui/later.tsx'
import type { Note, Notes } from './notes.ts'

/** Goes through the notes of a part by a later list; what it knows of the part is its own. */
export type Settle<Row extends Dated, Change> = (
  list: RowStore<Row>,
  notes: Notes<Note<Row, Change>>,
  unit: Unit,
) => void

/**
 * A new reading of the list settles what was open: a write without an answer is found done or not done, a note about
 * an unchanged value has served, and a row that somebody changed since is marked.
 */
export function useSettledNotes<Row extends Dated, Change>(
  list: RowStore<Row>,
  notes: Notes<Note<Row, Change>>,
  unit: Unit,
  code: Later<Settle<Row, Change>>,
): void {
  const settledBy = useRef(list.beganAt)
  useEffect(() => {
    if (settledBy.current === list.beganAt) return
    settledBy.current = list.beganAt
    if (notes.get().size === 0) return
    const settle = code.here()
    if (settle !== undefined) return settle(list, notes, unit)
    // A note that is not settled stays as it is.
    code.fetch().then(
      (fetched) => fetched(list, notes, unit),
      () => undefined,
    )
  }, [list, notes, unit, code])
}
