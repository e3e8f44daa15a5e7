import type { Seen } from '#contract/saving/save.ts'
import type { Verdict } from '#contract/saving/verdict.ts'

type Is = 'conflict' | 'recreated' | 'unchecked'

/** Why a row is not deleted just so: it changed, it is another one, or nothing tells. Nothing was sent. */
export type Stop<Row> = Extract<Verdict<Row>, { is: Is }>

/** A stop, or that there is no list to look into at all. */
export type StopShown<Row> = Stop<Row> | { is: 'unchecked'; why: 'no-list' }

/** A deletion, or the first half of a replacement, that stopped and is asked about again. */
export interface StoppedAct<Row> {
  act: 'delete' | 'replace'
  seen: Seen<Row>
  stop: Stop<Row>
}

/** The verdicts that a dialog tells, in place of a note under the row. */
export const askedAgain = {
  delete: ['conflict', 'recreated', 'unchecked'],
  // What would be created again must be read first: there is nothing to ask.
  replace: ['conflict', 'recreated'],
} as const satisfies Record<StoppedAct<never>['act'], readonly Is[]>

/** What stopped, as it is asked about: the row as it is now, where one was read. */
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

/** The verb of the button, given why it is asked again. */
export function deleteWords(stop: StopShown<unknown> | undefined, first: string): string {
  if (stop === undefined) return first
  return stop.is === 'conflict' ? 'Delete anyway' : 'Delete without checking'
}
