import type { Seen } from '#contract/saving/save.ts'
import type { Verdict } from '#contract/saving/verdict.ts'
import type { Compared } from './shown-resource.ts'
import type { Answer, Precheck } from './use-write.ts'

type Is = 'conflict' | 'recreated' | 'unchecked'

/** Why a deletion did not go ahead: the row changed, was created again, or cannot be checked. Nothing was sent. */
type Interruption<Row> = Extract<Verdict<Row>, { is: Is }>

/** Why a dialog asks again: what changed in the row, or that the console cannot check it. */
export type ReasonToAsk = { is: 'conflict'; compared: readonly Compared[] } | { is: 'unchecked' }

type Act = 'delete' | 'replace'

/** A deletion or replacement about which a dialog asks the admin. `interruption`: why it asks again. */
export interface AskedAct<Row> {
  is: 'asked'
  act: Act
  seen: Seen<Row>
  interruption?: Interruption<Row>
}

/** The verdicts that are shown in a dialog, not in a note under the row. */
export const dialogVerdicts = {
  delete: ['conflict', 'recreated', 'unchecked'],
  // Not `unchecked`: a replacement must read the row first, so there is nothing to ask.
  replace: ['conflict', 'recreated'],
} as const satisfies Record<Act, readonly Is[]>

/** How a row is deleted. */
export type Deletion<Row> = (seen: Seen<Row>, options?: { unchecked?: boolean }) => Answer<Row>

interface Calls<Row> {
  precheck: (seen: Seen<Row>, act: Act) => Precheck<Row>
  remove: Deletion<Row>
  /** Opens the dialog. */
  ask: (asked: AskedAct<Row>) => void
}

/** Deletes rows. A dialog asks before an act, and again if it could not go ahead. */
export function deletion<Row>({ precheck, remove, ask }: Calls<Row>) {
  /** Asks again, about the row as it is now if it was read; false: the verdict needs no dialog. */
  const interrupt = (act: Act, seen: Seen<Row>, verdict: Verdict<Row> | undefined): boolean => {
    const expected: readonly string[] = dialogVerdicts[act]
    if (verdict === undefined || !expected.includes(verdict.is)) return false
    const interruption = verdict as Interruption<Row>
    const now = 'row' in interruption ? { row: interruption.row, beganAt: Date.now() } : seen
    ask({ is: 'asked', act, seen: now, interruption })
    return true
  }
  return {
    interrupt,
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
