import { useState } from 'react'
import type { Dated } from '#contract/list/row-store.ts'
import type { Seen } from '#contract/saving/save.ts'
import { interruptedAct, type InterruptedAct } from './interrupted-act.ts'
import type { Verdict } from '#contract/saving/verdict.ts'
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
  /** Opens the dialog of an act that ended with this verdict; false: it needs none. */
  const interrupt = (act: Act, seen: Seen<Row>, verdict: Verdict<Row> | undefined): boolean => {
    const interrupted = interruptedAct(act, seen, verdict)
    if (interrupted !== undefined) setAll((before) => [...before, interrupted])
    return interrupted !== undefined
  }
  return {
    interrupted: all[0],
    interrupt,
    dropInterrupted: () => setAll((before) => before.slice(1)),
    /** Checks the row before the admin is asked, so that the dialog is about the row as it is now. False: do not ask. */
    async mayAsk(seen: Seen<Row>, act: Act): Promise<boolean> {
      const found = await precheck(seen, act)
      if (found === 'free') return true
      interrupt(act, seen, found)
      return false
    },
    async remove(...[seen, options]: Parameters<Deletion<Row>>): Promise<void> {
      interrupt('delete', seen, await remove(seen, options))
    },
  }
}
