import { useEffect, useEffectEvent } from 'react'
import type { Dated, RowStore } from '#contract/list/row-store.ts'
import type { Unit } from '#contract/wire.ts'
import { useConsole } from '#web/app/console.tsx'
import { later } from '#web/ui/later.tsx'
import type { ResourceWrites } from './shown-resource.ts'

const settling = later(() => import('./settled-note.ts'))

/**
 * A new reading of the list settles what was open: a write without an answer is found done or not done, a note about
 * an unchanged value has served, and a row that somebody changed since is marked.
 */
export function useSettledNotes<Row extends Dated, Change extends object>(
  list: RowStore<Row>,
  { notesIn, shown }: ResourceWrites<Row, Change>,
  unit: Unit,
): void {
  const { announcer, notes: store } = useConsole()
  const notes = notesIn(store)
  const settle = useEffectEvent(async () => {
    // A note that is not settled stays as it is.
    const code = await Promise.all([settling.fetch(), shown.fetch()]).catch(() => undefined)
    if (code === undefined) return
    const [{ settleNotes }, resource] = code
    settleNotes(list, notes, resource, unit, (sentence) => announcer.say(sentence))
  })
  const { beganAt, isWhole } = list
  useEffect(() => {
    if (isWhole && notes.get().size > 0) void settle()
  }, [beganAt, isWhole, notes])
}
