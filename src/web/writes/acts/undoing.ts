import type { Seen } from '#contract/saving/acts.ts'
import type { Outcome } from '#web/writes/outcomes/outcomes.ts'

/** Undoes an outcome by `save`, unless somebody else changed the row since; undefined: there is nothing to undo. */
export function undoing<Row extends object, Change extends object>(
  { verdict, undo }: Pick<Outcome<Row, Change>, 'verdict' | 'undo'>,
  save: (name: 'save', seen: Seen<Row>, input: { change: Change; undoes: true }) => unknown,
): (() => void) | undefined {
  const isSaved = verdict.is === 'as-asked' || verdict.is === 'differently'
  if (!isSaved || undo === undefined) return undefined
  const seen = { row: verdict.row, beganAt: verdict.at }
  return () => void save('save', seen, { change: undo.change, undoes: true })
}
