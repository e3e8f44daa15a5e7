import { useState } from 'react'
import type { Dated, RowStore } from '#contract/list/row-store.ts'
import type { Seen } from '#contract/saving/save.ts'
import { useConsole } from '#web/app/console.tsx'
import { visible } from '#web/ui/names/foreign.tsx'
import { stoppedAct, type StoppedAct } from './stopped-act.ts'
import type { Answer } from './use-write.ts'

/** How a row is deleted. */
export type Deletion<Row> = (seen: Seen<Row>, options?: { unchecked?: boolean }) => Answer<Row>

/** Deletes rows. What stops is asked about again, one after the other. */
export function useDeletion<Row extends Dated>(list: RowStore<Row>, remove: Deletion<Row>) {
  const { toasts } = useConsole()
  const [all, setAll] = useState<readonly StoppedAct<Row>[]>([])
  const stop = (one: StoppedAct<Row>) => setAll((before) => [...before, one])
  return {
    stopped: all[0],
    stop,
    dropStopped: () => setAll((before) => before.slice(1)),
    async remove(...[seen, options]: Parameters<Deletion<Row>>): Promise<void> {
      const name = list.nameOf(seen.row)
      const verdict = await remove(seen, options)
      const stopped = stoppedAct('delete', seen, verdict)
      if (stopped !== undefined) stop(stopped)
      if (verdict?.is === 'deleted')
        toasts.show(`${visible(name)}: deleted. It is no longer in the list.`, { said: true })
    },
  }
}
