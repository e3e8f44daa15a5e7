import { Check, ShieldAlert } from 'lucide-react'
import type { Outcome } from './outcomes/outcomes.ts'
import { visible } from '#web/ui/names/foreign.tsx'

/** A save that was verified a moment ago. */
export interface JustSaved {
  name: string
  /** The value needs repair, so the row shows no green tick. */
  needsRepair: boolean
  note: Pick<Outcome<unknown, unknown>, 'told' | 'undo' | 'undoes'>
  onUndo: () => void
}

/** *Saved* and *Undo*, which a row shows for a moment after a verified save. */
export function SavedState({ name, needsRepair, note, onUndo }: JustSaved) {
  const Icon = needsRepair ? ShieldAlert : Check
  return (
    <span className={needsRepair ? 'saved warned' : 'saved ok'}>
      <Icon className="icon s14" aria-hidden="true" />
      <span>{needsRepair ? 'Needs repair' : note.undoes ? 'Restored' : 'Saved'}</span>
      {note.told === 'quiet' && note.undo !== undefined && (
        <button type="button" className="link" aria-label={`Undo for ${visible(name)}`} onClick={onUndo}>
          Undo
        </button>
      )}
    </span>
  )
}
