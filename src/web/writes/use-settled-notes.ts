import { useEffect, useEffectEvent } from 'react'
import type { Dated, RowStore } from '#contract/list/row-store.ts'
import { useConsole } from '#web/app/console.tsx'
import { lazyCode } from '#web/ui/lazy.tsx'
import type { ResourceWrites } from './shown-resource.ts'

const settleNotesCode = lazyCode(() => import('./settled-note.ts'))

/**
 * Updates notes when the list is read again: settles the outcome of writes without an answer, removes notes that are no
 * longer needed, and marks rows that somebody else has changed.
 */
export function useSettledNotes<Row extends Dated, Change extends object>(
  list: RowStore<Row>,
  resource: ResourceWrites<Row, Change>,
): void {
  const console = useConsole()
  const notes = resource.notesIn(console.notes)
  const settle = useEffectEvent(async () => {
    // If the code cannot be loaded, notes stay as they are.
    const code = await Promise.all([settleNotesCode.load(), resource.shown.load()]).catch(() => undefined)
    if (code === undefined) return
    const [{ settleNotes }, shown] = code
    settleNotes(list, { console, name: resource.name, notes, shown })
  })
  const { beganAt, isWhole } = list
  useEffect(() => {
    if (isWhole && notes.get().size > 0) void settle()
  }, [beganAt, isWhole, notes])
}
