import type { Seen } from '#contract/saving/acts.ts'
import type { Action } from '#web/writes/note-content.tsx'
import type { Note } from '#web/writes/outcomes/outcomes.ts'
import type { ActInput } from './act.ts'

/** Does the acts that every resource has. */
type DoAct<Row, Change> = (name: 'save' | 'delete', seen: Seen<Row>, input: Partial<ActInput<Change>>) => unknown

interface UnderRow<Row, Change> {
  /** The row as the list shows it. */
  seen: Seen<Row>
  act: DoAct<Row, Change>
  over: { edit: (row: Row) => void }
  onReadAgain: () => void
  onDismiss: () => void
}

/** What the buttons of a note do, whatever its resource. */
export function noteActs<Row extends object, Change extends object>(
  note: Note<Row, Change>,
  { seen, act, over, onReadAgain, onDismiss }: UnderRow<Row, Change>,
): Partial<Record<Action, () => void>> {
  const save = (overwrite: boolean) => void act('save', seen, { change: note.change, overwrite })
  const undo = undoing(note, act)
  return {
    edit: () => over.edit(seen.row),
    // What the service stored instead is no change by somebody else.
    'send-again': () =>
      note.act === 'remove' ? void act('delete', seen, {}) : save(note.verdict.is === 'differently'),
    'only-mine': () => save(true),
    'read-again': onReadAgain,
    accept: onDismiss,
    dismiss: onDismiss,
    ...(undo && { undo, 'undo-new': undo }),
  }
}

/** Undoes an outcome, unless somebody else changed the row since; undefined: there is nothing to undo. */
export function undoing<Row extends object, Change extends object>(
  { verdict, undo }: Pick<Note<Row, Change>, 'verdict' | 'undo'>,
  act: DoAct<Row, Change>,
): (() => void) | undefined {
  const isSaved = verdict.is === 'as-asked' || verdict.is === 'differently'
  if (!isSaved || undo === undefined) return undefined
  return () => void act('save', { row: verdict.row, beganAt: verdict.at }, { change: undo.change, undoes: true })
}
