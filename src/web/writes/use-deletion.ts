import type { Dated } from '#contract/list/row-store.ts'
import type { Seen } from '#contract/saving/save.ts'
import { askedAgain, type AskedAct } from './asked-act.ts'
import type { Verdict } from '#contract/saving/verdict.ts'
import { useDialogs } from './use-row-work.ts'
import type { Answer, Precheck } from './use-write.ts'

/** How a row is deleted. */
export type Deletion<Row> = (seen: Seen<Row>, options?: { unchecked?: boolean }) => Answer<Row>

type Act = AskedAct<never>['act']

interface Calls<Row> {
  precheck: (seen: Seen<Row>, act: Act) => Precheck<Row>
  remove: Deletion<Row>
}

/** Deletes rows. A dialog asks before an act, and again if it could not go ahead. */
export function useDeletion<Row extends Dated>({ precheck, remove }: Calls<Row>) {
  const dialogs = useDialogs<AskedAct<Row>>()
  /** Opens the dialog of an act that ended with this verdict; false: it needs none. */
  const interrupt = (act: Act, seen: Seen<Row>, verdict: Verdict<Row> | undefined): boolean => {
    const asked = askedAgain(act, seen, verdict)
    if (asked !== undefined) dialogs.add(asked)
    return asked !== undefined
  }
  return {
    asked: dialogs.first,
    ask: dialogs.add,
    interrupt,
    dropAsked: dialogs.drop,
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
