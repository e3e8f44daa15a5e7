import type { UserNote as Note } from '#web/writes/notes.ts'
import { toldOf, type Told } from '#web/writes/verdict-told.tsx'
import { VerdictNote } from '#web/writes/verdict-note.tsx'
import { words } from './words.ts'

interface Props {
  email: string
  note: Note
  onEdit: () => void
  onSendAgain: () => void
  /** Undefined where there is nothing to put back. */
  onUndo: (() => void) | undefined
  onReadAgain: () => void
  onDismiss: () => void
}

/** The verdict of the last write to a user. */
export function UserNote({ email, note, onEdit, onSendAgain, onUndo, onReadAgain, onDismiss }: Props) {
  return (
    <VerdictNote
      name={email}
      told={toldOf('user', note, savedAsAsked(note))}
      on={{
        edit: onEdit,
        'send-again': onSendAgain,
        'only-mine': onSendAgain,
        ...(onUndo !== undefined && { undo: onUndo }),
        'read-again': onReadAgain,
        accept: onDismiss,
        dismiss: onDismiss,
      }}
    />
  )
}

function savedAsAsked({ act, verdict }: Note): Told | undefined {
  const acts = act === 'save' ? (['undo', 'dismiss'] as const) : (['dismiss'] as const)
  if (verdict.is === 'already' && act === 'create') return { tone: 'plain', says: words.alreadyCreated, acts }
  if (verdict.is !== 'as-asked') return undefined
  if (verdict.also?.did === 'put-right') return { tone: 'plain', says: words.putRight, acts }
  if (act === 'create') return { tone: 'plain', says: words.createdPassword, acts }
  return { tone: 'plain', says: verdict.unseen.length > 0 ? words.passwordUnseen : words.savedAll, acts }
}
