import { Check, ShieldAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Pending } from '#web/jobs/rows-of-jobs.ts'
import { Busy } from '#web/ui/busy.tsx'
import { keepFocus } from '#web/ui/focus/focus.ts'
import { visible } from '#web/ui/names/foreign.tsx'
import './row-state.css'

/** What a row shows besides the fields of its resource. */
export interface RowState<Change> {
  /** The change that is requested and not confirmed yet. */
  pending: Pending<Change> | undefined
  /** A save that was verified a moment ago. */
  saved: ReactNode
  /** The row is new and not sorted into its place yet. */
  isNew: boolean
  readOnly: boolean
}

/** *Saving…*, or *Waiting* while a job has not come to it yet. */
export const busyWord = (pending: Pending<object> | undefined): string | undefined =>
  pending && (pending.isWaiting ? 'Waiting' : 'Saving…')

/** What happens to the row now, or the result, which replaces the time of the last update for a moment. */
export function savingState({ pending, saved }: Pick<RowState<object>, 'pending' | 'saved'>): ReactNode {
  if (pending === undefined) return saved
  return pending.isWaiting ? <span className="busy">{busyWord(pending)}</span> : <Busy word={busyWord(pending)} />
}

interface SavedProps {
  name: string
  /** The value needs repair, so the row shows no green tick. */
  needsRepair: boolean
  /** Undefined: it cannot be undone. */
  onUndo: (() => void) | undefined
}

/** *Saved* and *Undo*, which a row shows for a moment after a verified save. */
export function SavedState({ name, needsRepair, onUndo }: SavedProps) {
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
