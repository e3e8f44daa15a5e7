import type { User } from '#contract/user.ts'
import type { UserNote as Note } from '#web/writes/notes.ts'
import { toldOf, type Told } from '#web/writes/verdict-told.tsx'
import { VerdictNote } from '#web/writes/verdict-note.tsx'
import type { UserWork } from './use-user-work.ts'
import { words } from './words.ts'

interface Props {
  user: User
  note: Note
  work: Pick<UserWork, 'edit' | 'send'>
  onReadAgain: () => void
  onDismiss: () => void
}

/** The verdict of the last write to a user. */
export function UserNote({ user, note, work, onReadAgain, onDismiss }: Props) {
  const { undo } = note
  const sendAgain = () => work.send(user, note.change, true)
  return (
    <VerdictNote
      name={user.email}
      told={toldOf('user', note, savedAsAsked(note))}
      on={{
        edit: () => work.edit(user),
        'send-again': sendAgain,
        'only-mine': sendAgain,
        ...(undo !== undefined && { undo: () => work.send(user, undo, true) }),
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
