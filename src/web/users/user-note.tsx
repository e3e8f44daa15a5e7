import type { User } from '#contract/user.ts'
import type { Note as NoteOf } from '#web/writes/outcomes/outcomes.ts'
import type { ShownChange } from './user-hooks.ts'
import { noteContentOf, type NoteContent } from '#web/writes/note-content.tsx'
import { VerdictNote } from '#web/writes/verdict-note.tsx'
import type { UserWork } from './use-user-work.ts'
import { words } from './words.ts'

type Note = NoteOf<User, ShownChange>

interface Props {
  user: User
  note: Note
  work: Pick<UserWork, 'askToDelete' | 'edit' | 'send' | 'undo'>
  onReadAgain: () => void
  onDismiss: () => void
}

/** The note about the last write to a user. */
export function UserNote({ user, note, work, onReadAgain, onDismiss }: Props) {
  const send = (overwrite: boolean) => work.send(user, note.change, { overwrite })
  return (
    <VerdictNote
      name={user.email}
      content={noteContentOf('user', note, savedAsAsked(note))}
      on={{
        edit: () => work.edit(user),
        'send-again': () =>
          note.act === 'remove' ? void work.askToDelete(user) : send(note.verdict.is === 'differently'),
        'only-mine': () => send(true),
        ...(note.undo !== undefined && { undo: () => work.undo(note) }),
        'read-again': onReadAgain,
        accept: onDismiss,
        dismiss: onDismiss,
      }}
    />
  )
}

function savedAsAsked(note: Note): NoteContent | undefined {
  const acts = note.undo === undefined ? (['dismiss'] as const) : (['undo', 'dismiss'] as const)
  const { act, verdict } = note
  if (verdict.is === 'already' && act === 'create') return { tone: 'plain', text: words.alreadyCreated, acts }
  if (verdict.is !== 'as-asked') return undefined
  if (verdict.also?.did === 'put-right') return { tone: 'plain', text: words.putRight, acts }
  if (act === 'create') return { tone: 'plain', text: words.createdPassword, acts }
  return { tone: 'plain', text: verdict.unseen.length > 0 ? words.passwordUnseen : words.savedAll, acts }
}
