import { useEffect, useEffectEvent } from 'react'
import type { Dated, RowStore } from '#contract/list/row-store.ts'
import type { Unit } from '#contract/wire.ts'
import { useConsole } from '#web/app/console.tsx'
import type { Note, Notes } from './notes.ts'

/** Goes through the notes of a part by a later list; what it knows of the part is its own. */
export type Settle<Row extends Dated, Change> = (
  list: RowStore<Row>,
  notes: Notes<Note<Row, Change>>,
  unit: Unit,
  say: (sentence: string) => void,
) => void

/**
 * A new reading of the list settles what was open: a write without an answer is found done or not done, a note about
 * an unchanged value has served, and a row that somebody changed since is marked.
 */
export function useSettledNotes<Row extends Dated, Change>(
  list: RowStore<Row>,
  notes: Notes<Note<Row, Change>>,
  unit: Unit,
  code: () => Promise<Settle<Row, Change>>,
): void {
  const { announcer } = useConsole()
  const settle = useEffectEvent((by: Settle<Row, Change>) =>
    by(list, notes, unit, (sentence) => announcer.say(sentence)),
  )
  const { beganAt, isWhole } = list
  useEffect(() => {
    if (!isWhole || notes.get().size === 0) return
    // A note that is not settled stays as it is.
    code().then(settle, () => undefined)
  }, [beganAt, isWhole, notes, code])
}
