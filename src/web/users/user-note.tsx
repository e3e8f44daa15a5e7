import type { User } from '#contract/user.ts'
import type { Note as NoteOf } from '#web/writes/outcomes/outcomes.ts'
import type { ShownChange } from './user-hooks.ts'
import { noteContentOf, type NoteContent } from '#web/writes/note-content.tsx'
import { VerdictNote } from '#web/writes/verdict-note.tsx'
import { noteActs } from '#web/writes/acts/note-acts.ts'
import type { Seen } from '#contract/saving/acts.ts'
import type { DoUserAct } from './user-hooks.ts'
import { words } from './words.ts'

type Note = NoteOf<User, ShownChange>

interface Props {
  user: User
  note: Note
  act: DoUserAct
  over: { seen: (user: User) => Seen<User>; edit: (user: User) => void }
  onReadAgain: () => void
  onDismiss: () => void
}

/** The note about the last write to a user. */
export function UserNote({ user, note, act, over, onReadAgain, onDismiss }: Props) {
  return (
    <VerdictNote
      name={user.email}
      content={noteContentOf('user', note, savedAsAsked(note))}
      on={noteActs(note, { seen: over.seen(user), act, over, onReadAgain, onDismiss })}
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
