import { Check, ShieldAlert } from 'lucide-react'
import { keepFocus } from '#web/ui/focus/focus.ts'
import { visible } from '#web/ui/names/foreign.tsx'

interface Props {
  name: string
  /** The value needs repair, so the row shows no green tick. */
  needsRepair: boolean
  /** Undefined: it cannot be undone. */
  onUndo: (() => void) | undefined
}

/** *Saved* and *Undo*, which a row shows for a moment after a verified save. */
export function SavedState({ name, needsRepair, onUndo }: Props) {
  const Icon = needsRepair ? ShieldAlert : Check
  return (
    <span className={needsRepair ? 'saved warned' : 'saved ok'}>
      <Icon className="icon s14" aria-hidden="true" />
      <span>{needsRepair ? 'Needs repair' : 'Saved'}</span>
      {onUndo && (
        <button
          ref={keepFocus}
          type="button"
          className="link"
          aria-label={`Undo for ${visible(name)}`}
          onClick={onUndo}
        >
          Undo
        </button>
      )}
    </span>
  )
}
