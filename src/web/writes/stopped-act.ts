import type { Seen } from '#contract/saving/save.ts'
import type { Verdict } from '#contract/saving/verdict.ts'

type Is = 'conflict' | 'recreated' | 'unchecked'

/** Why a deletion did not go ahead: the row changed, was created again, or cannot be checked. Nothing was sent. */
export type Stop<Row> = Extract<Verdict<Row>, { is: Is }>

/** The same, or that there is no list to check at all. */
export type StopShown<Row> = Stop<Row> | { is: 'unchecked'; why: 'no-list' }

/** A deletion or replacement that did not go ahead. A dialog asks the admin again. */
export interface StoppedAct<Row> {
  act: 'delete' | 'replace'
  seen: Seen<Row>
  stop: Stop<Row>
}

/** The verdicts that are shown in a dialog, not in a note under the row. */
export const askedAgain = {
  delete: ['conflict', 'recreated', 'unchecked'],
  // Not `unchecked`: a replacement must read the row first, so there is nothing to ask.
  replace: ['conflict', 'recreated'],
} as const satisfies Record<StoppedAct<never>['act'], readonly Is[]>

/** The act to ask about again, with the row as it is now if it was read. */
export function stoppedAct<Row>(
  act: StoppedAct<Row>['act'],
  seen: Seen<Row>,
  verdict: Verdict<Row> | undefined,
): StoppedAct<Row> | undefined {
  const told: readonly string[] = askedAgain[act]
  if (verdict === undefined || !told.includes(verdict.is)) return undefined
  const stop = verdict as Stop<Row>
  return { act, seen: 'row' in stop ? { row: stop.row, beganAt: Date.now() } : seen, stop }
}

/** The label of the button. `first`: when nothing has stopped the deletion. */
export function deleteWords(stop: StopShown<unknown> | undefined, first: string): string {
  if (stop === undefined) return first
  return stop.is === 'conflict' ? 'Delete anyway' : 'Delete without checking'
}
