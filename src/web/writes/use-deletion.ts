import { useState } from 'react'
import type { Dated } from '#contract/list/row-store.ts'
import type { Seen } from '#contract/saving/save.ts'
import { interruptedAct, type InterruptedAct } from './interrupted-act.ts'
import type { Answer, Precheck } from './use-write.ts'

/** How a row is deleted. */
export type Deletion<Row> = (seen: Seen<Row>, options?: { unchecked?: boolean }) => Answer<Row>

type Act = InterruptedAct<never>['act']

interface Calls<Row> {
  precheck: (seen: Seen<Row>, act: Act) => Precheck<Row>
  remove: Deletion<Row>
}

/** Deletes rows. A deletion that cannot go ahead opens a dialog of its own, one after the other. */
export function useDeletion<Row extends Dated>({ precheck, remove }: Calls<Row>) {
  const [all, setAll] = useState<readonly InterruptedAct<Row>[]>([])
  const interrupt = (one: InterruptedAct<Row>) => setAll((before) => [...before, one])
  return {
    interrupted: all[0],
    interrupt,
    dropInterrupted: () => setAll((before) => before.slice(1)),
    /** Checks the row before the admin is asked, so that the dialog is about the row as it is now. False: do not ask. */
    async mayAsk(seen: Seen<Row>, act: Act): Promise<boolean> {
      const found = await precheck(seen, act)
      if (found === 'free') return true
      const interrupted = interruptedAct(act, seen, found)
      if (interrupted !== undefined) interrupt(interrupted)
      return false
    },
    async remove(...[seen, options]: Parameters<Deletion<Row>>): Promise<void> {
      const verdict = await remove(seen, options)
      const interrupted = interruptedAct('delete', seen, verdict)
      if (interrupted !== undefined) interrupt(interrupted)
    },
  }
}
