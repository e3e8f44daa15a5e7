import type { Seen } from '#contract/saving/save.ts'
import type { Verdict } from '#contract/saving/verdict.ts'
import type { Compared } from './shown-resource.ts'

type Is = 'conflict' | 'recreated' | 'unchecked'

/** Why a deletion did not go ahead: the row changed, was created again, or cannot be checked. Nothing was sent. */
type Interruption<Row> = Extract<Verdict<Row>, { is: Is }>

/** Why a dialog asks again: what changed in the row, or that the console cannot check it. */
export type ReasonToAsk = { is: 'conflict'; compared: readonly Compared[] } | { is: 'unchecked' }

/** A deletion or replacement about which a dialog asks the admin. `interruption`: why it asks again. */
export interface AskedAct<Row> {
  act: 'delete' | 'replace'
  seen: Seen<Row>
  interruption?: Interruption<Row>
}

/** The verdicts that are shown in a dialog, not in a note under the row. */
export const dialogVerdicts = {
  delete: ['conflict', 'recreated', 'unchecked'],
  // Not `unchecked`: a replacement must read the row first, so there is nothing to ask.
  replace: ['conflict', 'recreated'],
} as const satisfies Record<AskedAct<never>['act'], readonly Is[]>

/** The act to ask about again, with the row as it is now if it was read. */
export function askedAgain<Row>(
  act: AskedAct<Row>['act'],
  seen: Seen<Row>,
  verdict: Verdict<Row> | undefined,
): AskedAct<Row> | undefined {
  const expected: readonly string[] = dialogVerdicts[act]
  if (verdict === undefined || !expected.includes(verdict.is)) return undefined
  const interruption = verdict as Interruption<Row>
  return { act, seen: 'row' in interruption ? { row: interruption.row, beganAt: Date.now() } : seen, interruption }
}
