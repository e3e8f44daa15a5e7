import { useState } from 'react'
import type { Dated } from '#contract/list/row-store.ts'
import type { Seen } from '#contract/saving/save.ts'
import { stoppedAct, type StoppedAct } from './stopped-act.ts'
import type { Answer } from './use-write.ts'

/** How a row is deleted. */
export type Deletion<Row> = (seen: Seen<Row>, options?: { unchecked?: boolean }) => Answer<Row>

/** Deletes rows. What stops is asked about again, one after the other. */
export function useDeletion<Row extends Dated>(remove: Deletion<Row>) {
  const [all, setAll] = useState<readonly StoppedAct<Row>[]>([])
  const stop = (one: StoppedAct<Row>) => setAll((before) => [...before, one])
  return {
    stopped: all[0],
    stop,
    dropStopped: () => setAll((before) => before.slice(1)),
    async remove(...[seen, options]: Parameters<Deletion<Row>>): Promise<void> {
      const verdict = await remove(seen, options)
      const stopped = stoppedAct('delete', seen, verdict)
      if (stopped !== undefined) stop(stopped)
    },
  }
}
