import { useState } from 'react'
import type { Dated } from '#contract/list/row-store.ts'
import type { Seen } from '#contract/saving/save.ts'
import { interruptedAct, type InterruptedAct } from './interrupted-act.ts'
import type { Answer } from './use-write.ts'

/** How a row is deleted. */
export type Deletion<Row> = (seen: Seen<Row>, options?: { unchecked?: boolean }) => Answer<Row>

/** Deletes rows. Deletions that did not go ahead are asked about again, one after the other. */
export function useDeletion<Row extends Dated>(remove: Deletion<Row>) {
  const [all, setAll] = useState<readonly InterruptedAct<Row>[]>([])
  const interrupt = (one: InterruptedAct<Row>) => setAll((before) => [...before, one])
  return {
    interrupted: all[0],
    interrupt,
    dropInterrupted: () => setAll((before) => before.slice(1)),
    async remove(...[seen, options]: Parameters<Deletion<Row>>): Promise<void> {
      const verdict = await remove(seen, options)
      const interrupted = interruptedAct('delete', seen, verdict)
      if (interrupted !== undefined) interrupt(interrupted)
    },
  }
}
