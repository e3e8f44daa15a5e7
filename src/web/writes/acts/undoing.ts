import type { Seen } from '#contract/saving/acts.ts'
import type { Outcome } from '#web/writes/outcomes/outcomes.ts'
import type { SaveInput } from './act.ts'

/** The save that undoes an outcome, unless somebody else changed the row since; undefined: there is nothing to undo. */
export function undoing<Row extends object, Change extends object>({
  verdict,
  undo,
}: Pick<Outcome<Row, Change>, 'verdict' | 'undo'>): [seen: Seen<Row>, input: SaveInput<Change>] | undefined {
  const isSaved = verdict.is === 'as-asked' || verdict.is === 'differently'
  if (!isSaved || undo === undefined) return undefined
  return [
    { row: verdict.row, beganAt: verdict.at },
    { change: undo.change, undoes: true },
  ]
}
